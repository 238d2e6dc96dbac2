"""Why something came out as it did, and what a correction made different."""

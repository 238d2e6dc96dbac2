"""The order language of Freedom! (6)."""

"""Order text of Irish Freedom, to orders and back (8)."""

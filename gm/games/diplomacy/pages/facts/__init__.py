"""What pages tell of a position or a season, found out once."""

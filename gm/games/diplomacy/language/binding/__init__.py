"""Names of places and powers: of the board in force, of halves and coasts, in other languages."""

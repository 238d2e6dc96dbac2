"""Creating a game and changing it: its settings, its board, its rules as played, its start."""

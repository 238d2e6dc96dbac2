"""Creating a game and changing it: how it is described, its board, its rules as played, its start."""

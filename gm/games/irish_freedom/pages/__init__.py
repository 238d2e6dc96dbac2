"""What is told of Irish Freedom: a turn as a story, the board, the tracks, and what can be done now."""

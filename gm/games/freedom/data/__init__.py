"""What the game is played with: board, siege and cards as files, read and checked."""

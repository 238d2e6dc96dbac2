"""The rulebook of a game, and whether a board's names can be read."""

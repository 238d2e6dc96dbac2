"""Recorded steps of the game, as plain data."""

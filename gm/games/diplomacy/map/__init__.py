"""Boards from files, positions as pictures."""

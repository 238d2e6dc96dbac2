"""The settings of a game: every one there is, how it is written, and what has been chosen.

Nothing is created or changed here: a text becomes a value, or it is said what would be one.
"""

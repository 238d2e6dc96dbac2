"""The rules of Irish Freedom: a position, orders and dice in, facts out.

They read no file, no text and no clock; the island, the counters and the cards are given to them.
The sections that docstrings name are those of the game's rules page as this house plays it.
"""

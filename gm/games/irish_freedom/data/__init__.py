"""The files that the game is played with: read, checked entry by entry, and made values.

A master who owns the original replaces a file; what is wrong with his, `data_faults` tells him.
"""

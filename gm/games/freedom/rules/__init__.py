"""The rules of Freedom!: the contract and the standard library only.

Sections in docstrings are those of the rules page that the game is played by.
"""

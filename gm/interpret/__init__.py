"""A kit for reading: lines, typing errors, tongues, commands, press, the loader of grammars.

It never asks what a legal order is (a game's rules do), reads no mail and no database.
"""

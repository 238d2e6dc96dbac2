"""Whose a mail is, which game and seat it is for, and how that is proved or asked about.

A mail that is a player's becomes a letter, whose lines are read for his seats; what they do is not
decided here.
"""

"""Diplomacy and what is played like it: the standard game, Republic and Irish Diplomacy.

Its rules import the contract and the standard library only.
"""

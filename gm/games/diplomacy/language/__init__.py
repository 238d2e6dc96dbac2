"""Diplomacy's order text in, typed orders out: names, words, complaints with candidates.

It never asks what a legal order is (the room's rules do), reads no mail and no database.
"""

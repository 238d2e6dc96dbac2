"""Order text in, typed orders out: grammars, names, complaints with candidates.

It never asks what a legal order is (``gm.rules`` does), reads no mail and no database.
"""

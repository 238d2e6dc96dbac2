"""Addresses: what one of ours means, its secret, whom a mail claims, how many answers one gets a day.

Nothing here believes anybody.
"""

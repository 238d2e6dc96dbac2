"""One room for each family of games; `gm.bootstrap.games` lists them.

A room knows the shell's use cases and kits, and never another room.
"""

"""A game in play: its phases, the season that is resolved, the hat, and how a game ends.

What the rules decide they decide in the room of the game; here it is stored and told.
"""

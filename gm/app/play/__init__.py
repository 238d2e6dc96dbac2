"""A game in play: seasons resolved at their deadlines, proofs and draws by hand, votes, and the end.

What the rules decide they decide in the room of the game; here it is stored, and whoever has to know
is told.
"""

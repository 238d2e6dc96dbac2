"""The Die: the smallest game that keeps the contract, for tests alone.

Every turn a die is guessed, and then each player in turn plays a card of a hidden hand. Plays may be
sent ahead and wait in a queue; who is silent is played for by a standing order. Alone one plays
against the house, and every mail is answered at once.
"""

"""What a game owes the shell that plays it by mail, and nothing of any one game.

It imports the standard library only, and knows neither the shell nor a room.
"""

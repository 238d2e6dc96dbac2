"""Orders from a mail into the book: what they replace, what is asked back, what is kept ahead.

Nothing here resolves a season.
"""

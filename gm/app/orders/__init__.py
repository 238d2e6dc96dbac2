"""Orders in the book: what they replace, what is asked back, what is kept ahead, and the receipt.

Nothing here resolves a season.
"""

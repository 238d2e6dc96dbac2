"""Mail on its way in: taken, stored and claimed, fetched, bounded, come back, and shown to the GM.

Nothing here decides what orders mean, or whether a sender is believed.
"""

"""Mail on its way in: taken, stored, read, and whose it is.

Nothing here decides what orders mean, or whether a sender is believed.
"""

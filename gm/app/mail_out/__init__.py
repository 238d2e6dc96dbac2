"""Mail on its way out: who gets the news of a game, and the outbox from which it is sent.

Nothing is sent but what a transaction wrote there.
"""

"""Fakes we ship: a clock to set, an outbox to read, draws by script.

They hold no logic of their own; nothing in the running server imports them.
"""

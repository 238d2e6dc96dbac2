"""Phases and games recorded elsewhere: read, played by our rules, and written again.

Nothing here knows the database of a server.
"""

"""Recorded steps of Irish Freedom as plain data: a position, lines and scripted chance in, what came out.

They are for what-if work and for checking against other programs; no server is needed for them.
"""

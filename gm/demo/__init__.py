"""The game that ``make demo`` plays: bundled mails sent to a real server on loopback.

It never reaches inside the server; it talks to it as players do.
"""

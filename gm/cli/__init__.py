"""The command line: one module per noun, on the same handlers as the mail commands.

It never does what a handler does; it parses, calls, prints, and exits with the right code.
"""

"""The use cases: commands, handlers and queries over ports.

It never imports an adapter; ``gm.bootstrap`` hands them in.
"""

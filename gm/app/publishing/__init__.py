"""The public archive: which games stand in it, what is told of them, and which files have changed.

Nothing that is not public is gathered here, and nothing of a phase before it is resolved.
"""

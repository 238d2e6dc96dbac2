"""The games we can run: each variant is a ``Ruleset`` value over shared mechanisms.

It never does I/O, and the rules never ask which variant they are running.
"""

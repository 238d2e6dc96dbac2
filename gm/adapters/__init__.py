"""What touches the world: files, SMTP, the database, the scheduler, the clock.

No rule of a game is decided here, and no library type leaves the module that imports it.
"""

"""Time by the clocks people live by: zones, moments as they are written, when deadlines may fall.

Whether the clock can be believed is seen here, too. No phase is opened, moved or resolved.
"""

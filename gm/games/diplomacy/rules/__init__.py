"""The rules core: pure functions over immutable values.

It holds boards, positions, orders, adjudication and the mechanisms the variants share. It never
does I/O, reads no clock, makes no chance of its own and imports nothing outside the standard
library.
"""

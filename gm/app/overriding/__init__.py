"""What a GM puts right: overrides, decided orders, corrections, a course taken back, a replay.

Each is an event with its author and its reason.
"""

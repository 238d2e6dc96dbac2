"""What a GM puts right: orders, overrides, corrections, a course taken back, a replay.

Each is an event with its author and its reason.
"""

"""When things happen: deadlines, what moves them, and whom to remind.

No deadline is moved earlier here but by the word of a GM.
"""

"""The rules of The Triumphs of Turlough; the numbers in brackets are the sections of the rules as played.

`rules` plays a step from wait to wait; `course` is a step on its way, over which the other modules work.
"""

"""What players say to each other: press, votes, and last words.

Nothing here tells a reader what was not meant for him.
"""

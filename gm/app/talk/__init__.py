"""What players say to each other and to their GM: press, and how votes stand.

Nothing here tells a reader what was not meant for him.
"""

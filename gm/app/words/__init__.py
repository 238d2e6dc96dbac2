"""What a mail asks for beside its orders: the commands of players, and those of the GM.

Each word does its work once, and its answer says what it did.
"""

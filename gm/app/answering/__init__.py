"""What is done with a mail that has been read: one mail, one transaction, one answer.

The inbox tries the takers in turn; each takes the mails that are its own.
"""

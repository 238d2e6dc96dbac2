"""Who wrote a mail, and how that is proved: reply addresses, known addresses, questions.

Nothing here reads orders.
"""

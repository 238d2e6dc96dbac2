"""The pages of the public archive: values for `templates/site`, made of what the mails are made of.

Nothing here reads a clock: a page changes when the game does and not otherwise, so that what is
written twice is the same.
"""

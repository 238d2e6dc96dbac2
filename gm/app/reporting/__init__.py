"""The great mails of a game: its opening, the report of each stage, its end; pictures, and copies.

Nothing is resolved here: what is told has happened.
"""

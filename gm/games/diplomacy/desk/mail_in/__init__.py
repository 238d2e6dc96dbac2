"""Diplomacy's part of what a mail that came in leads to."""

"""Answers to commands in mails that mean something in Diplomacy alone."""

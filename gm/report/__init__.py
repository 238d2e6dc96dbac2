"""Events in, text out: view models and the Jinja2 templates.

It never decides anything about a game and never sends a mail.
"""

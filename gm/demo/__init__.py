"""A game in a minute: the real server, real mails over SMTP, and the story told as it happens.

It uses only what a GM has too: the command line, the mail port and the mailbox. It never reaches
into the server.
"""

"""Raw messages in, plain values out, and the other way round: MIME, quotes, threads.

It never looks at orders, opens no connection and no database. Nothing is gathered here: who needs the
values alone is not to wait for what reads mails.
"""

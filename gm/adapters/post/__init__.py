"""Mail over the wire: SMTP and LMTP in and out, IMAP, Maildirs, and the process that reads it."""

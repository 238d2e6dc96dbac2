"""Raw messages in, plain values out, and the other way round: MIME, quotes, threads.

It never looks at orders, opens no connection and no database.
"""

from gm.mail.reading import read_mail
from gm.mail.values import (
    DEFAULT_LIMITS,
    Dropped,
    DropReason,
    Limits,
    MailKind,
    MailReading,
)

__all__ = [
    "DEFAULT_LIMITS",
    "DropReason",
    "Dropped",
    "Limits",
    "MailKind",
    "MailReading",
    "read_mail",
]

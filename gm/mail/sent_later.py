"""Which of two mails of one sender he wrote later, where they came in the other way round.

A reply to a receipt was written when that had come, so of two replies the one to the newer receipt
is the later word, if its sender's own clock agrees; else when they came decides. The clock alone
decides nothing, and neither does an answer to an old receipt that was written later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from gm.mail.headers import date, message_ids, split_headers
from gm.mail.threads import own_id
from gm.mail.values import MailReading

_RECEIPT = re.compile(r"receipt-(\d{1,18})")


@dataclass(frozen=True, slots=True)
class Written:
    """What a mail says of when it was written.

    Args:
        receipt: the number of the mail whose receipt it answers; None if it answers none.
        date: what its sender's machine claims; None if nothing, or nothing that can be read.
    """

    receipt: int | None
    date: datetime | None

    def is_before(self, other: Written) -> bool:
        """Tell whether it was written before another, by the receipts both answer and the clock."""
        if self.receipt is None or other.receipt is None or self.receipt >= other.receipt:
            return False
        return self.date is None or other.date is None or self.date <= other.date


def written(reading: MailReading, game: str) -> Written:
    """Return what a mail says of when it was written."""
    ids = (reading.in_reply_to or "", *reversed(reading.references))
    return Written(_receipt_among(ids, game), reading.date)


def written_raw(raw: bytes, game: str) -> Written:
    """Return the same of a mail that has been read before, from its header alone."""
    block = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    headers = split_headers(block + b"\n")
    replied, referred = (message_ids(headers, name) for name in ("in-reply-to", "references"))
    return Written(_receipt_among((*replied[:1], *reversed(referred)), game), date(headers))


def _receipt_among(ids: Iterable[str], game: str) -> int | None:
    """Return which mail's receipt the first of our own ids is; None if that is no receipt."""
    for text in ids:
        own = own_id(text)
        if own is not None and own.game == game.casefold():
            found = _RECEIPT.fullmatch(own.kind)
            return int(found[1]) if found is not None else None
    return None

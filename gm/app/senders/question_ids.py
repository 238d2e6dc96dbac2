"""The Message-IDs of our questions: an answer is known by what it replies to (RFC 5322, 3.6.4).

A digest of the question's code is in its Message-ID, so nobody who has not had the question can name
it. It needs neither an address of its own nor a quote, and ends with the question.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from typing import Final

from gm.app.mail_records import Confirmation
from gm.app.ports import Transaction
from gm.app.services import Identity
from gm.mail.threads import message_id, own_id
from gm.mail.values import MailReading

_KIND: Final = re.compile(r"ask-([1-9]\d{0,17})", re.A)


@dataclass(frozen=True, slots=True)
class QuestionId:
    """What makes the Message-ID of a question: its kind, which names it, and its code."""

    kind: str
    label: str


def question_id(asked: Confirmation) -> QuestionId:
    """Return by what the Message-ID of a question is made."""
    return QuestionId(f"ask-{asked.id}", asked.code)


def question_replied_to(
    identity: Identity, transaction: Transaction, reading: MailReading
) -> Confirmation | None:
    """Return the question that a mail replies to, settled or not; None if it replies to none.

    Only the mail it replies to counts, and no other in its thread.
    """
    replied = reading.in_reply_to or next(reversed(reading.references), None)
    own = own_id(replied) if replied else None
    found = _KIND.fullmatch(own.kind) if own is not None else None
    asked = transaction.confirmation_numbered(int(found[1])) if found is not None else None
    if replied is None or own is None or asked is None:
        return None
    made = question_id(asked)
    ours = message_id(identity.host, own.game, own.number, made.kind, made.label)
    return asked if hmac.compare_digest(ours.encode(), replied.encode()) else None

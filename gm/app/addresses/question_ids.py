"""The Message-IDs of our questions: an answer is known by what it replies to (RFC 5322, 3.6.4).

A digest of the question's code is in its Message-ID, so nobody who has not had the question can name
it. It needs neither an address of its own nor a quote, and ends with the question.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import Asked, Confirmation
from gm.app.records import GameRecord, InboxMail, Person
from gm.app.services import Identity
from gm.mail.threads import message_id, own_id
from gm.mail.values import MailReading

_KIND: Final = re.compile(r"ask-([1-9]\d{0,17})(?:-by-[1-9]\d{0,17})?", re.A)
_CONFIRMED: Final = "confirmed"
_MOST: Final = 20
"""Of so many ids in a thread it is looked whether they are those of questions."""


@dataclass(frozen=True, slots=True)
class QuestionId:
    """What makes the Message-ID of a question: its kind, which names it, and its code."""

    kind: str
    label: str


def question_id(asked: Confirmation) -> QuestionId:
    """Return by what the Message-ID of a question is made."""
    return QuestionId(f"ask-{asked.id}", asked.code)


def word_on_question(asked: Confirmation, mail: InboxMail) -> QuestionId:
    """Return by what the Message-ID of our word on an answer is made: a reply to it answers, too."""
    return QuestionId(f"ask-{asked.id}-by-{mail.id}", asked.code)


def question_replied_to(
    identity: Identity, transaction: IdentityTransaction, reading: MailReading
) -> Confirmation | None:
    """Return the question that a mail replies to, settled or not; None if it replies to none.

    Only the mail it replies to counts, and no other in its thread.
    """
    replied = reading.in_reply_to or next(reversed(reading.references), None)
    return _question_named(identity, transaction, replied) if replied else None


def has_answered(
    identity: Identity,
    transaction: IdentityTransaction,
    reading: MailReading,
    person: Person,
    game: GameRecord,
    since: datetime,
) -> bool:
    """Tell whether a mail stands below a question about a game that its sender said yes to.

    Only he has had the question, so whoever names it has his mail; for some days that is proof
    enough of what he can take back, and of which he is told. It need not be the mail it replies to.

    Args:
        identity, transaction: the ports.
        reading: the mail; person: whom it claims to be from; game: what it is about.
        since: an older yes does not count.
    """
    named = dict.fromkeys((*reading.references, reading.in_reply_to or ""))
    questions = (_question_named(identity, transaction, name) for name in list(named)[-_MOST:])
    return any(
        asked is not None
        and asked.asked is Asked.MAIL
        and (asked.person_id, asked.game_id, asked.outcome) == (person.id, game.id, _CONFIRMED)
        and asked.settled_at is not None
        and asked.settled_at >= since
        for asked in questions
    )


def below_question(
    identity: Identity, asked: Confirmation, game: GameRecord | None, references: Sequence[str]
) -> tuple[str, ...]:
    """Return the References of the answer to a mail about which its sender was asked.

    The question is among them, so a reply to the answer names it, too.
    """
    made = question_id(asked)
    name = game.name if game is not None else ""
    return (*references, message_id(identity.host, name, 0, made.kind, made.label))


def _question_named(
    identity: Identity, transaction: IdentityTransaction, message: str
) -> Confirmation | None:
    known_id = own_id(message)
    kind = _KIND.fullmatch(known_id.kind) if known_id is not None else None
    asked = transaction.confirmation_numbered(int(kind[1])) if kind is not None else None
    if known_id is None or asked is None:
        return None
    ours = message_id(identity.host, known_id.game, known_id.number, known_id.kind, asked.code)
    return asked if hmac.compare_digest(ours.encode(), message.encode()) else None

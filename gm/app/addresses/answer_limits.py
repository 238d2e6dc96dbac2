"""How many answers an address gets in a day, so that no machine and no enemy keeps us writing.

Incoming mail is stored and acted upon whatever its sender has had; only our words to him end. A
day is one of UTC. What we say on our own account - reports, reminders - is not counted.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from gm.app.mail_ports import MailTransaction, OutboxTransaction
from gm.app.services import Services
from gm.languages import gettext, ngettext
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words

STRANGERS = 20
"""All strangers together get so many times what one of them may have in a day."""

RESERVE = 5
"""One in so many answers of a player's day is kept for receipts and questions."""


class Allowance(Enum):
    """ANSWER: he is answered. ENOUGH: he is told once that he is answered no more. SILENCE."""

    ANSWER = "answer"
    ENOUGH = "enough"
    SILENCE = "silence"


def day_of(now: datetime) -> datetime:
    """Return when a moment's day began."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def strangers_key(now: datetime) -> str:
    """Return what the keys of a day's answers to strangers begin with."""
    return f"stranger {now:%F} "


def for_player(
    services: Services, transaction: OutboxTransaction, address: str, *, vital: bool
) -> Allowance:
    """Tell whether a registered address gets one more answer today.

    Args:
        services, transaction: the ports.
        address: whose.
        vital: the answer is a receipt or a question to him, and the last to be left out.
    """
    most = services.answers_a_day
    if not vital:
        most -= most // RESERVE
    given = transaction.count_answers(address, day_of(services.clock.now()))
    return Allowance.ANSWER if given < most else Allowance.ENOUGH


def for_stranger(services: Services, transaction: OutboxTransaction, address: str) -> Allowance:
    """Tell whether an address that we do not know gets one more answer today."""
    now, most = services.clock.now(), services.answers_a_day_to_strangers
    if transaction.count_answers(address, day_of(now)) >= most:
        return Allowance.SILENCE
    every = transaction.count_outbox(strangers_key(now))
    return Allowance.ANSWER if every < most * STRANGERS else Allowance.SILENCE


def enough(services: Services, transaction: MailTransaction, address: str) -> NoticeView:
    """Return the words that end a player's answers for today."""
    now = services.clock.now()
    given = transaction.count_answers(address, day_of(now))
    person = transaction.person_of_address(address)
    zone = person.time_zone if person is not None else "UTC"
    return NoticeView(
        gettext("No more answers today"),
        (
            ngettext(
                "Your mails have had {count} answer today, which is about as many as this "
                "server writes to one address in a day. The rest of today's mails are not "
                "answered, those with orders last of all.",
                "Your mails have had {count} answers today, which is about as many as this "
                "server writes to one address in a day. The rest of today's mails are not "
                "answered, those with orders last of all.",
                given,
                count=given,
            ),
            gettext(
                "They are all read, and the orders in them count as always. From "
                "{when} on you are answered again: write STATUS then, and you "
                "see your orders as they stand.",
                when=moment_words(day_of(now) + timedelta(days=1), zone),
            ),
        ),
    )

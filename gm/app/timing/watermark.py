"""The watermark: whether everything that was sent in time has been read.

A season is resolved only when every mail that a server of ours took before it closed is here and
has been read: those in the inbox, those being stored at this moment, and those that still lie in a
mailbox which is fetched from.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.app.mail_out.reasons import Reason
from gm.app.orders.grace import closing
from gm.app.ports import Transaction
from gm.app.records import PhaseRecord
from gm.app.services import Services
from gm.app.timing.outage import outage_over
from gm.languages import gettext
from gm.report.wording.dates import moment_words


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a due phase still waits for.

    Args:
        reason: for its GM, if it waits for too long; None for what comes by itself.
    """

    reason: Reason | None = None


def still_awaited(
    services: Services, transaction: Transaction, phase: PhaseRecord, now: datetime
) -> Awaited | None:
    """Return what a due phase waits for; None if all that was sent in time has been read.

    Raises:
        StoreBusy: mail is being stored for longer than we wait.
    """
    closes = closing(phase)
    if now < closes + services.settle:
        return Awaited()
    transaction.wait_for_intake(closes)
    if transaction.unread_before(closes):
        return Awaited()
    for name in sorted(services.sources):
        source = transaction.source(name)
        if source is None or source.polled_at is None:
            return Awaited(_never_read(name))
        if source.polled_at < closes:
            return Awaited(_unread_since(name, source.polled_at))
    outage = outage_over(transaction.beats(), closes)
    if outage is not None and outage.until is None:
        return Awaited(outage.why(now))
    return None


def _never_read(mailbox: str) -> Reason:
    return lambda _zone: gettext(
        "the mailbox {mailbox} has never been read to its end", mailbox=mailbox
    )


def _unread_since(mailbox: str, moment: datetime) -> Reason:
    return lambda zone: gettext(
        "the mailbox {mailbox} could not be read since {when}",
        mailbox=mailbox,
        when=moment_words(moment, zone),
    )


def has_waited_too_long(services: Services, phase: PhaseRecord, now: datetime) -> bool:
    """Tell whether a phase has waited so long that its GM must look at it."""
    return now - closing(phase) - services.settle > services.overdue_hold

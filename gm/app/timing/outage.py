"""Whether everybody who wrote in time was heard: outages, and the watermark of mail that was read.

Every process of ours gives a sign of life each ten seconds, in a row of its own. Where no row of a
process that takes mail in covers a deadline, nobody was there: that is an outage.

The watermark says that a season can be resolved: every mail that a server of ours took before it
closed is here and has been read - those in the inbox, those being stored at this moment, and those
that still lie in a mailbox which is fetched from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gm.app.clock.deadline_margins import closing
from gm.app.mail_out.reasons import Reason
from gm.app.mail_ports import MailTransaction
from gm.app.mail_records import Beat
from gm.app.records import PhaseRecord
from gm.app.services import Services
from gm.app.table import is_closed
from gm.languages import gettext
from gm.report.wording.dates import length_words, moment_words

STALE: Final = timedelta(minutes=1)
"""A process that has given no sign of life for longer than this is taken for dead."""

_RECEIVING: Final = frozenset({"all", "receive"})


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody took mail in.

    Args:
        until: when somebody did again; None while nobody does.
    """

    since: datetime
    until: datetime | None = None

    def length(self, now: datetime) -> timedelta:
        """Return how long it lasted, or has lasted until now."""
        return (self.until or now) - self.since

    def why(self, now: datetime) -> Reason:
        """Return what happened, as the reason for which a phase is held."""

        def words(zone: str) -> str:
            since, length = moment_words(self.since, zone), length_words(self.length(now))
            if self.until is None:
                return gettext(
                    "no mail has been taken in since {since}, for {length} now",
                    since=since,
                    length=length,
                )
            return gettext(
                "no mail could be taken in from {since} to {until}, for {length}",
                since=since,
                until=moment_words(self.until, zone),
                length=length,
            )

        return words


def outage_over(beats: Iterable[Beat], moment: datetime) -> Outage | None:
    """Return the outage in which a moment lies; None if somebody took mail in then.

    Where no process ever took mail in before it (mail comes through a pipe, or the server is new),
    nothing is known of an outage.
    """
    receiving = [beat for beat in beats if beat.role in _RECEIVING]
    before = [beat.at for beat in receiving if beat.started_at <= moment]
    if not before or (since := max(before)) + STALE >= moment:
        return None
    later = [beat.started_at for beat in receiving if beat.started_at > moment]
    return Outage(since, min(later, default=None))


def why_overdue(
    services: Services, beats: Iterable[Beat], phase: PhaseRecord, now: datetime
) -> Reason | None:
    """Return why a due phase waits for its GM, because of when we look at it; None if not.

    What closed with the phase before has waited for nobody: it is resolved however late.

    Args:
        services: the ports.
        beats: every process's sign of life.
        phase: open; now: when we look.
    """
    closes = closing(phase)
    if is_closed(phase) or now < closes:
        return None
    outage = outage_over(beats, closes)
    if outage is not None and outage.length(now) > services.overdue_hold:
        return outage.why(now)
    overdue = now - closes - services.settle
    if overdue <= services.overdue_hold:
        return None
    return lambda _zone: gettext(
        "the server was not running at the deadline and noticed it {length} late",
        length=length_words(overdue),
    )


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a due phase still waits for.

    Args:
        reason: for its GM, if it waits for too long; None for what comes by itself.
    """

    reason: Reason | None = None


def still_awaited(
    services: Services, transaction: MailTransaction, phase: PhaseRecord, now: datetime
) -> Awaited | None:
    """Return what a due phase waits for; None if all that was sent in time has been read.

    Raises:
        StoreBusy: mail is being stored for longer than we wait.
    """
    closes = closing(phase)
    if now < closes + services.settle:
        return Awaited()
    # What another process takes in just now came in time, and is not stored yet.
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

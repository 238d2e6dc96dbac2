"""Whether a server is well: one look at the database, and what is wrong in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from gm.app.mail_records import Beat, MailSource, Tally
from gm.app.services import Services
from gm.report.wording.dates import length_words

UNREAD_TOO_LONG = timedelta(minutes=5)
"""A mail that waits longer than this to be read is in limbo."""

UNSENT_TOO_LONG = timedelta(hours=1)
"""A mail that waits longer than this to be sent tells of a way out that is shut."""

SILENT_TOO_LONG = timedelta(minutes=1)
"""A process that gave no sign of life for longer than this is dead, or stuck."""

OVERDUE_TOO_LONG = timedelta(minutes=5)

UNFETCHED_TOO_LONG = timedelta(minutes=30)
"""A mailbox that was not looked into for longer than this is out of reach."""


_NAMES = {
    "all": "The server",
    "receive": "The receiver of mail",
    "work": "The reader of mail",
    "send": "The sender of mail",
}


@dataclass(frozen=True, slots=True)
class Health:
    """How a server is at one moment.

    Args:
        at: the moment.
        tally: how much there is of everything.
        beats: the last sign of life of each role.
        problems: what is wrong, a sentence each; empty if all is well.
    """

    at: datetime
    tally: Tally
    beats: dict[str, datetime]
    sources: tuple[MailSource, ...]
    problems: tuple[str, ...]


def look(services: Services) -> Health:
    """Look at the database once and say how the server is.

    Raises:
        StoreBusy, StoreError: the database cannot be read, which is an answer too.
    """
    now = services.clock.now()
    with services.store.read() as transaction:
        tally = transaction.tally(now - OVERDUE_TOO_LONG)
        beats, sources = _newest(transaction.beats()), transaction.sources()
    problems = (
        *_silent(beats, now),
        *_waiting(tally, now),
        *_overdue(tally.overdue),
        *(_unfetched(source, now) for source in sources if _is_unfetched(source, now)),
    )
    return Health(now, tally, beats, sources, problems)


def _newest(beats: tuple[Beat, ...]) -> dict[str, datetime]:
    """Return the last sign of life of each role that serves; who did it before has ended."""
    newest: dict[str, datetime] = {}
    for beat in beats:
        if beat.role in _NAMES:
            newest[beat.role] = max(beat.at, newest.get(beat.role, beat.at))
    return newest


def _silent(newest: dict[str, datetime], now: datetime) -> tuple[str, ...]:
    """Say which role nobody fills."""
    if not newest:
        return ("No server has run on this database.",)
    alive = {role for role, at in newest.items() if now - at <= SILENT_TOO_LONG}
    if "all" in alive or {"receive", "work", "send"} <= alive:
        return ()
    wanted = ["all"] if "all" in newest else ["receive", "work", "send"]
    missing = [role for role in wanted if role not in alive]
    return tuple(_silence(role, newest.get(role), now) for role in missing)


def _silence(role: str, at: datetime | None, now: datetime) -> str:
    if at is None:
        return f"{_NAMES[role]} has never given a sign of life."
    return f"{_NAMES[role]} has given no sign of life for {length_words(now - at)}."


def _waiting(tally: Tally, now: datetime) -> tuple[str, ...]:
    said = []
    if tally.oldest_unread and now - tally.oldest_unread > UNREAD_TOO_LONG:
        said.append(f"A mail has waited {length_words(now - tally.oldest_unread)} to be read.")
    if tally.oldest_waiting and now - tally.oldest_waiting > UNSENT_TOO_LONG:
        said.append(f"A mail has waited {length_words(now - tally.oldest_waiting)} to be sent.")
    return tuple(said)


def _overdue(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (f"{count} {'phase is' if count == 1 else 'phases are'} overdue and not resolved.",)


def _is_unfetched(source: MailSource, now: datetime) -> bool:
    return now - (source.polled_at or source.since) > UNFETCHED_TOO_LONG


def _unfetched(source: MailSource, now: datetime) -> str:
    since = length_words(now - (source.polled_at or source.since))
    return f"The mailbox {source.name} has not been looked into for {since}."

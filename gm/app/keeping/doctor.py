"""The doctor's findings about what is in the database: what works, what to look at, what is broken.

What lies outside of it - ports, certificates, mail servers - is tried by `gm.adapters.probes`. Each
finding says what to do about it; nothing is changed and no mail is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from gm.app.clock.clock_watch import ClockWatch, trust_clock
from gm.app.journal import note
from gm.app.keeping.health import look
from gm.app.records import InboxState, JournalKind
from gm.app.services import Services
from gm.app.setup.maps import check_running
from gm.app.timing.outage import STALE
from gm.app.timing.standstill import disk_fault
from gm.errors import GmError, MapChanged
from gm.json_answers import in_json
from gm.report.wording.dates import length_words
from gm.report.wording.sentence_parts import counted

APART: Final = timedelta(seconds=5)
"""Clocks of two machines that differ by more judge one deadline in two ways."""

_MEGABYTE: Final = 1024 * 1024
_SERVING: Final = frozenset({"all", "receive", "work", "send"})


class Level(Enum):
    """OK works; WARN is for somebody to look at; FAIL does not work, or loses mail."""

    OK = "ok"
    WARN = "warn"
    FAIL = "FAIL"


def _lower(level: Level) -> str:
    return level.value.lower()


@dataclass(frozen=True, slots=True)
class Finding:
    """What the doctor found of one thing.

    Args:
        subject: which thing, in a word; words: what was found.
        remedy: what to do about it; "" where nothing is to be done.
    """

    subject: str
    level: Level = field(metadata=in_json(made=_lower))
    words: str
    remedy: str = ""


Examination = Callable[[], Iterator[Finding]]


def examined(subject: str, examine: Examination) -> Iterator[Finding]:
    """Yield the findings of one examination; one that breaks is a finding as well."""
    try:
        yield from examine()
    except GmError as fault:
        yield Finding(subject, Level.FAIL, str(fault))
        for note in getattr(fault, "__notes__", ()):
            yield Finding(subject, Level.FAIL, note)
    except Exception as fault:
        yield Finding(subject, Level.FAIL, f"{type(fault).__name__}: {fault}")


def examine_services(services: Services, server_time: datetime | None) -> Iterator[Finding]:
    """Yield what is to be said of clock, disk, games, processes and mail.

    Args:
        services: the ports.
        server_time: the database server's own time of day, where there is one.
    """
    yield from examined("rows", lambda: _rows(services))
    yield from examined("clock", lambda: _clock(services, server_time))
    yield from examined("disk", lambda: _disk(services))
    yield from examined("maps", lambda: _maps(services))
    yield from examined("server", lambda: _processes(services))
    yield from examined("mailbox", lambda: _sources(services))
    yield from examined("mail", lambda: _mail(services))
    yield from examined("identity", lambda: _identity(services))


def say_clock_is_right(services: Services) -> int:
    """Take the GM's word that the clock is right, and return how many signs of life were ahead."""
    now = services.clock.now()
    with services.store.write() as transaction:
        ahead = trust_clock(transaction, now)
        text = "The GM says that the clock is right."
        note(transaction, now, JournalKind.CLOCK_IS_RIGHT, text, author="gm")
    return ahead


def _rows(services: Services) -> Iterator[Finding]:
    with services.store.read() as transaction:
        broken = (*transaction.integrity(), *transaction.broken_references())
    for words in broken:
        yield Finding("rows", Level.FAIL, words, "Restore the last backup; see docs/deploy.md.")
    if not broken:
        yield Finding("rows", Level.OK, "the database is whole, and all references hold")


def _clock(services: Services, server_time: datetime | None) -> Iterator[Finding]:
    now = services.clock.now()
    with services.store.read() as transaction:
        beats = transaction.beats()
    if fault := ClockWatch().fault(now, services.clock.steady(), beats):
        remedy = "Set the clock; if it is right, say so: gm doctor --clock-is-right"
        yield Finding("clock", Level.FAIL, fault, remedy)
        return
    if server_time is not None and abs(server_time - now) > APART:
        apart = length_words(abs(server_time - now))
        yield Finding(
            "clock",
            Level.FAIL,
            f"the clocks of this machine and of the database differ by {apart}",
            "Have both set by NTP.",
        )
        return
    yield Finding("clock", Level.OK, f"it is {now:%F %T} UTC")


def _disk(services: Services) -> Iterator[Finding]:
    free = services.free_space()
    if fault := disk_fault(services):
        yield Finding("disk", Level.FAIL, fault, "Make room: no season is resolved until then.")
    elif free is None:
        yield Finding("disk", Level.OK, "the database looks after its own disk")
    else:
        yield Finding("disk", Level.OK, f"{free // _MEGABYTE} MB are free for the database")


def _maps(services: Services) -> Iterator[Finding]:
    try:
        check_running(services)
    except MapChanged as fault:
        for words in (str(fault), *getattr(fault, "__notes__", ())):
            yield Finding("maps", Level.FAIL, words, "The server does not start like this.")
        return
    yield Finding("maps", Level.OK, "every running game has the map it is played on")


def _processes(services: Services) -> Iterator[Finding]:
    now = services.clock.now()
    with services.store.read() as transaction:
        beats = [beat for beat in transaction.beats() if beat.role in _SERVING]
    alive = [beat for beat in beats if now - beat.at <= STALE]
    if alive:
        names = ", ".join(sorted(f"{beat.role} since {beat.started_at:%F %R}" for beat in alive))
        yield Finding("server", Level.OK, f"running: {names} UTC")
    for words in look(services).problems:
        remedy = "gm serve" if "sign of life" in words or "has run" in words else ""
        yield Finding("server", Level.WARN, words, remedy)


def _sources(services: Services) -> Iterator[Finding]:
    with services.store.read() as transaction:
        for name in services.sources:
            source = transaction.source(name)
            if source is None or source.polled_at is None:
                words = f"{name} has never been read to its end"
                remedy = "No season is resolved before: start gm serve."
                yield Finding("mailbox", Level.WARN, words, remedy)
            else:
                words = f"{name} was last read to its end at {source.polled_at:%F %T} UTC"
                yield Finding("mailbox", Level.OK, words)


def _mail(services: Services) -> Iterator[Finding]:
    with services.store.read() as transaction:
        suspended = transaction.suspensions()
        set_aside = transaction.inbox(InboxState.SHUNTED)
        held = transaction.inbox(InboxState.HELD)
    for suspension in suspended:
        since = f"{suspension.since:%F %R}: {suspension.reason}"
        words = f"nothing is sent to {suspension.address} since {since}"
        yield Finding("mail", Level.WARN, words, "Ask the player for another address.")
    if set_aside:
        words = f"{counted(len(set_aside), 'mail')} set aside: {_numbers(set_aside)}"
        yield Finding("mail", Level.WARN, words, "gm inbox show, gm inbox requeue")
    if held:
        words = f"{counted(len(held), 'mail')} held for proof: {_numbers(held)}"
        yield Finding("mail", Level.WARN, words, "gm inbox confirm, or wait for their senders.")
    if not (suspended or set_aside or held):
        yield Finding("mail", Level.OK, "no mail waits for you, and no address is given up")


def _numbers(mails: Sequence[object], most: int = 10) -> str:
    shown = [str(getattr(mail, "id", "")) for mail in mails[:most]]
    return ", ".join(shown) + (" ..." if len(mails) > most else "")


def _identity(services: Services) -> Iterator[Finding]:
    if services.identity.admin_address is None:
        words = "admin_address is not set: what the server itself needs is told to its log only"
        yield Finding("identity", Level.WARN, words, "Set admin_address.")
    if not services.proof:
        words = "identity = sender: whoever writes a player's address in From is believed"
        yield Finding("identity", Level.WARN, words, 'Set identity = "proof" on the open net.')
        return
    vouched = services.auth_results_from or services.check_dkim is not None
    if vouched:
        words = f"proof is asked for; {services.auth_results_from or 'our own check'} vouches too"
    else:
        words = (
            "proof is asked for: a mail that is no reply to one of ours is held and asked about"
        )
    yield Finding("identity", Level.OK, words)

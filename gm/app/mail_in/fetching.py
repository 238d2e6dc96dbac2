"""Mail that lies in a mailbox until we fetch it: to whom it came, how far we are, what is old.

A mailbox has no envelope, so what its server wrote into the header stands in for it. How far it
was read is a row in the database; a mail is stored first, taken away where it lay next, and only
then is the row moved on. A crash in between fetches it again, and it is known then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from gm.app.addresses.answer_limits import day_of
from gm.app.addresses.destinations import DestinationKind, destination
from gm.app.mail_in.intake import TakeIn
from gm.app.mail_records import MailSource
from gm.app.ports import Clock, Store
from gm.app.services import Identity
from gm.mail.addresses import addresses, domain_key
from gm.mail.bounds import header_of as header_read
from gm.mail.bounds import refusal
from gm.mail.headers import Headers, raw_text
from gm.mail.values import DEFAULT_LIMITS

LARGEST = DEFAULT_LIMITS.size + 1
"""So much of a mail is fetched, in bytes: of one that is too large, enough to see that it is."""

OLD = "it lay elsewhere since before its mailbox was first looked into"
SLACK = timedelta(hours=1)
"""Another server's clock may differ from ours by so much and a mail still count as new."""

_NOTED_EVERY = timedelta(seconds=30)
"""A mailbox that is looked into every few seconds would cost a commit each time."""

_DELIVERED = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
_MOST_CANDIDATES = 20
"""Each costs a look into the database, and a header can hold thousands of addresses."""

KeyT = TypeVar("KeyT")

_RETURN_PATH = re.compile(r"<([^<>\s]*)>")


@dataclass(frozen=True, slots=True)
class Fetching:
    """What is known about one mailbox that mail is fetched from.

    Args:
        name: what it is called in the database and the log; kind: "imap" or "maildir".
        take_in: the door.
        is_ours: tells whether mail for an address is taken.
        alone: tries to be the only process that reads it, by its name.
        since: mails older than this are not answered; None for the first look into it.
    """

    store: Store
    clock: Clock
    identity: Identity
    name: str
    kind: str
    take_in: TakeIn
    is_ours: Callable[[str], bool]
    alone: Callable[[str], AbstractContextManager[bool]]
    since: datetime | None = None

    def cursor(self) -> MailSource | None:
        """Return how far it was read; None before the first look, or if more is wanted now."""
        with self.store.read() as transaction:
            known = transaction.source(self.name)
        if known is not None and self.since is not None and self.since != known.since:
            return None
        return known

    def first(self, validity: str = "") -> MailSource:
        """Return what is to be noted of a first look."""
        return MailSource(0, self.name, self.since or self.clock.now(), validity)

    def note(self, source: MailSource) -> MailSource:
        """Store how far it was read."""
        with self.store.write() as transaction:
            return transaction.save_source(source)

    def looked(self, source: MailSource, began: datetime) -> MailSource:
        """Note that everything which had come by a moment is stored here.

        Where nobody waits for it, only now and then, for it costs a commit.
        """
        before = source.polled_at
        if before is None or began - before >= _NOTED_EVERY or self.is_wanted():
            return self.note(replace(source, polled_at=began))
        return source

    def is_wanted(self) -> bool:
        """Tell whether a phase waits for us to look."""
        with self.store.read() as transaction:
            source = transaction.source(self.name)
            due = transaction.due_phases(self.clock.now())
        polled = source.polled_at if source is not None else None
        return any(polled is None or polled < (phase.closes_at or phase.deadline) for phase in due)

    def take(
        self, raw: bytes, key: str, received_at: datetime | None, *, old: bool = False
    ) -> None:
        """Store a mail; one that was stored under this key before is not stored again."""
        headers = header_of(raw)
        self.take_in(
            raw,
            returned_to(headers),
            [addressed_to(self.identity, self.is_ours, headers)],
            self.kind,
            received_at=received_at,
            source_key=f"{self.name} {key}",
            unasked=OLD if old else "",
        )


class Postponed(Generic[KeyT]):
    """Mails that stay in a mailbox for today, since there is no more room for their sender.

    They are remembered here alone: whoever begins anew tries them, and finds it out.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._day = day_of(clock.now())
        self._keys = set[KeyT]()

    def add(self, key: KeyT) -> None:
        """Leave a mail where it is until tomorrow."""
        self._keys.add(key)

    def today(self) -> set[KeyT]:
        """Return what is left where it is; nothing any more when a day has begun."""
        if (today := day_of(self._clock.now())) != self._day:
            self._day = today
            self._keys.clear()
        return self._keys


def addressed_to(identity: Identity, is_ours: Callable[[str], bool], headers: Headers) -> str:
    """Return the address of ours that a mail came to by its header, the most telling one."""
    host = domain_key(identity.host)
    delivered = (address for name in _DELIVERED for address in addresses(headers, name))
    here = [text for text in delivered if domain_key(text.rpartition("@")[2]) == host]
    ours = [key for key in dict.fromkeys(here[:_MOST_CANDIDATES]) if is_ours(key)]
    telling = [
        text for text in ours if destination(identity, text).kind is not DestinationKind.SERVER
    ]
    return next(iter([*telling, *ours]), identity.server_address)


def header_of(raw: bytes) -> Headers:
    """Return the header fields of a mail; none where they are not fit to be parsed."""
    headers = header_read(raw, DEFAULT_LIMITS) or Headers(())
    return Headers(()) if refusal(headers, DEFAULT_LIMITS) else headers


def returned_to(headers: Headers) -> str:
    """Return the sender of the envelope, "<>" for none and "" where nobody noted it."""
    noted = headers.all("return-path")
    match = _RETURN_PATH.search(raw_text(noted[0])[:1000]) if noted else None
    if match is None:
        return ""
    return match[1] or "<>"

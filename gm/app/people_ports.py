"""What the store does for somebody who wants to know what is kept of him, or wants it gone.

A part of the transaction of `gm.app.ports`, in a module of its own for its length.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from gm.app.records import JournalKind, OrderRecord, OutboxMail, Person

Hide = Callable[[str], str]
"""Takes what names a person out of a text."""

NAMED: Final = frozenset(
    kind.value
    for kind in (
        JournalKind.ADDRESS_CHANGED,
        JournalKind.HELD_MAIL,
        JournalKind.LEFT,
        JournalKind.OBSERVER_CAME,
        JournalKind.PLAYER_APPLIED,
        JournalKind.PLAYER_INVITED,
        JournalKind.PLAYER_REPLACED,
        JournalKind.PLAYER_SEATED,
        JournalKind.REPLY_ADDRESS_CHANGED,
        JournalKind.SEAT_OFFERED,
        JournalKind.SEAT_VACATED,
        JournalKind.SEATS_ALLOCATED,
        JournalKind.STANDBY_CAME,
    )
)
"""The kinds of journal entries whose sentences name people."""


@dataclass(frozen=True, slots=True)
class Gone:
    """What stands in a person's place.

    Args:
        person_id: whose.
        name, address: what is shown of him from now on.
        addresses: all that were his, in lower case.
        raw: what stands in place of his mails.
        moment: when this is done.
        hide: takes his addresses out of a text; hide_name: his name, too.
    """

    person_id: int
    name: str
    address: str
    addresses: frozenset[str]
    raw: bytes
    moment: datetime
    hide: Hide
    hide_name: Hide


class PeopleTransaction(Protocol):
    """What a transaction can do about a person."""

    def people(self) -> tuple[Person, ...]:
        """Return everybody who was ever registered, by key."""
        ...

    def outbox_of(
        self, person_id: int, addresses: Collection[str], after: int, limit: int
    ) -> tuple[OutboxMail, ...]:
        """Return the mails to a person behind a key, by key."""
        ...

    def orders_of(self, mail_ids: Collection[int]) -> tuple[OrderRecord, ...]:
        """Return every order that came by some mails, replaced ones too."""
        ...

    def erase_inbox(self, mail_ids: Collection[int], gone: Gone) -> None:
        """Put something else in place of the bytes of incoming mails, and of who wrote them."""
        ...

    def erase_outbox(self, mail_ids: Collection[int], gone: Gone) -> None:
        """Put something else in place of the bytes of outgoing mails, and of whom they are for.

        What waits to be sent never is.
        """
        ...

    def erase_notes(self, gone: Gone) -> None:
        """Empty what GMs noted of a person, and take his name out of notes on others."""
        ...

    def erase_person(self, gone: Gone) -> None:
        """Take a person out of every other row: registers, questions, bounces, games, journal."""
        ...

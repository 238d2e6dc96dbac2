"""What an audit needs from the store, beyond what the server needs: rows by the page, as they lie.

A part of the transaction of `gm.app.ports`, in a module of its own for its length.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from gm.app.records import InboxMail, JournalEntry, JournalKind

ERASED = b"This mail was erased at the wish of the person it was from or for.\n"
"""What stands in place of a mail that was erased; the journal says which were."""


@dataclass(frozen=True, slots=True)
class StrayOrder:
    """An order in a book where its mail should not have put it.

    Args:
        why: "state": its mail did not end as done; "early": the mail came before the phase was
            opened; "late": when the phase had closed.
    """

    id: int
    inbox_id: int
    game_id: int
    phase: str
    why: str


class AuditTransaction(Protocol):
    """What a transaction can look up for an audit."""

    def waiting_mails(self, since: datetime, until: datetime) -> tuple[InboxMail, ...]:
        """Return mails received in a time that are held or set aside, oldest first."""
        ...

    def inbox_page(self, after: int, limit: int) -> tuple[InboxMail, ...]:
        """Return the incoming mails in a known state behind a key, by key."""
        ...

    def strange_states(self) -> dict[str, tuple[int, ...]]:
        """Return rows in states that there are not: keys by table and state, "inbox lost"."""
        ...

    def known_keys(self, keys: Collection[str]) -> frozenset[str]:
        """Return those of some keys that are in the outbox."""
        ...

    def outbox_keys(self, prefix: str) -> tuple[str, ...]:
        """Return the keys in the outbox that begin so, in order."""
        ...

    def hidden_failures(self) -> tuple[tuple[int, str], ...]:
        """Return the keys of outgoing mails that failed and of which no bounce is noted."""
        ...

    def mails_with_orders(self, game_id: int) -> frozenset[tuple[int, str]]:
        """Return the incoming mails from which an order is in a book of the game, each with its seat."""
        ...

    def stray_orders(self) -> tuple[StrayOrder, ...]:
        """Return orders whose mail came outside the time of their phase, or did not end as done."""
        ...

    def journal_of(
        self, kind: JournalKind, game_id: int | None = None
    ) -> tuple[JournalEntry, ...]:
        """Return the entries of a kind, oldest first; of one game or of all."""
        ...

    def newest_public(self) -> int:
        """Return the key of the newest entry that tells what others may see; 0 for none.

        That is what everybody may read, and what is of no one game, as that somebody was erased.
        """
        ...

    def integrity(self) -> tuple[str, ...]:
        """Return what the database says is broken inside it; slow on a large one."""
        ...

    def broken_references(self) -> tuple[str, ...]:
        """Return each reference to a row that is not there, in words."""
        ...

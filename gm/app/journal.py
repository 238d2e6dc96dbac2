"""The journal: what happened in a game and who did it, in order. All of it is written here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final

from gm.app.ports import JournalTransaction
from gm.app.records import JournalEntry, JournalKind

NO_DATA: Final[Mapping[str, object]] = MappingProxyType({})
"""No figures and no names beside what an entry says in words."""


def note(
    transaction: JournalTransaction,
    at: datetime,
    kind: JournalKind,
    text: str,
    *,
    game_id: int | None = None,
    author: str = "server",
    public: bool = False,
    data: Mapping[str, object] = NO_DATA,
) -> JournalEntry:
    """Note in the journal what happened, and return the entry as it is stored.

    Args:
        transaction: the store. at: when it happened. kind: what sort of thing; text: what, in a sentence.
        game_id: in which game; None for what concerns the server.
        author: a seat, "gm", "server", or "players" for one who is not named.
        public: everybody may read it.
        data: figures and names for programs.
    """
    words = json.dumps({**data})
    entry = JournalEntry(0, game_id, at, kind.value, author, text, public, words)
    return transaction.add_journal(entry)

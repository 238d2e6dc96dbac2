"""The journal's word of what a GM did to a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from gm.app.ports import Transaction
from gm.app.records import GameRecord, JournalEntry
from gm.app.services import Services


def note_game(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    kind: str,
    text: str,
    *,
    reason: str = "",
    public: bool = True,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Note in the journal what the GM did to a game; everybody may read it, unless it is private.

    Args:
        services, transaction: the ports.
        game: which. kind: of the note. text: in words. reason: the GM's, if he gave one.
        public: everybody may read it. more: of its data.
    """
    data = {"game": game.name, **({"reason": reason} if reason else {}), **more}
    entry = JournalEntry(0, game.id, services.clock.now(), kind, "gm", text, public)
    transaction.add_journal(replace(entry, data=json.dumps(data)))

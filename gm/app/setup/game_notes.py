"""The journal's word of what a GM did to a game."""

from __future__ import annotations

import json
from dataclasses import replace

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
) -> None:
    """Note in the journal what the GM did to a game; everybody may read it, unless it is private."""
    data = {"game": game.name, **({"reason": reason} if reason else {})}
    entry = JournalEntry(0, game.id, services.clock.now(), kind, "gm", text, public)
    transaction.add_journal(replace(entry, data=json.dumps(data)))

"""The journal's word of what a GM did to a game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gm.app.journal import note
from gm.app.ports import JournalTransaction
from gm.app.records import GameRecord, JournalKind
from gm.app.services import Services


def note_game(
    services: Services,
    transaction: JournalTransaction,
    game: GameRecord,
    kind: JournalKind,
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
    now = services.clock.now()
    note(transaction, now, kind, text, game_id=game.id, author="gm", public=public, data=data)

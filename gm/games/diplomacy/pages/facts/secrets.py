"""Whether payments are private in a game, and whose accounts a reader may see (Republic 8)."""

from __future__ import annotations

from collections.abc import Collection

from gm.contract.facts import GameFacts
from gm.games.diplomacy.rules.board import PowerId

_OPTION, _PRIVATE = "payments", "private"


def payments_are_private(game: GameFacts) -> bool:
    """Tell whether payments are told only to their two sides (an option of Republic 8)."""
    return game.settings().get(_OPTION) == _PRIVATE


def accounts_shown(
    game: GameFacts, readers: Collection[PowerId], *, for_gm: bool
) -> frozenset[PowerId] | None:
    """Return whose accounts the reader of some powers' mail may see whole; None for everybody's."""
    if for_gm or not payments_are_private(game):
        return None
    return frozenset(readers)

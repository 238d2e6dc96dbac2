"""Finds out whether a line that orders nothing names a piece as its writer's own orders do.

In an answer to another player such a line may be meant for the server, and must not go to an enemy:
`Leave F Bre where it is, and A Mar is not to cross the mountains`.
"""

from __future__ import annotations

import re
from typing import Final

from gm.games.diplomacy.language.spoken_of import names_in
from gm.games.diplomacy.language.values import Context
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn
from gm.interpret.tongues import Words, words_of

_LETTERS: Final = frozenset({"a", "f"})
_KINDS: Final = ("army", "fleet")
_BETWEEN: Final = 3
"""Words that may stand between a kind of unit and its place: `the fleet that is in Brest`."""

_PIECE: Final = re.compile(r"\b(?:A|F|f)[ (]+[^\W\d_]{2}|\ba [^\W\d_]{3}\b")
"""How a unit is written by its letter; a small `a` stands before other words as well."""


def names_own_piece(text: str, context: Context) -> bool:
    """Tell whether a line names a unit that its writer has on the board: `A Mar`, `the fleet in Brest`."""
    state = context.state
    own = {unit.at.province for unit in state.units if unit.power == context.power}
    own |= {gone.unit.at.province for gone in state.dislodged if gone.unit.power == context.power}
    words, lettered = words_of(fold(text)), _PIECE.search(text) is not None
    return any(
        bool(places & own) and _is_unit(words[max(0, at - _BETWEEN) : at], lettered=lettered)
        for at, _, places, _ in names_in(words, context.board)
    )


def _is_unit(before: Words, *, lettered: bool) -> bool:
    """Tell whether the words before a place make it a unit's."""
    if lettered and before and before[-1] in _LETTERS:
        return True
    return any(has_turn(kind, before) for kind in _KINDS)

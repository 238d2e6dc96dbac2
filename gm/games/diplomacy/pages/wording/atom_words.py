"""Single conditions in full words, by a table of sentences: what is asked, or what came of it."""

from __future__ import annotations

from collections.abc import Mapping

from gm.games.diplomacy.pages.wording.name_words import (
    bridge_words,
    place_words,
    power_words,
    unit_words,
)
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.conditions import (
    Atom,
    Attacks,
    BridgeStands,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.languages import pgettext

Sentences = Mapping[tuple[type[Atom], bool], tuple[str, str]]
"""Of each kind of condition what is said if it is met, and if it is not.

The kind is that of the atom, and whether it names what it may leave out: the owner of a bridge,
where a supported unit goes.
"""


def atom_words(context: str, sentences: Sentences, atom: Atom, board: Board, *, met: bool) -> str:
    """Return a single condition in full words.

    Args:
        context: of the sentences in the catalogues; sentences: the table of them.
        atom: the condition; board: the board in force.
        met: say that it is met; else that it is not.
    """
    full, values = _values(atom, board)
    yes, no = sentences[type(atom), full]
    return pgettext(context, yes if met else no, **values)


def _values(atom: Atom, board: Board) -> tuple[bool, dict[str, str]]:
    """Return whether a condition names what it may leave out, and what goes into its sentence."""
    match atom:
        case WasDislodged(unit) | Succeeded(unit) | Failed(unit):
            return False, {"unit": unit_words(unit, board)}
        case IsVacant(place):
            return False, {"place": place_words(place, board)}
        case (
            IsIn(power, place) | Owns(power, place) | Enters(power, place) | Attacks(power, place)
        ):
            return False, {"power": power_words(power, board), "place": place_words(place, board)}
        case BridgeStands(between, owner):
            values = {"bridge": bridge_words(between, board)}
            if owner is None:
                return False, values
            return True, {**values, "power": power_words(owner, board)}
        case Supports(power, target, to):
            values = {"power": power_words(power, board), "unit": unit_words(target, board)}
            if to is None:
                return False, values
            return True, {**values, "place": place_words(to, board)}

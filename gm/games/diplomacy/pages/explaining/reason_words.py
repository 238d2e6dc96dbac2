"""The names in a reason, as its sentence writes them: places, powers, coasts and lists of units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from gm.games.diplomacy.pages.wording.words import place_words, unit_words
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.units import UnitRef
from gm.languages import gettext, listed, ngettext
from gm.report.wording.sentence_parts import counted


def place_name(reason: Reason, board: Board, index: int) -> str:
    """Return the name of a province the reason is about."""
    return name_of(reason.place[index], board) if reason.place else gettext("that place")


def places_named(reason: Reason, board: Board, last: Literal["and", "or"] = "and") -> str:
    """Return the names of all provinces it is about: `Kilkenny West and Waterford`."""
    return listed((name_of(place, board) for place in reason.place), last)


def name_of(place: ProvinceId, board: Board) -> str:
    """Return a province's name, or its id where it never was on the board."""
    known = place in board.provinces or place in board.gone
    return place_words(place, board) if known else place


def powers_named(reason: Reason, board: Board, *keys: str) -> str:
    """Return the powers that its details name under these keys."""
    names = [value for key, value in reason.detail if key in keys]
    ids = [PowerId(word) for name in names for word in name.split(", ")]
    words = [board.powers[power].name if power in board.powers else power for power in ids]
    return listed(words) or gettext("another power")


def coasts_named(reason: Reason) -> list[str]:
    """Return the coasts that its details name, as orders write them."""
    return [value.upper() for key, value in reason.detail if key == "coast"]


def units_named(units: Sequence[UnitRef], board: Board, most: int) -> str:
    """Join units as `Army Laois, Army Clare and 2 more`.

    Args:
        units: the units.
        board: where they stand.
        most: so many are named; the others are counted.
    """
    named = [unit_words(unit, board) for unit in units[:most]]
    rest = len(units) - len(named)
    if not rest:
        return listed(named)
    if not named:
        return counted(rest, "unit")
    # Translators: of units; it ends a list: "Army Laois, Army Clare and 2 more".
    return listed([*named, ngettext("{n} more", "{n} more", rest, n=rest)])

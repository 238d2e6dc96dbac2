"""Names of places, powers, units and bridges in full words, and amounts of points."""

from __future__ import annotations

from typing import Final

from gm.games.diplomacy.rules.board import Board, Location, Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.gone_places import place_name, place_named
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.languages import gettext, gettext_noop
from gm.report.wording.sentence_parts import counted

_NO_PARENTHESES = str.maketrans("()", "[]")

COASTS: Final = (
    gettext_noop("north coast"),
    gettext_noop("east coast"),
    gettext_noop("south coast"),
    gettext_noop("west coast"),
)
"""What the coasts of our boards are called; one of another name is called so in every language."""


def reason_text(reason: str) -> str:
    """Return a payment's reason in parentheses, or ""."""
    # The first closing parenthesis ends a reason when it is read back.
    words = " ".join(reason.translate(_NO_PARENTHESES).split())
    return f" ({words})" if words else ""


def place_words(place: ProvinceId, board: Board) -> str:
    """Return the full name of a province, also of one that a split has ended (Irish 9)."""
    return place_name(board, place)


def location_words(at: Location, board: Board, *, final: bool = False) -> str:
    """Return the full name of a place, with its coast: `St Petersburg (south coast)`.

    Args:
        at: the place. board: where it is.
        final: a unit ends there, so its province stands in capitals, as in the zines.
    """
    province = place_named(board, at.province)
    coast = next((coast.name for coast in province.coasts if coast.id == at.coast), at.coast)
    name = province.name.upper() if final else province.name
    return f"{name} ({gettext(coast)})" if coast else name


def power_words(power: PowerId, board: Board) -> str:
    """Return a power's name as a report writes it."""
    return board.powers[power].name


def kind_word(kind: UnitKind) -> str:
    """Return `Army` or `Fleet`."""
    match kind:
        case UnitKind.ARMY:
            return gettext("Army")
        case UnitKind.FLEET:
            return gettext("Fleet")


def unit_words(unit: Unit | UnitRef, board: Board, *, final: bool = False) -> str:
    """Return a unit in full words: `Army Kilkenny West`; `final`: that is where it ends."""
    place = location_words(unit.at, board, final=final)
    match unit.kind:
        case UnitKind.ARMY:
            return gettext("Army {place}", place=place)
        case UnitKind.FLEET:
            return gettext("Fleet {place}", place=place)


def bridge_words(between: Pair, board: Board) -> str:
    """Return a bridge in full words: `bridge linking Kilkenny West and Waterford`."""
    first, second = (place_words(place, board) for place in between)
    return gettext("bridge linking {first} and {second}", first=first, second=second)


def points_words(amount: int) -> str:
    """Return an amount of points: `1 point`, `5 points`."""
    return counted(amount, "point")

"""How complaints name provinces and units, and put names and sentences together."""

from __future__ import annotations

from collections.abc import Iterable

from gm.games.diplomacy.rules.board import Board, Location, ProvinceId
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.languages import gettext
from gm.languages.little_words import listed


def place_name(board: Board, place: ProvinceId) -> str:
    """Return a province's full name."""
    return place_named(board, place).name


def location_name(board: Board, at: Location) -> str:
    """Return a place's full name, coast included."""
    province = place_named(board, at.province)
    coast = next((coast.name for coast in province.coasts if coast.id == at.coast), at.coast)
    return f"{province.name} ({gettext(coast)})" if coast else province.name


def names_of(board: Board, places: Iterable[ProvinceId]) -> tuple[str, ...]:
    """Return the full names of provinces."""
    return tuple(place_name(board, place) for place in places)


def unit_name(board: Board, unit: Unit | UnitRef) -> str:
    """Return a unit in words: `the fleet in Brest`."""
    place = location_name(board, unit.at)
    if unit.kind is UnitKind.ARMY:
        return gettext("the army in {place}", place=place)
    return gettext("the fleet in {place}", place=place)


def capital(text: str) -> str:
    """Return a sentence with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def either_of(names: Iterable[str]) -> str:
    """Return names as `A`, `A or B`, `A, B or C`."""
    return listed(names, "or")


def did_you_mean(names: Iterable[str]) -> str:
    """Return the question that offers names."""
    return gettext("Did you mean {names}?", names=either_of(names))


def sentences(*parts: str) -> str:
    """Return sentences that follow each other; empty ones are left out."""
    return " ".join(filter(None, parts))

"""What it makes of a position that a province is holed, reopened or split (Irish 4-9).

The hat asks for it with what it has drawn, an override with what the GM says.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gm.games.diplomacy.rules.board import Board, Location, PowerId, Province, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_split import Split, line_neighbours, split_halves
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
    land_of,
)
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind


class LandlockedTwin(Enum):
    """What becomes of the twin of a fleet whose province is split so that one half has no sea.

    NONE: there is none; the fleet takes the half that can hold it (Irish 5, ruling). STRANDED: it
    gets one that only stands, by the letter of the rule.
    """

    NONE = "none"
    STRANDED = "stranded"


Lots = Mapping[str, ProvinceId]
"""In which half each special unit of a split province is, by lot (Irish 10)."""


def holed(state: GameState, place: ProvinceId) -> ProvinceHoled:
    """Return that a province becomes a black hole, with all that is lost in it (Irish 4)."""
    unit, owner, specials = contents(state, place)
    return ProvinceHoled(place, unit, owner, specials)


def reopened(board: Board, state: GameState, place: ProvinceId) -> HoleReopened:
    """Return that a black hole is a province again, also of a country nobody plays (Irish 8)."""
    part = state.part(ChangesPart)
    names = {place, board.province(place).whole or place}
    closed = any(not names.isdisjoint(land_of(board, power)) for power in part.closed)
    return HoleReopened(place, closed)


def can_be_split(board: Board, state: GameState, place: ProvinceId) -> bool:
    """Tell whether a province is no hole and a line across it has two ends (Irish 6, 7)."""
    is_hole = place in state.part(ChangesPart).holes
    return not is_hole and len(line_neighbours(board, place)) > 1


def parted(
    board: Board, state: GameState, split: Split, lots: Lots, landlocked: LandlockedTwin
) -> ProvinceSplit:
    """Return that a province becomes two, with the twin of its unit and both centres (Irish 5).

    Args:
        board: the one in force before; state: the position before.
        split: the line and the halves.
        lots: of the special units that are in it.
        landlocked: of a fleet of which one half has no sea.
    """
    unit, owner, _ = contents(state, split.province)
    pieces = _pieces(board, split, unit, landlocked) if unit is not None else ()
    return ProvinceSplit(split, unit, pieces, owner, tuple(lots.items()))


def contents(
    state: GameState, place: ProvinceId
) -> tuple[Unit | None, PowerId | None, tuple[str, ...]]:
    """Return the unit, the owner of the centre and the special units of a province."""
    specials = state.part(WanderersPart).standing_in(place)
    return state.unit_in(place), state.centres.get(place), specials


def _pieces(
    board: Board, split: Split, unit: Unit, landlocked: LandlockedTwin
) -> tuple[Unit, ...]:
    """Return a unit and its twin in the halves, or what can stand there of them (Irish 5)."""
    if unit.kind is UnitKind.ARMY:
        return tuple(Unit(unit.power, unit.kind, Location(half)) for half in split.halves)
    stranded = landlocked is LandlockedTwin.STRANDED
    return tuple(
        Unit(unit.power, unit.kind, Location(half.id, _coast_in(half, unit)))
        for half in split_halves(board, split)
        if stranded or half.terrain is not Terrain.INLAND
    )


def _coast_in(half: Province, fleet: Unit) -> str | None:
    """Return the coast on which a fleet or its twin stands in a half: its own, or the half's."""
    coasts = [coast.id for coast in half.coasts]
    if fleet.at.coast in coasts:
        return fleet.at.coast
    return coasts[0] if coasts else None

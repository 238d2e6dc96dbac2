"""Positions: the one a game starts from, and what can be wrong with one set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gm.games.diplomacy.rules.adjustments import as_it_stands, fit_fault
from gm.games.diplomacy.rules.board import Board, Entry, Location, Province, ProvinceId, Terrain
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef


def starting_units(board: Board) -> Iterator[Unit]:
    """Yield the units that stand on the board at the start.

    An entry `? DEN` stands for a piece that its player still chooses (Irish 2) and yields nothing.
    """
    for power in board.powers.values():
        for text in power.start:
            kind, _, where = text.partition(" ")
            if kind != "?":
                ref = _read_unit(kind, where)
                yield Unit(power.id, ref.kind, ref.at)


def position_faults(board: Board, state: GameState) -> list[str]:
    """Return what is impossible about a position; empty if it can stand."""
    faults: list[str] = []
    crowd = Counter(unit.at.province for unit in state.units)
    faults += [f"more than one unit stands in {place}" for place, n in crowd.items() if n > 1]
    for unit in (*state.units, *(dislodged.unit for dislodged in state.dislodged)):
        faults += _unit_faults(board, unit)
    for place, owner in state.centres.items():
        if place not in board.provinces or not board.province(place).is_centre:
            faults.append(f"{place} is no supply centre")
        if owner not in board.powers:
            faults.append(f"there is no power {owner}")
    return faults


def _unit_faults(board: Board, unit: Unit) -> list[str]:
    place = board.provinces.get(unit.at.province)
    if place is None:
        return [f"there is no province {unit.at.province}"]
    if place.entry is not Entry.ALL:
        return [f"{unit} cannot stand there: nobody may enter {place.id}"]
    if _is_stranded(place, unit):
        return []
    fault = fit_fault(board, unit.ref)
    if fault is None and unit.at.coast is None and as_it_stands(board, unit.ref) != unit.ref:
        fault = Reason(Why.COAST_MISSING)
    return [f"{unit} cannot stand there: {_misfit(place, unit, fault)}"] if fault else []


def _misfit(place: Province, unit: Unit, fault: Reason) -> str:
    coasts = " or ".join(coast.id for coast in place.coasts)
    match fault.why:
        case Why.COAST_MISSING:
            return f"{place.name} has several coasts; write {coasts}"
        case Why.COAST_WRONG:
            return f"{place.name} has no such coast" + (f"; write {coasts}" if coasts else "")
        case _:
            kind = "an army" if unit.kind is UnitKind.ARMY else "a fleet"
            return f"{place.name} is no place for {kind}"


def _is_stranded(place: Province, unit: Unit) -> bool:
    """Tell whether a fleet stands in a half without a sea, as a twin may (Irish 5, ruling)."""
    inland = place.whole is not None and place.terrain is Terrain.INLAND
    return inland and unit.kind is UnitKind.FLEET and unit.at.coast is None


def _read_unit(kind: str, where: str) -> UnitRef:
    place, _, coast = where.partition("/")
    return UnitRef(UnitKind(kind), Location(ProvinceId(place), coast.lower() or None))

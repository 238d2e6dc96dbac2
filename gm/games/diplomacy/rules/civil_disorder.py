"""Civil disorder: which units go when a power must remove some and has not said which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.policies import Removal
from gm.games.diplomacy.rules.reach import Reach, reach_of
from gm.games.diplomacy.rules.spots import bits
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind

NOWHERE = 1_000_000
"""The distance of a unit that can reach no centre at all."""


def removal_order(
    board: Board, state: GameState, power: PowerId, policy: Removal, units: Iterable[Unit]
) -> tuple[Unit, ...]:
    """Return a power's units in the order in which civil disorder takes them.

    Farthest first; of those equally far fleets before armies, then by the alphabet of the
    province's full name (DATC 4.D.8, 6.J.3-6.J.12).
    """
    goals = _goals(board, state, power, policy)

    def key(unit: Unit) -> tuple[int, bool, str]:
        name = board.province(unit.at.province).name.casefold()
        return -distance(board, unit, goals, policy), unit.kind is UnitKind.ARMY, name

    return tuple(sorted(units, key=key))


def distance(board: Board, unit: Unit, goals: frozenset[ProvinceId], policy: Removal) -> int:
    """Return how many moves a unit is from the nearest of these provinces.

    A fleet may arrive on any coast (DATC 6.J.9, 6.J.10); the seas of a convoy count as moves,
    whether or not fleets are there (6.J.11).
    """
    seen: set[Location] = {unit.at}
    frontier: list[Location] = [unit.at]
    steps = 0
    while frontier:
        if any(here.province in goals for here in frontier):
            return steps
        reached = {there for here in frontier for there in _steps(board, unit.kind, here, policy)}
        frontier = sorted(reached - seen, key=str)
        seen |= reached
        steps += 1
    return NOWHERE


def _goals(
    board: Board, state: GameState, power: PowerId, policy: Removal
) -> frozenset[ProvinceId]:
    """Return what distance is counted to.

    The 2023 rules count to the centres a power owns (DATC 6.J.12); the older ones to its home.
    """
    match policy:
        case Removal.RULES_2023:
            return frozenset(state.centres_of(power))
        case Removal.RULES_1971:
            return frozenset(board.powers[power].home)


def _steps(board: Board, kind: UnitKind, here: Location, policy: Removal) -> Iterator[Location]:
    reach = reach_of(board)
    if policy is Removal.RULES_2023:
        yield from (Location(place) for place in board.neighbours(here.province))
    elif kind is UnitKind.ARMY:
        yield from _army_steps(reach, here)
    else:
        for place, coasts in reach.sails.get(here, {}).items():
            yield from (Location(place, coast) for coast in coasts)


def _army_steps(reach: Reach, here: Location) -> Iterator[Location]:
    number = reach.number[here.province]
    for place in bits(reach.walks[number] | reach.shores[number]):
        yield Location(reach.ids[place])
    if reach.seas >> number & 1:
        for place in bits(reach.coasts):
            if reach.shores[place] >> number & 1:
                yield Location(reach.ids[place])

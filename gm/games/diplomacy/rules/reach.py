"""The compiled board: provinces as small integers, sets of provinces as bit masks.

A board is compiled once. Bit `n` of a mask stands for the province whose number is `n`. For every
place a unit can stand in there is a `Spot` with all it can do from there, so that most orders are
read by looking them up. The rules keep their names; only the arithmetic is quicker than on sets of
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Entry,
    Location,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.spots import Spot, all_moorings, army_spots, bits, fleet_spots
from gm.games.diplomacy.rules.units import ARMY, UnitRef

_WALK_BUDGET = 4096
"""Steps after which the search for short routes settles for any route; no board of ours needs it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Who can go where on one board.

    Args:
        board: the board in force.
        ids: the provinces by number.
        number: the number of each province.
        walks: by province, the provinces an army can walk to.
        sails: by location, the provinces a fleet can sail to, with the coasts it may land on.
        armies: by province, what an army can do from there.
        fleets: by location, what a fleet can do from there.
        shores: by province, the open sea provinces beside it.
        seas: the open sea provinces.
        coasts: the open coastal provinces.
    """

    board: Board
    ids: tuple[ProvinceId, ...]
    number: dict[ProvinceId, int]
    walks: tuple[int, ...]
    sails: dict[Location, dict[ProvinceId, tuple[str | None, ...]]]
    armies: dict[ProvinceId, Spot]
    fleets: dict[Location, Spot]
    shores: tuple[int, ...]
    seas: int
    coasts: int

    def spot(self, unit: UnitRef) -> Spot:
        """Return what a unit can do from where it stands."""
        return self.armies[unit.at.province] if unit.kind is ARMY else self.fleets[unit.at]


@lru_cache(maxsize=64)
def reach_of(board: Board) -> Reach:
    """Compile a board."""
    number = {place: index for index, place in enumerate(board.provinces)}
    open_places = {place.id for place in board.provinces.values() if place.entry is Entry.ALL}
    sails = {here: _landings(board, here, open_places) for here in all_moorings(board)}
    seas = _mask(number, (place for place in open_places if _is(board, place, Terrain.SEA)))
    coasts = _mask(number, (place for place in open_places if _is(board, place, Terrain.COASTAL)))
    dry = {place for place in open_places if not _is(board, place, Terrain.SEA)}
    shores = tuple(_mask(number, _seas_beside(board, place)) & seas for place in number)
    return Reach(
        board=board,
        ids=tuple(board.provinces),
        number=number,
        walks=tuple(_mask(number, army_moves(board, place) & dry) for place in board.provinces),
        sails=sails,
        armies=army_spots(board, number, dry, shores),
        fleets=fleet_spots(number, sails, seas),
        shores=shores,
        seas=seas,
        coasts=coasts,
    )


def has_chain(reach: Reach, start: int, goal: int, fleets: int) -> bool:
    """Tell whether an army can sail from one coast to another over these sea provinces only."""
    target = reach.shores[goal] & fleets
    if not target:
        return False
    frontier = seen = reach.shores[start] & fleets
    while frontier:
        if frontier & target:
            return True
        beside = 0
        for sea in bits(frontier):
            beside |= reach.shores[sea]
        frontier = beside & fleets & ~seen
        seen |= frontier
    return False


def carriers(reach: Reach, start: int, goal: int, fleets: int) -> int:
    """Return those of the sea provinces that lie on a route an army needs.

    A route is needed if no fleet of it could be left out; a fleet that lies only on detours
    carries nobody (DATC 6.F.12, 6.G.19). The search is bounded; beyond the bound every fleet
    that touches a route counts.
    """
    if not has_chain(reach, start, goal, fleets):
        return 0
    search = _RouteSearch(reach, reach.shores[goal] & fleets)
    first = reach.shores[start] & fleets
    for sea in bits(first):
        search.follow(sea, fleets & ~first, 1 << sea)
    return search.found if search.budget > 0 else fleets


def on_any_route(reach: Reach, start: int, goal: int, fleets: int) -> int:
    """Return those of the sea provinces that lie on any route, a roundabout one too.

    The search is bounded as that of `carriers` is.
    """
    if not has_chain(reach, start, goal, fleets):
        return 0
    search = _RouteSearch(reach, reach.shores[goal] & fleets)
    for sea in bits(reach.shores[start] & fleets):
        search.roam(sea, fleets & ~(1 << sea), 1 << sea)
    return search.found if search.budget > 0 else fleets


class _RouteSearch:
    """Walks routes up to a bound: every one, or every one without shortcuts."""

    def __init__(self, reach: Reach, target: int) -> None:
        self.reach = reach
        self.target = target
        self.found = 0
        self.budget = _WALK_BUDGET

    def follow(self, sea: int, free: int, route: int) -> None:
        """Go on from a sea province over free ones, none of which touches the route so far."""
        self.budget -= 1
        if self.budget <= 0:
            return
        if self.target >> sea & 1:
            self.found |= route
            return
        beside = self.reach.shores[sea] & free
        for following in bits(beside):
            self.follow(following, free & ~beside, route | 1 << following)

    def roam(self, sea: int, free: int, route: int) -> None:
        """Go on from a sea province over any of the free ones, past the goal too."""
        self.budget -= 1
        if self.budget <= 0:
            return
        if self.target >> sea & 1:
            self.found |= route
        for following in bits(self.reach.shores[sea] & free):
            self.roam(following, free & ~(1 << following), route | 1 << following)


def _mask(number: dict[ProvinceId, int], places: Iterable[ProvinceId]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << number[place]
    return mask


def _is(board: Board, place: ProvinceId, terrain: Terrain) -> bool:
    return board.province(place).terrain is terrain


def _landings(
    board: Board, here: Location, open_places: set[ProvinceId]
) -> dict[ProvinceId, tuple[str | None, ...]]:
    found: dict[ProvinceId, tuple[str | None, ...]] = {}
    for to in sorted(fleet_moves(board, here), key=str):
        if to.province in open_places:
            found[to.province] = (*found.get(to.province, ()), to.coast)
    return found


def _seas_beside(board: Board, place: ProvinceId) -> Iterator[ProvinceId]:
    for border in board.province(place).ring:
        if border.kind is BorderKind.SEA and _is(board, border.to, Terrain.SEA):
            yield border.to

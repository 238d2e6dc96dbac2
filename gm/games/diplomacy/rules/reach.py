"""The compiled board: provinces as small integers, sets of provinces as bit masks.

A board is compiled once. Bit `n` of a mask stands for the province whose number is `n`. For every
place a unit can stand in there is a `Spot` with all it can do from there, so that most orders are
read by looking them up. The rules keep their names; only the arithmetic is quicker than on sets of
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Entry,
    Location,
    PowerId,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
    location,
)
from gm.games.diplomacy.rules.state import NOWHERE
from gm.games.diplomacy.rules.units import ARMY, FLEET, Unit, UnitKind, UnitRef

# Spots: for every place a unit can stand in, all it can do from there.
#
# Most orders are read by looking them up here; `gm.games.diplomacy.rules.reach` compiles the spots of a board.


class Spot:
    """What a unit of one kind can do without a convoy from one place.

    Args:
        kind: the kind of unit.
        at: the place.
        number: the province's number.
        supports: the provinces it can support into: where it could go, on whatever coast
            (DATC 6.B.4).
        refuges: where it could retreat to, were all that is vacant, sorted by name.
        overseas: for an army on a coast, all coasts of the seas it could sail were they full of
            fleets, its own too.
        ship: for a fleet at sea, its province as a mask; else 0.
        index: its own number among the spots of its board.
        ref: the unit as orders name it.
        steps: where its moves end, by destination; a fleet's coast is filled in where only one
            can be reached (DATC 6.B.2), and where there is a choice the destination is no key.
        landings: the same by destination and coast, where a fleet's order names one.
    """

    __slots__ = (
        "_pieces",
        "at",
        "index",
        "kind",
        "landings",
        "number",
        "overseas",
        "ref",
        "refuges",
        "ship",
        "steps",
        "supports",
    )

    def __init__(
        self,
        kind: UnitKind,
        at: Location,
        number: int,
        supports: frozenset[ProvinceId],
        refuges: tuple[Location, ...],
    ) -> None:
        self.kind = kind
        self.at = at
        self.number = number
        self.supports = supports
        self.refuges = refuges
        self.overseas = NOWHERE
        self.ship = 0
        self.index = number
        self.ref = UnitRef(kind, at)
        self.steps: dict[ProvinceId, Spot] = {}
        self.landings: dict[Location, Spot] = {}
        self._pieces: dict[PowerId, Unit] = {}

    def crosses_to(self, place: ProvinceId) -> bool:
        """Tell whether an army could reach a province by sea, were all seas full of fleets."""
        return place in self.overseas and place != self.at.province

    def landing(self, to: Location) -> Spot | None:
        """Return where a move ends, or None if its destination is out of reach or not plain."""
        return self.steps.get(to.province) if to.coast is None else self.landings.get(to)

    def piece(self, power: PowerId) -> Unit:
        """Return the unit of a power that stands here; each is made once."""
        unit = self._pieces.get(power)
        if unit is None:
            unit = self._pieces[power] = Unit(power, self.kind, self.at)
        return unit


def bits(mask: int) -> list[int]:
    """Return the numbers in a mask, smallest first."""
    numbers: list[int] = []
    while mask:
        lowest = mask & -mask
        numbers.append(lowest.bit_length() - 1)
        mask ^= lowest
    return numbers


def all_moorings(board: Board) -> Iterator[Location]:
    """Yield every location of the board, each province without coast first."""
    for place in board.provinces:
        yield from _moorings(board, place)


def _moorings(board: Board, place: ProvinceId) -> Iterator[Location]:
    """Yield every location of a province a fleet may lie at, the province without coast too."""
    yield location(place)
    for coast in board.province(place).coasts:
        yield location(place, coast.id)


def army_spots(
    board: Board, number: dict[ProvinceId, int], dry: set[ProvinceId], shores: Sequence[int]
) -> dict[ProvinceId, Spot]:
    """Compile what an army can do from every province.

    Args:
        board: the board in force.
        number: the number of each province.
        dry: the provinces an army may stand in.
        shores: by province number, the open sea provinces beside it.
    """
    spots: dict[ProvinceId, Spot] = {}
    for here in board.provinces:
        walks = sorted(army_moves(board, here) & dry)
        refuges = tuple([location(place) for place in walks])
        spots[here] = Spot(ARMY, location(here), number[here], frozenset(walks), refuges)
    oceans = _oceans(shores)
    coasts: dict[int, frozenset[ProvinceId]] = {0: NOWHERE}  # most provinces share one set
    for spot in spots.values():
        spot.steps = {place: spots[place] for place in spot.supports}
        waters = _waters(spot.number, shores, oceans)
        if waters not in coasts:
            coasts[waters] = frozenset(place for place in dry if waters & shores[number[place]])
        spot.overseas = coasts[waters]
    return spots


def _oceans(shores: Sequence[int]) -> list[int]:
    """Return the seas that hang together, each such ocean as a mask."""
    seas = 0
    for beside in shores:
        seas |= beside
    oceans: list[int] = []
    for sea in bits(seas):
        joined = shores[sea] | 1 << sea
        for ocean in [ocean for ocean in oceans if ocean & joined]:
            oceans.remove(ocean)
            joined |= ocean
        oceans.append(joined)
    return oceans


def _waters(place: int, shores: Sequence[int], oceans: Sequence[int]) -> int:
    """Return the seas an army could cross from a province, as a mask."""
    waters = 0
    for ocean in oceans:
        if ocean & shores[place]:
            waters |= ocean
    return waters


def fleet_spots(
    number: dict[ProvinceId, int],
    sails: dict[Location, dict[ProvinceId, tuple[str | None, ...]]],
    seas: int,
) -> dict[Location, Spot]:
    """Compile what a fleet can do from every location.

    Args:
        number: the number of each province.
        sails: by location, the provinces it can sail to, with the coasts it may land on.
        seas: the open sea provinces, as a mask.
    """
    spots: dict[Location, Spot] = {}
    for here, landings in sails.items():
        refuges = [location(place, coast) for place in landings for coast in landings[place]]
        refuges.sort(key=str)
        spots[here] = Spot(FLEET, here, number[here.province], frozenset(landings), tuple(refuges))
    for index, spot in enumerate(spots.values()):
        spot.index = len(number) + index
        spot.ship = seas & 1 << spot.number
        spot.landings = {place: spots[place] for place in spot.refuges if place.coast is not None}
        spot.steps = {
            place: spots[location(place, coasts[0])]
            for place, coasts in sails[spot.at].items()
            if len(coasts) == 1
        }
    return spots


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
    landings: dict[ProvinceId, tuple[str | None, ...]] = {}
    for to in sorted(fleet_moves(board, here), key=str):
        if to.province in open_places:
            landings[to.province] = (*landings.get(to.province, ()), to.coast)
    return landings


def _seas_beside(board: Board, place: ProvinceId) -> Iterator[ProvinceId]:
    for border in board.province(place).ring:
        if border.kind is BorderKind.SEA and _is(board, border.to, Terrain.SEA):
            yield border.to

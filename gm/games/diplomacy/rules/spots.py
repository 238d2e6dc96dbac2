"""Spots: for every place a unit can stand in, all it can do from there.

Most orders are read by looking them up here; `gm.games.diplomacy.rules.reach` compiles the spots of a board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.games.diplomacy.rules.board import (
    Board,
    Location,
    PowerId,
    ProvinceId,
    army_moves,
    location,
)
from gm.games.diplomacy.rules.state import NOWHERE
from gm.games.diplomacy.rules.units import ARMY, FLEET, Unit, UnitKind, UnitRef


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
            coasts[waters] = frozenset(it for it in dry if waters & shores[number[it]])
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
        for ocean in [it for it in oceans if it & joined]:
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

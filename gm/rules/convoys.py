"""Convoys: which army goes by sea, which fleets carry it, and whether its way holds.

The order of questions is the rulebook's: does the army want to sail (DATC 4.A.3), which fleets
are ordered to carry exactly this army there, and do enough of them stand their ground (4.A.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from gm.rules.board import ProvinceId
from gm.rules.orders import Convoy, Move, UnitOrder
from gm.rules.policies import AdjacentConvoy, ConvoyRoutes, Profile
from gm.rules.reach import Reach, carriers, has_chain, on_any_route
from gm.rules.units import Unit, UnitKind
from gm.rules.values import value

Orders = Mapping[ProvinceId, UnitOrder]
Units = Mapping[ProvinceId, Unit]


class Way(Enum):
    """How a unit goes.

    LAND: by itself, armies walking and fleets sailing. SEA: by convoy or not at all.
    SWAP: by convoy if that holds, else on foot (1971, DATC 4.A.3 choice a).
    """

    LAND = "land"
    SEA = "sea"
    SWAP = "swap"


@value
class Passage:
    """One army's crossing.

    Args:
        way: how it goes.
        start, goal: province numbers.
        fleets: the fleets ordered to carry it, as a mask.
        needed: those of them that lie on a route; 0 if no route is complete.
    """

    way: Way
    start: int
    goal: int
    fleets: int
    needed: int


@value
class Shipping:
    """Every convoy of a season.

    Args:
        sailing: by the army's province: how its moves go; armies that cannot go at all are left
            out of it and stand in `stranded`.
        stranded: armies ordered to where no fleets on the board could take them (DATC 6.D.32).
        useful: provinces of fleets whose convoy order matches an army's move, be they on a route or
            not; an army that no fleets on the board could take makes no move to match.
        fleets: every fleet at sea, whatever its orders.
    """

    sailing: Mapping[ProvinceId, Passage]
    stranded: frozenset[ProvinceId]
    useful: frozenset[ProvinceId]
    fleets: int


def ship(reach: Reach, units: Units, orders: Orders, profile: Profile) -> Shipping:
    """Work out who sails; the orders are legal ones."""
    fleets = _fleets_at_sea(reach, units)
    ordered, useful, intent = _convoys_given(reach, units, orders, profile, fleets)
    sailing: dict[ProvinceId, Passage] = {}
    stranded: set[ProvinceId] = set()
    for place, order in orders.items():
        if isinstance(order, Move) and units[place].kind is UnitKind.ARMY:
            start, goal = reach.number[place], reach.number[order.to.province]
            walks = bool(reach.walks[start] >> goal & 1)
            carrying = ordered.get(place, 0)
            whole = bool(carrying) and has_chain(reach, start, goal, carrying)
            if walks and not _sails(order, orders, profile, whole, place in intent):
                continue
            if not walks and not has_chain(reach, start, goal, fleets):
                stranded.add(place)
                continue
            sailing[place] = _passage(reach, profile, start, goal, carrying, walks)
    return Shipping(sailing, frozenset(stranded), frozenset(useful), fleets)


def route_holds(
    reach: Reach, profile: Profile, passage: Passage, lost: int, doubtful: int
) -> bool | None:
    """Tell whether an army's way holds when some fleets are dislodged and others may be.

    DATC 4.A.1: one whole route suffices, or under 1971 no fleet on any route may be dislodged.
    None: it hangs on the doubtful fleets.
    """
    if not passage.needed:
        return False
    if profile.routes is ConvoyRoutes.ALL_ROUTES:
        if passage.needed & lost:
            return False
        return None if passage.needed & doubtful else True
    if not passage.fleets & (lost | doubtful):
        return True
    if has_chain(reach, passage.start, passage.goal, passage.fleets & ~(lost | doubtful)):
        return True
    if has_chain(reach, passage.start, passage.goal, passage.fleets & ~lost):
        return None
    return False


def _fleets_at_sea(reach: Reach, units: Units) -> int:
    mask = 0
    for place, unit in units.items():
        if unit.kind is UnitKind.FLEET:
            mask |= 1 << reach.number[place]
    return mask & reach.seas


def _convoys_given(
    reach: Reach, units: Units, orders: Orders, profile: Profile, fleets: int
) -> tuple[dict[ProvinceId, int], set[ProvinceId], set[ProvinceId]]:
    """Return the fleets that carry by army, all that match, and the armies their owner ships."""
    ordered: dict[ProvinceId, int] = {}
    useful: set[ProvinceId] = set()
    intent: set[ProvinceId] = set()
    on_routes: dict[ProvinceId, int] = {}
    for place, order in orders.items():
        if not isinstance(order, Convoy):
            continue
        army = order.target.at.province
        move = orders.get(army)
        if not isinstance(move, Move) or move.to.province != order.to.province:
            continue
        start, goal = reach.number[army], reach.number[order.to.province]
        if not has_chain(reach, start, goal, fleets):
            continue
        useful.add(place)
        sea = reach.number[place]
        if army not in on_routes:
            on_routes[army] = _on_routes(reach, profile, start, goal, fleets)
        if not on_routes[army] >> sea & 1:
            continue
        ordered[army] = ordered.get(army, 0) | 1 << sea
        if units[place].power == units[army].power:
            intent.add(army)
    return ordered, useful, intent


def _on_routes(reach: Reach, profile: Profile, start: int, goal: int, fleets: int) -> int:
    """Return which fleets lie on a route.

    Where one whole route suffices, a fleet that could be left out carries nobody (DATC 6.F.12,
    6.G.19); where every route must be whole, roundabout ones count too (1971).
    """
    if profile.routes is ConvoyRoutes.ALL_ROUTES:
        return on_any_route(reach, start, goal, fleets)
    return carriers(reach, start, goal, fleets)


def _sails(order: Move, orders: Orders, profile: Profile, whole: bool, own: bool) -> bool:
    """Tell whether an army that could walk takes ship, or tries to (DATC 4.A.3).

    `whole`: the fleets ordered to carry it make a whole route; `own`: one of them is its power's.
    """
    match profile.adjacent:
        case AdjacentConvoy.OWN_INTENT:
            return order.via_convoy or (own and whole)
        case AdjacentConvoy.OPPOSED_SWAP:
            facing = orders.get(order.to.province)
            here = order.unit.at.province
            return whole and isinstance(facing, Move) and facing.to.province == here


def _passage(
    reach: Reach, profile: Profile, start: int, goal: int, carrying: int, walks: bool
) -> Passage:
    swap = walks and profile.adjacent is AdjacentConvoy.OPPOSED_SWAP
    needed = _on_routes(reach, profile, start, goal, carrying) if carrying else 0
    return Passage(Way.SWAP if swap else Way.SEA, start, goal, carrying, needed)

"""Convoys: which army goes by sea, which fleets carry it, and whether its way holds.

The order of questions is the rulebook's: does the army want to sail (DATC 4.A.3), which fleets
are ordered to carry exactly this army there, and do enough of them stand their ground (4.A.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from gm.rules.policies import AdjacentConvoy, ConvoyRoutes, Profile
from gm.rules.reach import Reach, carriers, has_chain, on_any_route
from gm.rules.values import value


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
class Sailor:
    """An army's move that may go by sea.

    Args:
        army: the unit's index.
        start, goal: province numbers.
        walks: it could walk there.
        tagged: its player wishes to go by sea.
        opposed: a unit there moves the other way.
    """

    army: int
    start: int
    goal: int
    walks: bool
    tagged: bool
    opposed: bool


@value
class Carriage:
    """A convoy order that matches a sailor's move.

    Args:
        fleet: the unit's index.
        sea: the number of the province it lies in.
        army: the index of the army it carries.
        own: both are of one power.
    """

    fleet: int
    sea: int
    army: int
    own: bool


@value
class Shipping:
    """Every convoy of a season.

    Args:
        passages: by army, how its move goes, if by sea. One that could not walk and is not among
            them is stranded: no fleets on the board could take it (DATC 6.D.32).
        useful: the fleets whose order matches an army's move, be they on a route or not; an army
            that no fleets on the board could take makes no move to match.
    """

    passages: Mapping[int, Passage]
    useful: frozenset[int]


def ship(
    reach: Reach,
    profile: Profile,
    fleets: int,
    sailors: Sequence[Sailor],
    carriages: Sequence[Carriage],
) -> Shipping:
    """Work out who sails.

    Args:
        reach: the compiled board in force.
        profile: the rulebook.
        fleets: every fleet at sea, as a mask of provinces.
        sailors: every army whose legal move a convoy order matches, is tagged, or cannot be walked.
        carriages: the convoy orders that match the move of one of these.
    """
    passages: dict[int, Passage] = {}
    useful: set[int] = set()
    for sailor in sailors:
        carrying, own = 0, False
        possible = has_chain(reach, sailor.start, sailor.goal, fleets)
        offered = [one for one in carriages if one.army == sailor.army] if possible else []
        if offered:
            useful.update(one.fleet for one in offered)
            lanes = _on_routes(reach, profile, sailor.start, sailor.goal, fleets)
            offered = [one for one in offered if lanes >> one.sea & 1]
            carrying = sum(1 << one.sea for one in offered)
            own = any(one.own for one in offered)
        if _goes_by_sea(reach, profile, sailor, carrying, own, possible):
            passages[sailor.army] = _passage(reach, profile, sailor, carrying)
    return Shipping(passages, frozenset(useful))


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


def _on_routes(reach: Reach, profile: Profile, start: int, goal: int, fleets: int) -> int:
    """Return which fleets lie on a route.

    Where one whole route suffices, a fleet that could be left out carries nobody (DATC 6.F.12,
    6.G.19); where every route must be whole, roundabout ones count too (1971).
    """
    if profile.routes is ConvoyRoutes.ALL_ROUTES:
        return on_any_route(reach, start, goal, fleets)
    return carriers(reach, start, goal, fleets)


def _goes_by_sea(
    reach: Reach, profile: Profile, sailor: Sailor, carrying: int, own: bool, possible: bool
) -> bool:
    """Tell whether an army takes ship, or tries to; one that could walk has a choice (4.A.3).

    Args:
        reach, profile, sailor: as in `ship`.
        carrying: the fleets ordered to carry it, as a mask.
        own: one of them is its power's.
        possible: the fleets on the board could take it.
    """
    if not sailor.walks:
        return possible
    match profile.adjacent:
        case AdjacentConvoy.OWN_INTENT if sailor.tagged or not own:
            return sailor.tagged
        case AdjacentConvoy.OPPOSED_SWAP if not sailor.opposed:
            return False
    return has_chain(reach, sailor.start, sailor.goal, carrying)


def _passage(reach: Reach, profile: Profile, sailor: Sailor, carrying: int) -> Passage:
    start, goal = sailor.start, sailor.goal
    swap = sailor.walks and profile.adjacent is AdjacentConvoy.OPPOSED_SWAP
    needed = _on_routes(reach, profile, start, goal, carrying) if carrying else 0
    return Passage(Way.SWAP if swap else Way.SEA, start, goal, carrying, needed)

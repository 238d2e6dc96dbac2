"""Convoys: which army goes by sea, which fleets carry it, and whether its way holds.

The order of questions is the rulebook's: does the army want to sail (DATC 4.A.3), which fleets
are ordered to carry exactly this army there, and do enough of them stand their ground (4.A.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.policies import AdjacentConvoy, ConvoyRoutes, Profile
from gm.games.diplomacy.rules.reach import Reach, carriers, has_chain, on_any_route, reach_of


class Way(Enum):
    """How a unit goes that does not simply go by itself.

    SEA: by convoy or not at all.
    SWAP: by convoy if that holds, else on foot (1971, DATC 4.A.3 choice a).
    """

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
        start, goal: province numbers.
        walks: it could walk there.
        tagged: its player wishes to go by sea.
        opposed: a unit there moves the other way.
        own_fleet: a fleet of its own power offers to carry it.
    """

    start: int
    goal: int
    walks: bool
    tagged: bool
    opposed: bool
    own_fleet: bool


def embark(reach: Reach, profile: Profile, sailor: Sailor, carrying: int) -> Passage | None:
    """Return how an army's move goes, if by sea.

    Args:
        reach: the compiled board in force.
        profile: the rulebook.
        sailor: an army whose legal move is matched by a convoy order, tagged, or no walk.
        carrying: the fleets ordered to carry it that lie on a route of all fleets, as a mask.
    """
    if sailor.walks and not _sails_by_choice(reach, profile, sailor, carrying):
        return None
    swap = sailor.walks and profile.adjacent is AdjacentConvoy.OPPOSED_SWAP
    needed = carrying
    if carrying & ~(reach.shores[sailor.start] & reach.shores[sailor.goal]):
        needed = on_routes(reach, profile, sailor.start, sailor.goal, carrying)
    return Passage(Way.SWAP if swap else Way.SEA, sailor.start, sailor.goal, carrying, needed)


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


def on_routes(reach: Reach, profile: Profile, start: int, goal: int, fleets: int) -> int:
    """Return which fleets lie on a route.

    Where one whole route suffices, a fleet that could be left out carries nobody (DATC 6.F.12,
    6.G.19); where every route must be whole, roundabout ones count too (1971).
    """
    if profile.routes is ConvoyRoutes.ALL_ROUTES:
        return on_any_route(reach, start, goal, fleets)
    return carriers(reach, start, goal, fleets)


def _sails_by_choice(reach: Reach, profile: Profile, sailor: Sailor, carrying: int) -> bool:
    """Tell whether an army that could walk takes ship, or tries to (DATC 4.A.3)."""
    match profile.adjacent:
        case AdjacentConvoy.OWN_INTENT if sailor.tagged or not sailor.own_fleet:
            return sailor.tagged
        case AdjacentConvoy.OPPOSED_SWAP if not sailor.opposed:
            return False
    return has_chain(reach, sailor.start, sailor.goal, carrying)


# Whether the seas of a board lead anywhere at all, whatever fleets there are.


def seas_lead(board: Board, places: Iterable[ProvinceId]) -> bool:
    """Tell whether fleets could carry an army between the two provinces named."""
    reach = reach_of(board)
    ends = [reach.number[place] for place in places if place in reach.number]
    return len(ends) == 2 and has_chain(reach, ends[0], ends[1], reach.seas)

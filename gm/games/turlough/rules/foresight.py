"""What a packet would do as far as it can be told beforehand: the ways it marches, what its army costs (7, 11).

Nothing is told that hangs on dice or on what others have sent: combats, invitations, raids of castles.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gm.contract.values import value
from gm.games.turlough.rules.course import Course
from gm.games.turlough.rules.events import Mobilised, MusterPaid, RisingOccasion
from gm.games.turlough.rules.marching import MOVEMENT_POINTS, cheapest_way, cost
from gm.games.turlough.rules.mustering import Mustering
from gm.games.turlough.rules.orders import Conditional, FactionOrder, Mobilize, Move, MoveTo
from gm.games.turlough.rules.packets import Packets
from gm.games.turlough.rules.sides import seat_of_power
from gm.games.turlough.rules.state import Army


@value
class Marching:
    """A way that a faction would march.

    Args:
        faction: whose. way: its hexes, the first where it begins. points: movement points it takes.
        reaches: whether these last to its end.
    """

    faction: str
    way: tuple[str, ...]
    points: int
    reaches: bool


@value
class Muster:
    """An army that a faction would raise if there is an occasion; `paid` is None of one that is given."""

    army: Army
    paid: MusterPaid | None


@value
class NoWay:
    """A way that cannot be marched from where the army would stand: the first hex lies elsewhere."""

    faction: str
    here: str
    there: str


@value
class NoMuster:
    """A faction that is to raise an army, and has had its own in this war."""

    faction: str


Foreseen = Marching | Muster | NoWay | NoMuster


def foreseen(course: Course, orders: Sequence[FactionOrder]) -> tuple[Foreseen, ...]:
    """Return what the lines of a packet would do, each faction by itself, on the board as it is.

    Args:
        course: a step that may be spoiled. orders: of one seat, in their sequence.
    """
    effects = list[Foreseen]()
    for faction in dict.fromkeys(order.faction for order in orders):
        if not faction or course.state.factions[faction].out:
            continue
        faction_orders = [order for order in orders if order.faction == faction]
        effects += _of_faction(course, faction, faction_orders)
    return tuple(effects)


def _of_faction(course: Course, faction: str, orders: Sequence[FactionOrder]) -> list[Foreseen]:
    effects = list[Foreseen]()
    army = course.state.army(faction)
    if course.state.factions[faction].served and any(isinstance(o, Mobilize) for o in orders):
        effects.append(NoMuster(faction))
    if army is None:
        raised = _raised(course, faction, orders)
        effects += [raised] if raised is not None else []
        army = raised.army if raised is not None else None
    here = army.hex if army is not None else seat_of_power(course.state, course.tables, faction)
    spent = 0
    for order in orders:
        way = _way(course, order, here)
        if order.test is None and not way and isinstance(order, Move) and order.way != (here,):
            effects.append(NoWay(faction, here, next(hex_ for hex_ in order.way if hex_ != here)))
        if not way or order.test is not None:
            continue
        steps = pairwise((here, *way))
        points = spent + sum(cost(course.tables, course.hazard, *step) for step in steps)
        effects.append(Marching(faction, (here, *way), points - spent, points <= MOVEMENT_POINTS))
        here, spent = way[-1], points
    return effects


def _way(course: Course, order: FactionOrder, here: str) -> tuple[str, ...]:
    """Return the way of a MOVE from a hex; none where it does not begin there."""
    if isinstance(order, MoveTo):
        return cheapest_way(course.tables, course.hazard, here, order.target) or ()
    if not isinstance(order, Move):
        return ()
    way = order.way[1:] if order.way[0] == here else order.way
    joined = way and way[0] in course.tables.steps[here]
    return way if joined else ()


def _raised(course: Course, faction: str, orders: Sequence[FactionOrder]) -> Muster | None:
    """Return the army that the first line would raise which leads to MOBILIZE now."""
    mustering = Mustering(Packets(course))
    if not mustering.may_rise(faction):
        return None
    for order in orders:
        line = order.then if isinstance(order, Conditional) else order
        if isinstance(line, Mobilize) and order.test is None:
            before = len(course.events)
            mustering.by_pay(faction, line.pay, RisingOccasion.NEWS)
            made = course.events[before:]
            army = next((event.army for event in made if isinstance(event, Mobilised)), None)
            paid = next((event for event in made if isinstance(event, MusterPaid)), None)
            return Muster(army, paid) if army is not None else None
    return None

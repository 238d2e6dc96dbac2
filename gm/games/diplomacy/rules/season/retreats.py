"""Retreats: where a dislodged unit may go, and what becomes of retreats made at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDisbanded, UnitRetreated
from gm.games.diplomacy.rules.legality import check_retreat, find_dislodged
from gm.games.diplomacy.rules.orders import Disband, Retreat, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit


def retreat_options(
    board: Board,
    unit: Unit,
    attacker_from: ProvinceId | None,
    occupied: Collection[ProvinceId],
    contested: Collection[ProvinceId],
) -> tuple[Location, ...]:
    """Return where a dislodged unit may retreat to, sorted.

    It must be able to move there without a convoy; not to an occupied province, nor one left empty
    by a standoff, nor where its attacker came from (DATC 6.H.5, 6.H.6, 6.H.16).

    Args:
        attacker_from: where the attacker came from; None if it came by convoy, for then that
            province is open (DATC 4.A.5 choice b, 6.H.11).
        occupied: the provinces with a unit after the moves.
        contested: the provinces left empty by a standoff.
    """
    return tuple(
        [
            place
            for place in reach_of(board).spot(unit.ref).refuges
            if place.province != attacker_from
            and place.province not in occupied
            and place.province not in contested
        ]
    )


@value
class Retreats:
    """A resolved retreat phase: what became of each dislodged unit, and the facts."""

    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]


def resolve_retreats(
    board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
) -> Retreats:
    """Carry out a retreat phase.

    Units that choose the same province are all disbanded (DATC 6.H.7, 6.H.8); so is one without a
    legal order (Rulebook; DATC 4.D.5).
    """
    given = _last_orders(state, orders)
    goals = {place: _goal(board, state, unit, given) for place, unit in _waiting(state).items()}
    crowd = Counter(goal.province for goal in goals.values() if goal is not None)
    outcomes: list[Outcome] = []
    events: list[Event] = []
    for place, unit in _waiting(state).items():
        goal, order = goals[place], given.get(place)
        if goal is not None and crowd[goal.province] == 1:
            events.append(UnitRetreated(unit.unit, Unit(unit.unit.power, unit.unit.kind, goal)))
        else:
            events.append(UnitDisbanded(unit.unit))
        rivals = _rivals(state, goals, place)
        outcomes.append(_outcome(board, state, unit, order, rivals))
    return Retreats((*outcomes, *_strays(board, state, orders)), tuple(events))


def _waiting(state: GameState) -> dict[ProvinceId, Dislodged]:
    return {dislodged.unit.at.province: dislodged for dislodged in state.dislodged}


def _strays(
    board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
) -> list[Outcome]:
    """Return the outcomes of orders to no dislodged unit: they are void (DATC 6.H.1-6.H.4)."""
    outcomes: list[Outcome] = []
    for power, listed in sorted(orders.items()):
        for order in listed:
            if not isinstance(order, UnitOrder) or find_dislodged(state, order.unit) is None:
                fault = check_retreat(board, state, power, order)
                outcomes.append(Outcome(power, order, Result.VOID, fault))
    return outcomes


def _last_orders(
    state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
) -> dict[ProvinceId, UnitOrder]:
    """Return the last order its owner gave each dislodged unit."""
    last: dict[ProvinceId, UnitOrder] = {}
    for power, listed in sorted(orders.items()):
        for order in listed:
            if isinstance(order, UnitOrder):
                place = order.unit.at.province
                dislodged = find_dislodged(state, order.unit)
                if dislodged is not None and dislodged.unit.power == power:
                    last[place] = order
    return last


def _goal(
    board: Board, state: GameState, dislodged: Dislodged, given: Mapping[ProvinceId, UnitOrder]
) -> Location | None:
    order = given.get(dislodged.unit.at.province)
    if not isinstance(order, Retreat) or check_retreat(board, state, dislodged.unit.power, order):
        return None
    matching = [place for place in dislodged.retreats if place.province == order.to.province]
    return order.to if order.to in matching else matching[0]


def _rivals(
    state: GameState, goals: Mapping[ProvinceId, Location | None], place: ProvinceId
) -> tuple[Unit, ...]:
    """Return the other units that retreat to the same province."""
    mine = goals[place]
    return tuple(
        dislodged.unit
        for dislodged in state.dislodged
        if mine is not None
        and dislodged.unit.at.province != place
        and (other := goals[dislodged.unit.at.province]) is not None
        and other.province == mine.province
    )


def _outcome(
    board: Board,
    state: GameState,
    dislodged: Dislodged,
    order: UnitOrder | None,
    rivals: tuple[Unit, ...],
) -> Outcome:
    power = dislodged.unit.power
    if order is None:
        reason = Reason(Why.UNORDERED)
        return Outcome(power, Disband(dislodged.unit.ref), Result.DISBAND, reason, ordered=False)
    fault = check_retreat(board, state, power, order)
    if fault is not None:
        return Outcome(power, order, Result.DISBAND, fault)
    if isinstance(order, Disband):
        return Outcome(power, order, Result.DISBAND)
    if rivals:
        by = tuple(unit.ref for unit in rivals)
        return Outcome(power, order, Result.BOUNCE_DISBAND, Reason(Why.STANDOFF, by=by))
    return Outcome(power, order, Result.OK)

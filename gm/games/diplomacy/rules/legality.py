"""Is this order legal here; if not, why. The board given is the one in force.

An illegal order is impossible in itself, whatever else is ordered: it is ignored, its unit stands
and can be supported in standing (DATC 4.E.1). `normalise` first puts an order into the form in
which it is carried out: coasts filled in or dropped where that leaves no choice.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Entry,
    Location,
    PowerId,
    ProvinceId,
    Terrain,
)
from gm.games.diplomacy.rules.orders import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Support,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.reach import Reach, carriers, has_chain, reach_of
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef


class Units(Protocol):
    """The standing units by province; a dictionary will do."""

    def get(self, place: ProvinceId, /) -> Unit | None:
        """Return the unit that stands in a province, if any."""
        ...


def units_by_place(state: GameState) -> dict[ProvinceId, Unit]:
    """Return a state's standing units by province."""
    return {unit.at.province: unit for unit in state.units}


def check_movement(board: Board, units: Units, power: PowerId, order: Order) -> Reason | None:
    """Judge one order of a movement phase; None is legal. DATC 6.A, 6.B, 4.E.1."""
    if not isinstance(order, UnitOrder):
        return Reason(Why.WRONG_PHASE)
    unit = units.get(order.unit.at.province)
    fault = check_unit(unit, power, order.unit)
    if fault is not None or unit is None:
        return fault
    match order:
        case Hold():
            return None
        case Move(_, to):
            return check_move(board, unit.ref, to)
        case Support():
            return _check_support(board, units, unit, order)
        case Convoy():
            return _check_convoy(board, units, unit, order)
        case Retreat() | Disband():
            return Reason(Why.WRONG_PHASE)
        case _:
            return Reason(Why.NOT_ALLOWED)


def check_unit(unit: Unit | None, power: PowerId, ref: UnitRef) -> Reason | None:
    """Judge whether the unit an order names is there and the power's; its coast is not judged.

    A wrong coast in the name of the unit itself is overlooked (DATC 6.B.10).
    """
    if unit is None or unit.kind is not ref.kind:
        return Reason(Why.NO_SUCH_UNIT, place=(ref.at.province,))
    if unit.power != power:
        return Reason(Why.NOT_YOUR_UNIT, by=(unit.ref,), detail=(("owner", unit.power),))
    return None


def check_move(board: Board, unit: UnitRef, to: Location) -> Reason | None:
    """Judge a move on the board alone, whoever stands where. DATC 6.A.1-6.A.9, 6.B.1-6.B.3."""
    if unit.kind is UnitKind.ARMY:
        reach = reach_of(board)
        there = reach.number.get(to.province, -1)
        if there >= 0 and reach.walks[reach.number[unit.at.province]] >> there & 1:
            return None  # most orders end here
    return _judge_move(board, unit, to)


@lru_cache(maxsize=65536)
def _judge_move(board: Board, unit: UnitRef, to: Location) -> Reason | None:
    fault = _check_goal(board, unit.at.province, to.province)
    if fault is not None:
        return fault
    if unit.kind is UnitKind.ARMY:
        return _check_army_move(board, unit, to.province)
    return _check_fleet_move(board, unit, to)


def check_retreat(board: Board, state: GameState, power: PowerId, order: Order) -> Reason | None:
    """Judge one order of a retreat phase; None is legal. DATC 6.H."""
    match order:
        case Retreat(ref, _) | Disband(ref):
            return _check_retreat(board, state, power, order, ref)
        case _:
            return Reason(Why.WRONG_PHASE)


def find_dislodged(state: GameState, ref: UnitRef) -> Dislodged | None:
    """Return the dislodged unit an order names; its coast need not be right (DATC 6.B.10)."""
    for dislodged in state.dislodged:
        if dislodged.unit.at.province == ref.at.province and dislodged.unit.kind is ref.kind:
            return dislodged
    return None


def normalise(board: Board, unit: Unit, order: UnitOrder) -> UnitOrder:
    """Return an order to this unit, of its kind, in the form in which it is carried out.

    The unit's own coast is put right (DATC 6.B.10), an army's coast dropped (6.B.12), the coast
    of a fleet's destination filled in where only one can be reached (6.B.2).
    """
    if order.unit.at != unit.at:
        order = replace(order, unit=unit.ref)
    return normalise_move(board, unit, order) if isinstance(order, Move) else order


def normalise_move(board: Board, unit: Unit, order: Move) -> Move:
    """Return a move with the coast of its destination put right, where that leaves no choice."""
    if unit.kind is UnitKind.ARMY:
        return order if order.to.coast is None else replace(order, to=Location(order.to.province))
    landing = reach_of(board).spot(unit.ref).landing(order.to)
    return order if landing is None or landing.at == order.to else replace(order, to=landing.at)


def can_walk(board: Board, unit: UnitRef, place: ProvinceId) -> bool:
    """Tell whether the unit can go to a province without a convoy, on whatever coast."""
    return place in reach_of(board).spot(unit).supports


def _check_goal(board: Board, here: ProvinceId, there: ProvinceId) -> Reason | None:
    place = board.provinces.get(there)
    if place is None:
        return Reason(Why.NOT_ADJACENT, place=(here, there))
    if here == there:
        return Reason(Why.SAME_PLACE, place=(there,))
    if place.entry is not Entry.ALL:
        return Reason(Why.CLOSED, place=(there,))
    return None


def _check_army_move(board: Board, unit: UnitRef, to: ProvinceId) -> Reason | None:
    if board.province(to).terrain is Terrain.SEA:
        return Reason(Why.WRONG_TERRAIN, place=(to,))
    reach = reach_of(board)
    here, there = reach.number[unit.at.province], reach.number[to]
    if reach.walks[here] >> there & 1 or has_chain(reach, here, there, reach.seas):
        return None
    if _river_between(board, unit, to):
        return Reason(Why.RIVER, place=(unit.at.province, to))
    ashore = reach.coasts >> here & reach.coasts >> there & 1
    why = Why.NO_WAY_BY_SEA if ashore else Why.NOT_ADJACENT
    return Reason(why, place=(unit.at.province, to))


def _check_fleet_move(board: Board, unit: UnitRef, to: Location) -> Reason | None:
    reach = reach_of(board)
    landings = reach.sails.get(unit.at, {}).get(to.province)
    if landings is None:
        return _why_no_sailing(board, unit, to.province)
    if to.coast is None and len(landings) > 1:
        return Reason(Why.COAST_MISSING, place=(to.province,), detail=_named(landings))
    if to.coast is not None and to.coast not in landings:
        return Reason(Why.COAST_WRONG, place=(to.province,), detail=_named(landings))
    return None


def _named(coasts: tuple[str | None, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(("coast", coast) for coast in coasts if coast is not None)


def _why_no_sailing(board: Board, unit: UnitRef, to: ProvinceId) -> Reason:
    if board.province(to).terrain is Terrain.INLAND:
        return Reason(Why.WRONG_TERRAIN, place=(to,))
    if _river_between(board, unit, to):
        return Reason(Why.RIVER, place=(unit.at.province, to))
    return Reason(Why.NOT_ADJACENT, place=(unit.at.province, to))


def _river_between(board: Board, unit: UnitRef, to: ProvinceId) -> bool:
    """Tell whether only a missing bridge keeps the unit out (Republic 9a, 10a)."""
    here = unit.at.province
    return any(
        border.to == to and _bridge_would_do(unit, border) and not board.is_open(here, border)
        for border in board.province(here).ring
    )


def _bridge_would_do(unit: UnitRef, border: Border) -> bool:
    return border.kind is BorderKind.RIVER and (unit.kind is UnitKind.ARMY or border.reaches_sea)


def _check_support(board: Board, units: Units, unit: Unit, order: Support) -> Reason | None:
    """DATC 6.A.8, 6.A.10, 6.B.4, 6.B.5, 6.D.22-6.D.24, 6.D.31, 6.D.34."""
    target = units.get(order.target.at.province)
    if target is None or target.kind is not order.target.kind:
        return Reason(Why.NO_SUCH_UNIT, place=(order.target.at.province,))
    if target is unit:
        return Reason(Why.SAME_PLACE, by=(target.ref,), place=(unit.at.province,))
    goal = (order.to or target.at).province
    if goal == unit.at.province:
        return Reason(Why.SAME_PLACE, place=(goal,))
    fault = _check_support_reach(board, unit.ref, goal)
    if fault is not None or order.to is None:
        return fault
    return check_supported_move(reach_of(board), unit, target, order.to)


def _check_support_reach(board: Board, unit: UnitRef, goal: ProvinceId) -> Reason | None:
    """A unit supports only where it could go itself, on whatever coast (Rulebook; DATC 6.B.4)."""
    place = board.provinces.get(goal)
    if place is not None and can_walk(board, unit, goal):
        return None
    if place is None:
        return Reason(Why.CANNOT_REACH, place=(unit.at.province, goal))
    if place.entry is not Entry.ALL:
        return Reason(Why.CLOSED, place=(goal,))
    if _river_between(board, unit, goal):
        return Reason(Why.RIVER, place=(unit.at.province, goal))
    return Reason(Why.CANNOT_REACH, place=(unit.at.province, goal))


def check_supported_move(reach: Reach, unit: Unit, target: Unit, to: Location) -> Reason | None:
    """Return why a move cannot be supported, or None.

    It must be possible itself, and not only by the supporter's own convoy (DATC 6.D.31).

    Args:
        reach: the compiled board.
        unit: the supporter.
        target, to: the unit supported, and where it would move.
    """
    fault = check_move(reach.board, target.ref, to)
    if fault is not None and fault.why is Why.COAST_MISSING:
        return None  # a support need not name the coast (DATC 6.B.4)
    if fault is not None:
        return replace(fault, by=(target.ref,))
    if target.kind is UnitKind.ARMY and unit.kind is UnitKind.FLEET:
        return _check_not_own_convoy(reach, unit, target, to.province)
    return None


def _check_not_own_convoy(reach: Reach, unit: Unit, target: Unit, to: ProvinceId) -> Reason | None:
    """A fleet cannot support the army that only it could convoy (DATC 6.D.31)."""
    here, there = reach.number[target.at.province], reach.number[to]
    if reach.walks[here] >> there & 1:
        return None
    others = reach.seas & ~(1 << reach.number[unit.at.province])
    if has_chain(reach, here, there, others):
        return None
    return Reason(Why.NO_WAY_BY_SEA, by=(target.ref,), place=(target.at.province, to))


def _check_convoy(board: Board, units: Units, unit: Unit, order: Convoy) -> Reason | None:
    """DATC 6.A.5, 6.A.7, 6.F.1, 6.F.12, 6.G.7."""
    if unit.kind is not UnitKind.FLEET:
        return Reason(Why.NOT_A_FLEET, place=(unit.at.province,))
    army = units.get(order.target.at.province)
    if army is None or army.kind is not order.target.kind:
        return Reason(Why.NO_SUCH_UNIT, place=(order.target.at.province,))
    if army.kind is not UnitKind.ARMY:
        return Reason(Why.CANNOT_CONVOY, by=(army.ref,))
    return check_passage(board, unit.at.province, army.at.province, order.to.province)


@lru_cache(maxsize=65536)
def check_passage(
    board: Board, sea: ProvinceId, start: ProvinceId, goal: ProvinceId
) -> Reason | None:
    """Return why a fleet in this sea can have no part in a convoy, or None.

    A convoy goes from coast to coast over seas, and needs this one (DATC 6.F.1, 6.F.12).
    """
    if board.province(sea).terrain is not Terrain.SEA:
        return Reason(Why.WRONG_TERRAIN, place=(sea,))
    fault = _check_goal(board, start, goal)
    if fault is not None:
        return fault
    reach = reach_of(board)
    here, there, fleet = reach.number[start], reach.number[goal], reach.number[sea]
    for place, index in ((start, here), (goal, there)):
        if not reach.coasts >> index & 1:
            return Reason(Why.WRONG_TERRAIN, place=(place,))
    if carriers(reach, here, there, reach.seas) >> fleet & 1:
        return None
    return Reason(Why.NO_WAY_BY_SEA, place=(start, goal))


def _check_retreat(
    board: Board, state: GameState, power: PowerId, order: Retreat | Disband, ref: UnitRef
) -> Reason | None:
    dislodged = find_dislodged(state, ref)
    if dislodged is None:
        standing = any(unit.ref == ref for unit in state.units)
        return Reason(
            Why.NOT_DISLODGED if standing else Why.NO_SUCH_UNIT, place=(ref.at.province,)
        )
    fault = check_unit(dislodged.unit, power, ref)
    if fault is not None or isinstance(order, Disband):
        return fault
    return _check_refuge(board, dislodged, order.to)


def _check_refuge(board: Board, dislodged: Dislodged, to: Location) -> Reason | None:
    """Judge where a unit retreats to: its options were settled when it was dislodged."""
    there = [option for option in dislodged.retreats if option.province == to.province]
    if dislodged.unit.kind is UnitKind.ARMY:
        to = Location(to.province)
    if to in there or (to.coast is None and len(there) == 1):
        return None
    if to.coast is None and len(there) > 1:
        return Reason(Why.COAST_MISSING, place=(to.province,), detail=_named_places(there))
    if there:
        return Reason(Why.COAST_WRONG, place=(to.province,), detail=_named_places(there))
    if to.province in board.provinces and _river_between(board, dislodged.unit.ref, to.province):
        return Reason(Why.RIVER, place=(dislodged.unit.at.province, to.province))
    return Reason(Why.NOT_A_RETREAT, place=(to.province,))


def _named_places(options: list[Location]) -> tuple[tuple[str, str], ...]:
    return _named(tuple(option.coast for option in options))

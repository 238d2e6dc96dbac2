"""A movement season from orders to events: the moves, what follows from them, and dislodgements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.board import Board, PowerId, ProvinceId
from gm.rules.events import Event, StandoffsLeft, UnitDisbanded, UnitDislodged, UnitsMoved, replay
from gm.rules.legality import check_movement, check_unit, normalise, units_by_place
from gm.rules.mechanics import Mechanism, MovesPlayed
from gm.rules.movement import MovementResult, resolve_moves
from gm.rules.orders import Order, UnitOrder
from gm.rules.outcomes import Outcome, Reason, Result, Why
from gm.rules.policies import Profile
from gm.rules.retreats import retreat_options
from gm.rules.state import Dislodged, GameState
from gm.rules.units import Unit
from gm.rules.values import value

Units = Mapping[ProvinceId, Unit]


@value
class SeasonRules:
    """What a movement season is played by: the board as printed, the rulebook, the mechanisms."""

    board: Board
    profile: Profile
    mechanisms: tuple[Mechanism, ...]

    def board_in(self, state: GameState) -> Board:
        """Return the board in force: the printed one as the mechanisms have changed it."""
        board = self.board
        for mechanism in self.mechanisms:
            board = mechanism.board_in_force(board, state)
        return board

    def check(
        self, board: Board, state: GameState, units: Units, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge one movement order, also of a kind that a mechanism adds."""
        for mechanism in self.mechanisms:
            if isinstance(order, mechanism.claims):
                unit = units.get(order.unit.at.province)
                fault = check_unit(unit, power, order.unit)
                if fault is not None or unit is None:
                    return fault
                return mechanism.check(board, state, unit, order)
        return check_movement(board, units, power, order)

    def obeys(self, state: GameState, unit: Unit) -> bool:
        """Tell whether a unit obeys orders at all."""
        return all(mechanism.obeys(state, unit) for mechanism in self.mechanisms)


@value
class SeasonPlayed:
    """A movement phase: what became of each order, and the facts up to the retreats."""

    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]


def play_season(
    rules: SeasonRules, state: GameState, drafts: Mapping[PowerId, Sequence[Order]]
) -> SeasonPlayed:
    """Resolve a movement phase.

    The last order given to a unit counts; an order to another power's unit is ignored (DATC
    6.A.6). All moves are decided on the board as it was when the season began.
    """
    board, units = rules.board_in(state), units_by_place(state)
    given, faults, strays = _sort_orders(rules, board, state, units, drafts)
    result = resolve_moves(board, units, given, faults, rules.profile)
    legal = {place: order for place, order in given.items() if place not in faults}
    outcomes, events = _consequences(rules, board, state, legal, result)
    events = (*events, *_departures(rules, state, events, result))
    in_order = [outcomes[unit.at.province] for unit in state.units]
    return SeasonPlayed((*in_order, *strays), events)


def _sort_orders(
    rules: SeasonRules,
    board: Board,
    state: GameState,
    units: Units,
    drafts: Mapping[PowerId, Sequence[Order]],
) -> tuple[dict[ProvinceId, UnitOrder], dict[ProvinceId, Reason], list[Outcome]]:
    """Return the order that counts for each unit, which are illegal, and those that fit none."""
    given: dict[ProvinceId, UnitOrder] = {}
    faults: dict[ProvinceId, Reason] = {}
    strays: list[Outcome] = []
    for power, orders in sorted(drafts.items()):
        for order in orders:
            unit = units.get(order.unit.at.province) if isinstance(order, UnitOrder) else None
            fault = rules.check(board, state, units, power, order)
            if unit is None or not isinstance(order, UnitOrder) or unit.kind != order.unit.kind:
                strays.append(Outcome(power, order, Result.VOID, fault))
            elif unit.power == power:
                place = unit.at.province
                faults.pop(place, None)
                given[place] = normalise(board, unit, order)
                if fault is None and not rules.obeys(state, unit):
                    fault = Reason(Why.NOT_ALLOWED, by=(unit.ref,))
                if fault is not None:
                    faults[place] = fault
    return given, faults, strays


def _consequences(
    rules: SeasonRules,
    board: Board,
    state: GameState,
    legal: Mapping[ProvinceId, UnitOrder],
    result: MovementResult,
) -> tuple[dict[ProvinceId, Outcome], tuple[Event, ...]]:
    """Let every mechanism judge its own orders, in turn; the last sees all outcomes final."""
    outcomes = dict(result.outcomes)
    events: list[Event] = []
    for mechanism in rules.mechanisms:
        played = MovesPlayed(
            before=state,
            board=board,
            orders=legal,
            outcomes=dict(outcomes),
            arrivals=result.arrivals,
            dislodged_by=result.dislodged_by,
        )
        follows = mechanism.after_moves(played)
        outcomes.update(follows.outcomes)
        events += follows.events
    return outcomes, tuple(events)


def _departures(
    rules: SeasonRules, state: GameState, events: Sequence[Event], result: MovementResult
) -> list[Event]:
    """Return the dislodgements, moves and standoffs, and the units that are destroyed at once."""
    after = replay(state, events)
    dislodged = _dislodgements(rules, state, after, result)
    found: list[Event] = [UnitDislodged(one) for one in dislodged]
    if result.arrivals:
        units = units_by_place(state)
        arrivals = sorted(result.arrivals.items())
        found.append(UnitsMoved(tuple((units[place], new) for place, new in arrivals)))
    if result.contested:
        found.append(StandoffsLeft(tuple(sorted(result.contested))))
    found += [UnitDisbanded(one.unit) for one in dislodged if not one.retreats]
    return found


def _dislodgements(
    rules: SeasonRules, before: GameState, after: GameState, result: MovementResult
) -> list[Dislodged]:
    """Return the dislodged units with their retreats, on the board as it is after the moves."""
    if not result.dislodged_by:
        return []
    board = rules.board_in(after)
    gone = {*result.arrivals, *result.dislodged_by}
    occupied = {unit.at.province for unit in before.units if unit.at.province not in gone}
    occupied |= {unit.at.province for unit in result.arrivals.values()}
    found: list[Dislodged] = []
    for unit in before.units:
        origin = result.dislodged_by.get(unit.at.province)
        if origin is not None:
            barred = None if origin in result.convoyed else origin
            options = retreat_options(board, unit, barred, occupied, result.contested)
            found.append(Dislodged(unit, origin, options))
    return found


def all_orders_checked(
    rules: SeasonRules, state: GameState, power: PowerId, orders: Sequence[Order]
) -> list[tuple[Order, Reason | None]]:
    """Judge movement orders one by one; a legal one comes back as it would be carried out."""
    board, units = rules.board_in(state), units_by_place(state)
    checked: list[tuple[Order, Reason | None]] = []
    for order in orders:
        fault = rules.check(board, state, units, power, order)
        if fault is None and isinstance(order, UnitOrder):
            unit = units[order.unit.at.province]
            if rules.obeys(state, unit):
                checked.append((normalise(board, unit, order), None))
            else:
                checked.append((order, Reason(Why.NOT_ALLOWED, by=(unit.ref,))))
        else:
            checked.append((order, fault))
    return checked

"""A movement season from orders to events: the moves, what follows from them, and dislodgements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import (
    StandoffsLeft,
    UnitDisbanded,
    UnitDislodged,
    UnitRetreated,
    UnitsMoved,
    replay,
)
from gm.games.diplomacy.rules.legality import (
    Units,
    check_movement,
    check_unit,
    normalise,
    units_by_place,
)
from gm.games.diplomacy.rules.mechanics import Mechanism, MovesPlayed
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.policies import Profile
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.season.field import Field
from gm.games.diplomacy.rules.season.layout import lay_out_tasks
from gm.games.diplomacy.rules.season.line_up import LineUp, Stray
from gm.games.diplomacy.rules.season.movement import MovementResult, resolve_moves
from gm.games.diplomacy.rules.season.retreats import resolve_retreats, retreat_options
from gm.games.diplomacy.rules.season.tasks import Task
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit


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
            if isinstance(order, mechanism.takes):
                return mechanism.check_listed(board, state, power, order)
        return check_movement(board, units, power, order)

    def obeys(self, state: GameState, unit: Unit) -> bool:
        """Tell whether a unit obeys orders at all."""
        return all(unit not in mechanism.idle(state) for mechanism in self.mechanisms)

    def may_retreat(self, state: GameState, unit: Unit) -> bool:
        """Tell whether a unit may retreat when it is dislodged."""
        return all(mechanism.may_retreat(state, unit) for mechanism in self.mechanisms)

    def takes(self) -> tuple[type[Order], ...]:
        """Return the kinds of orders without a unit that mechanisms take."""
        return tuple([kind for mechanism in self.mechanisms for kind in mechanism.takes])


@value
class SeasonPlayed:
    """A phase carried out: what became of each order, the facts, and the state they lead to.

    The next phase has not begun yet.
    """

    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]
    after: GameState


NO_FAULTS: Final[Mapping[int, Reason]] = {}
"""Every unit obeys."""


def play_season(
    rules: SeasonRules,
    state: GameState,
    drafts: Mapping[PowerId, Sequence[Order]],
    draws: Draws,
) -> SeasonPlayed:
    """Resolve a movement phase.

    The last order given to a unit counts; an order to another power's unit is ignored (DATC
    6.A.6). All moves are decided on the board as it was when the season began.
    """
    board = rules.board_in(state)
    line_up = LineUp(reach_of(board), state.units)
    judge = _Judge(rules, state, line_up)
    tasks, strays = line_up.tasks(drafts)
    idle = _idle(rules, state, tasks) if rules.mechanisms else NO_FAULTS
    field = lay_out_tasks(line_up, tasks, rules.profile, judge.of_unit, idle)
    result = resolve_moves(field)
    outcomes = result.unit_outcomes
    events: tuple[Event, ...] = ()
    then: tuple[Event, ...] = ()
    if rules.mechanisms:
        kinds = rules.takes()
        listed = [pair for pair in strays if isinstance(pair[1], kinds)]
        strays = [pair for pair in strays if not isinstance(pair[1], kinds)]
        outcomes, events, then = _consequences(rules, board, state, field, result, listed, draws)
    if strays:
        outcomes += judge.outcomes(strays)
    dislodged = _dislodgements(rules, replay(state, events), result) if result.beaten else ()
    departures = _departures(dislodged, result)
    if events or state.dislodged:
        after = replay(state, events + departures)
    else:
        after = _state_after(state, dislodged, result)
    return SeasonPlayed(outcomes, events + departures + then, replay(after, then))


class _Judge:
    """Judges orders that are not plain."""

    __slots__ = ("board", "line_up", "rules", "state")

    def __init__(self, rules: SeasonRules, state: GameState, line_up: LineUp) -> None:
        self.rules = rules
        self.board = line_up.reach.board
        self.state = state
        self.line_up = line_up

    def of_unit(self, unit: int, order: UnitOrder) -> Reason | None:
        """Say why an order of the unit's own power is illegal."""
        return self.of_power(self.state.units[unit].power, order)

    def of_power(self, power: PowerId, order: Order) -> Reason | None:
        """Say why a power's order is illegal."""
        return self.rules.check(self.board, self.state, self.line_up, power, order)

    def outcomes(self, strays: Sequence[Stray]) -> tuple[Outcome, ...]:
        """Say why orders to no unit were void."""
        return tuple(
            [
                Outcome(power, order, Result.VOID, self.of_power(power, order))
                for power, order in sorted(strays, key=_power_of)
            ]
        )


def _power_of(stray: Stray) -> PowerId:
    return stray[0]


def _idle(rules: SeasonRules, state: GameState, tasks: Sequence[Task]) -> Mapping[int, Reason]:
    """Return the units that do not obey the order they were given."""
    idle = [unit for mechanism in rules.mechanisms for unit in mechanism.idle(state)]
    if not idle:
        return NO_FAULTS
    return {
        index: Reason(Why.ANARCHY, by=(unit.ref,))
        for index, unit in enumerate(state.units)
        if tasks[index].ordered and unit in idle
    }


def _consequences(
    rules: SeasonRules,
    board: Board,
    state: GameState,
    field: Field,
    result: MovementResult,
    listed: Sequence[Stray],
    draws: Draws,
) -> tuple[tuple[Outcome, ...], tuple[Event, ...], tuple[Event, ...]]:
    """Let every mechanism judge its own orders, in turn; the last sees all outcomes final.

    Returns:
        All outcomes, the facts that stand before the units move, and those that follow.
    """
    events: list[Event] = []
    then: list[Event] = []
    outcomes: list[Outcome] = []
    judged: dict[ProvinceId, Outcome] = {}
    in_turn = tuple(sorted(listed, key=_power_of))
    played = MovesPlayed(state, board, field, result, in_turn, draws, judged)
    for mechanism in rules.mechanisms:
        follows = mechanism.after_moves(played)
        if follows.outcomes:
            judged = {**judged, **follows.outcomes}
            played = MovesPlayed(state, board, field, result, in_turn, draws, judged)
        events += follows.events
        then += follows.then
        outcomes += follows.listed
    units = tuple(played.outcomes.values()) if judged else result.unit_outcomes
    return (*units, *outcomes), tuple(events), tuple(then)


def _departures(dislodged: Sequence[Dislodged], result: MovementResult) -> tuple[Event, ...]:
    """Return the dislodgements, moves and standoffs, and the units that are destroyed at once."""
    events: list[Event] = [UnitDislodged(retreating) for retreating in dislodged]
    if result.moved:
        events.append(UnitsMoved(result.moved))
    if result.contested:
        events.append(StandoffsLeft(tuple(sorted(result.contested))))
    events += [
        UnitDisbanded(retreating.unit) for retreating in dislodged if not retreating.retreats
    ]
    return tuple(events)


def _state_after(
    state: GameState, dislodged: Sequence[Dislodged], result: MovementResult
) -> GameState:
    """Return the state that the departures lead to, in one step; nobody waited to retreat before."""
    return GameState(
        state.phase,
        result.standing,
        state.centres,
        tuple([retreating for retreating in dislodged if retreating.retreats])
        if dislodged
        else (),
        result.contested or state.contested,
        state.eliminated,
        state.winners,
        state.parts,
    )


def _dislodgements(
    rules: SeasonRules, after: GameState, result: MovementResult
) -> tuple[Dislodged, ...]:
    """Return the dislodged units with their retreats.

    Args:
        rules: of the season.
        after: the state with what the mechanisms added, on whose board they retreat.
        result: the moves.
    """
    board = rules.board_in(after)
    occupied = {unit.at.province for unit in result.standing}
    dislodged: list[Dislodged] = []
    for unit, origin in result.beaten:
        barred = None if origin in result.convoyed else origin
        options = retreat_options(board, unit, barred, occupied, result.contested)
        if rules.mechanisms and not rules.may_retreat(after, unit):
            options = ()
        dislodged.append(Dislodged(unit, origin, options))
    return tuple(dislodged)


def play_retreats(
    rules: SeasonRules, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
) -> SeasonPlayed:
    """Resolve a retreat phase, and let every mechanism act on the units where they went."""
    board = rules.board_in(state)
    retreats = resolve_retreats(board, state, orders)
    events = retreats.events
    after = replay(state, events)
    retreated = [event.to for event in events if isinstance(event, UnitRetreated)]
    for mechanism in rules.mechanisms:
        follows = mechanism.after_retreats(board, after, retreated)
        events += follows
        after = replay(after, follows)
    return SeasonPlayed(retreats.outcomes, events, after)


def all_orders_checked(
    rules: SeasonRules, state: GameState, power: PowerId, orders: Sequence[Order]
) -> list[tuple[Order, Reason | None]]:
    """Judge movement orders one by one; a legal one comes back as it would be carried out."""
    board, units = rules.board_in(state), units_by_place(state)
    checked: list[tuple[Order, Reason | None]] = []
    for order in orders:
        unit = units.get(order.unit.at.province) if isinstance(order, UnitOrder) else None
        if unit is None or not isinstance(order, UnitOrder):
            checked.append((order, rules.check(board, state, units, power, order)))
        elif check_unit(unit, power, order.unit) is None and not rules.obeys(state, unit):
            checked.append((order, Reason(Why.ANARCHY, by=(unit.ref,))))
        else:
            fault = rules.check(board, state, units, power, order)
            done = normalise(board, unit, order) if fault is None else order
            checked.append((done, fault))
    return checked

"""Optional mechanisms that variants share: bridges, supply points, black holes, splits, walkers.

A mechanism is a value with hooks. The rules of a Diplomacy-family game call every hook of every
mechanism of the variant in the order listed there, and never ask which mechanism it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Why
from gm.games.diplomacy.rules.season.tasks import NOBODY
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import Unit

if TYPE_CHECKING:
    from gm.games.diplomacy.rules.season.field import Field
    from gm.games.diplomacy.rules.season.movement import MovementResult
    from gm.games.diplomacy.rules.winter.outlook import Outlook


class MovesPlayed:
    """What a mechanism may look at when the moves of a season have been decided.

    What is told by province is worked out when a mechanism first asks for it; most need none.

    Args:
        before: the state in which the orders were given.
        board: the board in force when the season began.
        field: the season as it was laid out.
        result: the decided moves.
        listed: the orders without a unit that mechanisms take, each with its giver, by the power's
            name and then as listed.
        draws: the source of chance.
        judged: outcomes by province that earlier mechanisms have replaced.
    """

    def __init__(
        self,
        before: GameState,
        board: Board,
        field: Field,
        result: MovementResult,
        listed: Sequence[tuple[PowerId, Order]],
        draws: Draws,
        judged: Mapping[ProvinceId, Outcome],
    ) -> None:
        self.before = before
        self.board = board
        self.listed = listed
        self.draws = draws
        self._field = field
        self._result = result
        self._judged = judged

    def units_in(self, places: Collection[ProvinceId]) -> list[Unit]:
        """Return the units that stand in some provinces after the moves."""
        arrivals, beaten, field = self.arrivals, self.dislodged_by, self._field
        units = [unit for unit in arrivals.values() if unit.at.province in places]
        for place in places:
            unit = field.occupant[field.reach.number.get(place, NOBODY)]
            if unit != NOBODY and place not in arrivals and place not in beaten:
                units.append(field.units[unit])
        return units

    @cached_property
    def orders(self) -> Mapping[ProvinceId, UnitOrder]:
        """The legal order of each unit, by province; units without one hold."""
        faults = self._field.faults
        return {
            unit.at.province: task.order
            for index, (unit, task) in enumerate(
                zip(self.before.units, self._field.tasks, strict=True)
            )
            if task.ordered and index not in faults
        }

    @cached_property
    def outcomes(self) -> Mapping[ProvinceId, Outcome]:
        """What became of each unit's order, by province."""
        return {**self._result.outcomes, **self._judged}

    @cached_property
    def arrivals(self) -> Mapping[ProvinceId, Unit]:
        """Where each unit that moved now stands, by the province it left."""
        return self._result.arrivals

    @cached_property
    def dislodged_by(self) -> Mapping[ProvinceId, ProvinceId]:
        """The province an attacker came from, by the province of the dislodged unit."""
        return self._result.dislodged_by

    @cached_property
    def contested(self) -> Collection[ProvinceId]:
        """The provinces that a standoff left empty, closed to retreats."""
        return self._result.contested


@value
class Consequences:
    """What a mechanism adds to a decided season.

    Args:
        outcomes: outcomes that replace those of its own orders, by province.
        events: facts that stand before the retreat options are worked out.
        then: facts that follow when the units have moved.
        listed: what became of the listed orders that it takes.
    """

    outcomes: Mapping[ProvinceId, Outcome]
    events: tuple[Event, ...] = ()
    then: tuple[Event, ...] = ()
    listed: tuple[Outcome, ...] = ()


@value
class Mechanism:
    """The hooks, all of which do nothing here."""

    part: ClassVar[type[StatePart] | None] = None
    """What this mechanism keeps in the state, if anything."""

    claims: ClassVar[tuple[type[UnitOrder], ...]] = ()
    """Kinds of movement orders it adds; in the adjudication of moves such a unit stands."""

    takes: ClassVar[tuple[type[Order], ...]] = ()
    """Kinds of orders without a unit that it takes with the moves."""

    def at_start(self, board: Board, unplayed: Collection[PowerId]) -> tuple[Event, ...]:
        """Return what stands at the start of a game, given the powers that nobody plays."""
        return ()

    def board_in_force(self, board: Board, state: GameState) -> Board:
        """Return the board that orders of this state are judged and resolved on."""
        return board

    def check(self, board: Board, state: GameState, unit: Unit, order: UnitOrder) -> Reason | None:
        """Judge an order of a claimed kind; None is legal."""
        return None

    def check_listed(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge an order without a unit, of a kind that it takes; None is legal."""
        return None

    def idle(self, state: GameState) -> Collection[Unit]:
        """Return the units that obey no orders at all (those in anarchy, Irish 10)."""
        return ()

    def asks(self, state: GameState) -> Collection[PowerId]:
        """Return who may order in a season though no unit of his stands (gifts, Irish 15)."""
        return ()

    def may_retreat(self, state: GameState, unit: Unit) -> bool:
        """Tell whether the unit may retreat when it is dislodged (not in anarchy, Irish 10)."""
        return True

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Return what follows from the moves, before retreat options are worked out."""
        return Consequences({})

    def after_retreats(
        self, board: Board, state: GameState, retreated: Sequence[Unit]
    ) -> tuple[Event, ...]:
        """Return what follows when units have retreated; they stand where they went."""
        return ()

    def after_season(self, board: Board, state: GameState, draws: Draws) -> tuple[Event, ...]:
        """Return what follows when moves and retreats of a season are over (Irish 4-9)."""
        return ()

    def after_winter(self, board: Board, state: GameState) -> tuple[Event, ...]:
        """Return what follows when a winter's adjustments are over."""
        return ()


@value
class Adjusted:
    """A resolved adjustment phase."""

    outcomes: tuple[Outcome, ...]
    events: tuple[Event, ...]


@value
class Adjustments:
    """How units and other holdings are adjusted in winter; a variant picks one value of this kind."""

    ahead: ClassVar[bool] = False
    """Whether its orders are taken from the autumn on (Republic 9e)."""

    every_phase: ClassVar[bool] = False
    """Whether every season and winter is played, though nobody may have anything to order."""

    def due(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether the power has anything to order this winter."""
        return False

    def due_ahead(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether the power may have anything to order this winter, before its autumn is over."""
        return self.due(board, state, power)

    def powers_due(self, board: Board, state: GameState) -> list[PowerId]:
        """Return the powers, among those still in the game, that have anything to order."""
        return [
            power
            for power in board.powers
            if power not in state.eliminated and self.due(board, state, power)
        ]

    def open_slots(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[str, ...]:
        """Return what still lacks an order: `build` or `removal`, once for each."""
        return ()

    def check(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[Reason | None, ...]:
        """Judge each order in its sequence; None is legal."""
        return tuple(None for _ in orders)

    def check_ahead(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge an order before its autumn is over, as far as no autumn can change that."""
        return None

    def outlook(
        self, board: Board, state: GameState, power: PowerId, orders: Sequence[Order]
    ) -> Outlook | None:
        """Return what a power's winter comes to by its own orders; None where that is plain."""
        return None

    def keeps_payments(self) -> bool:
        """Tell whether only its two sides know of a payment (an option of Republic 8)."""
        return False

    def view(self, state: GameState, powers: Collection[PowerId] | None) -> GameState:
        """Return the state without what powers may not know of the winters; None is the public."""
        return state

    def resolve(
        self, board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
    ) -> Adjusted:
        """Carry out a winter."""
        return Adjusted((), ())


@value
class Setup:
    """How the first pieces are chosen, where players choose them; nobody does here (Irish 2)."""

    def due(self, state: GameState, power: PowerId) -> bool:
        """Tell whether the power has a piece to choose."""
        return False

    def open_slots(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[str, ...]:
        """Return the pieces not chosen yet."""
        return ()

    def check(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[Reason | None, ...]:
        """Judge each order; None is legal."""
        return tuple(Reason(Why.WRONG_PHASE) for _ in orders)

    def resolve(
        self, board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
    ) -> Adjusted:
        """Set up the pieces as they were chosen."""
        return Adjusted((), ())

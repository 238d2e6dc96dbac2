"""Optional mechanisms that variants share: bridges, supply points, black holes, splits, walkers.

A mechanism is a value with hooks. The rules of a Diplomacy-family game call every hook of every
mechanism of the variant in the order listed there, and never ask which mechanism it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from gm.rules.board import Board, PowerId, ProvinceId
from gm.rules.draws import Draws
from gm.rules.events import Event
from gm.rules.orders import Order, UnitOrder
from gm.rules.outcomes import Outcome, Reason
from gm.rules.parts import Part
from gm.rules.state import GameState
from gm.rules.units import Unit
from gm.rules.values import value

if TYPE_CHECKING:
    from gm.rules.mechanics.outlook import Outlook


@value
class MovesPlayed:
    """What a mechanism may look at when the moves of a season have been decided.

    Args:
        before: the state in which the orders were given.
        board: the board in force when the season began.
        orders: the legal order of each unit, by province; units without one hold.
        outcomes: what became of each unit's order, by province.
        arrivals: where each unit that moved now stands, by the province it left.
        dislodged_by: the province an attacker came from, by the province of the dislodged unit.
    """

    before: GameState
    board: Board
    orders: Mapping[ProvinceId, UnitOrder]
    outcomes: Mapping[ProvinceId, Outcome]
    arrivals: Mapping[ProvinceId, Unit]
    dislodged_by: Mapping[ProvinceId, ProvinceId]


@value
class Consequences:
    """What a mechanism adds to a decided season.

    Args:
        outcomes: outcomes that replace those of its own orders, by province.
        events: facts that stand before the retreat options are worked out.
    """

    outcomes: Mapping[ProvinceId, Outcome]
    events: tuple[Event, ...] = ()


@value
class Mechanism:
    """The hooks, all of which do nothing here."""

    part: ClassVar[type[Part] | None] = None
    """What this mechanism keeps in the state, if anything."""

    claims: ClassVar[tuple[type[UnitOrder], ...]] = ()
    """Kinds of movement orders it adds; in the adjudication of moves such a unit stands."""

    def board_in_force(self, board: Board, state: GameState) -> Board:
        """Return the board that orders of this state are judged and resolved on."""
        return board

    def check(self, board: Board, state: GameState, unit: Unit, order: UnitOrder) -> Reason | None:
        """Judge an order of a claimed kind; None is legal."""
        return None

    def obeys(self, state: GameState, unit: Unit) -> bool:
        """Tell whether the unit obeys orders at all (a unit in anarchy does not, Irish 10)."""
        return True

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Return what follows from the moves, before retreat options are worked out."""
        return Consequences({})

    def after_season(self, board: Board, state: GameState, draws: Draws) -> tuple[Event, ...]:
        """Return what follows when moves and retreats of a season are over (Irish 4-9)."""
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

    def due(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether the power has anything to order this winter."""
        return False

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

    def view(self, state: GameState, power: PowerId | None) -> GameState:
        """Return the state without what a power may not know of the winters; None is the public."""
        return state

    def resolve(
        self, board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
    ) -> Adjusted:
        """Carry out a winter."""
        return Adjusted((), ())

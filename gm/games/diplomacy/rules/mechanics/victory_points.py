"""A winter with points: adjustments, gifts and income; and the victory by points (Irish 15, 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import ClassVar

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.adjustments import CentreAdjustments
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.mechanics import Adjusted, Adjustments
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.deeds import WinterDeeds
from gm.games.diplomacy.rules.mechanics.promises import (
    IncomePaid,
    PointsPart,
    gift_fault,
    settle_gifts,
)
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.ownership import Survival, Victory, surplus_of_centres
from gm.games.diplomacy.rules.state import GameState

_GIFTS = (Give, Conditional)

Lists = Mapping[PowerId, tuple[Order, ...]]


@value
class PointRates:
    """How many points a power gets each winter for a supply centre, by its rank (Irish 15)."""

    major: int = 2
    minor: int = 5

    @classmethod
    def of(cls, facts: Mapping[str, int | str]) -> PointRates:
        """Return the rates that a board's facts name, and the usual ones for what they leave out."""
        usual = cls()
        return cls(
            int(facts.get("major_points_per_centre", usual.major)),
            int(facts.get("minor_points_per_centre", usual.minor)),
        )

    def a_centre(self, board: Board, power: PowerId) -> int:
        """Return what one centre brings a power."""
        return self.minor if board.powers[power].rank == "minor" else self.major


@value
class PointsWinter(Adjustments):
    """The regular winter, then gifts, then income (Irish 15).

    It is played every year, and every power that somebody plays may give.

    Args:
        units: how units are adjusted.
        rates: what centres bring.
    """

    ahead: ClassVar[bool] = True
    every_phase: ClassVar[bool] = True

    units: CentreAdjustments = field(default_factory=CentreAdjustments)
    rates: PointRates = field(default_factory=PointRates)

    def due(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether the power plays this winter: all do that somebody plays."""
        return power not in state.part(ChangesPart).closed

    def open_slots(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[str, ...]:
        """Return `build` or `removal` once for each that is due and not ordered; no gift is due."""
        return self.units.open_slots(board, state, power, _of_units(orders))

    def check(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[Reason | None, ...]:
        """Judge each order in its sequence; a gift by itself."""
        adjusting = iter(self.units.check(board, state, power, _of_units(orders)))
        return tuple(
            gift_fault(state, power, order) if isinstance(order, _GIFTS) else next(adjusting)
            for order in orders
        )

    def check_ahead(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge a winter order in autumn: refused is what neither moves nor hat can mend.

        Who will own what, and how many points a power will have, is left to the winter.
        """
        match order:
            case Give() | Conditional():
                return gift_fault(state, power, order)
            case _:
                return self.units.check_ahead(board, state, power, order)

    def resolve(self, board: Board, state: GameState, orders: Lists) -> Adjusted:
        """Carry out a winter: removals, builds, gifts, income."""
        adjusted = self._adjust(board, state, orders)
        after = replay(state, adjusted.events)
        gifts = [
            (power, order)
            for power in sorted(orders)
            for order in orders[power]
            if isinstance(order, _GIFTS)
        ]
        settled = settle_gifts(state, gifts, WinterDeeds(board, after))
        outcomes = _in_sequence(orders, adjusted.outcomes, settled.outcomes)
        incomes = self.incomes(board, after)
        paid = (IncomePaid(incomes),) if incomes else ()
        return Adjusted(outcomes, (*adjusted.events, *settled.events, *paid))

    def incomes(self, board: Board, state: GameState) -> dict[PowerId, int]:
        """Return what each power gets for its centres, in points; who gets none is missing."""
        owners = [*state.centres.values()]
        return {
            power: owners.count(power) * self.rates.a_centre(board, power)
            for power in board.powers
            if power in owners
        }

    def _adjust(self, board: Board, state: GameState, orders: Lists) -> Adjusted:
        """Adjust the units, removals before builds (Irish 15, ruling)."""
        surplus = surplus_of_centres(state)
        lists = {power: _of_units(listed) for power, listed in orders.items()}
        losing = {power: listed for power, listed in lists.items() if surplus.get(power, 0) < 0}
        removed = self.units.resolve(board, state, losing)
        others = {power: listed for power, listed in lists.items() if power not in losing}
        built = self.units.resolve(board, replay(state, removed.events), others)
        return Adjusted(
            removed.outcomes + built.outcomes,
            removed.events + built.events,
        )


def _of_units(orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple(order for order in orders if not isinstance(order, _GIFTS))


def _in_sequence(
    orders: Lists, adjusted: Sequence[Outcome], settled: Sequence[Outcome]
) -> tuple[Outcome, ...]:
    """Return the outcomes by power, each power's in the sequence in which it listed them.

    Who is no power, the GM, adjusts nothing.
    """
    outcomes: list[Outcome] = []
    for power, listed in orders.items():
        units = iter([result for result in adjusted if result.power == power])
        gifts = iter([result for result in settled if result.power == power])
        for order in listed:
            outcome = next(gifts if isinstance(order, _GIFTS) else units, None)
            outcomes.append(outcome or Outcome(power, order, Result.VOID, Reason(Why.WRONG_PHASE)))
    return tuple(outcomes)


@value
class PointVictory(Victory):
    """Only points win: the highest balance of the goal or more after a winter (Irish 16).

    Equal balances share the win (ruling).

    Args:
        goal: in points.
        final_year: after its winter the highest balance wins, whatever it is; None for no such year.
    """

    goal: int = 200
    final_year: int | None = None

    def after_winter(self, board: Board, state: GameState) -> tuple[PowerId, ...]:
        closed = state.part(ChangesPart).closed
        played = [power for power in board.powers if power not in closed]
        balances = {power: state.part(PointsPart).of(power) for power in played}
        highest = max(balances.values(), default=0)
        last = self.final_year is not None and state.phase.year >= self.final_year
        if highest < self.goal and not last:
            return ()
        return tuple(power for power, held in balances.items() if held == highest)


@value
class NobodyIsOut(Survival):
    """A power with no piece and no centre keeps its seat and its points (Irish 16, ruling)."""

    def is_out(self, board: Board, state: GameState, power: PowerId) -> bool:
        return False

"""Points: balances, gifts and promises (Irish 15)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import ClassVar

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.conditions import And, Condition, Not
from gm.games.diplomacy.rules.events import PartChanged, PositionChange
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.deeds import Deeds, SeasonDeeds, telling
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.winter.tickets import branches, possible

# What conditional orders promise: which gifts, to whom, on what condition (Irish 15).


def gifts_in(order: Order) -> tuple[Give, ...]:
    """Return every gift that an order may come to."""
    match order:
        case Give():
            return (order,)
        case Conditional(_, then, otherwise):
            return tuple(gift for candidate in (*then, *otherwise) for gift in gifts_in(candidate))
        case _:
            return ()


def is_promise(order: Order) -> bool:
    """Tell whether an order gives points on a condition."""
    return isinstance(order, Conditional) and bool(gifts_in(order))


def promises_to(order: Order, reader: PowerId) -> tuple[Conditional, ...]:
    """Return what a conditional order promises to one power: each gift with its own condition."""
    return tuple(
        Conditional(_all_of(path), (gift,)) for path, gift in _leaves(order) if gift.to == reader
    )


def promised(outcome: Outcome, reader: PowerId) -> tuple[Outcome, ...]:
    """Return what became of the promises that a conditional order holds for one power."""
    parts = [part for part in outcome.parts if part.order in gifts_in(outcome.order)]
    outcomes: list[Outcome] = []
    if outcome.result is Result.VOID and not outcome.parts:
        return ()  # it was no promise at all
    for promise in promises_to(outcome.order, reader):
        part = next((result for result in parts if result.order == promise.then[0]), None)
        if part is None:
            reason = Reason(Why.CONDITION) if outcome.parts else outcome.reason
            outcomes.append(Outcome(outcome.power, promise, Result.NOT_MET, reason))
            continue
        parts.remove(part)
        outcomes.append(Outcome(outcome.power, promise, part.result, part.reason, parts=(part,)))
    return tuple(outcomes)


def _leaves(
    order: Order, path: tuple[Condition, ...] = ()
) -> Iterator[tuple[tuple[Condition, ...], Give]]:
    match order:
        case Give():
            yield path, order
        case Conditional(condition, then, otherwise):
            for candidate in then:
                yield from _leaves(candidate, (*path, condition))
            for candidate in otherwise:
                yield from _leaves(candidate, (*path, denied(condition)))
        case _:
            return


def denied(condition: Condition) -> Condition:
    """Return the opposite of a condition."""
    return condition.inner if isinstance(condition, Not) else Not(condition)


def _all_of(path: Sequence[Condition]) -> Condition:
    return path[0] if len(path) == 1 else And(tuple(path))


@value
class PointsPart(StatePart):
    """The powers' points; one that has none may be missing."""

    key: ClassVar[str] = "points"

    balances: Mapping[PowerId, int] = field(default_factory=dict)

    def of(self, power: PowerId) -> int:
        """Return a power's balance, in points."""
        return self.balances.get(power, 0)

    def plus(self, changes: Mapping[PowerId, int]) -> PointsPart:
        """Return the balances after these amounts have been added."""
        balances = dict(self.balances)
        for power, amount in changes.items():
            balances[power] = balances.get(power, 0) + amount
        same = len(balances) == len(self.balances)  # and so in their order
        return PointsPart(balances if same else dict(sorted(balances.items())))


@value
class PointsGiven(PartChanged):
    """A power gave points to another (Irish 15)."""

    giver: PowerId
    to: PowerId
    amount: int

    def key(self) -> str:
        return PointsPart.key

    def changed(self, part: StatePart | None) -> StatePart:
        had = part if isinstance(part, PointsPart) else PointsPart()
        if self.giver not in had.balances or self.to not in had.balances:
            return had.plus({self.giver: -self.amount, self.to: self.amount})
        balances = dict(had.balances)
        balances[self.giver] -= self.amount
        balances[self.to] += self.amount
        return PointsPart(balances)


@value
class IncomePaid(PositionChange):
    """The points that each power got for its supply centres this winter (Irish 15)."""

    incomes: Mapping[PowerId, int]

    def apply(self, state: GameState) -> GameState:
        return state.with_part(state.part(PointsPart).plus(self.incomes))


@value
class PointsSet(PartChanged):
    """The GM set a power's balance; it was something else before."""

    power: PowerId
    balance: int

    def key(self) -> str:
        return PointsPart.key

    def changed(self, part: StatePart | None) -> StatePart:
        had = part if isinstance(part, PointsPart) else PointsPart()
        return had.plus({self.power: self.balance - had.of(self.power)})


def gift_fault(state: GameState, power: PowerId, order: Order) -> Reason | None:
    """Return what is wrong with a gift in itself, whoever has how many points (Irish 15, rulings).

    A conditional order may lead to gifts only.
    """
    closed = state.part(ChangesPart).closed
    for plain in possible(order):
        fault = _fault(closed, power, plain) if isinstance(plain, Give) else _no_gift(order)
        if fault is not None:
            return fault
    return None


def _fault(closed: Collection[PowerId], power: PowerId, gift: Give) -> Reason | None:
    if gift.amount < 1:
        return Reason(Why.BAD_AMOUNT, detail=(("amount", str(gift.amount)),))
    if gift.to == power:
        return Reason(Why.YOURSELF)
    if gift.to in closed:
        return Reason(Why.NOBODY_PLAYS, detail=(("power", gift.to),))
    return None


def _no_gift(order: Order) -> Reason:
    return Reason(Why.ONLY_GIFTS if isinstance(order, Conditional) else Why.WRONG_PHASE)


@value
class Settled:
    """Gifts settled: what became of each order, in the sequence given, and the facts."""

    outcomes: tuple[Outcome, ...]
    events: tuple[PointsGiven, ...]


def settle_gifts(
    before: GameState, listed: Iterable[tuple[PowerId, Order]], deeds: Deeds
) -> Settled:
    """Settle gifts one after the other, each out of what its giver still has.

    Points received this season cannot be given on (Irish 15, ruling).

    Args:
        before: the state when the season began.
        listed: gifts and promises with their givers, in the order in which they are settled.
        deeds: what conditions are judged by.
    """
    purse = _Purse(before)
    outcomes: list[Outcome] = []
    for power, order in listed:
        if isinstance(order, Give):
            outcomes.append(purse.give(power, order))
        elif isinstance(order, Conditional) and _only_gifts(order):
            outcomes.append(_promised(purse, power, order, deeds))
        else:
            # Refused as a whole, whatever its conditions would lead to.
            outcomes.append(Outcome(power, order, Result.VOID, _no_gift(order)))
    return Settled(tuple(outcomes), tuple(purse.given))


class _Purse:
    """What the powers have left to give, and what they gave."""

    def __init__(self, before: GameState) -> None:
        self.left = dict(before.part(PointsPart).balances)
        self.closed = before.part(ChangesPart).closed
        self.given: list[PointsGiven] = []

    def give(self, power: PowerId, gift: Give) -> Outcome:
        """Carry out a gift if it is allowed and covered."""
        left = self.left.get(power, 0)
        fault = _fault(self.closed, power, gift)
        if fault is None and gift.amount > left:
            fault = Reason(Why.POINTS_LACKING, detail=(("left", str(left)),))
        if fault is not None:
            return Outcome(power, gift, Result.VOID, fault)
        self.left[power] = left - gift.amount
        self.given.append(PointsGiven(power, gift.to, gift.amount))
        return Outcome(power, gift, Result.OK)


def _only_gifts(order: Order) -> bool:
    return all(isinstance(plain, Give) for plain in possible(order))


def _promised(purse: _Purse, power: PowerId, order: Conditional, deeds: Deeds) -> Outcome:
    """Return the outcome of a whole order: that of its first gift which came to nothing."""
    gifts = [give for give in branches(order, deeds) if isinstance(give, Give)]
    parts = tuple([purse.give(power, gift) for gift in gifts])
    if not parts:
        return Outcome(power, order, Result.NOT_MET, telling(order.condition, deeds))
    first = next((outcome for outcome in parts if outcome.result is not Result.OK), parts[0])
    return Outcome(power, order, first.result, first.reason, parts=parts)


@value
class Promises(Mechanism):
    """Gifts of points, plain and conditional, settled when the moves are made (Irish 15)."""

    part: ClassVar[type[StatePart] | None] = PointsPart
    takes: ClassVar[tuple[type[Order], ...]] = (Give, Conditional)

    def check_listed(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge a gift or a promise by itself; whether it is covered is seen when it is settled."""
        return gift_fault(state, power, order)

    def asks(self, state: GameState) -> tuple[PowerId, ...]:
        """Return who may order without a unit: whoever has points to give."""
        balances = state.part(PointsPart).balances
        return tuple(power for power, held in balances.items() if held > 0)

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Settle the gifts, by the powers' names and then as listed, on what was done."""
        listed = [pair for pair in played.listed if isinstance(pair[1], self.takes)]
        settled = settle_gifts(played.before, listed, SeasonDeeds(played))
        return Consequences({}, then=settled.events, listed=settled.outcomes)

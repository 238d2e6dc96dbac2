"""What conditional orders promise: which gifts, to whom, on what condition (Irish 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.conditions import And, Condition, Not
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why


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
    found: list[Outcome] = []
    if outcome.result is Result.VOID and not outcome.parts:
        return ()  # it was no promise at all
    for promise in promises_to(outcome.order, reader):
        part = next((result for result in parts if result.order == promise.then[0]), None)
        if part is None:
            reason = Reason(Why.CONDITION) if outcome.parts else outcome.reason
            found.append(Outcome(outcome.power, promise, Result.NOT_MET, reason))
            continue
        parts.remove(part)
        found.append(Outcome(outcome.power, promise, part.result, part.reason, parts=(part,)))
    return tuple(found)


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

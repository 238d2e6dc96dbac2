"""Winter orders one by one, after their conditions were judged (Republic 9e)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.conditions import Facts, is_met
from gm.games.diplomacy.rules.orders import Conditional
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why


@value
class Ticket:
    """One plain order that counts: whose, where in his list, and what."""

    power: PowerId
    number: int
    part: int
    order: Order


@value
class TicketVerdict:
    """What became of one ticket."""

    result: Result
    reason: Reason | None = None


DONE = TicketVerdict(Result.OK)


def refused(reason: Reason) -> TicketVerdict:
    """Return the verdict on an order that could not be carried out."""
    return TicketVerdict(Result.VOID, reason)


def branches(order: Order, facts: Facts) -> Iterator[Order]:
    """Yield the plain orders a list's entry leads to; none where no branch is met."""
    if not isinstance(order, Conditional):
        yield order
        return
    for inner in order.then if is_met(order.condition, facts) else order.otherwise:
        yield from branches(inner, facts)


def possible(order: Order) -> Iterator[Order]:
    """Yield every plain order an entry may lead to, whatever its conditions."""
    if not isinstance(order, Conditional):
        yield order
        return
    for inner in (*order.then, *order.otherwise):
        yield from possible(inner)


def tickets(power: PowerId, orders: Sequence[Order], facts: Facts) -> tuple[Ticket, ...]:
    """Return a power's orders that count, in the sequence listed."""
    return tuple(
        Ticket(power, number, part, order)
        for number, entry in enumerate(orders)
        for part, order in enumerate(branches(entry, facts))
    )


def outcomes(
    power: PowerId, orders: Sequence[Order], verdicts: Mapping[Ticket, TicketVerdict]
) -> tuple[Outcome, ...]:
    """Return one outcome for each entry of a list.

    A conditional order has the outcome of the branch it leads to: the first that is not ok, if the
    branch holds several orders; `not met` when it leads nowhere. Its parts tell of each by itself.
    """
    by_entry: dict[int, list[Outcome]] = {number: [] for number in range(len(orders))}
    judged = (ticket for ticket in verdicts if ticket.power == power)
    for ticket in sorted(judged, key=lambda ticket: (ticket.number, ticket.part)):
        verdict = verdicts[ticket]
        plain = Outcome(power, ticket.order, verdict.result, verdict.reason)
        by_entry[ticket.number].append(plain)
    return tuple(_outcome(power, entry, by_entry[at]) for at, entry in enumerate(orders))


def _outcome(power: PowerId, entry: Order, plain: Sequence[Outcome]) -> Outcome:
    if not plain:
        return Outcome(power, entry, Result.NOT_MET, Reason(Why.CONDITION))
    telling = next((outcome for outcome in plain if outcome.result is not Result.OK), plain[0])
    parts = tuple(plain) if isinstance(entry, Conditional) else ()
    return Outcome(power, entry, telling.result, telling.reason, parts=parts)

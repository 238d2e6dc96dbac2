"""Payments between powers, matched against receipts (Republic 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Reason, Result, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.season_facts import WinterFacts
from gm.games.diplomacy.rules.winter.tickets import (
    DONE,
    Ticket,
    TicketVerdict,
    branches,
    possible,
    refused,
)


@value
class PointsPaid(Event):
    """Points went from one power to another, for this winter only.

    `reason` is the payer's free text, `receipt` the payee's.
    """

    payer: PowerId
    payee: PowerId
    amount: int
    reason: str = ""
    receipt: str = ""


@value
class Paid:
    """The payments of a winter, and what became of each payment and receipt."""

    events: tuple[PointsPaid, ...]
    verdicts: Mapping[Ticket, TicketVerdict]

    def received(self, power: PowerId) -> int:
        """Return what a power got."""
        return sum(event.amount for event in self.events if event.payee == power)

    def given(self, power: PowerId) -> int:
        """Return what a power paid."""
        return sum(event.amount for event in self.events if event.payer == power)


def payment_fault(power: PowerId, order: Pay | Receive) -> Reason | None:
    """Return what is wrong with a payment or receipt in itself: its amount, or its other side."""
    if order.amount < 1:
        return Reason(Why.BAD_AMOUNT, detail=(("amount", str(order.amount)),))
    other = order.to if isinstance(order, Pay) else order.sender
    return Reason(Why.YOURSELF) if other == power else None


def settle(lists: Iterable[Sequence[Ticket]], incomes: Mapping[PowerId, int]) -> Paid:
    """Match payments and receipts one to one by amount, and honour them (Republic 8, rulings).

    Payments are simultaneous and come out of the payer's own income of that winter. His matched
    payments are honoured in the order he listed them; one that the rest of his income cannot cover
    in full is void for both sides.

    Args:
        lists: each power's tickets in the sequence listed; other orders are passed over.
        incomes: each power's own income.
    """
    everything = [ticket for tickets in lists for ticket in tickets]
    verdicts, fair = _sorted_out(everything)
    pairs = pair_up(fair)
    matched = {ticket for pair in pairs for ticket in pair}
    verdicts.update((ticket, _unmatched(ticket)) for ticket in fair if ticket not in matched)
    left = dict(incomes)
    events: list[PointsPaid] = []
    for payment, receipt in pairs:
        pay, receive = payment.order, receipt.order
        if not isinstance(pay, Pay) or not isinstance(receive, Receive):
            continue
        if pay.amount > left[payment.power]:
            detail = (("left", str(left[payment.power])),)
            verdicts[payment] = refused(Reason(Why.NOT_COVERED, detail=detail))
            # What the payer had left is his own affair; the payee is told only that it failed.
            verdicts[receipt] = refused(Reason(Why.NOT_COVERED))
            continue
        left[payment.power] -= pay.amount
        verdicts[payment] = verdicts[receipt] = DONE
        events.append(PointsPaid(payment.power, pay.to, pay.amount, pay.reason, receive.reason))
    return Paid(tuple(events), verdicts)


def _sorted_out(
    everything: Iterable[Ticket],
) -> tuple[dict[Ticket, TicketVerdict], list[Ticket]]:
    """Return the verdicts on impossible payments and receipts, and the others."""
    verdicts: dict[Ticket, TicketVerdict] = {}
    fair: list[Ticket] = []
    for ticket in everything:
        if not isinstance(ticket.order, Pay | Receive):
            continue
        fault = payment_fault(ticket.power, ticket.order)
        if fault is None:
            fair.append(ticket)
        else:
            verdicts[ticket] = refused(fault)
    return verdicts, fair


def pair_up(everything: Iterable[Ticket]) -> list[tuple[Ticket, Ticket]]:
    """Return the payments with their receipts, matched one to one by amount (Republic 8).

    Args:
        everything: payments and receipts of all powers, possible ones, in the sequence listed.
    """
    tickets = list(everything)
    waiting = [ticket for ticket in tickets if isinstance(ticket.order, Receive)]
    pairs: list[tuple[Ticket, Ticket]] = []
    for payment in tickets:
        other = next((ticket for ticket in waiting if _are_halves(payment, ticket)), None)
        if other is not None:
            waiting.remove(other)
            pairs.append((payment, other))
    return pairs


def _are_halves(payment: Ticket, receipt: Ticket) -> bool:
    pay, receive = payment.order, receipt.order
    if not isinstance(pay, Pay) or not isinstance(receive, Receive):
        return False
    sides = pay.to == receipt.power and receive.sender == payment.power
    return sides and pay.amount == receive.amount


def _unmatched(ticket: Ticket) -> TicketVerdict:
    order = ticket.order
    other = order.to if isinstance(order, Pay) else None
    other = order.sender if isinstance(order, Receive) else other
    detail = (("power", str(other)),) if other is not None else ()
    return TicketVerdict(Result.UNMATCHED, Reason(Why.OTHER_HALF, detail=detail))


# Which payments have their other half, before the winter that would make them (Republic 8).

S = TypeVar("S", bound=str)


@value
class Half:
    """A payment or receipt that counts, and whether its other half is ordered as well.

    Args:
        entry: the place of the order in its giver's list, from 0; a conditional order may hold
            several halves.
        order: the plain order.
        matched: the other power has ordered its other half, one for each.
    """

    entry: int
    order: Pay | Receive
    matched: bool


def halves(
    state: GameState, drafts: Mapping[S, Sequence[Order]]
) -> dict[PowerId, tuple[Half, ...]]:
    """Return every power's payments and receipts that count, each with or without its half.

    In winter conditions are judged by the autumn's facts (Republic 9e); before it nobody knows
    them, so both branches of a conditional order are taken to count. Impossible ones are left out.

    Args:
        state: the position the orders are for: a winter's, or an autumn's where winter orders may
            come with the moves.
        drafts: the orders that stand, by power (or seat, which is the power's id).
    """
    counting = {PowerId(who): tuple(_counting(state, who, drafts[who])) for who in sorted(drafts)}
    pairs = pair_up([ticket for power_tickets in counting.values() for ticket in power_tickets])
    matched = {ticket for pair in pairs for ticket in pair}
    return {
        power: tuple(
            Half(ticket.number, ticket.order, ticket in matched)
            for ticket in power_tickets
            if isinstance(ticket.order, Pay | Receive)
        )
        for power, power_tickets in counting.items()
    }


def _counting(state: GameState, who: str, orders: Sequence[Order]) -> Iterator[Ticket]:
    """Yield a power's possible payments and receipts, in the sequence listed."""
    power, facts = PowerId(who), WinterFacts(state)
    in_winter = state.phase.kind is PhaseKind.ADJUSTMENT
    for number, entry in enumerate(orders):
        plain = branches(entry, facts) if in_winter else possible(entry)
        for part, order in enumerate(plain):
            if isinstance(order, Pay | Receive) and payment_fault(power, order) is None:
                yield Ticket(power, number, part, order)

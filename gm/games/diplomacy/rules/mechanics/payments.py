"""Payments between powers, matched against receipts (Republic 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.mechanics.tickets import DONE, Ticket, Verdict, refused
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.outcomes import Reason, Result, Why


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
    verdicts: Mapping[Ticket, Verdict]

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
) -> tuple[dict[Ticket, Verdict], list[Ticket]]:
    """Return the verdicts on impossible payments and receipts, and the others."""
    verdicts: dict[Ticket, Verdict] = {}
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
    found = list(everything)
    waiting = [ticket for ticket in found if isinstance(ticket.order, Receive)]
    pairs: list[tuple[Ticket, Ticket]] = []
    for payment in found:
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


def _unmatched(ticket: Ticket) -> Verdict:
    order = ticket.order
    other = order.to if isinstance(order, Pay) else None
    other = order.sender if isinstance(order, Receive) else other
    detail = (("power", str(other)),) if other is not None else ()
    return Verdict(Result.UNMATCHED, Reason(Why.OTHER_HALF, detail=detail))

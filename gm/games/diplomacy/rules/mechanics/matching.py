"""Which payments have their other half, before the winter that would make them (Republic 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.mechanics.payments import pair_up, payment_fault
from gm.games.diplomacy.rules.mechanics.season_facts import WinterFacts
from gm.games.diplomacy.rules.mechanics.tickets import Ticket, branches, possible
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState

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
    pairs = pair_up([ticket for own in counting.values() for ticket in own])
    matched = {ticket for pair in pairs for ticket in pair}
    return {
        power: tuple(
            Half(ticket.number, ticket.order, ticket in matched)
            for ticket in own
            if isinstance(ticket.order, Pay | Receive)
        )
        for power, own in counting.items()
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

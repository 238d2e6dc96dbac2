"""Which facts of a season its orders tell, so that a report tells each of them once.

A build, a bridge, a payment or a gift that an order brought about stands with that order; what
came by a rule or by the GM has no order, and is told by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.mechanics.bridges import BridgeBuilt, BridgeDemolished
from gm.games.diplomacy.rules.mechanics.conversion import UnitConverted
from gm.games.diplomacy.rules.mechanics.payments import PointsPaid
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.orders import BuildBridge, Convert, Give, Pay, Receive, RemoveBridge
from gm.games.diplomacy.rules.outcomes import Outcome, Result


def carried_out(outcomes: Iterable[Outcome]) -> Iterator[tuple[PowerId, Order]]:
    """Yield the orders that came off, with whose they were; of a conditional one what it came to."""
    for outcome in outcomes:
        if outcome.parts:
            yield from carried_out(outcome.parts)
        elif outcome.ordered and outcome.result is Result.OK:
            yield outcome.power, outcome.order


def is_told_by(event: Event, done: Collection[tuple[PowerId, Order]]) -> bool:
    """Tell whether one of the orders that came off says all that a fact says."""
    return any(_tells(power, order, event) for power, order in done)


def _tells(power: PowerId, order: Order, event: Event) -> bool:
    match event, order:
        case BridgeBuilt(bridge), BuildBridge(between):
            return (power, between) == (bridge.owner, bridge.between)
        case BridgeDemolished(bridge, by_civil_disorder=False), RemoveBridge(between):
            return (power, between) == (bridge.owner, bridge.between)
        case PointsPaid(payer, payee, amount), Pay(paid, to):
            return (power, to, paid) == (payer, payee, amount)
        case PointsGiven(giver, to, amount), Give(given, receiver):
            return (power, receiver, given) == (giver, to, amount)
        case UnitConverted(unit), Convert(ref):
            return (power, ref) == (unit.power, unit.ref)
        case _:
            return False


def without_receipts(
    outcomes: Iterable[Outcome], readers: Collection[PowerId] = ()
) -> tuple[Outcome, ...]:
    """Return outcomes without the receipts that a payment among them tells already (Republic 8).

    A receipt with a reason that the payment lacks stays, and so does the reader's own.

    Args:
        outcomes: those a reader may see. readers: his powers.
    """
    every = tuple(outcomes)
    done = [*carried_out(every)]
    return tuple(
        outcome
        for outcome in every
        if outcome.power in readers or not _is_told_receipt(outcome, done)
    )


def _is_told_receipt(outcome: Outcome, done: Collection[tuple[PowerId, Order]]) -> bool:
    order = outcome.order
    if not isinstance(order, Receive) or outcome.result is not Result.OK:
        return False
    return any(
        isinstance(paid, Pay)
        and (payer, paid.to, paid.amount) == (order.sender, outcome.power, order.amount)
        and order.reason in ("", paid.reason)
        for payer, paid in done
    )

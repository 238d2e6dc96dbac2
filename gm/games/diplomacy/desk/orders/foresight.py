"""What players are told of a winter ahead: how it would end for them, and which payments match.

Whether a payment has its other half hangs on the orders of the other powers; nothing else of them
leaves this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gm.app.ports import Transaction
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.matching import Half, halves
from gm.games.diplomacy.rules.mechanics.outlook import Outlook
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Ahead:
    """A power's winter ahead.

    Args:
        outlook: how it would end by the power's own orders; None outside winters and in games
            without supply points.
        matching: its payments and receipts that can be paid, with or without their other halves.
    """

    outlook: Outlook | None
    matching: tuple[Half, ...] = ()


def look_ahead(
    transaction: Transaction, table: Table, power: PowerId, orders: tuple[Order, ...]
) -> Ahead:
    """Return what a power may know of its winter, given the orders of its own that stand."""
    if table.state.phase.kind is not PhaseKind.ADJUSTMENT:
        return Ahead(None)
    seat = SeatId(power)
    outlook = table.rules.outlook(table.state, seat, orders)
    if outlook is None:
        return Ahead(None)
    standing = table.codec.drafts(transaction.active_orders(table.phase.id))
    known = halves(table.state, {**standing, seat: orders}).get(power, ())
    return Ahead(outlook, outlook.payable(known))


def payments_waiting(
    rules: DiplomacyRules, state: GameState, lists: Mapping[SeatId, Sequence[Order]]
) -> dict[PowerId, tuple[Pay | Receive, ...]]:
    """Return what has no other half yet and could be paid if it had, by whose it is.

    Args:
        rules, state: of the game.
        lists: the orders of its winter that stand, sent in it or ahead of it.
    """
    found: dict[PowerId, tuple[Pay | Receive, ...]] = {}
    for power, known in halves(state, lists).items():
        seat = SeatId(power)
        outlook = rules.outlook(state, seat, lists[seat])
        payable = outlook.payable(known) if outlook is not None else known
        if waiting := tuple(half.order for half in payable if not half.matched):
            found[power] = waiting
    return found

"""What receipts and STATUS tell of a winter ahead: how it would end, and which payments match.

Whether a payment has its other half hangs on the orders of the other powers; nothing else of them
leaves this module.
"""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.ports import Transaction
from gm.app.table import Table, drafts
from gm.rules.board import PowerId
from gm.rules.mechanics.matching import Half, halves
from gm.rules.mechanics.outlook import Outlook
from gm.rules.orders import Order
from gm.rules.phases import PhaseKind
from gm.rules.ruleset import SeatId


@dataclass(frozen=True, slots=True)
class Ahead:
    """A power's winter ahead.

    Args:
        outlook: how it would end by the power's own orders; None outside winters and in games
            without supply points.
        matching: its payments and receipts that count, with or without their other halves.
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
    standing = drafts(transaction.active_orders(table.phase.id))
    return Ahead(outlook, halves(table.state, {**standing, seat: orders}).get(power, ()))

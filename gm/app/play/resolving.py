"""What the open phase of a game comes to, by its book, the rules, the hat and the GM's decisions."""

from __future__ import annotations

from collections.abc import Mapping

from gm.app.play.chance import draws_of
from gm.app.play.decrees import decrees_of, resolve_with
from gm.app.ports import Transaction
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.filled_in import SeasonResolution

Given = Mapping[SeatId, tuple[Order, ...]]
"""The orders of a phase, by who gave them."""


def given_in(transaction: Transaction, table: Table) -> Given:
    """Return the orders that stand in the book of a phase."""
    return table.codec.drafts(transaction.active_orders(table.phase.id))


def resolution_of(transaction: Transaction, table: Table, given: Given) -> SeasonResolution:
    """Carry out the orders of a phase, as the rules and the GM's decisions have it.

    Raises:
        NotAllowed: what the GM decided of an order cannot come about.
    """
    draws = draws_of(transaction, table.game)
    decrees = decrees_of(transaction, table.codec, table.phase.id)
    return resolve_with(table.rules, table.state, given, draws, decrees)

"""What the open phase of a game comes to, by its book, the rules, the hat and the GM's decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.app.history.amendments import facts_of, standing_amendments
from gm.app.history.chance import draws_of
from gm.app.table import Table
from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.game import Game
from gm.contract.orders import Order
from gm.contract.rules import Drafts, Position, Resolution
from gm.contract.seats import SeatId

Given = Mapping[SeatId, tuple[Order, ...]]
"""The orders of a phase, by who gave them."""


def given_in(table: Table) -> Given:
    """Return the orders that stand in the book of a phase."""
    return table.codec.drafts(table.transaction.active_orders(table.phase.id))


def resolution_of(table: Table, given: Given) -> Resolution[Any, Any]:
    """Carry out the orders of a phase, as the rules and the GM's decisions have it.

    Raises:
        NotAllowed: what the GM decided of an order cannot come about.
    """
    draws = draws_of(table.transaction, table.game)
    edits = facts_of(table.codec, standing_amendments(table.transaction, table.phase.id))
    return resolve_with(table.family, table.position, given, draws, edits)


def resolve_with(
    family: Game[Any, Any],
    at: Position[Any],
    drafts: Drafts,
    draws: Draws,
    edits: Sequence[Event],
) -> Resolution[Any, Any]:
    """Resolve a stage with the facts of the GM's corrections in it.

    Raises:
        NotAllowed: what was decided of an order cannot come about.
    """
    if edits and family.corrections is not None:
        return family.corrections.resolve(at, drafts, draws, edits)
    return at.rules.resolve(at.state, drafts, draws)

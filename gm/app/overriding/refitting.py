"""Orders in the book of a position that was corrected under them: what they come to now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from gm.app.records import OrderRecord
from gm.app.table import Table
from gm.contract.corrections import Refit
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId


@dataclass(frozen=True, slots=True)
class Refitted:
    """An order of a book that cannot stand as it is.

    Args:
        old: as it was; new: what stands in its place, None where nothing can.
        fate: that in a sentence.
    """

    old: OrderRecord
    new: OrderRecord | None
    fate: str


def refitted(
    table: Table, records: Iterable[OrderRecord], known: Position[object] | None = None
) -> tuple[Refitted, ...]:
    """Return those of some orders that cannot stand as they are in a position.

    Args:
        table: the game with the position they are for.
        records: the orders.
        known: a position of the course they were given in, where that was another one.
    """
    refits: list[Refitted] = []
    for record in records:
        order = table.codec.load_order(record.order)
        if (refit := _refit(table, SeatId(record.seat), order, known)) is not None:
            new = _entered(table, record, refit.order) if refit.order is not None else None
            refits.append(Refitted(record, new, refit.fate))
    return tuple(refits)


def _refit(
    table: Table, seat: SeatId, order: Order, known: Position[object] | None
) -> Refit | None:
    corrections = table.family.corrections
    return corrections.refit(seat, order, table.position, known) if corrections else None


def _entered(table: Table, record: OrderRecord, order: Order) -> OrderRecord:
    """Return the record of an order that stands in the place of another."""
    return replace(
        record,
        id=0,
        key=table.rules.filed(order, table.stage),
        order=table.codec.dump(order),
        canonical=table.order_text(order),
    )


def fitting(records: Iterable[OrderRecord], refits: Iterable[Refitted]) -> tuple[OrderRecord, ...]:
    """Return orders as they stand in the position."""
    instead = {refit.old: refit.new for refit in refits}
    kept = (instead.get(order, order) for order in records)
    return tuple(order for order in kept if order is not None)


def refit_book(table: Table, moment: datetime) -> Mapping[SeatId, tuple[tuple[str, str], ...]]:
    """Let the orders of an open phase stand as they can in the position that lies there now.

    Questions about orders that cannot stand as they were asked are asked no more.

    Returns:
        By seat the orders that are not as they were, in short form, each with its fate.
    """
    transaction = table.transaction
    notes: dict[SeatId, tuple[tuple[str, str], ...]] = {}
    for refit in refitted(table, transaction.active_orders(table.phase.id)):
        new = transaction.add_order(refit.new) if refit.new is not None else None
        transaction.replace_orders([refit.old.id], moment, new.id if new is not None else None)
        seat = SeatId(refit.old.seat)
        notes[seat] = (*notes.get(seat, ()), (refit.old.canonical, refit.fate))
    for question in transaction.questions(table.phase.id):
        seat = SeatId(question.seat)
        orders = [
            order for choice in table.codec.load_choices(question.choices) for order in choice
        ]
        if question.settled_at is None and any(
            _refit(table, seat, order, None) is not None for order in orders
        ):
            transaction.settle_question(question.id, moment, None)
    return notes

"""What stands when a mail is read, and what the mail adds to a list of it: what is new, behind what stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.app.orders.order_book import Written, standing_orders
from gm.app.ports import Transaction
from gm.app.records import Person
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.reading import LineRead, SeatRead
from gm.contract.seats import SeatId
from gm.languages import gettext


def orders_standing(transaction: Transaction, table: Table, power: SeatId) -> tuple[Order, ...]:
    """Return a power's orders of the open phase, which words of a mail may speak of."""
    records = standing_orders(transaction, table, power)
    return tuple(table.codec.load_order(record.order) for record in records)


def standing_of_all(
    transaction: Transaction, table: Table, person: Person
) -> dict[SeatId, tuple[Order, ...]]:
    """Return the orders that stand of each power that somebody plays."""
    seats = table.seats_of(person)
    return {power: orders_standing(transaction, table, power) for power in seats}


def with_lists(
    transaction: Transaction,
    table: Table,
    power: SeatId,
    given: Sequence[Written],
    read: SeatRead,
    stage: str = "",
) -> list[Written]:
    """Return the orders of a mail with those that stand of each list that it adds to.

    What stands already is not added again, so that the same mail twice has the effect of once.

    Args:
        transaction, table, power: whose orders they are.
        given: the mail's orders for the phase; read: the mail.
        stage: the later stage they are for, by its name; "" for the open one.
    """
    added = read.added(stage)
    if not added:
        return [*given]
    stood = [
        record
        for record in standing_orders(transaction, table, power, stage)
        if record.key in added
    ]
    known = {record.canonical for record in stood}
    fresh = [
        written
        for written in given
        if table.filed(written.order, stage) not in added
        or table.order_text(written.order) not in known
    ]
    before = [
        Written(
            table.codec.load_order(record.order), record.text, record.given_at, record.inbox_id
        )
        for record in stood
    ]
    return [*before, *fresh]


def with_additions_told(
    transaction: Transaction, table: Table, power: SeatId, read: SeatRead
) -> SeatRead:
    """Return a reading in which the lines that add to a list say that what stood in it stands."""
    names = {table.filed(order) for order in orders_standing(transaction, table, power)}
    added = names & read.added()
    if not added:
        return read
    return replace(read, lines=tuple(_told(table, line, added) for line in read.lines))


def _told(table: Table, line: LineRead, added: set[str]) -> LineRead:
    keys = {table.filed(order) for order in line.orders if not line.stage}
    if not line.adds or not keys & added:
        return line
    remark = gettext("This was added to your list; what stood in it still stands.")
    return replace(line, remarks=(*line.remarks, remark))

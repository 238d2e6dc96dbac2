"""What a mail adds to a list that stands: the list then is what stood with what is new behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.app.orders.order_book import Written, key_of, standing_orders
from gm.app.ports import Transaction
from gm.app.records import Person
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.rules.orders import replaces
from gm.games.diplomacy.rules.phases import Phase
from gm.interpret.values import LineReading, Reading
from gm.languages import gettext


def lists_standing(transaction: Transaction, table: Table, power: SeatId) -> tuple[Order, ...]:
    """Return a power's orders of the open phase that form lists, which words of a mail may speak of."""
    records = standing_orders(transaction, table, power)
    return tuple(
        table.codec.load_order(record.order) for record in records if " " not in record.key
    )


def standing_of_all(
    transaction: Transaction, table: Table, person: Person
) -> dict[SeatId, tuple[Order, ...]]:
    """Return the lists that stand of each power that somebody plays."""
    seats = table.seats_of(person)
    return {power: lists_standing(transaction, table, power) for power in seats}


def with_lists(
    transaction: Transaction,
    table: Table,
    power: SeatId,
    given: Sequence[Written],
    read: Reading,
    later: Phase | None = None,
) -> list[Written]:
    """Return the orders of a mail with those that stand of each list that it adds to.

    What stands already is not added again, so that the same mail twice has the effect of once.

    Args:
        transaction, table, power: whose orders they are.
        given: the mail's orders for the phase; read: the mail.
        later: the later phase they are for; None for the open one.
    """
    added = read.added(ahead=later is not None)
    if not added:
        return [*given]
    kind = (later or table.state.phase).kind
    board = table.rules.board_in(table.state)
    stood = [
        record
        for record in standing_orders(transaction, table, power, later)
        if record.key in added
    ]
    known = {record.canonical for record in stood}
    fresh = [
        written
        for written in given
        if key_of(written.order, kind) not in added
        or order_text(written.order, board) not in known
    ]
    before = [
        Written(
            table.codec.load_order(record.order), record.text, record.given_at, record.inbox_id
        )
        for record in stood
    ]
    return [*before, *fresh]


def with_additions_told(
    transaction: Transaction, table: Table, power: SeatId, read: Reading
) -> Reading:
    """Return a reading in which the lines that add to a list say that what stood in it stands."""
    names = {
        key_of(order, table.state.phase.kind)
        for order in lists_standing(transaction, table, power)
    }
    added = names & read.added(ahead=False)
    if not added:
        return read
    return replace(read, lines=tuple(_told(line, read, added) for line in read.lines))


def _told(line: LineReading, read: Reading, added: set[str]) -> LineReading:
    keys = {replaces(order, read.kind)[0] for order in line.orders}
    if not line.adds or line.ahead or not keys & added:
        return line
    remark = gettext("This was added to your list; what stood in it still stands.")
    return replace(line, remarks=(*line.remarks, remark))

"""Putting orders into the book: what they replace, what they add to a list, what changed, what stays.

Orders for a later phase are kept under its name and enter its book when it opens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from gm.app.records import OrderRecord, Person
from gm.app.table import Table
from gm.contract.language import LineRead, SeatRead
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.languages import gettext


@dataclass(frozen=True, slots=True)
class Written:
    """An order with the text the player wrote for it.

    Args:
        order, text: the two.
        given_at, inbox_id: when it came and with which mail, if that is not the one at hand.
    """

    order: Order
    text: str
    given_at: datetime | None = None
    inbox_id: int | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """What putting orders into the book did.

    Args:
        orders: every order that stands now, in sequence.
        changed: those that were not there before.
        dropped: earlier orders that went, each with what took its unit's place, if anything.
        overtaken: those that were not entered, since what stands in their place was sent later.
    """

    orders: tuple[Order, ...]
    changed: tuple[Order, ...]
    dropped: tuple[tuple[Order, Order | None], ...]
    overtaken: tuple[Order, ...] = ()


def enter(
    table: Table,
    power: SeatId,
    given: Sequence[Written],
    moment: datetime,
    inbox_id: int | None,
    stage: str = "",
    withdrawn: Sequence[str] = (),
    written_before: Callable[[int], bool] = lambda _: False,
    given_up: Sequence[Sequence[Order]] = (),
) -> Entered:
    """Enter a power's orders: units' orders replace one by one, lists replace lists.

    Of several orders for one unit the last counts: for an open phase the book never holds two.

    Orders that stand already as they are given again keep their place, so that the same mail
    twice has the effect of once. The moment decides which are later: a mail that was confirmed after a
    newer one had been read, or was long on its way, takes nothing back.

    Args:
        table: the game and its open phase.
        power: whose orders they are.
        given: the orders.
        moment: when they came; inbox_id: with which mail, if with one.
        stage: the later stage they are for, by its name; "" for the open one.
        withdrawn: the lists that are taken back, where none of their kind is given.
        written_before: tells whether the orders were written before another mail that came in
            earlier, by its number; then they take nothing of it back either.
        given_up: what of a list goes, each some orders in a row: an earlier answer gave them.
    """
    transaction = table.transaction
    before = standing_orders(table, power, stage)
    after: list[OrderRecord] = []
    overtaken: list[Order] = []
    lists = _joined(table, power, before, _by_key(table, given, stage), given_up)
    for key, written in lists.items():
        standing = [record for record in before if record.key == key]
        fresh = [_record(table, power, key, entry, moment, inbox_id) for entry in written]
        fresh = [replace(order, ahead=stage) for order in fresh]
        if [order.canonical for order in fresh] == [order.canonical for order in standing]:
            # His last word all the same: what he wrote in between takes nothing back later.
            last = max((order.given_at for order in fresh), default=moment)
            transaction.renew_orders([order.id for order in standing], last)
            continue
        others = {order.inbox_id for order in standing if order.inbox_id is not None} - {inbox_id}
        later_word = any(order.given_at > moment for order in standing)
        if later_word or any(map(written_before, sorted(others))):
            overtaken += [entry.order for entry in written]
            continue
        stored = [transaction.add_order(order) for order in fresh]
        newest = stored[-1].id if stored else None
        transaction.replace_orders([order.id for order in standing], moment, newest)
        after += stored
    taken_back = [
        order.id
        for order in before
        if order.key in withdrawn and order.key not in lists and order.given_at <= moment
    ]
    transaction.replace_orders(taken_back, moment, None)
    entered = _entered(table, before, after, standing_orders(table, power, stage))
    return replace(entered, overtaken=tuple(overtaken))


def on_paper(
    table: Table,
    power: SeatId,
    given: Sequence[Written],
    stage: str = "",
    withdrawn: Sequence[str] = (),
) -> Entered:
    """Return what entering a power's orders now would do; nothing is written.

    Args:
        table, power, given, stage, withdrawn: as of `enter`.
    """
    before = standing_orders(table, power, stage)
    lists = _joined(table, power, before, _by_key(table, given, stage))
    new = [
        replace(_record(table, power, key, order, table.phase.opened_at, None), id=-at)
        for at, (key, order) in enumerate(
            ((key, record) for key, written in lists.items() for record in written), 1
        )
    ]
    kept = [order for order in before if order.key not in lists and order.key not in withdrawn]
    return _entered(table, before, new, [*kept, *new])


def standing_orders(table: Table, power: SeatId, stage: str = "") -> tuple[OrderRecord, ...]:
    """Return a power's orders that stand, to the open phase or sent ahead for a later one."""
    if not stage:
        return table.transaction.active_orders(table.phase.id, power)
    return table.transaction.orders_ahead(table.game.id, stage, power)


def _by_key(table: Table, given: Sequence[Written], stage: str) -> dict[str, list[Written]]:
    by_key: dict[str, list[Written]] = {}
    for written in given:
        key = table.filed(written.order, stage)
        # Ahead of its phase a retreat may name several places, of which the first that is open counts.
        earlier = by_key.get(key, []) if stage or is_list(key) else []
        by_key[key] = [*earlier, written]
    return by_key


def _joined(
    table: Table,
    power: SeatId,
    before: Sequence[OrderRecord],
    given: Mapping[str, list[Written]],
    given_up: Sequence[Sequence[Order]] = (),
) -> dict[str, list[Written]]:
    """Return the lists of a mail as they are beside those that stand: alone, or one behind the other."""
    joined = dict(given)
    for key in filter(is_list, given):
        stood = [written_in(table, record) for record in before if record.key == key]
        for orders in given_up:
            stood = _without_run(stood, orders)
        if stood:
            joined[key] = table.rules.joined(
                table.state, power, stood, given[key], lambda written: written.order
            )
    return joined


def _without_run(written: list[Written], orders: Sequence[Order]) -> list[Written]:
    """Return a list without some orders, where they stand in a row."""
    count = len(orders)
    for at in range(len(written) - count + 1):
        if [each.order for each in written[at : at + count]] == [*orders]:
            return [*written[:at], *written[at + count :]]
    return written


def written_in(table: Table, record: OrderRecord) -> Written:
    """Return an order of the book as it was written."""
    order = table.codec.load_order(record.order)
    return Written(order, record.text, record.given_at, record.inbox_id)


def is_list(key: str) -> bool:
    """Tell whether several orders may stand under a key beside each other: the name of a list is one word.

    Of what is filed under `unit Par` or `set upgrade` there is one, and the last counts, whatever way it came in.
    """
    return " " not in key


def _record(
    table: Table, power: SeatId, key: str, written: Written, moment: datetime, inbox_id: int | None
) -> OrderRecord:
    return OrderRecord(
        id=0,
        phase_id=table.phase.id,
        seat=power,
        sequence=0,
        key=key,
        order=table.codec.dump(written.order),
        canonical=table.order_text(written.order),
        text=written.text,
        given_at=written.given_at or moment,
        inbox_id=inbox_id if written.given_at is None else written.inbox_id,
    )


def _entered(
    table: Table,
    before: Sequence[OrderRecord],
    added: Sequence[OrderRecord],
    now: Sequence[OrderRecord],
) -> Entered:
    standing = {record.id for record in now}
    gone = [record for record in before if record.id not in standing]
    known = {(record.key, record.canonical) for record in before}
    kept = {(record.key, record.canonical) for record in now}
    changed = [order for order in added if (order.key, order.canonical) not in known]
    dropped = [order for order in gone if (order.key, order.canonical) not in kept]
    return Entered(
        tuple(table.codec.load_order(record.order) for record in now),
        tuple(table.codec.load_order(record.order) for record in changed),
        tuple(
            (table.codec.load_order(old.order), _successor(table, old, added)) for old in dropped
        ),
    )


def _successor(table: Table, old: OrderRecord, added: Sequence[OrderRecord]) -> Order | None:
    if is_list(old.key):
        return None
    return next((table.codec.load_order(new.order) for new in added if new.key == old.key), None)


def orders_standing(table: Table, power: SeatId) -> tuple[Order, ...]:
    """Return a power's orders of the open phase, which words of a mail may speak of."""
    records = standing_orders(table, power)
    return tuple(table.codec.load_order(record.order) for record in records)


def standing_of_all(table: Table, person: Person) -> dict[SeatId, tuple[Order, ...]]:
    """Return the orders that stand of each power that somebody plays."""
    seats = table.seats_of(person)
    return {power: orders_standing(table, power) for power in seats}


def with_lists(
    table: Table, power: SeatId, given: Sequence[Written], read: SeatRead, stage: str = ""
) -> list[Written]:
    """Return the orders of a mail with those that stand of each list that it adds to.

    What stands already is not added again, so that the same mail twice has the effect of once.

    Args:
        table, power: whose orders they are.
        given: the mail's orders for the phase; read: the mail.
        stage: the later stage they are for, by its name; "" for the open one.
    """
    added = read.added(stage)
    if not added:
        return [*given]
    stood = [record for record in standing_orders(table, power, stage) if record.key in added]
    known = {record.canonical for record in stood}
    fresh = [
        written
        for written in given
        if table.filed(written.order, stage) not in added
        or table.order_text(written.order) not in known
    ]
    return [*(written_in(table, record) for record in stood), *fresh]


def with_additions_told(table: Table, power: SeatId, read: SeatRead) -> SeatRead:
    """Return a reading in which the lines that add to a list say that what stood in it stands."""
    names = {table.filed(order) for order in orders_standing(table, power)}
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

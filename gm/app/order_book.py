"""Putting orders into the book: what they replace, what changed, what stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from gm.app.codec import dump, load_order
from gm.app.ports import Transaction
from gm.app.records import OrderRecord
from gm.app.table import Table
from gm.report.notation import order_text
from gm.rules.board import PowerId
from gm.rules.orders import Order, replaces


@dataclass(frozen=True, slots=True)
class Written:
    """An order with the text the player wrote for it."""

    order: Order
    text: str


@dataclass(frozen=True, slots=True)
class Entered:
    """What putting orders into the book did.

    Args:
        orders: every order that stands now, in sequence.
        changed: those that were not there before.
        dropped: earlier orders that went, each with what took its unit's place, if anything.
    """

    orders: tuple[Order, ...]
    changed: tuple[Order, ...]
    dropped: tuple[tuple[Order, Order | None], ...]


def enter(
    transaction: Transaction,
    table: Table,
    power: PowerId,
    given: Sequence[Written],
    moment: datetime,
    inbox_id: int | None,
) -> Entered:
    """Enter a power's orders: units' orders replace one by one, lists replace lists.

    Orders that stand already as they are given again are left alone, so that the same mail twice
    has the effect of once.
    """
    before = transaction.active_orders(table.phase.id, power)
    after: list[OrderRecord] = []
    for key, written in _by_key(table, given).items():
        standing = [record for record in before if record.key == key]
        fresh = [_record(table, power, key, one, moment, inbox_id) for one in written]
        if [one.canonical for one in fresh] == [one.canonical for one in standing]:
            continue
        stored = [transaction.add_order(one) for one in fresh]
        newest = stored[-1].id if stored else None
        transaction.replace_orders([one.id for one in standing], moment, newest)
        after += stored
    return _entered(before, after, transaction.active_orders(table.phase.id, power))


def _by_key(table: Table, given: Sequence[Written]) -> dict[str, list[Written]]:
    kind, found = table.state.phase.kind, dict[str, list[Written]]()
    for one in given:
        name, place = replaces(one.order, kind)
        found.setdefault(f"{name} {place}" if place else name, []).append(one)
    return found


def _record(
    table: Table, power: PowerId, key: str, one: Written, moment: datetime, inbox_id: int | None
) -> OrderRecord:
    board = table.rules.board_in(table.state)
    return OrderRecord(
        id=0,
        phase_id=table.phase.id,
        seat=power,
        sequence=0,
        key=key,
        order=dump(one.order),
        canonical=order_text(one.order, board),
        text=one.text,
        given_at=moment,
        inbox_id=inbox_id,
    )


def _entered(
    before: Sequence[OrderRecord], added: Sequence[OrderRecord], now: Sequence[OrderRecord]
) -> Entered:
    standing = {record.id for record in now}
    gone = [record for record in before if record.id not in standing]
    known = {(record.key, record.canonical) for record in before}
    kept = {(record.key, record.canonical) for record in now}
    changed = [one for one in added if (one.key, one.canonical) not in known]
    dropped = [one for one in gone if (one.key, one.canonical) not in kept]
    return Entered(
        tuple(load_order(record.order) for record in now),
        tuple(load_order(record.order) for record in changed),
        tuple((load_order(old.order), _successor(old, added)) for old in dropped),
    )


def _successor(old: OrderRecord, added: Sequence[OrderRecord]) -> Order | None:
    if not old.key.startswith("unit "):
        return None
    return next((load_order(new.order) for new in added if new.key == old.key), None)

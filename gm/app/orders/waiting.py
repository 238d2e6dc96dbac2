"""Orders that wait for a stage that opens: queued ones that were not used, and those that stand.

What a resolution did not use enters the book of the next stage with its mail and its time, so that it
is as if it had been sent for that. An order that stands until it is changed enters every book. Both
are judged again in the position that has come about, for who is asked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gm.app.orders.ahead import counting_of, judged_again, steps_of
from gm.app.ports import Transaction
from gm.app.records import OrderRecord
from gm.app.services import Services
from gm.app.table import Table
from gm.app.tongues import language_for
from gm.contract.orders import Order
from gm.contract.reading import Steps
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING
from gm.languages import gettext, listed, quoted, speaking


@dataclass(frozen=True, slots=True)
class Waiting:
    """What became of the queued orders that a stage did not use, as their owners are told.

    Args:
        table: the game with the stage that opens.
        kept: the orders that wait there, by seat; lost: those that are no orders there, and why.
    """

    table: Table
    kept: Mapping[SeatId, tuple[Order, ...]]
    lost: Mapping[SeatId, tuple[tuple[Order, str], ...]]

    def words(self, seats: Sequence[SeatId]) -> tuple[str, ...]:
        """Return as sentences what the player of some seats is told, in the language spoken."""
        return tuple(sentence for seat in seats for sentence in self._of(seat))

    def _of(self, seat: SeatId) -> Iterator[str]:
        table = self.table
        if kept := self.kept.get(seat):
            yield gettext(
                "Of what you ordered this was not used, and it waits for {stage}: {orders}. It can "
                "be changed like any order.",
                stage=table.stage_words(),
                orders=listed(quoted(table.order_words(order)) for order in kept),
            )
        for order, why in self.lost.get(seat, ()):
            told = gettext(
                "{order} was not used, and waits no more: it cannot be ordered as things are now.",
                order=quoted(table.order_words(order)),
            )
            yield f"{told} {why}".rstrip()


def take_over(
    services: Services,
    transaction: Transaction,
    before: Table,
    resolution: Resolution[Any, Any],
    opened: Table,
) -> Waiting:
    """Let the orders that wait enter the book of the stage that opens.

    Args:
        services, transaction: the ports.
        before: the game with the stage that was resolved; resolution: what came of it.
        opened: the game with the stage that opens, whose book is empty.
    """
    book = transaction.active_orders(before.phase.id) if resolution.leftover else ()
    steps = steps_of(transaction, opened)
    queued, lost = left_over(before, book, resolution, opened, steps)
    now = services.clock.now()
    for record in queued:
        enter_queued(transaction, before, record, opened, now)
    standing = transaction.orders_ahead(opened.game.id, STANDING)
    for record in standing_in(opened, queued, standing, steps):
        transaction.add_order(record)
    return Waiting(opened, opened.codec.drafts(queued), lost)


def left_over(
    before: Table,
    book: Iterable[OrderRecord],
    resolution: Resolution[Any, Any],
    opened: Table,
    steps: Steps[Any],
) -> tuple[tuple[OrderRecord, ...], Mapping[SeatId, tuple[tuple[Order, str], ...]]]:
    """Return what a resolution did not use, for the next book, and what cannot be ordered there.

    Args:
        before: the stage that was resolved, with its book; resolution: what came of it.
        opened: the stage that opens; steps: what the stages before have come to.
    """
    queued: list[OrderRecord] = []
    lost: dict[SeatId, tuple[tuple[Order, str], ...]] = {}
    by_seat: dict[str, list[OrderRecord]] = {}
    for record in book:
        by_seat.setdefault(record.seat, []).append(record)
    for seat, orders in sorted(resolution.leftover.items()):
        own = by_seat.get(seat, [])
        records = [
            _record(opened, seat, order, _source_of(before, own, seat, order), at)
            for at, order in enumerate(orders)
        ]
        counting, gone = _as_things_are(opened, seat, records, steps)
        queued += counting
        if gone:
            lost[seat] = gone
    return tuple(queued), lost


def standing_in(
    opened: Table,
    queued: Iterable[OrderRecord],
    standing: Iterable[OrderRecord],
    steps: Steps[Any],
) -> Iterator[OrderRecord]:
    """Yield the orders that stand until they are changed, for the book of a stage that opens.

    One in whose place something is queued already stays out of this book.
    """
    taken = {(record.seat, record.key) for record in queued}
    by_seat: dict[SeatId, list[OrderRecord]] = {}
    for record in standing:
        seat = SeatId(record.seat)
        order = opened.codec.load_order(record.order, seat)
        by_seat.setdefault(seat, []).append(_record(opened, seat, order, record, record.sequence))
    for seat, records in sorted(by_seat.items()):
        counting, _ = _as_things_are(opened, seat, records, steps)
        yield from (record for record in counting if (record.seat, record.key) not in taken)


def _source_of(
    before: Table, own: list[OrderRecord], seat: SeatId, order: Order
) -> OrderRecord | None:
    """Return the record of an order, and take it out; the seat's last one where it was changed."""
    for record in own:
        if before.codec.load_order(record.order, seat) == order:
            own.remove(record)
            return record
    return own[-1] if own else None


def _as_things_are(
    opened: Table, seat: SeatId, records: Sequence[OrderRecord], steps: Steps[Any]
) -> tuple[list[OrderRecord], tuple[tuple[Order, str], ...]]:
    """Return those of a seat's orders that count in a stage, and the others, each with the reason.

    Who is not asked in the stage is not judged: its turn is still to come.
    """
    if not records or seat not in {request.seat for request in opened.rules.pending(opened.state)}:
        return [*records], ()
    with speaking(language_for(opened.player(seat), opened.game)):
        read = judged_again(opened, seat, records, steps)
    kept = [
        _record(opened, seat, order, record, record.sequence)
        for order, record in counting_of(opened, records, read, closed=False)
    ]
    gone = tuple(
        (opened.codec.load_order(records[line.number - 1].order, seat), line.problem.message)
        for line in read.lines
        if not line.orders and line.problem is not None
    )
    return kept, gone


def _record(
    opened: Table, seat: SeatId, order: Order, source: OrderRecord | None, sequence: int
) -> OrderRecord:
    return OrderRecord(
        id=0,
        phase_id=opened.phase.id,
        seat=seat,
        sequence=sequence,
        key=opened.filed(order),
        order=opened.codec.dump(order),
        canonical=opened.order_text(order),
        text=source.text if source is not None else "",
        given_at=source.given_at if source is not None else opened.phase.opened_at,
        inbox_id=source.inbox_id if source is not None else None,
    )


def enter_queued(
    transaction: Transaction, before: Table, record: OrderRecord, opened: Table, now: datetime
) -> None:
    """Enter a queued order, and note in the book before that it was sent ahead for this one."""
    entered = transaction.add_order(record)
    sent = replace(record, phase_id=before.phase.id, ahead=opened.phase.name)
    transaction.add_order(replace(sent, replaced_at=now, replaced_by=entered.id))

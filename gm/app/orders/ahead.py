"""Orders that wait for a stage: those sent ahead, those that a stage did not use, those that stand.

What is here happens inside the transaction that opens the phase, so that an order sent ahead is
never lost and never counts twice.

What a resolution did not use enters the book of the next stage with its mail and its time, so that it
is as if it had been sent for that. An order that stands until it is changed enters every book. All
are judged again in the position that has come about, for who is asked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gm.app.mail_out.post import Parcel, queue, receipt_prefix
from gm.app.mail_out.readers import label_of
from gm.app.orders.order_book import Entered, Written, enter, standing_orders
from gm.app.orders.questions import Asking
from gm.app.orders.receipts import taken_up_view
from gm.app.records import OrderRecord, PhaseStatus
from gm.app.senders.letters import desk_for
from gm.app.table import Table, is_closed
from gm.app.tongues import language_for
from gm.contract.language import Given, SeatRead, Steps
from gm.contract.orders import Order
from gm.contract.rules import Request, Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import STANDING, Stage
from gm.contract.told import SentAhead, Step
from gm.languages import gettext, listed, quoted, speaking
from gm.mail.compose import Purpose
from gm.mail.threads import in_phase
from gm.report import mails


def later_stage(table: Table, seat: SeatId) -> Stage | None:
    """Return the later stage for which a seat's orders are asked already, if there is one."""
    request = _request(table, seat)
    return request.stage if request is not None else None


def _request(table: Table, seat: SeatId) -> Request | None:
    return next(
        (request for request in table.rules.ahead(table.state) if request.seat == seat),
        None,
    )


def stages_ahead(table: Table, seat: SeatId) -> tuple[Stage, ...]:
    """Return the later stages for which a seat's orders are taken already, the nearest first."""
    later = later_stage(table, seat)
    return (*table.rules.contingent(table.state), *((later,) if later is not None else ()))


def later_view(table: Table, power: SeatId, entered: Entered | None = None) -> SentAhead | None:
    """Return what a power has sent ahead, and what a mail has just changed of it."""
    request = _request(table, power)
    stage = request.stage if request is not None else None
    if request is None or stage is None:
        return None
    records = standing_orders(table, power, stage.name)
    return SentAhead(
        stage,
        tuple(table.codec.load_order(order.order) for order in records),
        entered.changed if entered is not None else (),
        entered.dropped if entered is not None else (),
        joint=bool(request.closes_with),
    )


def retreats_view(table: Table, power: SeatId, entered: Entered | None = None) -> SentAhead | None:
    """Return the retreats a power has sent with its moves, and what a mail has just changed."""
    stage = next(iter(table.rules.contingent(table.state)), None)
    if stage is None:
        return None
    standing = tuple(
        table.codec.load_order(order.order) for order in standing_orders(table, power, stage.name)
    )
    if entered is None:
        return SentAhead(stage, standing) if standing else None
    if not (standing or entered.dropped):
        return None
    return SentAhead(stage, standing, entered.changed, entered.dropped)


def closes_with(table: Table, stage: Stage) -> bool:
    """Tell whether a stage that follows is resolved together with the one that lies open."""
    return any(
        request.stage == stage and request.closes_with
        for request in table.rules.ahead(table.state)
    )


def take_up(table: Table) -> None:
    """Let the orders sent ahead for a phase enter its book, and tell their senders.

    They are judged again in the position that has come about; what can no longer be is told and
    left out. In a phase that takes no more orders all of them enter, and its report tells.
    Receipts follow when all have entered: they say of payments whether the other half is there.
    """
    taken: list[tuple[SeatId, SeatRead, Entered]] = []
    for seat in table.seats:
        power = SeatId(seat.seat)
        records = table.transaction.orders_ahead(table.game.id, table.phase.name, power)
        if not records:
            continue
        with speaking(_language(table, power)):
            read = judged_again(table, power, records, steps_of(table))
            if read.lines:
                entered = _take_up(table, records, read)
                taken.append((power, read, entered))
    if not is_closed(table.phase):
        for power, read, entered in taken:
            with speaking(_language(table, power)):
                _answer(table, power, read, entered)


def _language(table: Table, power: SeatId) -> str:
    return language_for(table.player(power), table.game)


def _take_up(table: Table, records: Sequence[OrderRecord], read: SeatRead) -> Entered:
    counting = counting_of(table, records, read, closed=is_closed(table.phase))
    given = [
        Written(kept, record.text, record.given_at, record.inbox_id) for kept, record in counting
    ]
    return enter(table, read.seat, given, table.services.clock.now(), None)


def judged_again(
    table: Table, seat: SeatId, records: Sequence[OrderRecord], steps: Steps[Any]
) -> SeatRead:
    """Return what a seat has sent ahead, or has left over, as it reads in the position at hand.

    Args:
        table: the game with the stage that opens.
        seat, records: who sent them, and what.
        steps: what the stages before have come to.
    """
    given = tuple(
        Given(seat, table.codec.load_order(record.order), "", record.key, record.text)
        for record in records
    )
    desk = replace(desk_for(table, (seat,)), steps=steps)
    return table.family.language.again(given, desk)


def counting_of(
    table: Table, records: Sequence[OrderRecord], read: SeatRead, *, closed: bool
) -> list[tuple[Order, OrderRecord]]:
    """Return the orders that count of those that were judged again, each with its record.

    Args:
        table: the game with the stage that opens.
        records: what was sent ahead; read: as it reads now.
        closed: the stage takes no more orders, so that what cannot be stands in its report.
    """
    counting: list[tuple[Order, OrderRecord]] = []
    for line in read.lines:
        record = records[line.number - 1]
        orders = line.orders
        if not orders and closed and line.problem is not None:
            orders = (table.codec.load_order(record.order),)
        counting += [(order, record) for order in orders]
    return counting


def steps_of(table: Table, now: Mapping[str, Step[Any, Any]] | None = None) -> Steps[Any]:
    """Return what tells how the stages of a game came out.

    Args:
        table: the game.
        now: stages that have been resolved on paper, which are not as they are stored.
    """

    def step(name: str) -> Step[Any, Any] | None:
        if now is not None and name in now:
            return now[name]
        for phase in table.transaction.phases(table.game.id):
            if phase.name != name or phase.status is not PhaseStatus.RESOLVED:
                continue
            if (result := table.transaction.result(phase.id)) is not None:
                before = table.codec.load_state(phase.state)
                return Step(before, before, (), table.codec.load_outcomes(result.outcomes))
        return None

    return step


def drafts_ahead(
    before: Table, opened: Table, resolution: Resolution[Any, Any]
) -> dict[SeatId, tuple[Order, ...]]:
    """Return the orders sent ahead for a phase that is about to open, as far as they will count.

    Args:
        before: the phase that it follows on; resolution: what came of that, stored or not.
        opened: the game at that phase.
    """
    now = {before.stage.name: step_from(before.state, resolution)}
    return opened.codec.drafts(book_ahead(opened, now, closed=is_closed(opened.phase)))


def step_from(before: Any, resolution: Resolution[Any, Any]) -> Step[Any, Any]:
    """Return a step as whoever knows all sees it."""
    return Step(before, resolution.state, resolution.events, resolution.outcomes, resolution.draws)


def book_ahead(
    table: Table, now: Mapping[str, Step[Any, Any]], *, closed: bool
) -> tuple[OrderRecord, ...]:
    """Return the book with which a phase opens: the orders sent ahead for it that count.

    Args:
        table: the game with that phase.
        now: the stages before it that have been resolved on paper, by their names.
        closed: it takes no more orders, and is resolved by these.
    """
    every = table.transaction.orders_ahead(table.game.id, table.stage.name)
    steps = steps_of(table, now)
    book: list[OrderRecord] = []
    for seat in dict.fromkeys(SeatId(record.seat) for record in every):
        records = tuple(record for record in every if record.seat == seat)
        read = judged_again(table, seat, records, steps)
        for kept, record in counting_of(table, records, read, closed=closed):
            book.append(
                replace(
                    record,
                    order=table.codec.dump(kept),
                    canonical=table.order_text(kept),
                    key=table.filed(kept),
                    ahead="",
                )
            )
    return tuple(book)


def _answer(table: Table, power: SeatId, read: SeatRead, entered: Entered) -> None:
    """Write the receipt for orders that were sent ahead, under the report that opened the phase."""
    services = table.services
    person = table.player(power)
    if person is None:
        return
    game, number, host = table.game, table.phase.number, services.identity.host
    asking = Asking(table, person, services.clock.now())
    asked = asking.ask(power, read)
    done = (power, read, entered)
    taken = taken_up_view(table, person, done, asked)
    parcel = Parcel(
        key=f"{receipt_prefix(game.name, number, power)}ahead",
        kind="receipt-ahead",
        label=power,
        address=person.address,
        name=person.name,
        text=mails.written(taken.stand.game, table.family.pages.receipt((taken,))),
        purpose=Purpose.NEWS,
        number=number,
        game=game,
        thread=in_phase(host, game.name, number, label_of(table, person)),
    )
    queue(services, table.transaction, parcel)


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
            sentence = gettext(
                "{order} was not used, and waits no more: it cannot be ordered as things are now.",
                order=quoted(table.order_words(order)),
            )
            yield f"{sentence} {why}".rstrip()


def take_over(before: Table, resolution: Resolution[Any, Any], opened: Table) -> Waiting:
    """Let the orders that wait enter the book of the stage that opens.

    Args:
        before: the game with the stage that was resolved; resolution: what came of it.
        opened: the game with the stage that opens, whose book is empty.
    """
    transaction = before.transaction
    book = transaction.active_orders(before.phase.id) if resolution.leftover else ()
    steps = steps_of(opened)
    queued, lost = left_over(before, book, resolution, opened, steps)
    now = before.services.clock.now()
    for record in queued:
        enter_queued(before, record, opened, now)
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
        seat_records = by_seat.get(seat, [])
        records = [
            _record(opened, seat, order, _source_of(before, seat_records, order), at)
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
        order = opened.codec.load_order(record.order)
        by_seat.setdefault(seat, []).append(_record(opened, seat, order, record, record.sequence))
    for seat, records in sorted(by_seat.items()):
        counting, _ = _as_things_are(opened, seat, records, steps)
        yield from (record for record in counting if (record.seat, record.key) not in taken)


def _source_of(before: Table, seat_records: list[OrderRecord], order: Order) -> OrderRecord | None:
    """Return the record of an order, and take it out; the seat's last one where it was changed."""
    for record in seat_records:
        if before.codec.load_order(record.order) == order:
            seat_records.remove(record)
            return record
    return seat_records[-1] if seat_records else None


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
        (opened.codec.load_order(records[line.number - 1].order), line.problem.message)
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


def enter_queued(before: Table, record: OrderRecord, opened: Table, now: datetime) -> None:
    """Enter a queued order, and note in the book before that it was sent ahead for this one."""
    entered = before.transaction.add_order(record)
    sent = replace(record, phase_id=before.phase.id, ahead=opened.phase.name)
    before.transaction.add_order(replace(sent, replaced_at=now, replaced_by=entered.id))

"""Orders sent ahead: kept while their phase is still to come, judged again when it opens.

What is here happens inside the transaction that opens the phase, so that an order sent ahead is
never lost and never counts twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gm.app.mail_out.post import Parcel, queue, receipt_prefix
from gm.app.orders.hands import label_of
from gm.app.orders.order_book import Entered, Written, enter, key_of, standing_orders
from gm.app.orders.receipts import taken_up_view
from gm.app.ports import Transaction
from gm.app.records import OrderRecord, PhaseRecord
from gm.app.services import Services
from gm.app.table import Table, is_closed, table_at
from gm.app.tongues import language_for
from gm.contract.orders import Order
from gm.contract.rules import Request, Resolution
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.contract.told import SentAhead
from gm.games.diplomacy.desk.orders.questions import Asking
from gm.games.diplomacy.desk.orders.season_memory import remembered
from gm.games.diplomacy.language.judging import judge_again
from gm.games.diplomacy.language.retreat_lists import retreat_phase
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.pages.wording.words import in_words
from gm.games.diplomacy.rules.mechanics.season_facts import AutumnPart, fared
from gm.games.diplomacy.rules.orders import Conditional, replaces
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, phase_of, stage_of
from gm.interpret.values import Context, Reading
from gm.languages import speaking
from gm.mail.compose import Purpose
from gm.mail.threads import in_phase
from gm.report import mails


def context_for(table: Table, power: SeatId) -> Context:
    """Return what a power's lines are read against, orders for a later phase included."""
    rules, state = table.rules, table.state
    first = rules.taken_from(state)
    context = Context(
        ruleset=rules,
        state=state,
        board=rules.board_in(state),
        power=power,
        keep_impossible=table.game.keep_impossible,
        taken_from=phase_words(first) if first and power not in state.eliminated else "",
        retreats_ahead=state.phase.kind is PhaseKind.MOVEMENT,
    )
    later = later_phase(table, power)
    return context.taking(later) if later is not None else context


def later_phase(table: Table, power: SeatId) -> Phase | None:
    """Return the later phase for which a power's orders are taken already, if there is one."""
    request = _request(table, power)
    return _phase_of(request) if request is not None else None


def _request(table: Table, power: SeatId) -> Request | None:
    return next(
        (request for request in table.rules.ahead(table.state) if request.seat == power),
        None,
    )


def _phase_of(request: Request) -> Phase | None:
    return phase_of(request.stage) if request.stage is not None else None


def later_view(
    transaction: Transaction, table: Table, power: SeatId, entered: Entered | None = None
) -> SentAhead | None:
    """Return what a power has sent ahead, and what a mail has just changed of it."""
    request = _request(table, power)
    phase = _phase_of(request) if request is not None else None
    if request is None or phase is None:
        return None
    records = standing_orders(transaction, table, power, phase)
    return SentAhead(
        stage_of(phase),
        tuple(table.codec.load_order(order.order) for order in records),
        entered.changed if entered is not None else (),
        entered.dropped if entered is not None else (),
        joint=bool(request.closes_with),
    )


def retreats_of(table: Table) -> Phase | None:
    """Return the phase for which retreats are taken with the moves; None if none lie open."""
    phase = table.state.phase
    return retreat_phase(phase) if phase.kind is PhaseKind.MOVEMENT else None


def retreats_view(
    transaction: Transaction, table: Table, power: SeatId, entered: Entered | None = None
) -> SentAhead | None:
    """Return the retreats a power has sent with its moves, and what a mail has just changed."""
    phase = retreats_of(table)
    if phase is None:
        return None
    standing = tuple(
        table.codec.load_order(order.order)
        for order in standing_orders(transaction, table, power, phase)
    )
    if entered is None:
        return SentAhead(stage_of(phase), standing) if standing else None
    if not (standing or entered.dropped):
        return None
    return SentAhead(stage_of(phase), standing, entered.changed, entered.dropped)


def phases_ahead(table: Table, power: SeatId) -> tuple[Phase, ...]:
    """Return the later phases for which a power's orders are taken already, the nearest first."""
    found = (retreats_of(table), later_phase(table, power))
    return tuple(phase for phase in found if phase is not None)


def closes_with(table: Table, stage: Stage) -> bool:
    """Tell whether a stage that follows is resolved together with the one that lies open."""
    return any(
        request.stage == stage and request.closes_with
        for request in table.rules.ahead(table.state)
    )


def take_up(
    services: Services, transaction: Transaction, before: Table, opened: PhaseRecord
) -> None:
    """Let the orders sent ahead for a phase enter its book, and tell their senders.

    They are judged again in the position that has come about; what can no longer be is told and
    left out. In a phase that takes no more orders all of them enter, and its report tells.
    Receipts follow when all have entered: they say of payments whether the other half is there.
    """
    table = table_at(services, transaction, before.game, opened)
    taken: list[tuple[SeatId, Reading, Entered]] = []
    for seat in table.seats:
        power = SeatId(seat.seat)
        records = transaction.orders_ahead(table.game.id, opened.name, power)
        if table.state.phase.kind is PhaseKind.RETREAT:
            records = _of_dislodged(table, power, records)
        if records:
            with speaking(_language(table, power)):
                taken.append((power, *_take_up(services, transaction, table, power, records)))
    if not is_closed(table.phase):
        for power, read, entered in taken:
            with speaking(_language(table, power)):
                _answer(services, transaction, table, power, read, entered)


def _language(table: Table, power: SeatId) -> str:
    return language_for(table.player(power), table.game)


def _take_up(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: SeatId,
    records: Sequence[OrderRecord],
) -> tuple[Reading, Entered]:
    memory = remembered(transaction, table) if _has_conditions(table, records) else None
    read, counting = _counting(table, power, records, memory, closed=is_closed(table.phase))
    given = [Written(kept, one.text, one.given_at, one.inbox_id) for kept, one in counting]
    return read, enter(transaction, table, power, given, services.clock.now(), None)


def _counting(
    table: Table,
    power: SeatId,
    records: Sequence[OrderRecord],
    memory: AutumnPart | None,
    *,
    closed: bool,
) -> tuple[Reading, list[tuple[Order, OrderRecord]]]:
    """Return what was sent ahead as it reads now, and the orders that count, each with its record.

    Args:
        table: the game with the phase that opens.
        power, records: who sent them, and what.
        memory: how the units fared in the moves; None where no order asks for it.
        closed: the phase takes no more orders, so that what cannot be stands in its report.
    """
    orders, read = _judged(table, power, records, memory)
    if table.state.phase.kind is PhaseKind.RETREAT:
        at = _first_open(orders, read)
        records, orders = [records[number] for number in at], [orders[number] for number in at]
        read = replace(read, lines=tuple(read.lines[number] for number in at))
    return read, [
        (kept, one)
        for order, one, line in zip(orders, records, read.lines, strict=True)
        for kept in (line.orders or ((order,) if closed and line.problem is not None else ()))
    ]


def _has_conditions(table: Table, records: Sequence[OrderRecord]) -> bool:
    return any(isinstance(table.codec.load_order(order.order), Conditional) for order in records)


def _judged(
    table: Table,
    power: SeatId,
    records: Sequence[OrderRecord],
    memory: AutumnPart | None,
) -> tuple[list[Order], Reading]:
    """Return orders that were sent ahead, and what they are in the position that has come about.

    Args:
        table: the game with the phase that opens.
        power, records: who sent them, and what.
        memory: how the units fared in the moves; None where no order asks for it.
    """
    orders = [table.codec.load_order(order_record.order) for order_record in records]
    board = table.rules.board_in(table.state)
    retreat = table.state.phase.kind is PhaseKind.RETREAT
    words = [in_words(order, board, retreat=retreat) for order in orders]
    context = context_for(table, power)
    if memory is not None:
        context = replace(context, state=context.state.with_part(memory))
    return orders, judge_again([*zip(words, orders, strict=True)], context)


def _of_dislodged(
    table: Table, power: SeatId, records: Sequence[OrderRecord]
) -> tuple[OrderRecord, ...]:
    """Return the retreats sent with the moves of those units that were dislodged by them."""
    waiting = {
        dislodged.unit.at.province
        for dislodged in table.state.dislodged
        if dislodged.unit.power == power
    }
    keys = {f"unit {place}" for place in waiting}
    return tuple(order for order in records if order.key in keys)


def _first_open(orders: Sequence[Order], read: Reading) -> list[int]:
    """Return which of the retreats count: of each unit's list the first that is open to it.

    Of a list none of which is open all are returned, so that their sender reads why.
    """
    lists: dict[tuple[str, object], list[int]] = {}
    for at, order in enumerate(orders):
        lists.setdefault(replaces(order, PhaseKind.RETREAT), []).append(at)
    found: list[int] = []
    for places in lists.values():
        first = next((at for at in places if read.lines[at].orders), None)
        found += places if first is None else [first]
    return found


def drafts_ahead(
    services: Services,
    transaction: Transaction,
    before: Table,
    opened: PhaseRecord,
    resolution: Resolution[Any, Any],
) -> dict[SeatId, tuple[Order, ...]]:
    """Return the orders sent ahead for a phase that is about to open, as far as they will count.

    Args:
        services, transaction: the ports.
        before: the phase that it follows on; resolution: what came of that, stored or not.
        opened: the phase.
    """
    moves = before.state.phase.kind is PhaseKind.MOVEMENT
    played = fared(before.state, resolution.outcomes) if moves else None
    table = table_at(services, transaction, before.game, opened)
    return table.codec.drafts(book_ahead(transaction, table, played, closed=is_closed(opened)))


def book_ahead(
    transaction: Transaction, table: Table, played: AutumnPart | None, *, closed: bool
) -> tuple[OrderRecord, ...]:
    """Return the book with which a phase opens: the orders sent ahead for it that count.

    Args:
        transaction: the store; nothing is written.
        table: the game with that phase.
        played: how the units fared in the moves it follows on, if they are not those stored.
        closed: it takes no more orders, and is resolved by these.
    """
    state, board = table.state, table.rules.board_in(table.state)
    every = transaction.orders_ahead(table.game.id, str(state.phase))
    book: list[OrderRecord] = []
    for seat in dict.fromkeys(order.seat for order in every):
        power = SeatId(seat)
        records = tuple(order for order in every if order.seat == seat)
        if state.phase.kind is PhaseKind.RETREAT:
            records = _of_dislodged(table, power, records)
        asked = _has_conditions(table, records)
        memory = remembered(transaction, table, played) if asked else None
        _, counting = _counting(table, power, records, memory, closed=closed)
        for kept, one in counting:
            text, key = order_text(kept, board), key_of(kept, state.phase.kind)
            book.append(
                replace(one, order=table.codec.dump(kept), canonical=text, key=key, ahead="")
            )
    return tuple(book)


def _answer(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: SeatId,
    read: Reading,
    entered: Entered,
) -> None:
    """Write the receipt for orders that were sent ahead, under the report that opened the phase."""
    person = table.player(power)
    if person is None:
        return
    game, number, host = table.game, table.phase.number, services.identity.host
    asking = Asking(transaction, table, person, services.clock.now())
    asked = asking.ask(power, read, sent_ahead=True)
    done = (power, read, entered)
    taken = taken_up_view(services, transaction, table, person, done, asked)
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
    queue(services, transaction, parcel)

"""Orders sent ahead: kept while their phase is still to come, judged again when it opens.

What is here happens inside the transaction that opens the phase, so that an order sent ahead is
never lost and never counts twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.app.codec import load_order
from gm.app.hands import label_of
from gm.app.order_book import Entered, Written, enter, standing_orders
from gm.app.ports import Transaction
from gm.app.post import Parcel, queue, receipt_prefix
from gm.app.questions import Asking
from gm.app.receipts import taken_up_view
from gm.app.records import OrderRecord, PhaseRecord
from gm.app.services import Services
from gm.app.table import Table, drafts, is_closed, table_at
from gm.interpret import Context, Reading, judge_again
from gm.mail.compose import Purpose
from gm.mail.threads import in_phase
from gm.report import mails
from gm.report.phrases import phase_words
from gm.report.views import Later
from gm.report.words import in_words
from gm.rules.board import PowerId
from gm.rules.mechanics.matching import halves
from gm.rules.phases import Phase
from gm.rules.ruleset import Request


def context_for(table: Table, power: PowerId) -> Context:
    """Return what a power's lines are read against, orders for a later phase included."""
    rules, state = table.rules, table.state
    first = rules.taken_from(state)
    context = Context(
        ruleset=rules,
        state=state,
        board=rules.board_in(state),
        power=power,
        keep_impossible=table.game.keep_impossible,
        taken_from=phase_words(first) if first is not None else "",
    )
    later = later_phase(table, power)
    return context.taking(later) if later is not None else context


def later_phase(table: Table, power: PowerId) -> Phase | None:
    """Return the later phase for which a power's orders are taken already, if there is one."""
    request = _request(table, power)
    return request.phase if request is not None else None


def _request(table: Table, power: PowerId) -> Request | None:
    return next(
        (one for one in table.rules.ahead(table.state) if PowerId(one.seat) == power), None
    )


def later_view(
    transaction: Transaction, table: Table, power: PowerId, entered: Entered | None = None
) -> Later | None:
    """Return what a power has sent ahead, and what a mail has just changed of it."""
    request = _request(table, power)
    if request is None or request.phase is None:
        return None
    records = standing_orders(transaction, table, power, request.phase)
    every = drafts(transaction.orders_ahead(table.game.id, str(request.phase)))
    return Later(
        request.phase,
        tuple(load_order(one.order) for one in records),
        entered.changed if entered is not None else (),
        entered.dropped if entered is not None else (),
        joint=bool(request.closes_with),
        matching=halves(table.state, every).get(power, ()),
    )


def closes_with(table: Table, phase: Phase) -> bool:
    """Tell whether a phase that follows is resolved together with the one that lies open."""
    return any(one.phase == phase and one.closes_with for one in table.rules.ahead(table.state))


def take_up(
    services: Services, transaction: Transaction, before: Table, opened: PhaseRecord
) -> None:
    """Let the orders sent ahead for a phase enter its book, and tell their senders.

    They are judged again in the position that has come about; what can no longer be is told and
    left out. In a phase that takes no more orders all of them enter, and its report tells.
    Receipts follow when all have entered: they say of payments whether the other half is there.
    """
    table = table_at(services, transaction, before.game, opened)
    taken: list[tuple[PowerId, Reading, Entered]] = []
    for seat in table.seats:
        power = PowerId(seat.seat)
        records = transaction.orders_ahead(table.game.id, opened.name, power)
        if records:
            taken.append((power, *_take_up(services, transaction, table, power, records)))
    if not is_closed(table.phase):
        for power, read, entered in taken:
            _answer(services, transaction, table, power, read, entered)


def _take_up(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: PowerId,
    records: Sequence[OrderRecord],
) -> tuple[Reading, Entered]:
    orders = [load_order(one.order) for one in records]
    board = table.rules.board_in(table.state)
    words = [in_words(order, board) for order in orders]
    read = judge_again([*zip(words, orders, strict=True)], context_for(table, power))
    closed = is_closed(table.phase)
    given = [
        Written(kept, one.text, one.given_at, one.inbox_id)
        for order, one, line in zip(orders, records, read.lines, strict=True)
        for kept in (line.orders or ((order,) if closed else ()))
    ]
    return read, enter(transaction, table, power, given, services.clock.now(), None)


def _answer(
    services: Services,
    transaction: Transaction,
    table: Table,
    power: PowerId,
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
    view = taken_up_view(services, transaction, table, person, done, asked)
    parcel = Parcel(
        key=f"{receipt_prefix(game.name, number, power)}ahead",
        kind="receipt-ahead",
        label=power,
        address=person.address,
        name=person.name,
        text=mails.receipt(view),
        purpose=Purpose.NEWS,
        number=number,
        game=game,
        thread=in_phase(host, game.name, number, label_of(table, person)),
    )
    queue(services, transaction, parcel)

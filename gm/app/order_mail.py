"""Answering a player's mail: his orders into the book, one receipt back.

Late is what reached us after the deadline while the phase could still be resolved on time, or
what answers a phase that has been resolved. A phase held for the GM still takes orders.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gm.app.letters import Letter, Turned
from gm.app.order_book import Entered, Written, enter
from gm.app.ports import Transaction
from gm.app.post import answer_help, answer_receipt, answer_status, receipt_prefix
from gm.app.records import InboxState, JournalEntry, PhaseStatus
from gm.app.services import Services
from gm.app.table import Table, drafts, due_view, game_view, lay
from gm.interpret import Context, Reading, Verdict, read_orders
from gm.mail import phase_answered
from gm.report.views import ReadLine, ReceiptView, StatusView
from gm.rules.board import PowerId

_NO_PRESS = "Press is not carried by this server, so nobody was sent these words."


@dataclass(frozen=True, slots=True)
class _Sitting:
    """A letter at its table: who wrote for which power, and what was read."""

    services: Services
    transaction: Transaction
    letter: Letter
    table: Table
    power: PowerId
    read: Reading


def answer_letter(services: Services, transaction: Transaction, letter: Letter) -> InboxState:
    """Record a letter's orders and queue its answer; Turned if nothing in it counts.

    Returns:
        What became of the mail.
    """
    table = lay(services, transaction, letter.game)
    _refuse_late(services, letter, table)
    power, read = _best_reading(letter, table)
    sitting = _Sitting(services, transaction, letter, table, power, read)
    words = {command.word for command in read.commands}
    if not read.orders and not read.problems and not read.press:
        return _answer_without_orders(sitting, words)
    _answer_with_orders(sitting)
    return InboxState.DONE


def _refuse_late(services: Services, letter: Letter, table: Table) -> None:
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and answered < table.phase.number:
        raise Turned(
            "Your mail answers a phase that has been resolved, so nothing in it was recorded.",
            f"The open phase is {table.phase.name}: reply to its report, or write a new mail.",
            letter.game,
        )
    late = letter.mail.received_at - table.phase.deadline
    waiting = table.phase.status is PhaseStatus.HELD
    outage = services.clock.now() - table.phase.deadline > services.overdue_hold
    if late.total_seconds() > 0 and not waiting and not outage:
        raise Turned(
            f"Your mail reached us {_length(late.total_seconds())} after the deadline of "
            f"{table.phase.name}, so nothing in it was recorded.",
            "The report of this phase will say what is asked for next.",
            letter.game,
        )


def _length(seconds: float) -> str:
    if seconds < 60:
        return f"{max(1, round(seconds))} seconds"
    return f"{round(seconds / 60)} minutes"


def _best_reading(letter: Letter, table: Table) -> tuple[PowerId, Reading]:
    """Read for the power the subject names, else for the one whose orders the mail holds."""
    powers = table.seats_of(letter.person)
    subject = letter.reading.subject.casefold()
    board = table.rules.board_in(table.state)
    named = [power for power in powers if board.powers[power].name.casefold() in subject]
    readings = {power: _read(letter, table, power) for power in (named or powers)}
    best = max(readings, key=lambda power: len(readings[power].orders))
    return best, readings[best]


def _read(letter: Letter, table: Table, power: PowerId) -> Reading:
    context = Context(
        ruleset=table.rules,
        state=table.state,
        board=table.rules.board_in(table.state),
        power=power,
        keep_impossible=table.game.keep_impossible,
    )
    return read_orders(letter.reading.lines, context)


def _answer_without_orders(sitting: _Sitting, words: set[str]) -> InboxState:
    if words & {"STATUS", "ORDERS"}:
        answer_status(sitting.services, sitting.transaction, sitting.letter, _status(sitting))
        return InboxState.DONE
    if "HELP" in words:
        answer_help(sitting.services, sitting.transaction, sitting.letter, _game(sitting))
        return InboxState.DONE
    if words:
        raise Turned(
            f"{', '.join(sorted(words))} is no command of this server.",
            "It knows STATUS, ORDERS and HELP, each on a line of its own.",
            sitting.letter.game,
        )
    raise Turned(*_nothing_found(sitting.letter), sitting.letter.game)


def _nothing_found(letter: Letter) -> tuple[str, str]:
    if letter.reading.forwarded:
        return (
            "Your mail holds only a forwarded message, and orders in one are never taken.",
            "Write your own orders above it, one a line.",
        )
    return (
        "There are no orders in the text of your mail; the subject and quoted lines do not count.",
        "Write one order a line at the top of your reply, or HELP on a line of its own.",
    )


def _game(sitting: _Sitting) -> GameView:
    return game_view(sitting.services, sitting.table)


def _status(sitting: _Sitting) -> StatusView:
    standing = drafts(sitting.transaction.active_orders(sitting.table.phase.id, sitting.power))
    return StatusView(
        game=_game(sitting),
        power=sitting.power,
        state=sitting.table.state,
        due=due_view(sitting.table, standing),
        orders=standing.get(sitting.power, ()),
        zone=sitting.letter.person.time_zone,
    )


def _answer_with_orders(sitting: _Sitting) -> None:
    now = sitting.letter.mail.received_at
    written = [Written(order, _text_of(sitting.read, order)) for order in sitting.read.orders]
    entered = enter(
        sitting.transaction, sitting.table, sitting.power, written, now, sitting.letter.mail.id
    )
    view = _receipt(sitting, entered)
    answer_receipt(sitting.services, sitting.transaction, sitting.letter, view)
    text = f"{len(written)} orders of {sitting.power} came in for {sitting.table.phase.name}."
    sitting.transaction.add_journal(
        JournalEntry(0, sitting.letter.game.id, now, "orders received", sitting.power, text)
    )


def _text_of(read: Reading, order: Order) -> str:
    lines = [line.text for line in read.lines if order in line.orders]
    return lines[-1] if lines else ""


def _receipt(sitting: _Sitting, entered: Entered) -> ReceiptView:
    number = 1 + _receipts_before(sitting)
    letter, read, table = sitting.letter, sitting.read, sitting.table
    return ReceiptView(
        game=_game(sitting),
        power=sitting.power,
        number=number,
        code=_code(sitting, number),
        state=table.state,
        due=due_view(table, {sitting.power: entered.orders}),
        orders=entered.orders,
        changed=entered.changed,
        dropped=(*entered.dropped, *read.replaced),
        kept_impossible=_kept_impossible(read),
        remarks=tuple(remark for line in read.lines for remark in line.remarks),
        problems=_problems(sitting),
        ignored=tuple(letter.reading.problems),
        seen_by_others=_seen_by_others(sitting),
        via_list=letter.reading.is_list,
        zone=letter.person.time_zone,
        now=sitting.services.clock.now(),
    )


def _problems(sitting: _Sitting) -> tuple[ReadLine, ...]:
    read = sitting.read
    unread = [
        ReadLine(line.text, line.problem.message, line.problem.candidates)
        for line in read.lines
        if line.problem is not None and line.verdict is not Verdict.ACCEPTED
    ]
    press = [ReadLine(f"PRESS TO {', '.join(item.to)}", _NO_PRESS) for item in read.press]
    commands = [
        ReadLine(one.word, "A command counts only in a mail without orders.")
        for one in read.commands
    ]
    return (*unread, *press, *commands)


def _kept_impossible(read: Reading) -> tuple[Order, ...]:
    return tuple(
        order
        for line in read.lines
        if line.verdict is Verdict.ACCEPTED and line.problem is not None
        for order in line.orders
    )


def _seen_by_others(sitting: _Sitting) -> bool:
    own = sitting.letter.person.address.casefold()
    others = {
        seat.person.address.casefold()
        for seat in sitting.table.seats
        if seat.person is not None and seat.person.address.casefold() != own
    }
    reading = sitting.letter.reading
    return any(address.casefold() in others for address in (*reading.to, *reading.cc))


def _receipts_before(sitting: _Sitting) -> int:
    table = sitting.table
    prefix = receipt_prefix(table.game.name, table.phase.number, sitting.power)
    return sitting.transaction.count_outbox(prefix)


def _code(sitting: _Sitting, number: int) -> str:
    parts = (sitting.letter.game.name, sitting.table.phase.name, sitting.power, str(number))
    digest = hashlib.sha256("/".join((*parts, str(sitting.letter.mail.id))).encode())
    return digest.hexdigest()[:6].upper()

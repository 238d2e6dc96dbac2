"""Answering a player's mail: his orders into the book, one receipt back.

Late is what reached us after the deadline while the phase could still be resolved on time, or
what answers a phase that has been resolved. A phase held for the GM still takes orders.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from gm.app.ahead import context_for, later_phase, later_view
from gm.app.deadlines import go_on
from gm.app.foresight import look_ahead
from gm.app.letters import Letter, Turned
from gm.app.order_book import Entered, Written, enter
from gm.app.ports import Transaction
from gm.app.post import answer_help, answer_receipt, answer_status
from gm.app.receipts import Sitting, game_of, receipt_view
from gm.app.records import InboxState, JournalEntry, PhaseStatus
from gm.app.seasons import is_held_for_orders, silent_but_required
from gm.app.services import Services
from gm.app.table import Table, came_closed, drafts, due_view, is_closed, lay
from gm.interpret import Reading, read_orders
from gm.mail.threads import phase_answered
from gm.report.dates import length_words
from gm.report.phrases import open_words, phase_words
from gm.report.views import StatusView
from gm.rules.board import PowerId
from gm.rules.orders import Order
from gm.rules.phases import Phase
from gm.rules.ruleset import SeatId


def answer_letter(services: Services, transaction: Transaction, letter: Letter) -> InboxState:
    """Record a letter's orders and queue its answer; Turned if nothing in it counts.

    Returns:
        What became of the mail.
    """
    table = lay(services, transaction, letter.game)
    power, read = _best_reading(letter, table)
    sitting = Sitting(services, transaction, letter, table, power, read)
    words = {command.word for command in read.commands}
    if not _all_orders(read) and not read.problems and not read.press and not _takes_back(read):
        return _answer_without_orders(sitting, words)
    _refuse_late(sitting)
    _answer_with_orders(sitting)
    return InboxState.DONE


def _takes_back(read: Reading) -> bool:
    """Tell whether a mail withdraws a list of winter orders."""
    return bool(read.withdrawn(ahead=False) or read.withdrawn(ahead=True))


def _refuse_late(sitting: Sitting) -> None:
    letter, table = sitting.letter, sitting.table
    answered = phase_answered(letter.reading, letter.game.name)
    if answered is not None and _is_of_the_past(sitting, answered):
        raise Turned(
            "Your mail answers a phase that has been resolved.",
            f"{open_words(table.state.phase)}: reply to that report, or write a new mail.",
            letter.game,
        )
    late = letter.mail.received_at - table.phase.deadline
    if late.total_seconds() > 0 and not _waits_for_gm(sitting):
        raise Turned(
            f"Your mail reached us {_length(late)} after the deadline of "
            f"{phase_words(table.state.phase)}.",
            "The report of this phase will say what is asked for next.",
            letter.game,
        )


def _is_of_the_past(sitting: Sitting, answered: int) -> bool:
    """Tell whether orders that answer a mail of a phase come too late for it.

    The report that opened a phase which nobody could order for is answered with the next orders.
    """
    number = sitting.table.phase.number
    if answered != number - 1:
        return answered < number
    phases = sitting.transaction.phases(sitting.table.game.id)
    return not any(one.number == answered and came_closed(one) for one in phases)


def _waits_for_gm(sitting: Sitting) -> bool:
    """Tell whether an overdue phase is held, or will be as soon as the server looks at it."""
    phase, services = sitting.table.phase, sitting.services
    if is_closed(phase):
        return False
    overdue = services.clock.now() - phase.deadline
    if phase.status is PhaseStatus.HELD or overdue > services.overdue_hold:
        return True
    given = drafts(sitting.transaction.active_orders(phase.id))
    return bool(silent_but_required(sitting.table, given))


def _length(late: timedelta) -> str:
    seconds = late.total_seconds()
    if seconds >= 60:
        return length_words(late)
    return "1 second" if seconds < 2 else f"{int(seconds)} seconds"


def _best_reading(letter: Letter, table: Table) -> tuple[PowerId, Reading]:
    """Read for the power the subject names, else for the one whose orders the mail holds."""
    readings = {power: _read(letter, table, power) for power in _asked_powers(letter, table)}
    best = max(readings, key=lambda power: len(_all_orders(readings[power])))
    return best, readings[best]


def _all_orders(read: Reading) -> tuple[Order, ...]:
    """Return the orders of a mail, those for a later phase included."""
    return (*read.orders, *read.ahead)


def _asked_powers(letter: Letter, table: Table) -> tuple[PowerId, ...]:
    """Return the sender's powers that the subject names, all of his where it names none."""
    powers = table.seats_of(letter.person)
    subject = letter.reading.subject.casefold()
    board = table.rules.board_in(table.state)
    named = tuple(power for power in powers if board.powers[power].name.casefold() in subject)
    return named or powers


def _read(letter: Letter, table: Table, power: PowerId) -> Reading:
    return read_orders(letter.reading.lines, context_for(table, power))


def _answer_without_orders(sitting: Sitting, words: set[str]) -> InboxState:
    if words & {"STATUS", "ORDERS"}:
        for power in _asked_powers(sitting.letter, sitting.table):
            answer_status(
                sitting.services,
                sitting.transaction,
                sitting.letter,
                _status(replace(sitting, power=power)),
                sitting.table.phase.number,
            )
        return InboxState.DONE
    if "HELP" in words:
        answer_help(
            sitting.services,
            sitting.transaction,
            sitting.letter,
            game_of(sitting),
            sitting.table.phase.number,
        )
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
        "No order was found in the text of your mail; the subject and quoted lines do not count.",
        (
            "Write one order a line at the top of your reply, or HELP on a line of its own. What "
            f"is meant for the GM goes to {letter.game.gm_address}."
        ),
    )


def _status(sitting: Sitting) -> StatusView:
    standing = drafts(sitting.transaction.active_orders(sitting.table.phase.id, sitting.power))
    orders = standing.get(SeatId(sitting.power), ())
    ahead = look_ahead(sitting.transaction, sitting.table, sitting.power, orders)
    return StatusView(
        game=game_of(sitting),
        power=sitting.power,
        state=sitting.table.state,
        due=due_view(sitting.table, standing),
        orders=orders,
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        outlook=ahead.outlook,
        matching=ahead.matching,
        later=later_view(sitting.transaction, sitting.table, sitting.power),
    )


def _answer_with_orders(sitting: Sitting) -> None:
    now, waited = sitting.letter.mail.received_at, _is_waited_for(sitting)
    entered = _enter(sitting, sitting.read.orders)
    ahead = None
    if (later := later_phase(sitting.table, sitting.power)) is not None:
        ahead = _enter(sitting, sitting.read.ahead, later)
    if waited and not _is_waited_for(sitting):
        sitting = _gone_on(sitting)
    kept = later_view(sitting.transaction, sitting.table, sitting.power, ahead)
    view = receipt_view(sitting, entered, kept)
    answer_receipt(
        sitting.services, sitting.transaction, sitting.letter, view, sitting.table.phase.number
    )
    text = _journal_text(sitting, later)
    sitting.transaction.add_journal(
        JournalEntry(0, sitting.letter.game.id, now, "orders received", sitting.power, text)
    )


def _is_waited_for(sitting: Sitting) -> bool:
    """Tell whether the phase is held for orders that are still missing."""
    table = sitting.table
    given = drafts(sitting.transaction.active_orders(table.phase.id))
    return is_held_for_orders(table.phase) and bool(silent_but_required(table, given))


def _gone_on(sitting: Sitting) -> Sitting:
    phase = go_on(sitting.services, sitting.transaction, sitting.table)
    return replace(sitting, table=replace(sitting.table, phase=phase))


def _enter(sitting: Sitting, orders: tuple[Order, ...], later: Phase | None = None) -> Entered:
    mail = sitting.letter.mail
    written = [Written(order, _text_of(sitting.read, order)) for order in orders]
    return enter(
        sitting.transaction,
        sitting.table,
        sitting.power,
        written,
        mail.received_at,
        mail.id,
        later,
        sitting.read.withdrawn(ahead=later is not None),
    )


def _journal_text(sitting: Sitting, later: Phase | None) -> str:
    read, phase = sitting.read, sitting.table.phase
    ahead = f", {len(read.ahead)} for {later}" if read.ahead else ""
    return f"{len(read.orders)} orders of {sitting.power} came in for {phase.name}{ahead}."


def _text_of(read: Reading, order: Order) -> str:
    lines = [line.text for line in read.lines if order in line.orders]
    return lines[-1] if lines else ""

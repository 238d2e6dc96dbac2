"""Making the receipt of an order mail: what stands now, what changed, what was not understood."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from gm.app.foresight import look_ahead
from gm.app.letters import Letter
from gm.app.order_book import Entered
from gm.app.ports import Transaction
from gm.app.post import receipt_prefix
from gm.app.records import Person
from gm.app.services import Services
from gm.app.table import Table, due_view, game_view
from gm.interpret import Reading, Verdict
from gm.report.phrases import listed
from gm.report.views import GameView, Later, ReadLine, ReceiptView
from gm.rules.board import PowerId
from gm.rules.orders import Order
from gm.rules.ruleset import SeatId

_NO_PRESS = "Press is not carried by this server, so nobody was sent these words."
_NO_COMMAND = "A command counts only in a mail without orders."


@dataclass(frozen=True, slots=True)
class Sitting:
    """A letter at its table: who wrote for which power, and what was read."""

    services: Services
    transaction: Transaction
    letter: Letter
    table: Table
    power: PowerId
    read: Reading


def game_of(sitting: Sitting) -> GameView:
    """Return what every mail of the game says about it."""
    return game_view(sitting.services, sitting.table)


def receipt_view(sitting: Sitting, entered: Entered, later: Later | None = None) -> ReceiptView:
    """Return the receipt for a mail whose orders have been entered, for `later` those sent ahead."""
    number = 1 + _receipts_before(sitting)
    letter, read, table = sitting.letter, sitting.read, sitting.table
    ahead = look_ahead(sitting.transaction, table, sitting.power, entered.orders)
    return ReceiptView(
        game=game_of(sitting),
        power=sitting.power,
        number=number,
        code=_code(sitting, number),
        state=table.state,
        due=due_view(table, {SeatId(sitting.power): entered.orders}),
        orders=entered.orders,
        changed=entered.changed,
        dropped=(*entered.dropped, *read.replaced),
        kept_impossible=_kept_impossible(read),
        remarks=tuple(remark for line in read.lines for remark in line.noted),
        problems=_problems(sitting),
        ignored=(*letter.reading.problems, *_other_seats(sitting)),
        seen_by_others=_seen_by_others(sitting),
        via_list=letter.reading.is_list,
        zone=letter.person.time_zone,
        now=sitting.services.clock.now(),
        outlook=ahead.outlook,
        matching=ahead.matching,
        later=later,
    )


def taken_up_view(
    services: Services,
    transaction: Transaction,
    table: Table,
    person: Person,
    done: tuple[PowerId, Reading, Entered],
) -> ReceiptView:
    """Return the receipt for orders that were sent ahead of a phase that has opened now.

    Args:
        services, transaction: the ports.
        table: the game with that phase.
        person: who plays the power.
        done: the power, its orders judged again, and what entering them did.
    """
    power, read, entered = done
    ahead = look_ahead(transaction, table, power, entered.orders)
    return ReceiptView(
        game=game_view(services, table),
        power=power,
        number=1,
        code=_code_of(table, power, 1, "ahead"),
        state=table.state,
        due=due_view(table, {SeatId(power): entered.orders}),
        orders=entered.orders,
        remarks=tuple(remark for line in read.lines for remark in line.noted),
        problems=_unread(read),
        zone=person.time_zone,
        now=services.clock.now(),
        outlook=ahead.outlook,
        matching=ahead.matching,
        sent_ahead=True,
    )


def _problems(sitting: Sitting) -> tuple[ReadLine, ...]:
    read = sitting.read
    press = [ReadLine(f"PRESS TO {', '.join(item.to)}", _NO_PRESS) for item in read.press]
    commands = [ReadLine(one.word, _NO_COMMAND) for one in read.commands]
    return (*_unread(read), *press, *commands)


def _unread(read: Reading) -> tuple[ReadLine, ...]:
    return tuple(
        ReadLine(line.text, line.problem.message, line.problem.further_candidates)
        for line in read.lines
        if line.problem is not None and line.verdict is not Verdict.ACCEPTED
    )


def _kept_impossible(read: Reading) -> tuple[Order, ...]:
    return tuple(
        order
        for line in read.lines
        if line.verdict is Verdict.ACCEPTED and line.problem is not None
        for order in line.orders
    )


def _other_seats(sitting: Sitting) -> tuple[str, ...]:
    """Return how a player of several powers orders for the others, where lines were not taken."""
    board = sitting.table.rules.board_in(sitting.table.state)
    powers = sitting.table.seats_of(sitting.letter.person)
    others = [board.powers[power].name for power in powers if power != sitting.power]
    if not others or not sitting.read.problems:
        return ()
    mine = board.powers[sitting.power].name
    advice = (
        f"This mail was read for {mine} alone. You play {listed(others)} as well: send those "
        "orders in a mail of their own with the power's name in the subject."
    )
    return (advice,)


def _seen_by_others(sitting: Sitting) -> bool:
    own = sitting.letter.person.address.casefold()
    others = {
        seat.person.address.casefold()
        for seat in sitting.table.seats
        if seat.person is not None and seat.person.address.casefold() != own
    }
    reading = sitting.letter.reading
    return any(address.casefold() in others for address in (*reading.to, *reading.cc))


def _receipts_before(sitting: Sitting) -> int:
    table = sitting.table
    prefix = receipt_prefix(table.game.name, table.phase.number, sitting.power)
    return sitting.transaction.count_outbox(prefix)


def _code(sitting: Sitting, number: int) -> str:
    return _code_of(sitting.table, sitting.power, number, str(sitting.letter.mail.id))


def _code_of(table: Table, power: PowerId, number: int, answered: str) -> str:
    parts = (table.game.name, table.phase.name, power, str(number), answered)
    digest = hashlib.sha256("/".join(parts).encode())
    return digest.hexdigest()[:6].upper()

"""Making the receipt of an order mail: what stands now, what changed, what was not understood."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from gm.app.mail_out.post import receipt_prefix
from gm.app.orders.order_book import Entered, is_list
from gm.app.orders.questions import Numbered
from gm.app.orders.sitting import Sitting
from gm.app.orders.stands import seat_stand
from gm.app.orders.unread_files import unread_texts
from gm.app.records import Person
from gm.app.table import Table, due_view
from gm.app.timing.orders_in import with_orders_in
from gm.contract.language import SeatRead, Verdict
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine, SeatStand, SentAhead, Taken
from gm.interpret.line_notes import noted
from gm.languages import gettext, gettext_noop, listed, quoted
from gm.mail.addresses import address_key
from gm.mail.values import MailReading

NOTHING_ASKED: Final[Mapping[int, Numbered]] = MappingProxyType({})
"""No choices."""

_OVERTAKEN = gettext_noop(
    "What stands in its place came in later than this mail, or answers a newer receipt, "
    "so this was not entered."
)


def receipt_view(
    sitting: Sitting,
    entered: Entered,
    ahead: tuple[SentAhead | None, ...] = (),
    *,
    asked: Mapping[int, Numbered] = NOTHING_ASKED,
    of_mail: bool = True,
) -> Taken[Any]:
    """Return the receipt for a mail whose orders have been entered.

    Args:
        sitting: the mail and one of the powers it orders for.
        entered: what entering that seat's orders did; ahead: what it has sent for later stages.
        asked: the choices of lines that were not understood, by the line's place in the mail.
        of_mail: it tells of the mail itself, too; of several receipts the first does.
    """
    number = 1 + _receipts_before(sitting)
    letter, read, table = sitting.letter, sitting.read, sitting.table
    due = due_view(table, {sitting.power: entered.orders})
    stand = seat_stand(
        table, letter.person, sitting.power, with_orders_in(table, due), entered.orders, ahead
    )
    return Taken(
        stand=_asked_earlier(stand, asked),
        number=number,
        code=_code(sitting, number),
        changed=entered.changed,
        dropped=entered.dropped,
        replaced=tuple((old, new) for old, new in read.replaced if old != new),
        shortened=_shortened(sitting, entered, ahead),
        kept_impossible=_kept_impossible(read),
        remarks=tuple(remark for line in read.lines for remark in noted(line)),
        problems=(*_unread(sitting.read, asked), *_overtaken(sitting, entered)),
        ignored=(*(_ignored(letter.reading) if of_mail else ()), *_from_files(sitting)),
        seen_by_others=of_mail and _seen_by_others(sitting),
        via_list=of_mail and letter.over_list,
    )


def _asked_earlier(stand: SeatStand[Any], asked: Mapping[int, Numbered]) -> SeatStand[Any]:
    """Return how a seat stands without the questions that its receipt asks itself."""
    new = set(asked.values())
    earlier = tuple(question for question in stand.awaiting if question.choices not in new)
    return replace(stand, awaiting=earlier)


def _shortened(sitting: Sitting, entered: Entered, ahead: Sequence[SentAhead | None]) -> int:
    """Return how many earlier orders went because a new list has them no more.

    A list that was taken back was meant to go.
    """
    count = _left_out(sitting, entered.dropped, "")
    for sent in ahead:
        if sent is not None:
            count += _left_out(sitting, sent.dropped, sent.stage.name)
    return count


def _left_out(sitting: Sitting, dropped: Sequence[tuple[Order, Order | None]], stage: str) -> int:
    """Return how many dropped orders were of lists."""
    keys = [sitting.table.filed(old, stage) for old, new in dropped if new is None]
    withdrawn = sitting.read.withdrawn(stage)
    return sum(is_list(key) and key not in withdrawn for key in keys)


def _ignored(reading: MailReading) -> tuple[str, ...]:
    """Return what was wrong with the mail itself, and which texts in it were not read."""
    return (*map(gettext, reading.problems), *unread_texts(reading))


def _from_files(sitting: Sitting) -> Iterator[str]:
    """Yield from which files of the mail orders were taken, if any were."""
    reading = sitting.letter.reading
    lines = {" ".join(line.split()) for line in reading.lines[-reading.file_lines :]}
    taken = (" ".join(given.text.split()) for given in sitting.read.given)
    if reading.file_lines and not lines.isdisjoint(taken):
        names = listed(map(quoted, reading.files))
        yield gettext("Orders were taken from {names}, which came with your mail.", names=names)


def taken_up_view(
    table: Table,
    person: Person,
    done: tuple[SeatId, SeatRead, Entered],
    asked: Mapping[int, Numbered] = NOTHING_ASKED,
) -> Taken[Any]:
    """Return the receipt for orders that were sent ahead of a phase that has opened now.

    Args:
        table: the game with that phase.
        person: who plays the power.
        done: the power, its orders judged again, and what entering them did.
        asked: the choices where an order may mean several now, by its place.
    """
    seat, read, entered = done
    due = due_view(table, {seat: entered.orders})
    stand = seat_stand(table, person, seat, due, entered.orders)
    return Taken(
        stand=_asked_earlier(stand, asked),
        number=1,
        code=_code_of(table, seat, 1, "ahead"),
        remarks=tuple(remark for line in read.lines for remark in noted(line)),
        problems=_unread(read, asked),
        sent_ahead=True,
    )


def _overtaken(sitting: Sitting, entered: Entered) -> Iterator[ReadLine]:
    for order in entered.overtaken:
        yield ReadLine(sitting.table.order_text(order), gettext(_OVERTAKEN))


def _unread(read: SeatRead, asked: Mapping[int, Numbered]) -> tuple[ReadLine, ...]:
    return tuple(
        ReadLine(
            line.text,
            line.problem.message,
            () if at in asked else line.problem.further_candidates,
            asked.get(at, ()),
            stands=bool(line.orders) and line.verdict is Verdict.AMBIGUOUS,
            awaited=line.reserves,
        )
        for at, line in enumerate(read.lines)
        if line.problem is not None and line.verdict is not Verdict.ACCEPTED
    )


def _kept_impossible(read: SeatRead) -> tuple[Order, ...]:
    return tuple(
        order
        for line in read.lines
        if line.verdict is Verdict.ACCEPTED and line.problem is not None
        for order in line.orders
    )


def _seen_by_others(sitting: Sitting) -> bool:
    own_address = address_key(sitting.letter.person.address)
    others = {
        address_key(seat.person.address)
        for seat in sitting.table.seats
        if seat.person is not None and address_key(seat.person.address) != own_address
    }
    reading = sitting.letter.reading
    return any(address_key(address) in others for address in (*reading.to, *reading.cc))


def receipt_prefix_of(sitting: Sitting) -> str:
    """Return what the keys of a player's receipts in a phase begin with: his first power's."""
    table = sitting.table
    power = table.seats_of(sitting.letter.person)[0]
    return receipt_prefix(table.game.name, table.phase.number, power)


def _receipts_before(sitting: Sitting) -> int:
    return sitting.transaction.count_outbox(receipt_prefix_of(sitting))


def _code(sitting: Sitting, number: int) -> str:
    return _code_of(sitting.table, sitting.power, number, str(sitting.letter.mail.id))


def _code_of(table: Table, power: SeatId, number: int, answered: str) -> str:
    parts = (table.game.name, table.phase.name, power, str(number), answered)
    digest = hashlib.sha256("/".join(parts).encode())
    return digest.hexdigest()[:6].upper()

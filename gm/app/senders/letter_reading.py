"""Reading a letter's lines for the seats that its writer has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.reading import Desk, People, Read, SeatRead
from gm.contract.seats import SeatId
from gm.mail.threads import is_report_of

NOTHING_STANDS: Final[Mapping[SeatId, tuple[Order, ...]]] = MappingProxyType({})
"""No orders."""


def read_letter(
    letter: Letter,
    table: Table,
    lines: Sequence[str],
    standing: Mapping[SeatId, tuple[Order, ...]] = NOTHING_STANDS,
) -> Read:
    """Read the lines of a letter for each seat that its writer has.

    Args:
        letter, table, lines: what is read.
        standing: the orders of each seat that stand, which words in the letter may speak of.
    """
    seats = table.seats_of(letter.person)
    desk = replace(
        desk_for(table, seats),
        standing=tuple((seat, standing.get(seat, ())) for seat in seats),
        named=named_seats(letter, table),
        people=_people(letter),
    )
    return read_beforehand(table.family.language.read, tuple(lines), desk)


def read_for(
    table: Table, seat: SeatId, lines: Sequence[str], *, strict: bool = False
) -> SeatRead:
    """Read lines for one seat alone, whoever wrote them.

    Args:
        table, seat, lines: what is read.
        strict: every line without orders has a problem; else talk is passed over.
    """
    desk = replace(desk_for(table, (seat,)), strict=strict)
    return read_beforehand(table.family.language.read, tuple(lines), desk).seats[0]


def desk_for(table: Table, seats: tuple[SeatId, ...]) -> Desk[Any]:
    """Return what lines for some seats of a game are read against, whoever wrote them."""
    game = table.game
    return Desk(table.position, seats, options=game.options, keep_impossible=game.keep_impossible)


def _people(letter: Letter) -> People:
    """Return the names by which a signature is known, and whoever turns to the game master."""
    person, reading = letter.person, letter.reading
    local = [address.partition("@")[0] for address in (person.address, reading.sender or "")]
    return People((person.name, reading.sender_name or "", *local), (letter.game.gm_name,))


def named_seats(letter: Letter, table: Table) -> tuple[SeatId, ...]:
    """Return the sender's seats that the subject names, or whose report he answers."""
    seats = table.seats_of(letter.person)
    subject = letter.reading.subject.casefold()
    named = tuple(seat for seat in seats if table.names.name(seat).casefold() in subject)
    return named or tuple(
        seat for seat in seats if is_report_of(letter.reading, letter.game.name, seat)
    )

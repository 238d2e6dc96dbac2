"""Reading a letter's lines for the powers that its writer plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from gm.app.mail_in.beforehand import read_beforehand
from gm.app.mail_in.letters import Letter
from gm.app.orders.ahead import context_for
from gm.app.table import Table
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.orders.gifts import without_own_gifts
from gm.games.diplomacy.desk.orders.several import Shared, share_out
from gm.games.diplomacy.language.board_words import words_on
from gm.games.diplomacy.language.choices import with_choices
from gm.interpret.unread import NOBODY, People, unread_lines
from gm.interpret.values import Context
from gm.mail.threads import is_report_of

NOTHING_STANDS: Final[Mapping[SeatId, tuple[Order, ...]]] = MappingProxyType({})
"""No lists."""


def read_letter(
    letter: Letter,
    table: Table,
    lines: Sequence[str],
    standing: Mapping[SeatId, tuple[Order, ...]] = NOTHING_STANDS,
) -> Shared:
    """Read the lines of a letter for each power that its writer plays.

    Args:
        letter, table, lines: what is read.
        standing: the lists of each power that stand, which words in the letter may speak of.
    """
    contexts = tuple(
        (power, replace(context_for(table, power), standing=standing.get(power, ())))
        for power in table.seats_of(letter.person)
    )
    named, people = named_powers(letter, table), _people(letter)
    shared = read_beforehand(read_shares, tuple(lines), contexts, named, people)
    readings = tuple(
        (power, without_own_gifts(table, power, read)) for power, read in shared.readings
    )
    return replace(shared, readings=readings)


def _people(letter: Letter) -> People:
    """Return the names by which a signature is known, and whoever turns to the game master."""
    person, reading = letter.person, letter.reading
    local = [address.partition("@")[0] for address in (person.address, reading.sender or "")]
    return People((person.name, reading.sender_name or "", *local), (letter.game.gm_name,))


def read_shares(
    lines: tuple[str, ...],
    contexts: tuple[tuple[SeatId, Context], ...],
    named: tuple[SeatId, ...],
    people: People = NOBODY,
) -> Shared:
    """Read lines for powers, and offer choices for what was not understood; see `share_out`."""
    against = dict(contexts)
    shared = share_out(lines, against, named)
    readings = tuple(
        (power, with_choices(read, against[power])) for power, read in shared.readings
    )
    board = contexts[0][1].board
    unread = unread_lines(lines, [read for _, read in readings], words_on(board), people)
    loose = {line.text for line in shared.loose}
    kept = tuple(line for line in unread if line.text not in loose)
    return replace(shared, readings=readings, unread=kept)


def named_powers(letter: Letter, table: Table) -> tuple[SeatId, ...]:
    """Return the sender's powers that the subject names, or whose report he answers."""
    powers = table.seats_of(letter.person)
    subject = letter.reading.subject.casefold()
    board = table.rules.board_in(table.state)
    named = tuple(power for power in powers if board.powers[power].name.casefold() in subject)
    return named or tuple(
        power for power in powers if is_report_of(letter.reading, letter.game.name, power)
    )

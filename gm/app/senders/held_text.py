"""What a question about a held mail shows of it, and of those that were held before it.

A yes covers what the question quoted whole, so the question remembers what that was: the lines of
its own mail, and which earlier mails it listed under which number. Nothing is read a second time.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from gm.app.addresses.tokens import discreet
from gm.app.mail_ports import IdentityTransaction
from gm.app.mail_records import Confirmation
from gm.app.records import GameRecord, GameStatus
from gm.app.services import Services
from gm.app.table import names_of
from gm.interpret.commands import command_of
from gm.interpret.folding import fold
from gm.interpret.press_blocks import PressBlock, addressees, blocks_of
from gm.interpret.seat_names import SeatNames
from gm.languages import gettext, listed
from gm.mail.values import MailReading
from gm.report.wording.text import quiet

_MOST_LINES: Final = 40
"""Lines of the longest mail that is quoted whole."""

_MOST_LETTERS: Final = 3000
"""Characters of the longest mail that is quoted whole."""

_MOST_LISTED: Final = 80
"""Lines that a question quotes of all earlier mails together."""

_SHOWN_OF_LONG: Final = 8
"""Lines that are shown of a mail too long to be quoted whole."""

_FIRST: Final = 2
"""The number of the first earlier mail in a question; its own mail is 1."""

_LINE_OF_LONG: Final = 100
"""Characters that are shown of each of them."""

_OF_THE_DESK: Final = re.compile(r"\W*gm\s", re.I)


@dataclass(frozen=True, slots=True)
class EarlierMail:
    """An earlier mail in a question.

    Args:
        mail: its number in the inbox.
        whole: it was quoted whole, so that a yes can choose it.
        along: a YES ALL covers it: it is whole, and its sender's address is known.
    """

    mail: int
    whole: bool
    along: bool


@dataclass(frozen=True, slots=True)
class HeldText:
    """A held mail as its question shows it, and what else the question lists.

    Args:
        sender: the address in its From line.
        lines: what was quoted of it, without secrets, votes and messages named as such.
        whole: that is all of it, so that a yes can confirm it.
        stranger: it came from an address that is not known as the person's.
        earlier: the mails that the question lists, numbered from 2.
    """

    sender: str
    lines: tuple[str, ...] = ()
    whole: bool = True
    stranger: bool = False
    earlier: tuple[EarlierMail, ...] = field(default=())

    def dump(self) -> str:
        """Return it as a question keeps it."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def numbered(self) -> Iterator[tuple[int, EarlierMail]]:
        """Yield the earlier mails with their numbers in the question."""
        yield from enumerate(self.earlier, _FIRST)


def held_text_of(asked: Confirmation) -> HeldText:
    """Return what a question about a held mail quoted and listed.

    One that was asked before questions remembered it names the sender's address alone.
    """
    if not asked.wanted.startswith("{"):
        return HeldText(asked.wanted)
    raw = json.loads(asked.wanted)
    earlier = tuple(EarlierMail(**entry) for entry in raw["earlier"])
    return HeldText(raw["sender"], tuple(raw["lines"]), raw["whole"], raw["stranger"], earlier)


def quote(
    services: Services,
    transaction: IdentityTransaction,
    reading: MailReading,
    game: GameRecord | None,
    *,
    stranger: bool = False,
) -> HeldText:
    """Return a mail as the question about it shows it.

    Args:
        services, transaction: the ports.
        reading: what it says; game: which it is for, if for one.
        stranger: its From is not known as its supposed sender's.
    """
    names = names_of(services, game) if game is not None else None
    short = _is_short(reading)
    shown = (
        reading.lines if short else [line[:_LINE_OF_LONG] for line in reading.lines[:_MOST_LINES]]
    )
    lines = [line for line in _labelled(_clean(transaction, shown), names, game) if line.strip()]
    if subject := reading.subject.strip():
        (subject,) = _clean(transaction, (subject[:_MOST_LETTERS],))
        lines.insert(0, gettext("Subject: {subject}", subject=subject))
    whole = short and len(lines) <= _MOST_LINES
    return HeldText(
        reading.sender or "", tuple(lines if whole else lines[:_SHOWN_OF_LONG]), whole, stranger
    )


def _is_short(reading: MailReading) -> bool:
    lines = (reading.subject, *reading.lines)
    return sum(map(len, lines)) <= _MOST_LETTERS and sum(map(bool, lines)) <= _MOST_LINES


def _clean(transaction: IdentityTransaction, lines: Sequence[str]) -> list[str]:
    """Return lines as they are read, without the secrets of anybody in them."""
    plain = (html.unescape(html.unescape(line)) for line in lines)
    return [quiet(discreet(transaction, line)) for line in plain]


def listing(waiting: Sequence[Confirmation]) -> tuple[EarlierMail, ...]:
    """Return how a question lists the mails that wait already, oldest first.

    What would make it too long to be read is named without its text, and so cannot be chosen there.
    """
    mails: list[EarlierMail] = []
    room = _MOST_LISTED
    for confirmation in waiting:
        if confirmation.inbox_id is None:
            continue
        text = held_text_of(confirmation)
        whole = text.whole and 0 < len(text.lines) <= room
        room -= len(text.lines) if whole else 0
        mails.append(EarlierMail(confirmation.inbox_id, whole, whole and not text.stranger))
    return tuple(mails)


def _labelled(
    text: Sequence[str], names: SeatNames | None, game: GameRecord | None
) -> Iterator[str]:
    """Yield the lines of a mail, what is no order named as what it is."""
    if game is not None and game.status is GameStatus.FINISHED:
        yield gettext("Closing words of yours, printed for all to read:")
    blocks = {block.first: block for block in blocks_of(names, text)} if names else {}
    last = -1
    for at, line in enumerate(text):
        if names is not None and (block := blocks.get(at)) is not None:
            last = block.last
            yield _heading(names, block)
        yield f"| {line}" if at <= last else _named(line)


def _heading(names: SeatNames, block: PressBlock) -> str:
    to = addressees(names, block.to)
    whom = [names.name(power) for power in to.powers]
    if to.everybody and not to.but:
        return gettext("A message to all, in your name:")
    if whom and not to.everybody:
        return gettext("A message to {names}, in your name:", names=listed(whom))
    return gettext("A message to others, in your name:")


def _named(line: str) -> str:
    if _OF_THE_DESK.match(line):
        return gettext("A command of the game master: {line}", line=line)
    command = command_of(fold(line))
    if command is None:
        return line
    if command.word == "VOTE":
        return gettext("A vote: {line}", line=line)
    if command.word == "RESIGN":
        return gettext("Giving your power up: {line}", line=line)
    return gettext("A command: {line}", line=line)

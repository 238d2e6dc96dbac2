"""A player's reply to a message: press to whoever signed that, without PRESS and ENDPRESS.

What in it could be an order or a command may be meant for the server or for the other player. Then
nothing is done with the mail, neither is anything sent nor carried out, and its writer is asked. A
reply to the game master is none of that: orders in it are for his server, and the talk is for him.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from gm.app.life_records import PressItem
from gm.app.mail_records import GM_SEAT
from gm.app.orders.questions import numbers_in, open_questions
from gm.app.orders.sitting import Done
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Letter, read_letter
from gm.app.table import Table
from gm.app.talk.press import PRESS, Draft, take_draft, view_of
from gm.app.talk.press_letters import MOST_HEAD, sent_words
from gm.app.talk.press_mail import relay
from gm.contract.language import LineRead
from gm.contract.seats import SeatId
from gm.contract.told import Deed, ReadLine
from gm.errors import InputError, Refused
from gm.interpret.folding import fold
from gm.interpret.numbers import numbers_alone
from gm.interpret.press_blocks import Addressees
from gm.interpret.reservations import Kind, has_turn, names_orders, saying_of
from gm.interpret.talk_words import has
from gm.interpret.tongues import words_of
from gm.interpret.yes_no import answers_plainly
from gm.languages import gettext, quoted
from gm.mail.threads import own_id
from gm.mail.values import MailReading

_MOST_NAMED: Final = 12
"""Lines that could be orders by which a reply is told that holds some."""


def answered_message(
    transaction: Transaction, game: GameRecord, reading: MailReading, address: str
) -> PressItem | None:
    """Return the message of a game that a mail replies to; None if it replies to none.

    Args:
        transaction: the port. game: the game the mail is for. reading: the mail.
        address: where its writer had the message.
    """
    named = own_id(reading.in_reply_to or "")
    if named is None or named.kind != PRESS:
        return None
    sent = transaction.outbox_by_message(reading.in_reply_to or "", address)
    key = sent.key.split() if sent is not None and sent.game_id == game.id else []
    if len(key) < len(("press", "12", "label")) or key[0] != PRESS:
        return None
    messages = {str(item.id): item for item in transaction.press(game.id) if item.kind == PRESS}
    message = messages.get(key[1])
    return message if message is not None and message.dropped_at is None else None


def take_reply(table: Table, letter: Letter) -> tuple[Letter, Done]:
    """Carry a reply to a message to whoever signed that.

    A mail that is no such reply, or that only commands the server, is left as it is.

    Returns:
        The mail without what was carried, and what became of that.
    """
    transaction = table.transaction
    lines = letter.reading.lines
    written = [line.strip() for line in lines if line.strip()]
    address = letter.person.address
    message = answered_message(transaction, table.game, letter.reading, address)
    signed = view_of(table.names, message, table.stage) if message else None
    if message is None or signed is None or signed.grey or letter.over_list or not written:
        return letter, Done()
    to_gm = message.seat == GM_SEAT
    # What a player tells his game master of his own pieces goes to no enemy.
    orders = _orders_in(letter, table, tries_alone=to_gm)
    acting = _acting(letter, table) | orders
    to_either = _says_yes_or_no(letter, table)
    if acting.issuperset(written) and not (orders or to_either):
        return letter, Done()
    if to_gm and orders:
        return _take_both(table, letter, message, acting)
    if acting:
        named = [line for line in written if line in acting][:_MOST_NAMED]
        asked = _asked(table, message, named, answers=to_either)
        done = Done(undone=(ReadLine(_head(letter), asked),))
    else:
        done = _carry(table, letter, message)
    return replace(letter, reading=replace(letter.reading, lines=())), done


def _take_both(
    table: Table, letter: Letter, message: PressItem, acting: Collection[str]
) -> tuple[Letter, Done]:
    """Send the talk of a reply to the game master, and leave the mail as one of orders like any other.

    A game master who plays must not read plans, so the orders are not sent along.
    """
    talk = tuple(line for line in letter.reading.lines if line.strip() not in acting)
    orders = replace(letter, reading=replace(letter.reading, in_reply_to=None))
    if not any(map(str.strip, talk)):
        return orders, Done()
    said = replace(letter, reading=replace(letter.reading, lines=talk))
    done = _carry(table, said, message)
    sent = frozenset(talk if done.deeds else ())
    return orders, done + Done(passed=sent)


def _carry(table: Table, letter: Letter, message: PressItem) -> Done:
    head = _head(letter)
    to_gm = message.seat == GM_SEAT
    to = Addressees(gm=True) if to_gm else Addressees((SeatId(message.seat),))
    text = "\n".join(letter.reading.lines).strip("\n")
    draft = Draft(_writer(table, letter, message), "", to, text, letter.mail.id)
    try:
        item, more = take_draft(table, draft)
    except (InputError, Refused) as fault:
        why = gettext("Nobody was sent this. {fault}", fault=fault)
        return Done(undone=(ReadLine(head, why),))
    if item.released_at is not None:
        relay(table, item)
    answered = gettext("Your mail answers a message, so it was taken as one.")
    lines = (answered, sent_words(table, item), *more)
    return Done(deeds=(Deed(head, lines, plain=True),))


def _head(letter: Letter) -> str:
    """Return how a mail begins, by which its writer knows it."""
    first = next(line for line in letter.reading.lines if line.strip())
    return " ".join(first.split())[:MOST_HEAD]


def _writer(table: Table, letter: Letter, message: PressItem) -> SeatId:
    """Return the power that answers: of several the one to which the message was written."""
    powers = table.seats_of(letter.person)
    to = view_of(table.names, message, table.stage).to
    return next((power for power in powers if power in to), powers[0])


def _acting(letter: Letter, table: Table) -> set[str]:
    """Return the lines of a mail that could be answers or commands to the server.

    A number alone is one; while something is asked of its writer one with a yes or no beside it, and a yes
    or no that is all he wrote.
    """
    lines = letter.reading.lines
    asked = _is_asked(letter, table)
    numbers = {
        line.strip() for line in lines if numbers_alone(line) or (asked and numbers_in(line)[0])
    }
    if _says_yes_or_no(letter, table):
        numbers |= {line.strip() for line in lines if line.strip()}
    commands = {
        command.text.strip()
        for read in read_letter(letter, table, lines).seats
        for command in read.commands
    }
    return {*numbers, *commands}


def _is_asked(letter: Letter, table: Table) -> bool:
    """Tell whether a question to the writer of a mail is open."""
    return any(open_questions(table, seat) for seat in table.seats_of(letter.person))


def _says_yes_or_no(letter: Letter, table: Table) -> bool:
    """Tell whether a mail is a plain yes or no that answers the message, or a question to its writer."""
    lines = letter.reading.lines
    plain = read_beforehand(answers_plainly, lines) and not any(
        numbers_in(line)[0] for line in lines
    )
    return plain and _is_asked(letter, table)


def _orders_in(letter: Letter, table: Table, *, tries_alone: bool) -> set[str]:
    """Return the lines of a mail that are orders or tries at some, or else may be meant to change some."""
    return set(_orders(letter, table, letter.reading.lines, tries_alone=tries_alone))


def _orders(
    letter: Letter, table: Table, lines: Sequence[str], *, tries_alone: bool
) -> Iterator[str]:
    shared = read_letter(replace(letter, subject=""), table, lines)
    of_board = {line.number for line in shared.unread if line.of_board}
    for read in shared.seats:
        for line in read.lines:
            tries = line.orders or line.waits or (line.problem is not None and not line.reserves)
            means = tries or (not tries_alone and _may_order(line, letter, of_board))
            if means and 0 < line.number <= len(lines):
                yield lines[line.number - 1].strip()


def _may_order(line: LineRead, letter: Letter, of_board: Collection[int]) -> bool:
    """Tell whether a line that is no order may be meant to change one, or for the game master.

    It names an own piece, takes something of the board back, or turns to him by name. A question about a
    piece is talk, of which there is much between players.
    """
    if line.known:
        return False
    if _turns_to_gm(line.text, letter.game.gm_name):
        return True
    if line.text.rstrip().endswith("?"):
        return False
    saying = saying_of(line.text)
    takes_back = bool(saying.kinds & _UNSAYS)
    named = line.number in of_board or has_turn("everything", saying.words)
    unsays = takes_back or has(saying.words, "request")
    return line.of_own or (takes_back and named) or (unsays and names_orders(saying.words))


def _turns_to_gm(text: str, name: str) -> bool:
    """Tell whether a line begins with the game master's name, or with what he is called: `Maeve, ...`."""
    head = re.match(r"\W*([^,:;!?]{1,40})[,:;!]", text)
    words = set(words_of(fold(head[1]))) if head is not None else set()
    called = {*words_of(fold(name)), *_GAME_MASTER}
    return bool(words & called) and words <= called | _GREETING


_GAME_MASTER: Final = frozenset({"gm", "gamemaster", "spielleiter", "spielleitung", "mhaistir"})
_GREETING: Final = frozenset(
    {"hi", "hello", "dear", "hallo", "liebe", "lieber", "a", "game", "master"}
)


_UNSAYS: Final = frozenset({Kind.TAKE_BACK, Kind.TAKE_BACK_ONE, Kind.NOT_THESE, Kind.DRAFT})
"""What a line says that speaks of orders as such, or wishes something: `Please cancel my orders`."""


def _asked(table: Table, message: PressItem, named: Sequence[str], *, answers: bool) -> str:
    """Return what is asked of whoever wrote orders into his reply to a message, or answers to the server."""
    names = table.names
    to_gm = message.seat == GM_SEAT
    name = gettext("the game master") if to_gm else names.name(message.seat)
    return " ".join(
        (
            gettext(
                "Your mail answers a message, and this in it could be for the server: {lines}. Is "
                "it an order, or is all of it for {name}? Nobody was sent anything, and nothing "
                "was carried out.",
                lines="; ".join(quoted(line) for line in named),
                name=name,
            ),
            gettext(
                "If it answers a question of the server's, send the number of what you mean, alone, in "
                "reply to this mail."
            )
            if answers
            else gettext("If it is an order, send it again, alone, in reply to this mail."),
            gettext(
                "If it is for {name}, write {line} above it and ENDPRESS below it.",
                name=name,
                line="PRESS TO " + ("GM" if to_gm else name.upper()),
            ),
        )
    )

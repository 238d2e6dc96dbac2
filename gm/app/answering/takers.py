"""Who takes a mail: the table of all takers, in the order in which they are asked, and what they leave.

Each is handed the mail as an arrival and says what became of it, or that it is not for him. What none of
them finds anything in is turned away, with why and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from gm.app.answering.confirmations import rest_of_answer, take_answer, told_below_yes
from gm.app.answering.gm_letters import take_gm_letter, take_words_beside
from gm.app.answering.list_mail import list_mail_counts, warn_of_list_orders
from gm.app.answering.new_game_mail import take_new_game
from gm.app.answering.offer_answers import take_offer
from gm.app.answering.order_mail import answer_letter
from gm.app.answering.statements import STATEMENT, take_statement
from gm.app.mail_in.returns import lift
from gm.app.mail_in.silence import NO_SENDER
from gm.app.records import IN_PLAY, GameStatus, InboxState
from gm.app.seats.as_written import note_own_mail
from gm.app.seats.newcomers import take_newcomer, with_ways_in
from gm.app.seats.returning import if_former
from gm.app.senders.arrival import Arrival, Became
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held import copy_believed, hold
from gm.app.senders.identity import BELIEVED
from gm.app.senders.known_addresses import take_address
from gm.app.senders.letters import (
    Doubted,
    FromStranger,
    GmWordsTaken,
    Letter,
    NothingFound,
    Turned,
    find_letter,
)
from gm.app.senders.other_games import must_be_for
from gm.app.senders.proof_mails import warn_of_readers
from gm.app.senders.strangers import tell_of_stranger
from gm.app.table import family_of, lay
from gm.app.talk.press_letters import is_reply_to_message
from gm.app.talk.words_to_gm import hand_over_talk
from gm.app.tongues import language_for
from gm.app.words.answers import answer_help, answer_refusal, answer_server_help, asks_help
from gm.app.words.gm_mail import take_wishes
from gm.app.words.own_settings import language_wished
from gm.languages import gettext, speaking
from gm.mail.addresses import is_same
from gm.mail.values import MailKind


@dataclass(frozen=True, slots=True)
class Taker:
    """Somebody who takes mails of one sort.

    Args:
        name: of the sort; takes: which mails those are.
        take: says what became of such a mail; None of any other. Turned and Doubted end the asking.
    """

    name: str
    takes: str
    take: Callable[[Arrival], Became | None]


def answer(arrival: Arrival) -> Became:
    """Let whoever takes a mail do what it says, and return what became of it."""
    try:
        _must_be_read(arrival)
        arrival = rest_of_answer(arrival)
        return next(became for taker in TAKERS if (became := taker.take(arrival)) is not None)
    except Doubted as doubted:
        letter = doubted.letter
        copy = copy_believed(letter)
        if copy is None:
            return hold(letter)
        note = f"a copy of mail {copy.id}, which went to its sender's own reply address"
        return Became(note, letter.game.id, InboxState.SUPPRESSED)
    except Turned as turned:
        with speaking(read_beforehand(language_wished, arrival.reading.lines)):
            return _turn_away(arrival, turned)


def _must_be_read(arrival: Arrival) -> None:
    """Turn away what nobody could read: its text is not there for any taker."""
    reading = arrival.reading
    if reading.kind not in (MailKind.TOO_LARGE, MailKind.UNPARSABLE):
        return
    raise Turned(
        gettext(reading.problems[0])
        if reading.problems
        else gettext("Your mail could not be read."),
        gettext("Send your orders as a short plain mail, one order a line."),
    )


def _take_commands(arrival: Arrival) -> Became | None:
    """Take a GM's commands, and what is left as the draws, the orders or the words of the same man."""
    taken = take_wishes(arrival)
    if taken is None:
        return None
    also = _taken_by_games(arrival.with_rest(taken.rest))
    return _go_on(arrival, also or taken, "commands of the GM")


def _take_draws(arrival: Arrival) -> Became | None:
    taken = _taken_by_games(arrival)
    return _go_on(arrival, taken, "walks ordered by the GM") if taken is not None else None


def _take_gm_words(arrival: Arrival) -> Became | None:
    return take_gm_letter(arrival) if not asks_help(arrival.reading) else None


def _take_players(arrival: Arrival) -> Became:
    """Take a mail as a player's to his game; Turned or Doubted where it is not."""
    letter = find_letter(arrival)
    if arrival.reading.is_list and not list_mail_counts(letter):
        warn_of_list_orders(letter)
        note = "list mail that is not addressed to the game"
        return Became(note, state=InboxState.SUPPRESSED)
    if letter.standing not in BELIEVED:
        helped = _help_unproved(arrival, letter)
        if helped is None:
            raise Doubted(letter)
        return helped
    wished = read_beforehand(language_wished, arrival.reading.lines)
    with speaking(wished or language_for(letter.person, letter.game)):
        return _believe(arrival, letter)


TAKERS: Final = (
    # Whoever answers what we asked him means that, whatever else his mail would be.
    Taker("offers", "the answer to a seat that was offered", take_offer),
    Taker("questions", "the answer to a question sent to a registered address", take_answer),
    # A mail to the server itself is for no game, though its sender may play in one.
    Taker("new games", "NEW GAME, or HELP of who may create one, to the server", take_new_game),
    # Before all who read for orders: a GM who plays gives commands and orders in one mail.
    Taker("commands", "lines with GM before them, from the GM of the game", _take_commands),
    # JOIN and the like go before a game's own mail: whoever has no seat yet is a stranger there.
    Taker("newcomers", "JOIN, OBSERVE, STANDBY, LEAVE, RETURN, GAMES", take_newcomer),
    Taker("draws", "what a GM orders instead of chance, as his game reads it", _take_draws),
    # A GM who plays is a player here: his plain words are left to the last of all.
    Taker("words", "what a GM who does not play writes to his game", _take_gm_words),
    Taker("players", "everything else, as a player's to his game", _take_players),
)
"""Everybody who takes mails, in the order in which they are asked; the last one takes all that is left."""


def takers_table() -> tuple[str, ...]:
    """Return the lines of the table of takers, as docs/architecture.md shows it."""
    rows = (f"| {at} | {each.name} | {each.takes} |" for at, each in enumerate(TAKERS, 1))
    return ("| | taker | takes |", "|---|---|---|", *rows)


def _believe(arrival: Arrival, letter: Letter) -> Became:
    """Act on a mail that is believed; Turned if nothing in it counts."""
    services, transaction = arrival.services, arrival.transaction
    lift(services, transaction, letter.person.address, "its owner has written")
    note_own_mail(letter)
    if letter.game.status is GameStatus.FINISHED:
        take_statement(letter)
        return Became(STATEMENT, letter.game.id)
    if not is_reply_to_message(letter.reading):
        must_be_for(letter)
    warn_of_readers(letter)
    rest = take_address(letter)
    state = InboxState.DONE
    if rest is not None:
        try:
            below = told_below_yes(arrival, letter)
            state = answer_letter(rest, below)
        except NothingFound as nothing:
            # Words beside an address, or around the yes to a question, need not be orders.
            passed = hand_over_talk(rest, nothing)
            if rest is letter and (passed or not arrival.mail.confirmed):
                raise
    return Became(letter.standing.value, letter.game.id, state)


def _taken_by_games(arrival: Arrival) -> GmWordsTaken | None:
    """Return what is left of a GM's mail of which his game has taken what he orders in chance's place."""
    if arrival.named is None:
        return None
    takes = family_of(arrival.services, arrival.named).acts.takes
    taken: GmWordsTaken | None = takes(arrival) if takes is not None else None
    return taken


def _go_on(arrival: Arrival, taken: GmWordsTaken, note: str) -> Became:
    """Read what a GM wrote besides his commands: as a player's mail if he plays, else as his words."""
    rest, state = arrival.with_rest(taken.rest), InboxState.DONE
    if any(line.strip() for line in taken.rest.lines):
        read = _as_players(rest, taken)
        if read is None:
            take_words_beside(rest, taken)
        state = read or state
    return Became(note, taken.game.id, state)


def _as_players(rest: Arrival, taken: GmWordsTaken) -> InboxState | None:
    """Read the rest of a GM's mail as a player's; return what became of it, None if it is not."""
    if taken.game.status not in IN_PLAY:
        return None
    with suppress(NothingFound, FromStranger):
        letter = find_letter(rest)
        if letter.standing in BELIEVED:
            return answer_letter(letter)
    return None


def _turn_away(arrival: Arrival, turned: Turned) -> Became:
    services, transaction, reading = arrival.services, arrival.transaction, arrival.reading
    game = turned.game.id if turned.game else None
    if reading.is_list or arrival.mail.envelope_from == NO_SENDER:
        return Became(turned.reason, game, InboxState.SUPPRESSED)
    # Asked anew, for a newcomer may have become known by the mail that is turned away.
    person = transaction.person_of_address(reading.sender) if reading.sender else None
    if isinstance(turned, FromStranger) and person is not None:
        turned = if_former(services, transaction, turned, person)
    if (
        isinstance(turned, FromStranger)
        and turned.game is not None
        and not is_same(arrival.sender, turned.game.gm_address)
    ):
        tell_of_stranger(services, transaction, turned.game, reading)
        turned = with_ways_in(turned)
    if asks_help(reading):
        answer_server_help(arrival, person)
        return Became("asked the server for help")
    answer_refusal(arrival, turned, person)
    return Became(turned.reason, game, InboxState.REJECTED)


def _help_unproved(arrival: Arrival, letter: Letter) -> Became | None:
    """Answer HELP, which needs no proof, at the registered address, once a day; None for other mail."""
    services, transaction = arrival.services, arrival.transaction
    key = f"unproved-help {letter.person.id} {services.clock.now():%F}"
    over = letter.game.status is GameStatus.FINISHED
    if over or not asks_help(letter.reading) or transaction.count_outbox(key):
        return None
    table = lay(services, transaction, letter.game)
    with speaking(language_for(letter.person, letter.game)):
        answer_help(letter, table, key)
    return Became("asked for help", letter.game.id)

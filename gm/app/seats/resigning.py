"""RESIGN: a player gives his powers up, once he has said YES to the question whether he means it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

from gm.app.mail_out.reasons import Words
from gm.app.mail_records import ASKED_AGAIN, Asked, Confirmation
from gm.app.orders.sitting import Sitting
from gm.app.ports import Transaction
from gm.app.records import IN_PLAY, GameRecord, GameStatus, Person
from gm.app.seat_names import held_seat_in
from gm.app.seats.as_written import shown_to_gm
from gm.app.seats.offers import offer_next, seat_named
from gm.app.seats.seat_changes import empty, vacate
from gm.app.senders.asking import (
    mail_question,
    new_question,
    refuse_fourth,
    reply_with_yes,
    told_below,
)
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, lay
from gm.errors import NotAllowed
from gm.languages import gettext, listed
from gm.report.pages.questions_page import QuestionView
from gm.report.wording.dates import moment_words

_WITHIN: Final = timedelta(days=7)
"""A player has as long as a newcomer to say that he meant it."""


def resign(sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Ask a player whether he really gives his powers up; nothing changes until he says YES."""
    services, transaction, letter = sitting.services, sitting.transaction, sitting.letter
    table, person = sitting.table, letter.person
    seats = tuple(sitting.meant) or table.seats_of(person)
    now = services.clock.now()
    before = [
        confirmation.id
        for confirmation in transaction.confirmations(person_id=person.id)
        if (confirmation.asked, confirmation.game_id) == (Asked.RESIGN, table.game.id)
    ]
    refuse_fourth(services, transaction, person, before)
    for number in before:
        transaction.settle_confirmation(number, now, ASKED_AGAIN)
    until, mail, wanted = now + _WITHIN, letter.mail, json.dumps(list(seats))
    asked = new_question(
        services, transaction, Asked.RESIGN, person, until, mail, table.game, wanted
    )
    names = listed(table.seat_words(seat) for seat in seats)
    _mail_question(sitting, asked, names)
    return ()  # The question answers him; a second mail would take the YES that is meant for it.


def _mail_question(sitting: Sitting, asked: Confirmation, names: str) -> None:
    person, game = sitting.letter.person, sitting.letter.game
    until = moment_words(asked.expires_at, person.time_zone)
    view = QuestionView(
        title=gettext("Do you really give up {names}?", names=names),
        told=(
            (
                gettext(
                    "You asked to give up {names} in {game}. The seat is then free, and "
                    "somebody else may take it over. Until then you can have it back with "
                    "RETURN.",
                    names=names,
                    game=game.name,
                )
            ),
            gettext(
                "If you are only away for a while, ABSENT and two dates moves the deadlines "
                "instead."
            ),
            *_below(sitting),
        ),
        quoted=(),
        if_yes=(reply_with_yes(until),),
        if_no=(gettext("Do nothing, or reply with the word NO, and you play on."),),
        phase=sitting.table.phase.name,
        heads=("", gettext("To give them up"), gettext("To play on")),
    )
    reading, number = sitting.letter.reading, sitting.table.phase.number
    mail_question(
        sitting.services, sitting.transaction, asked, person, view, reading, game, number
    )


def _below(sitting: Sitting) -> tuple[str, ...]:
    """Return what is told of words below the command."""
    lines = [" ".join(line.split()) for line in sitting.letter.reading.lines]
    said = [command.text for command in sitting.read.commands if command.word == "RESIGN"]
    return told_below(sitting.letter, lines.index(said[0])) if said and said[0] in lines else ()


def answer_resign(
    services: Services, transaction: Transaction, asked: Confirmation, *, yes: bool
) -> None:
    """Do what a player answered to the question whether he gives up, and settle it."""
    now = services.clock.now()
    transaction.settle_confirmation(asked.id, now, "confirmed" if yes else "denied")
    person = transaction.person_by_id(asked.person_id)
    if person is None or asked.game_id is None:
        return
    game = transaction.game_by_id(asked.game_id)
    if not yes:
        tell_person(services, transaction, person, f"plays-on {asked.id}", _plays_on, game)
        return
    if game.status not in IN_PLAY or transaction.open_phase(game.id) is None:
        return
    table = lay(services, transaction, game)
    for seat in json.loads(asked.wanted):
        holder = table.player(seat)
        if holder is not None and holder.id == person.id:
            why = partial(_resigned, person)
            table = _vacate_and_offer(table, seat, why, seat)


def _plays_on() -> Words:
    text = gettext("You said no, so nothing has changed: you play on.")
    return gettext("You play on"), (text,)


def _resigned(person: Person) -> str:
    return gettext("{person} has resigned.", person=person.name)


def _vacate_and_offer(
    table: Table, seat: str, why: Callable[[], str], author: str, *, may_return: bool = True
) -> Table:
    now = vacate(table, seat, why, author=author, may_return=may_return)
    until = table.services.clock.now() + settings_of(table.game).extension
    offer_next(now, seat, until)
    return now


def vacate_by_gm(services: Services, game_name: str, power: str, reason: str) -> Person:
    """Take a player off his seat because the GM says so, and return him as the GM may see him.

    Before the game begins he is only taken off; while it is played the next of the bench is asked.

    Raises:
        NoSuchGame, NoSuchSeat: there is none.
        NotAllowed: the game is over, or nobody holds the seat.
    """
    why = " ".join(reason.split()).rstrip(".")
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is GameStatus.FORMING:
            return _before_start(services, transaction, game, power, why)
        table = lay(services, transaction, game)
        seat = seat_named(table, power)
        person = table.player(seat)
        if person is None:
            raise NotAllowed(gettext("Nobody plays {seat} in {game}.", seat=seat, game=game.name))

        def taken_away() -> str:
            return gettext("the GM took the seat away. His reason: {why}.", why=why)

        _vacate_and_offer(table, seat, taken_away, "gm", may_return=False)
        return shown_to_gm(services, transaction, game).of(seat, person)


def _before_start(
    services: Services, transaction: Transaction, game: GameRecord, power: str, why: str
) -> Person:
    seats = transaction.seats(game.id)
    seat, person = held_seat_in(services, game, seats, power)
    empty(services, transaction, game, seat, lambda: why, "gm")

    def words() -> Words:
        took = gettext(
            "The GM took {power} from you before the game began. His reason: {why}.",
            power=seat.seat,
            why=why,
        )
        return gettext("You no longer have a seat in {game}", game=game.name), (took,)

    tell_person(services, transaction, person, f"unseated {game.name} {seat.seat}", words, game)
    return shown_to_gm(services, transaction, game).of(seat.seat, person)

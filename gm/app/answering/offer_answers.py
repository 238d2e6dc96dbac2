"""Answers to an offered seat: YES takes it, NO declines it; orders below a YES count at once."""

from __future__ import annotations

import hmac
import re
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from gm.app.addresses.destinations import DestinationKind
from gm.app.answering.order_mail import answer_letter
from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import Offer
from gm.app.mail_in.silence import NO_SENDER
from gm.app.mail_out.reasons import Words
from gm.app.memberships import plays
from gm.app.ports import Transaction
from gm.app.records import IN_PLAY, GameRecord, GameStatus, InboxState, JournalKind, Person
from gm.app.seats.offer_book import DECLINED, EXPIRED, TAKEN, WITHDRAWN, settle
from gm.app.seats.offers import KIND, over, person_asked
from gm.app.seats.seat_changes import (
    remember,
    seat_person,
    seated_now,
    tell_gm_of_seat,
    tell_others,
)
from gm.app.seats.seat_letters import send_letter
from gm.app.seats.welcome import send_position
from gm.app.senders.arrival import Arrival, Became
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.identity import SenderStanding
from gm.app.senders.letters import NothingFound, Turned, letter_of
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, lay, rules_of, seat_name
from gm.app.timing.extending import extend
from gm.contract.seats import SeatId
from gm.interpret.yes_no import Said, read_answer
from gm.languages import gettext, gettext_noop
from gm.mail.threads import message_id, own_id
from gm.mail.values import MailKind, MailReading
from gm.report.pages.letter_page import LetterView

_NUMBERED: Final = re.compile(rf"{KIND}-([1-9]\d{{0,17}})", re.A)
_BECAME: Final = {
    TAKEN: gettext_noop("That offer is settled: you said yes."),
    DECLINED: gettext_noop("That offer is settled: you said no."),
    EXPIRED: gettext_noop("That offer is settled: its time is over."),
    WITHDRAWN: gettext_noop("That offer is settled: the seat is no longer free."),
}
_IN_PLACE: Final = {
    (True, True): gettext_noop("{person} plays {power} in this phase, in place of {former}."),
    (True, False): gettext_noop("{person} plays {power} in this phase."),
    (False, True): gettext_noop("{person} plays {power} from now on, in place of {former}."),
    (False, False): gettext_noop("{person} plays {power} from now on."),
}


def take_offer(arrival: Arrival) -> Became | None:
    """Do what the answer to an offered seat says, and return what became of it; None if a mail is none.

    Raises:
        Turned: the seat cannot be taken any more, or it cannot be told whether it is taken.
    """
    services, transaction, reading = arrival.services, arrival.transaction, arrival.reading
    offer = _offer_in(arrival)
    if offer is None:
        return None
    if reading.kind is not MailKind.HUMAN or arrival.mail.envelope_from == NO_SENDER:
        return Became("no person's answer", offer.game_id, InboxState.SUPPRESSED)
    game = transaction.game_by_id(offer.game_id)
    answer = read_beforehand(read_answer, reading.lines)
    if offer.settled_at is not None:
        if arrival.destination.kind is not DestinationKind.CONFIRM:
            return None  # a mail of the game that quotes the offer
        raise Turned(gettext(_BECAME[offer.outcome]), _ask_gm(game))
    if offer.expires_at <= services.clock.now():
        raise Turned(gettext("That offer can be taken no more: its time is over."), _ask_gm(game))
    if answer.said is Said.NO:
        over(services, transaction, game, offer, DECLINED)
        _thank(services, transaction, game, offer)
        return Became("declined a seat", offer.game_id)
    if answer.said is not Said.YES or answer.numbers or answer.everything:
        raise Turned(
            gettext("It cannot be told whether you take the seat."),
            gettext(
                "Write YES or NO on the first line and nothing else on it; orders may follow below a "
                "YES."
            ),
        )
    person = _accept(services, transaction, game, offer)
    rest = tuple("" if at in answer.places else line for at, line in enumerate(reading.lines))
    if any(line.strip() for line in rest):
        _read_orders(arrival.with_rest(replace(reading, lines=rest)), offer, person)
    return Became("took a seat", offer.game_id)


def _offer_in(arrival: Arrival) -> Offer | None:
    """Return the offer that a mail answers: by the code in its address or text, or what it replies to."""
    place, transaction, reading = arrival.destination, arrival.transaction, arrival.reading
    if place.kind is DestinationKind.CONFIRM:
        return transaction.offer(place.secret)
    offers = (offer for key in reading.keys if (offer := transaction.offer(key)) is not None)
    return next(offers, None) or _replied_to(arrival.services, transaction, reading)


def _replied_to(
    services: Services, transaction: MembershipTransaction, reading: MailReading
) -> Offer | None:
    replied = reading.in_reply_to or next(reversed(reading.references), None)
    known_id = own_id(replied) if replied else None
    numbered = _NUMBERED.fullmatch(known_id.kind) if known_id is not None else None
    if replied is None or known_id is None or numbered is None:
        return None
    wanted = int(numbered[1])
    offer = next(
        (open_offer for open_offer in transaction.open_offers() if open_offer.id == wanted), None
    )
    if offer is None:
        return None
    ours = message_id(
        services.identity.host, known_id.game, known_id.number, known_id.kind, offer.code
    )
    return offer if hmac.compare_digest(ours.encode(), replied.encode()) else None


def _not_played(game: GameRecord) -> str:
    """Return why a game's seats are not taken over."""
    if game.status is GameStatus.FINISHED:
        return gettext("The game {game} is finished.", game=game.name)
    return gettext("The game {game} is forming.", game=game.name)


def _ask_gm(game: GameRecord) -> str:
    return gettext("What is meant for the GM goes to {gm}.", gm=game.gm_address)


def _thank(services: Services, transaction: Transaction, game: GameRecord, offer: Offer) -> None:
    person = person_asked(transaction, offer)
    name = seat_name(rules_of(services, game), offer.seat)

    def view() -> LetterView:
        text = gettext(
            "You said no to {power}, and somebody else is asked. You stay on the bench; LEAVE "
            "{game}, on a line of its own, takes you off it.",
            power=name,
            game=game.name,
        )
        return LetterView(gettext("Thank you for your answer"), (text,))

    send_letter(services, transaction, person, f"declined {offer.id}", view, game)


def _accept(
    services: Services, transaction: Transaction, game: GameRecord, offer: Offer
) -> Person:
    """Seat who was asked, give him time, and tell everybody; Turned if the seat is taken by now."""
    person = person_asked(transaction, offer)
    if game.status not in IN_PLAY or transaction.open_phase(game.id) is None:
        _withdraw(services, transaction, offer)
        raise Turned(
            _not_played(game),
            _ask_gm(game),
            game,
        )
    table = lay(services, transaction, game)
    _must_be_free(table, offer, person)
    settle(services, transaction, offer, TAKEN)
    record = next(seat for seat in table.seats if seat.seat == offer.seat)
    former, name = record.person, table.seat_words(offer.seat)
    for_phase = offer.for_phase is not None
    how = f" for {table.phase.name}" if for_phase else ""
    seat_person(
        services,
        transaction,
        game,
        record,
        person,
        author=offer.seat,
        for_good=not for_phase,
        text=f"{person.name} plays {offer.seat}{how}.",
    )
    if former is not None:
        remember(services, transaction, game, offer.seat, former)
    now = seated_now(table)
    wanted = services.clock.now() + _time_to_write(table)

    def why() -> str:
        return gettext(
            "{name} has somebody new to order for it, who needs time for that.", name=name
        )

    now = extend(now, wanted, why, JournalKind.DEADLINE_MOVED)
    send_position(now, SeatId(offer.seat), person)
    if former is not None:
        _tell_replaced(now, offer, former, person)
    known = frozenset({person.id} | ({former.id} if former is not None else set()))

    def words() -> Words:
        return _new_player(person, name, former, for_phase=for_phase)

    tell_others(now, offer.seat, words, known)
    tell_gm_of_seat(now, offer.seat, words)
    return person


def _new_player(person: Person, name: str, former: Person | None, *, for_phase: bool) -> Words:
    """Return, as title and sentence, who plays a power now, and in whose place."""
    sentence = _IN_PLACE[for_phase, former is not None]
    text = gettext(sentence, person=person.name, power=name, former=former.name if former else "")
    if for_phase:
        return gettext("{power} has a stand-in", power=name), (text,)
    return gettext("{power} has a new player", power=name), (text,)


def _time_to_write(table: Table) -> timedelta:
    return settings_of(table.game).extension / 2


def _must_be_free(table: Table, offer: Offer, person: Person) -> None:
    """Refuse a seat that is played again by now; Turned."""
    transaction = table.transaction
    held = table.player(offer.seat)
    game = table.game
    why = ""
    if offer.for_phase is None:
        why = gettext("{person} plays it", person=held.name) if held is not None else ""
    elif offer.for_phase != table.phase.id:
        why = gettext("the phase it was for is over")
    elif transaction.active_orders(table.phase.id, offer.seat):
        why = gettext("its player has sent orders meanwhile")
    if plays(transaction, game, person) and not game.several_seats:
        why = gettext("you play in {game} already", game=game.name)
    if why:
        _withdraw(table.services, transaction, offer)
        raise Turned(
            gettext(
                "{power} need not be taken over any more: {why}.",
                power=table.seat_words(offer.seat),
                why=why,
            ),
            _ask_gm(game),
        )


def _withdraw(services: Services, transaction: MembershipTransaction, offer: Offer) -> None:
    settle(services, transaction, offer, WITHDRAWN)


def _tell_replaced(table: Table, offer: Offer, former: Person, person: Person) -> None:
    """Tell a player that somebody stands in for him, and how he has his seat back at once."""
    name, game = table.seat_words(offer.seat), table.game

    def view() -> LetterView:
        return LetterView(
            gettext("{person} stands in for you as {name}", person=person.name, name=name),
            (
                (
                    gettext(
                        "No orders came from you for {phase} of {game}, so {person} plays "
                        "{name} in this phase. When it is over the seat is yours again.",
                        phase=table.stage_words(),
                        game=game.name,
                        person=person.name,
                        name=name,
                    )
                ),
            ),
            steps=(
                (
                    gettext(
                        "To have it back at once: reply with RETURN {game}, on a line of its "
                        "own. Orders are taken from you again when you have been told so.",
                        game=game.name,
                    )
                ),
            ),
            phase=table.phase.name,
        )

    send_letter(table.services, table.transaction, former, f"stand-in {offer.id}", view, game)


def _read_orders(arrival: Arrival, offer: Offer, person: Person) -> None:
    """Read what stands below a yes as the newcomer's orders; talk is left alone."""
    game = arrival.transaction.game_by_id(offer.game_id)
    letter = letter_of(arrival, game, person, SenderStanding.CONFIRMED)
    with suppress(NothingFound):
        answer_letter(letter)

"""Offers of a seat: made to the next of the bench or to whom the GM says, mailed, declined, over.

Who is asked replies to the offer, whose reply address holds its code. An offer for one phase, after
missed orders, makes him a stand-in: the seat goes back with the phase to whoever had it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from gm.app.journal import note
from gm.app.life_records import Offer
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_out.reasons import Words
from gm.app.mail_ports import IdentityTransaction
from gm.app.memberships import bench_of, plays
from gm.app.ports import Transaction
from gm.app.records import IN_PLAY, GameRecord, JournalKind, Person
from gm.app.seat_names import seat_in
from gm.app.seats.as_written import shown_to_gm
from gm.app.seats.inviting import invited_person
from gm.app.seats.offer_book import (
    DECLINED,
    EXPIRED,
    WITHDRAWN,
    asked_at,
    asked_by_mail,
    open_of,
    settle,
)
from gm.app.seats.seat_changes import gone_words
from gm.app.seats.seat_letters import send_letter, tell_gm, ways_of
from gm.app.seats.wishes import load_wishes
from gm.app.senders.asking import code_path
from gm.app.services import Services
from gm.app.settings.checks import checked_address
from gm.app.settings.game_settings import settings_of
from gm.app.table import Table, lay
from gm.app.tongues import speaking_to
from gm.contract.seats import SeatId
from gm.errors import AlreadyThere, NotAllowed, StoreBusy
from gm.languages import gettext
from gm.mail.compose import Purpose
from gm.report.pages.letter_page import LetterView, letter
from gm.report.wording.dates import moment_words, time_left

KIND = "offer"
"""The kind of an offer in its Message-ID, before its number."""


def _mail_offer(table: Table, offer: Offer, person: Person) -> None:
    """Mail somebody a seat's position and the rules, and how to take it; no orders of anybody."""
    with speaking_to(table.services, table.transaction, person.address, table.game):
        queue(table.services, table.transaction, _offer(table, offer, person))


def _offer(table: Table, offer: Offer, person: Person) -> Parcel:
    services = table.services
    game, now, zone = table.game, services.clock.now(), person.time_zone
    name, phase = table.seat_words(offer.seat), table.phase
    until = f"{moment_words(offer.expires_at, zone)}, {time_left(now, offer.expires_at)}"
    words = table.stage_words()
    view = LetterView(
        title=gettext("Will you play {name}?", name=name),
        paragraphs=(
            (
                gettext(
                    "Dear {person}, {title} is played here by mail, in the game {game}, and {why}",
                    person=person.name,
                    title=table.rules.meta.title,
                    game=game.name,
                    why=_why(table, offer, name),
                )
            ),
            (
                gettext(
                    "Orders for {words} are due on {when}. If you say yes, you get the "
                    "game's mail at once, and at least enough time to write orders.",
                    words=words,
                    when=moment_words(phase.deadline, zone),
                )
            ),
            gettext("This offer stands until {until}. Then somebody else is asked.", until=until),
        ),
        steps=(
            gettext(
                "To take it: reply with the word YES on the first line. You may write your orders below "
                "it at once."
            ),
            gettext(
                "If you would rather not: reply with the word NO, so that the next can be asked."
            ),
        ),
        shown=table.family.pages.placed(table.position, SeatId(offer.seat)),
        ways=ways_of(services, game),
        phase=table.phase.name,
    )
    return Parcel(
        key=f"offer {game.name} {offer.id}",
        kind=f"{KIND}-{offer.id}",
        label=offer.code,
        address=person.address,
        name=person.name,
        text=letter(
            replace(view, game=game.name, gm_name=game.gm_name, gm_address=game.gm_address)
        ),
        purpose=Purpose.NEWS,
        number=phase.number,
        game=game,
        reply=code_path(services, offer.code),
        person_id=person.id,
        vital=True,
    )


def _why(table: Table, offer: Offer, name: str) -> str:
    if offer.for_phase is None:
        return gettext("{name} has no player. Will you play it, to the end?", name=name)
    words = table.stage_words()
    return gettext(
        "the player of {name} sent no orders for {words}. Will you stand in for this "
        "phase? The seat goes back afterwards, or sooner if its player returns.",
        name=name,
        words=words,
    )


def _tell_over(table: Table, offer: Offer, person: Person) -> None:
    """Tell somebody that an offer cannot be taken any more."""
    name = table.seat_words(offer.seat)

    def view() -> LetterView:
        return LetterView(
            gettext("The offer of {name} is over", name=name),
            (
                gettext(
                    "{name} in {game} can be taken no more. You stay on the bench.",
                    name=name,
                    game=table.game.name,
                ),
            ),
            phase=table.phase.name,
        )

    send_letter(
        table.services, table.transaction, person, f"offer-over {offer.id}", view, table.game
    )


SHARE: Final = 2
"""A standby has one in so many parts of the extension to answer, so that another can be asked."""

_log = logging.getLogger(__name__)


def offer_next(
    table: Table, seat: str, until: datetime, for_phase: int | None = None
) -> Offer | None:
    """Offer a seat to the first of the bench who was not asked in this phase; None if nobody is left.

    Args:
        table: the game, its phase open.
        seat: which. until: when the offer is over.
        for_phase: the phase it is for; None for the rest of the game.
    """
    if open_of(table.transaction, table.game, seat):
        return None
    who = next(_candidates(table, seat), None)
    if who is None:
        return None
    return make_offer(table, seat, who, until, for_phase)


def on_bench(table: Table, seat: str) -> bool:
    """Tell whether anybody can be asked now to take a seat."""
    return any(_candidates(table, seat))


def _candidates(table: Table, seat: str) -> Iterator[Person]:
    """Yield who may be asked to take a seat, in the order of asking."""
    transaction = table.transaction
    game, phase = table.game, table.phase
    offers = transaction.offers(game.id)
    asked = {
        offer.person_id
        for offer in offers
        if offer.seat == seat and offer.offered_at >= phase.opened_at
    }
    busy = {offer.person_id for offer in offers if offer.settled_at is None}
    for membership, person in bench_of(transaction, game):
        wishes = load_wishes(membership.wishes)
        if wishes and not any(seat in equal for equal in wishes):
            continue
        if person.id in asked | busy or transaction.suspension(person.address) is not None:
            continue
        if game.several_seats or not plays(transaction, game, person):
            yield person


def make_offer(
    table: Table,
    seat: str,
    person: Person,
    until: datetime,
    for_phase: int | None = None,
    author: str = "server",
    asked: str = "",
) -> Offer:
    """Offer a seat to a person, and mail him the position, the rules and how to say yes.

    Args:
        table: the game. seat: which. person: to whom. until: how long.
        for_phase: the phase it is for; None for the rest of the game.
        author: of the note in the journal. asked: the address at which the GM asked by mail.
    """
    services = table.services
    offer = table.transaction.add_offer(
        Offer(
            0,
            table.game.id,
            seat,
            person.id,
            services.make_token(),
            services.clock.now(),
            until,
            for_phase,
        )
    )
    text = f"{seat} was offered to {asked or person.name} until {until:%F %R} UTC."
    data = asked_at(services, offer.id, asked)
    now, kind, game_id = services.clock.now(), JournalKind.SEAT_OFFERED, table.game.id
    note(table.transaction, now, kind, text, game_id=game_id, author=author, data=data)
    _mail_offer(table, offer, person)
    return offer


@dataclass(frozen=True, slots=True)
class Offered:
    """What the GM's offer came to: the seat, whom it was offered to, until when."""

    game: str
    seat: str
    person: Person
    until: datetime


def offer_by_gm(
    services: Services,
    game_name: str,
    power: str,
    address: str = "",
    name: str = "",
    length: timedelta | None = None,
) -> Offered:
    """Offer a seat that nobody holds, to an address or to the next of the bench.

    Raises:
        NoSuchGame, NoSuchSeat: there is none.
        NotAllowed: the game is not being played, somebody holds the seat, or nobody is on the bench.
        AlreadyThere: the seat is offered to somebody.
    """
    with services.store.write() as transaction:
        table = lay(services, transaction, transaction.game(game_name))
        seat = seat_named(table, power)
        if (player := table.player(seat)) is not None:
            held = shown_to_gm(services, transaction, table.game).of(seat, player)
            raise NotAllowed(
                gettext(
                    "{held} plays {seat}: `gm seat vacate` takes a player off it.",
                    held=held.name,
                    seat=seat,
                )
            )
        if offers := open_of(transaction, table.game, seat):
            raise AlreadyThere(
                gettext(
                    "{seat} is offered until {expires_at} UTC already.",
                    seat=seat,
                    expires_at=f"{offers[0].expires_at:%F %R}",
                )
            )
        span = length or settings_of(table.game).extension
        until = services.clock.now() + span
        if address:
            game = table.game
            wanted = checked_address(address)
            person = invited_person(transaction, game, wanted, name, None)
            asked = wanted if services.by_mail else ""
            if plays(transaction, game, person) and not game.several_seats:
                who = asked or person.name
                raise NotAllowed(
                    gettext("{person} plays in {game} already.", person=who, game=game.name)
                )
            offer = make_offer(table, seat, person, until, author="gm", asked=asked)
        else:
            made = offer_next(table, seat, until)
            if made is None:
                raise NotAllowed(
                    gettext(
                        "Nobody is left on the bench of {game}: name an address.",
                        game=table.game.name,
                    )
                )
            offer = made
            person = person_asked(transaction, offer)
    return Offered(table.game.name, seat, person, offer.expires_at)


def seat_named(table: Table, power: str) -> str:
    """Return the seat of a power by its name; NoSuchSeat."""
    return seat_in(table.services, table.game, table.seats, power).seat


def person_asked(transaction: IdentityTransaction, offer: Offer) -> Person:
    """Return to whom a seat was offered."""
    person = transaction.person_by_id(offer.person_id)
    if person is None:
        raise LookupError(f"offer {offer.id} was made to nobody")
    return person


def expire_offers(services: Services) -> int:
    """End the offers whose time is over, and ask the next of the bench; return how many ended."""
    now = services.clock.now()
    with services.store.read() as transaction:
        due = transaction.due_offers(now)
    return sum(_expire_safely(services, offer) for offer in due)


def _expire_safely(services: Services, seen: Offer) -> bool:
    """End one offer; a fault of one game leaves the others alone."""
    try:
        with services.store.write() as transaction:
            game = transaction.game_by_id(seen.game_id)
            offer = transaction.offer(seen.code)
            if offer is None or offer.settled_at is not None:
                return False
            over(services, transaction, game, offer, EXPIRED)
        return True
    except StoreBusy:
        raise
    except Exception:
        _log.exception("offer %d could not be ended", seen.id)
        return False


def over(
    services: Services, transaction: Transaction, game: GameRecord, offer: Offer, outcome: str
) -> None:
    """End an offer that was not taken, tell who had it, and go on to the next of the bench."""
    settle(services, transaction, offer, outcome)
    person = person_asked(transaction, offer)
    who = asked_by_mail(transaction, game, JournalKind.SEAT_OFFERED).get(offer.id, person.name)
    text = f"{who} did not take {offer.seat}: {outcome}."
    note(transaction, services.clock.now(), JournalKind.SEAT_OFFERED, text, game_id=game.id)
    phase = transaction.open_phase(game.id)
    if game.status not in IN_PLAY or phase is None:
        return
    table = lay(services, transaction, game)
    if outcome != DECLINED:
        _tell_over(table, offer, person)
    if outcome != WITHDRAWN and _still_wanted(table, offer):
        _go_on(table, offer)


def _still_wanted(table: Table, offer: Offer) -> bool:
    """Tell whether the seat still lacks somebody: a player, or orders in the phase it was for."""
    if offer.for_phase is None:
        return table.player(offer.seat) is None
    if offer.for_phase != table.phase.id:
        return False
    return not table.transaction.active_orders(table.phase.id, offer.seat)


def _go_on(table: Table, offer: Offer) -> None:
    now, game = table.services.clock.now(), table.game
    span = settings_of(game).extension
    until = now + span
    if offer.for_phase is not None:
        until = min(now + span / SHARE, table.phase.deadline)
    if until > now:
        offered = offer_next(table, offer.seat, until, offer.for_phase)
        if offered is not None:
            return

    def words() -> Words:
        name = table.seat_words(offer.seat)
        nobody = gettext(
            "{power} was offered, and nobody took it. The bench has nobody left to be asked.",
            power=name,
        )
        return gettext("Nobody took {power}", power=name), (nobody, gone_words(game, offer.seat))

    tell_gm(table.services, table.transaction, game, f"no-standby {game.name} {offer.id}", words)

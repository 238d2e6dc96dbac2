"""What the GM does with seats: seat a player, put one in place of another, offer a seat."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from gm.app.addresses.tokens import new_token
from gm.app.clock.zone_names import zone_named
from gm.app.history.game_notes import note_game
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, Person, SeatRecord
from gm.app.seat_names import seat_in
from gm.app.seats.as_written import data_of, shown_to_gm
from gm.app.seats.inviting import invited_person
from gm.app.seats.offers import Offered, offer_by_gm
from gm.app.seats.seat_changes import settle_around
from gm.app.seats.welcome import welcome
from gm.app.services import Services
from gm.app.settings.checks import checked_address
from gm.app.settings.setting_texts import seconds
from gm.app.table import family_of, rules_of, table_at
from gm.errors import AlreadyThere, InputError, NotAllowed
from gm.languages import gettext
from gm.mail.addresses import address_key


def add_player(
    services: Services,
    game_name: str,
    power: str,
    name: str,
    address: str,
    zone: str | None = None,
) -> SeatRecord:
    """Seat a player; one who holds the seat already is noted again only if something is new of him.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        AlreadyThere: somebody else holds the seat.
        NotAllowed: the game is over, the seat was closed at its start, or the player holds another
            and the game does not allow several.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        seat = _free_seat(services, transaction, game, power, checked_address(address))
        _must_be_open(services, transaction, game, seat)
        _must_hold_one(services, transaction, game, seat, address)
        person = _person(services, transaction, game, name, checked_address(address), zone)
        saved = transaction.save_seat(replace(seat, person=person))
        if seat.person != person:
            _note(
                services,
                transaction,
                game,
                JournalKind.PLAYER_SEATED,
                seat.seat,
                person,
                (name, address),
            )
        if seat.person is None:
            settle_around(services, transaction, game, seat.seat, person)
            welcome(services, transaction, game, saved, None)
    return saved


def replace_player(
    services: Services,
    game_name: str,
    power: str,
    name: str,
    address: str,
    zone: str | None = None,
    reason: str = "",
) -> SeatRecord:
    """Give a seat to another player, or the same one another address.

    The orders that stand are kept. The new player is mailed the position and the rules, the former
    one that he no longer plays, and the others who does if the name is another.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        AlreadyThere: the seat is that player's, at that address.
        NotAllowed: the game is over, nobody holds the seat, or the new player holds another and
            the game does not allow several.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        seat, former = _held_seat(services, transaction, game, power)
        checked = checked_address(address)
        if address_key(former.address) == address_key(checked):
            raise AlreadyThere(
                gettext(
                    "{seat} is played from {address} already.",
                    seat=seat.seat,
                    address=checked,
                )
            )
        _must_hold_one(services, transaction, game, seat, checked)
        person = _person(services, transaction, game, name, checked, zone)
        if person.id == former.id:
            raise AlreadyThere(
                gettext(
                    "{seat} is played from {address} already.", seat=seat.seat, address=checked
                )
            )
        saved = transaction.save_seat(replace(seat, person=person))
        new_token(services, transaction, game, seat.seat)
        settle_around(services, transaction, game, seat.seat, person)
        instead = (former, " ".join(reason.split()))
        _note(
            services,
            transaction,
            game,
            JournalKind.PLAYER_REPLACED,
            seat.seat,
            person,
            (name, address),
            instead,
        )
        welcome(services, transaction, game, saved, former)
    return saved


def _note(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    kind: JournalKind,
    seat: str,
    person: Person,
    written: tuple[str, str],
    instead: tuple[Person, str] | None = None,
) -> None:
    """Note who plays a seat; what a GM mailed is noted for him alone, and in his own words.

    Args:
        services, transaction: the ports.
        game, kind, seat: which, and of the note. person: who plays it.
        written: the name and address that the GM wrote.
        instead: who held the seat before, and why he does no longer.
    """
    shown = shown_to_gm(services, transaction, game)
    former, reason = instead or (None, "")
    who = written[0] if services.by_mail else person.name
    text = f"{who} plays {seat}."
    if former is not None:
        was = shown.of(seat, former).name
        text = f"{who} plays {seat} in place of {was}."
        if who == was:
            text = f"{who} plays {seat} from another address."
    data = data_of(services, seat, person, *written)
    public = not services.by_mail
    note_game(services, transaction, game, kind, text, reason=reason, public=public, more=data)


def _held_seat(
    services: Services, transaction: GameTransaction, game: GameRecord, power: str
) -> tuple[SeatRecord, Person]:
    seat = _seat(services, transaction, game, power)
    if seat.person is None:
        raise NotAllowed(
            gettext(
                "Nobody plays {seat} in {game}: seat somebody with `gm player add`.",
                seat=seat.seat,
                game=game.name,
            )
        )
    return seat, seat.person


def _seat(
    services: Services, transaction: GameTransaction, game: GameRecord, power: str
) -> SeatRecord:
    if game.status is GameStatus.FINISHED:
        raise NotAllowed(gettext("Game {game} is over.", game=game.name))
    return seat_in(services, game, transaction.seats(game.id), power)


def _free_seat(
    services: Services, transaction: Transaction, game: GameRecord, power: str, address: str
) -> SeatRecord:
    seat = _seat(services, transaction, game, power)
    if seat.person is not None and address_key(seat.person.address) != address_key(address):
        held = shown_to_gm(services, transaction, game).of(seat.seat, seat.person)
        raise AlreadyThere(
            gettext("{seat} is played by {person}.", seat=seat.seat, person=held.name)
        )
    return seat


def _must_be_open(
    services: Services, transaction: Transaction, game: GameRecord, seat: SeatRecord
) -> None:
    """Refuse a seat that was left empty at the start: its country stays closed (Irish 3)."""
    phase = transaction.open_phase(game.id)
    if phase is None or seat.person is not None:
        return
    table = table_at(services, transaction, game, phase)
    if seat.seat in table.rules.fate(table.state).unplayed:
        name = table.seat_words(seat.seat)
        raise NotAllowed(
            gettext(
                "Nobody played {power} when {game} began, so it is closed for the whole game.",
                power=name,
                game=game.name,
            )
        )


def _must_hold_one(
    services: Services, transaction: Transaction, game: GameRecord, seat: SeatRecord, address: str
) -> None:
    """Refuse a second seat where a game's players have one each."""
    if game.several_seats:
        return
    wanted = checked_address(address)
    writer = transaction.person_of_address(wanted)
    for seat_record in transaction.seats(game.id):
        person = seat_record.person
        if (
            person is None
            or seat_record.seat == seat.seat
            or writer is None
            or person.id != writer.id
        ):
            continue
        raise NotAllowed(
            gettext(
                "{person} <{address}> plays {seat} in {game} already, and there a player "
                "has one power. Allow more with: gm game seats {game} several",
                person=shown_to_gm(services, transaction, game).of(seat_record.seat, person).name,
                address=wanted,
                seat=seat_record.seat,
                game=game.name,
            )
        )


def _person(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    name: str,
    address: str,
    zone: str | None,
) -> Person:
    """Return the person of an address; who is new and names no time zone has the game's.

    The keeper of the server may give somebody another name and time zone. The GM of one game may
    not by mail: whoever is known keeps what is noted of him, in this game as in all others.
    """
    if services.by_mail:
        return invited_person(transaction, game, address, name, zone)
    known = transaction.person(address)
    person = known or Person(0, "", address, game.time_zone)
    zone = zone_named(zone or person.time_zone)
    person = replace(person, name=" ".join(name.split()), address=address, time_zone=zone)
    return transaction.save_person(person)


def assign_seat(
    services: Services,
    game_name: str,
    power: str,
    name: str,
    address: str,
    zone: str | None = None,
    reason: str = "",
) -> tuple[str, str]:
    """Seat somebody, whether the seat is free or not; return the seat and who held it, "" for nobody.

    Raises:
        NoSuchGame, NoSuchSeat, AlreadyThere, NotAllowed: as adding or replacing a player does.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        rules = rules_of(services, game)
        wanted = family_of(services, game).language.seat(power, rules)
        seats = {
            seat_record.seat: seat_record.person for seat_record in transaction.seats(game.id)
        }
        former = seats.get(wanted) if wanted is not None else None
        if wanted is not None and former is not None:
            former = shown_to_gm(services, transaction, game).of(wanted, former)
    if former is None:
        seat = add_player(services, game_name, power, name, address, zone)
        return seat.seat, ""
    seat = replace_player(services, game_name, power, name, address, zone, reason)
    return seat.seat, former.name


def offer_seat(
    services: Services, game_name: str, power: str, address: str, name: str, within: str
) -> Offered:
    """Offer a seat for a length of time such as `2d`; it raises what `offer_by_gm` does, InputError."""
    length = timedelta(seconds=seconds(within)) if within.strip() else None
    if length is not None and not length:
        raise InputError(gettext("An offer lasts some time, such as 2d."))
    return offer_by_gm(services, game_name, power, address, name, length)

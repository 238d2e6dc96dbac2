"""Creating a game and seating its players."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gm.app.mail_out.announcing import announce_open
from gm.app.ports import Transaction
from gm.app.records import (
    GameRecord,
    GameStatus,
    JournalEntry,
    Person,
    SeatRecord,
)
from gm.app.seats.seating import settle_around
from gm.app.seats.welcome import welcome
from gm.app.senders.tokens import new_token
from gm.app.services import Services
from gm.app.setup.game_settings import checked_settings
from gm.app.setup.setting_kinds import LANGUAGE
from gm.app.setup.unfilled import is_closed_seat
from gm.app.table import rules_of, table_at
from gm.app.timing.reminder_times import LEAD
from gm.app.timing.zone_names import zone_named
from gm.errors import AlreadyThere, InputError, NoSuchSeat, NotAllowed
from gm.interpret import find_power
from gm.languages import gettext
from gm.mail.compose import is_sendable
from gm.report.wording.pace import GRACE, REMIND
from gm.report.wording.words import power_words
from gm.rules.board import PowerId
from gm.variants import VARIANTS

DAY = 86400
LENGTHS = {
    "movement": 7 * DAY,
    "retreat": 3 * DAY,
    "adjustment": 4 * DAY,
    "setup": 7 * DAY,
    REMIND: LEAD,
    GRACE: 0,
}
"""Seconds that a phase of each kind is open, how long before a deadline players are reminded, and
how long after it orders are still taken, unless the GM says otherwise."""

_AROUND = (REMIND, GRACE)
"""The lengths that belong to every deadline and may be nothing."""

_NAME = re.compile(r"[a-z][a-z0-9-]{1,30}[a-z0-9]")
_RESERVED = {"gm", "help", "list", "postmaster", "mailer-daemon", "abuse", "root", "admin"}


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a GM says of a game he creates; what he leaves out has its default.

    A `seed`, in lower-case hexadecimal, is for a game that shall be played like another one;
    without it one is made up. The `settings` are those of `gm.app.setup.game_settings`, as written.
    """

    name: str
    variant: str
    gm_name: str
    gm_address: str
    options: Mapping[str, str] = field(default_factory=dict)
    list_address: str | None = None
    time_zone: str | None = None
    lengths: Mapping[str, int] = field(default_factory=dict)
    keep_impossible: bool = False
    several_seats: bool = False
    seed: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


def new_game(services: Services, wish: NewGame) -> GameRecord:
    """Create a game with empty seats.

    Raises:
        InputError: a name, address, zone, option or length that cannot be.
        AlreadyThere: another game has the name.
    """
    return create_game(services, described(services, wish))


def create_game(services: Services, game: GameRecord) -> GameRecord:
    """Create a game that has been described; AlreadyThere if another has its name."""
    with services.store.write() as transaction:
        created = add_game(services, transaction, game)
        announce_open(services, transaction, created)
    return created


def new_game_in(services: Services, transaction: Transaction, wish: NewGame) -> GameRecord:
    """Create a game with empty seats in a transaction; it raises what `new_game` does."""
    return add_game(services, transaction, described(services, wish))


def add_game(services: Services, transaction: Transaction, game: GameRecord) -> GameRecord:
    """Store a game that has been described, with empty seats; AlreadyThere if its name is taken."""
    rules = rules_of(services, game)
    stored = transaction.add_game(game)
    for seat in rules.meta.seats:
        transaction.save_seat(SeatRecord(0, stored.id, seat))
    note_game(services, transaction, stored, "game created", f"{rules.meta.title} {stored.name}")
    return stored


def described(services: Services, wish: NewGame) -> GameRecord:
    """Return the game that a GM wishes for, checked and not stored yet; InputError."""
    zone = zone_named(wish.time_zone or services.identity.time_zone)
    settings = {LANGUAGE: services.identity.language, **wish.settings}
    return GameRecord(
        id=0,
        name=checked_name(wish.name),
        variant=checked_variant(wish.variant),
        gm_name=wish.gm_name.strip() or "The GM",
        gm_address=checked_address(wish.gm_address),
        created_at=services.clock.now(),
        options=dict(wish.options),
        list_address=_list_address(services, wish),
        time_zone=zone,
        lengths=checked_lengths(wish.lengths),
        keep_impossible=wish.keep_impossible,
        several_seats=wish.several_seats,
        seed=wish.seed or secrets.token_hex(32),
        settings=checked_settings(settings, zone),
    )


def checked_name(text: str) -> str:
    """Return the name of a game in small letters; InputError if none can be called so."""
    name = text.strip().lower()
    if not _NAME.fullmatch(name) or name in _RESERVED:
        raise InputError(
            gettext(
                "{text} cannot be a game's name: use 3 to 32 letters, digits and hyphens, a "
                "letter first, and none of the server's own names.",
                text=repr(text),
            )
        )
    return name


def checked_variant(text: str) -> str:
    """Return the id of a variant; InputError if there is none such."""
    if text not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise InputError(
            gettext(
                "There are no rules named {text}; there are {known}.", text=repr(text), known=known
            )
        )
    return text


def _list_address(services: Services, wish: NewGame) -> str | None:
    given = wish.list_address or services.identity.list_address
    return checked_address(given) if given else None


def checked_lengths(given: Mapping[str, int]) -> dict[str, int]:
    """Return all lengths of a game in seconds, given some; InputError if one cannot be."""
    unknown = sorted(set(given) - set(LENGTHS))
    if unknown:
        kinds = ", ".join(kind for kind in LENGTHS if kind not in _AROUND)
        raise InputError(
            gettext(
                "There is no phase kind {kind}; there are {kinds}.",
                kind=repr(unknown[0]),
                kinds=kinds,
            )
        )
    if given.get(REMIND, LEAD) < 0:
        raise InputError(
            gettext("Players are reminded some time before a deadline, or never: 24h, or 0.")
        )
    if given.get(GRACE, 0) < 0:
        raise InputError(gettext("The grace is some time after a deadline, or none: 30min, or 0."))
    if short := [kind for kind, seconds in given.items() if seconds < 1 and kind not in _AROUND]:
        raise InputError(gettext("The {kind} phases must last at least a second.", kind=short[0]))
    return {**LENGTHS, **given}


def checked_address(address: str) -> str:
    """Return a mail address with its domain in lower case; InputError if it is none."""
    text = address.strip()
    if not is_sendable(text):
        raise InputError(
            gettext(
                "{address} is not a mail address we can write to; it should look like "
                "ann@example.org.",
                address=repr(address),
            )
        )
    local, _, domain = text.rpartition("@")
    return f"{local}@{domain.lower()}"


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
        _must_hold_one(transaction, game, seat, address)
        person = _person(transaction, game, name, checked_address(address), zone)
        saved = transaction.save_seat(replace(seat, person=person))
        if seat.person != person:
            text = f"{person.name} plays {seat.seat}."
            note_game(services, transaction, game, "player seated", text)
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
        if former.address.casefold() == checked.casefold():
            raise AlreadyThere(
                gettext(
                    "{seat} is played from {address} already.",
                    seat=seat.seat,
                    address=former.address,
                )
            )
        _must_hold_one(transaction, game, seat, checked)
        person = _person(transaction, game, name, checked, zone)
        saved = transaction.save_seat(replace(seat, person=person))
        text = f"{person.name} plays {seat.seat} in place of {former.name}."
        if person.name == former.name:
            text = f"{person.name} plays {seat.seat} from another address."
        new_token(services, transaction, game, seat.seat)
        settle_around(services, transaction, game, seat.seat, person)
        note_game(
            services, transaction, game, "player replaced", text, reason=" ".join(reason.split())
        )
        welcome(services, transaction, game, saved, former)
    return saved


def _held_seat(
    services: Services, transaction: Transaction, game: GameRecord, power: str
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
    services: Services, transaction: Transaction, game: GameRecord, power: str
) -> SeatRecord:
    if game.status is GameStatus.FINISHED:
        raise NotAllowed(gettext("Game {game} is over.", game=game.name))
    wanted = find_power(rules_of(services, game).board, power)
    seats = {seat.seat: seat for seat in transaction.seats(game.id)}
    if wanted is None or wanted not in seats:
        raise NoSuchSeat(
            gettext(
                "{power} is no power of this game; there are {powers}.",
                power=repr(power),
                powers=", ".join(seats),
            )
        )
    return seats[wanted]


def _free_seat(
    services: Services, transaction: Transaction, game: GameRecord, power: str, address: str
) -> SeatRecord:
    seat = _seat(services, transaction, game, power)
    if seat.person is not None and seat.person.address.casefold() != address.casefold():
        raise AlreadyThere(
            gettext("{seat} is played by {person}.", seat=seat.seat, person=seat.person.name)
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
    if is_closed_seat(table.state, seat.seat):
        name = power_words(PowerId(seat.seat), table.rules.board)
        raise NotAllowed(
            gettext(
                "Nobody played {power} when {game} began, so it is closed for the whole game.",
                power=name,
                game=game.name,
            )
        )


def _must_hold_one(
    transaction: Transaction, game: GameRecord, seat: SeatRecord, address: str
) -> None:
    """Refuse a second seat where a game's players have one each."""
    if game.several_seats:
        return
    wanted = checked_address(address).casefold()
    for one in transaction.seats(game.id):
        person = one.person
        if person is None or one.seat == seat.seat or person.address.casefold() != wanted:
            continue
        raise NotAllowed(
            gettext(
                "{person} <{address}> plays {seat} in {game} already, and there a player "
                "has one power. Allow more with: gm game seats {game} several",
                person=person.name,
                address=person.address,
                seat=one.seat,
                game=game.name,
            )
        )


def allow_seats(services: Services, game_name: str, *, several: bool) -> GameRecord:
    """Say whether one person may play several powers of a game; those seated stay seated.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game is over.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is GameStatus.FINISHED:
            raise NotAllowed(gettext("Game {game} is over.", game=game.name))
        changed = transaction.set_several_seats(game.id, several=several)
        text = f"A player may have {'several powers' if several else 'one power'}."
        note_game(services, transaction, game, "seats per player", text)
    return changed


def _person(
    transaction: Transaction, game: GameRecord, name: str, address: str, zone: str | None
) -> Person:
    """Return the person of an address; who is new and names no time zone has the game's."""
    known = transaction.person(address)
    person = known or Person(0, "", address, game.time_zone)
    zone = zone_named(zone or person.time_zone)
    person = replace(person, name=" ".join(name.split()), address=address, time_zone=zone)
    return transaction.save_person(person)


def note_game(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    kind: str,
    text: str,
    *,
    reason: str = "",
    public: bool = True,
) -> None:
    """Note in the journal what the GM did to a game; everybody may read it, unless it is private."""
    data = {"game": game.name, **({"reason": reason} if reason else {})}
    entry = JournalEntry(0, game.id, services.clock.now(), kind, "gm", text, public)
    transaction.add_journal(replace(entry, data=json.dumps(data)))

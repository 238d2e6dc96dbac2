"""Creating a game, with all its seats empty; and who may do so by mail."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from gm.app.clock.zone_names import zone_named
from gm.app.history.game_notes import note_game
from gm.app.mail_out.announcing import announce_open
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, SeatRecord
from gm.app.services import Services
from gm.app.settings.checks import checked_address, checked_lengths, checked_name, checked_variant
from gm.app.settings.game_settings import checked_settings
from gm.app.settings.setting_kinds import LANGUAGE
from gm.app.setup.describing import must_fit
from gm.app.table import rules_of
from gm.config import Creators
from gm.errors import NotAllowed
from gm.languages import gettext
from gm.mail.addresses import address_key


def may_create(services: Services, transaction: GameTransaction, address: str) -> bool:
    """Tell whether somebody may create games by mail; the keeper of the server may unless nobody may.

    Args:
        services, transaction: the ports.
        address: where he is asked about a game, for only an answer from there proves who he is: the
            registered one of somebody who is known, else that he writes from.
    """
    said = services.creators
    if said is Creators.NOBODY or said is Creators.ANYBODY:
        return said is Creators.ANYBODY
    keeper = services.identity.admin_address or ""
    named = _gms(transaction) if isinstance(said, Creators) else map(address_key, said)
    return bool(address) and address_key(address) in {*named, address_key(keeper)}


def _gms(transaction: GameTransaction) -> frozenset[str]:
    return frozenset(address_key(game.gm_address) for game in transaction.games())


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a GM says of a game he creates; what he leaves out has its default.

    A `seed`, in lower-case hexadecimal, is for a game that shall be played like another one;
    without it one is made up. The `settings` are those of `gm.app.settings.game_settings`, as written.
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
    note_game(
        services,
        transaction,
        stored,
        JournalKind.GAME_CREATED,
        f"{rules.meta.title} {stored.name}",
    )
    return stored


def described(services: Services, wish: NewGame) -> GameRecord:
    """Return the game that a GM wishes for, checked and not stored yet; InputError."""
    zone = zone_named(wish.time_zone or services.identity.time_zone)
    variant = checked_variant(services.games, wish.variant)
    kinds = services.games.family_of(variant).kinds
    settings = {LANGUAGE: services.identity.language, **wish.settings}
    game = GameRecord(
        id=0,
        name=checked_name(wish.name),
        variant=variant,
        gm_name=wish.gm_name.strip() or "The GM",
        gm_address=checked_address(wish.gm_address),
        created_at=services.clock.now(),
        options=dict(wish.options),
        list_address=_list_address(services, wish),
        time_zone=zone,
        lengths=checked_lengths(kinds, wish.lengths),
        keep_impossible=wish.keep_impossible,
        several_seats=wish.several_seats,
        seed=wish.seed or secrets.token_hex(32),
        settings=checked_settings(settings, zone),
    )
    must_fit(services, game)
    return game


def _list_address(services: Services, wish: NewGame) -> str | None:
    given = wish.list_address or services.identity.list_address
    return checked_address(given) if given else None


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
        note_game(services, transaction, game, JournalKind.SEATS_PER_PLAYER, text)
    return changed

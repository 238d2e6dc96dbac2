"""Inviting somebody by mail to a game that is forming."""

from __future__ import annotations

from gm.app.clock.zone_names import zone_named
from gm.app.journal import note
from gm.app.life_records import Membership, Role
from gm.app.memberships import own_standing, plays
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, Person
from gm.app.seats.joining import HOW_GIVEN
from gm.app.seats.offer_book import asked_at
from gm.app.seats.seat_letters import send_letter, ways_of
from gm.app.services import Services
from gm.app.settings.checks import checked_address
from gm.app.settings.game_settings import settings_of
from gm.app.table import rules_of
from gm.errors import AlreadyThere, NotAllowed
from gm.languages import gettext, listed
from gm.report.pages.letter_page import LetterView
from gm.report.wording.sentence_parts import joined


def invite(
    services: Services, game_name: str, address: str, name: str = "", zone: str | None = None
) -> Person:
    """Ask somebody by mail to play in a game that is forming.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: it is no address or zone.
        AlreadyThere: he plays, has asked to, or was invited.
        NotAllowed: the game has begun.
    """
    with services.store.write() as transaction:
        game = transaction.game(game_name)
        if game.status is not GameStatus.FORMING:
            raise NotAllowed(
                gettext(
                    "Game {game} has begun; offer a seat with `gm seat offer {game}`.",
                    game=game.name,
                )
            )
        wanted = checked_address(address)
        person = invited_person(transaction, game, wanted, name, zone)
        called = wanted if services.by_mail else person.name
        if plays(transaction, game, person) or own_standing(
            transaction, game.id, person, Role.APPLICANT, Role.INVITED
        ):
            raise AlreadyThere(
                gettext(
                    "{person} plays in {game}, has asked to, or was invited.",
                    person=called,
                    game=game.name,
                )
            )
        now = services.clock.now()
        made = transaction.add_membership(Membership(0, game.id, person.id, Role.INVITED, now))
        note(
            transaction,
            now,
            JournalKind.PLAYER_INVITED,
            f"{called} was invited.",
            game_id=game.id,
            author="gm",
            data=asked_at(services, made.id, wanted),
        )
        send_letter(
            services,
            transaction,
            person,
            f"invited {game.name} {made.id}",
            lambda: _invitation(services, game),
            game,
        )
    return person


def invited_person(
    transaction: Transaction, game: GameRecord, address: str, name: str, zone: str | None
) -> Person:
    """Return the person of an address, registered now if he was not; who is known stays as he is.

    Raises:
        InputError: there is no such time zone, whether or not he is known.
    """
    named = zone_named(zone or game.time_zone)
    known = transaction.person_of_address(address)
    if known is not None:
        return known
    clean = " ".join(name.split()) or address.partition("@")[0]
    return transaction.save_person(Person(0, clean, address, named))


def _invitation(services: Services, game: GameRecord) -> LetterView:
    rules = rules_of(services, game)
    meta = rules.meta
    powers = listed(seat.name for seat in rules.seats)
    paragraphs = (
        (
            gettext(
                "{gm_name} invites you to play {title}, a game by {designer}, here by mail: "
                "the game {game}.",
                gm_name=game.gm_name,
                title=meta.title,
                designer=meta.designer,
                game=game.name,
            )
        ),
        joined(
            (
                gettext("The powers are {powers}.", powers=powers),
                gettext(HOW_GIVEN[settings_of(game).allocation]),
            )
        ),
    )
    steps = (
        (
            gettext(
                "To play: reply with the word JOIN on a line of its own. Below it you may "
                "write PREFERENCES: and powers, the dearest first; NAME: and TIMEZONE: such "
                "as Europe/Dublin."
            )
        ),
        gettext("If you would rather not, do nothing."),
    )
    title = gettext("Will you play {title} in {game}?", title=meta.title, game=game.name)
    return LetterView(title, paragraphs, steps=steps, ways=ways_of(services, game))

"""Those around a game: observers, who get the public reports, and standbys, who would take over."""

from __future__ import annotations

from functools import partial
from typing import Final

from gm.app.journal import note
from gm.app.life_records import Membership, Role
from gm.app.mail_out.reasons import Words
from gm.app.memberships import own_standing, plays, standing
from gm.app.records import GameRecord, GameStatus, JournalKind, Person
from gm.app.seats.seat_letters import Coming, answer, tell_gm
from gm.app.seats.wishes import dump_wishes, read_wishes, wishes_words
from gm.app.senders.letters import Turned
from gm.app.settings.game_settings import settings_of
from gm.app.table import names_of
from gm.languages import gettext
from gm.report.pages.letter_page import LetterView

MOST_OBSERVERS: Final = 50
"""So many may follow one game by mail."""

_MOST_STANDBYS: Final = 50
"""Each is asked in turn when a seat falls free, so no game has use for more; a flood ends here."""


def observe(coming: Coming) -> None:
    """Send somebody the public reports of a game from now on; Turned if that cannot be."""
    game = coming.game
    if game is None or game.status is GameStatus.FINISHED:
        over = gettext("That game is over.")
        if game is not None:
            over = gettext("The game {game} is over.", game=game.name)
        raise Turned(over, gettext("Write GAMES to see which games there are."))
    if not settings_of(game).observers:
        raise Turned(
            gettext("The game {game} takes no observers.", game=game.name),
            gettext("Ask its GM: {gm}.", gm=game.gm_address),
        )
    if plays(coming.transaction, game, coming.person):
        raise Turned(
            gettext("You play in {game}, so you get its reports.", game=game.name),
            gettext("Nothing is to be done."),
        )
    if len(standing(coming.transaction, game.id, Role.OBSERVER)) >= MOST_OBSERVERS:
        raise Turned(
            gettext(
                "{most_observers} others observe {game} already, and more are not taken.",
                most_observers=MOST_OBSERVERS,
                game=game.name,
            ),
            gettext("Ask its GM: {gm}.", gm=game.gm_address),
        )
    _add(coming, game, Role.OBSERVER)
    text = (
        (
            gettext(
                "You get what everybody may read of {game}: the opening, each season's "
                "report, what is told between them, and the end. You see no orders before "
                "they are resolved, and no private word.",
                game=game.name,
            )
        ),
    )
    steps = (
        gettext(
            "To get them no more: reply with LEAVE {game}, on a line of its own.", game=game.name
        ),
    )
    answer(coming, LetterView(gettext("You observe {game}", game=game.name), text, steps=steps))


def stand_by(coming: Coming) -> None:
    """Put somebody on the bench of a game, or of the server; Turned if that cannot be.

    Raises:
        InputError: his preferences name what is no power.
    """
    game = coming.game
    if game is None:
        _add(coming, None, Role.STANDBY)
        title = gettext("You are on the bench of this server")
        placed = gettext("You are on the bench of any game of this server.")
    else:
        _must_take_standbys(coming, game)
        wishes = read_wishes(coming.said.wishes or "", names_of(coming.services, game))
        words = wishes_words(wishes, names_of(coming.services, game))
        _add(coming, game, Role.STANDBY, dump_wishes(wishes))
        title = gettext("You are on the bench of {game}", game=game.name)
        placed = gettext(
            "You are on the bench of {game}. You would like to play: {powers}.",
            game=game.name,
            powers=words,
        )
    text = (
        placed,
        gettext(
            "If a power is without orders or without a player, you may get a mail with "
            "the position and the rules that asks whether you take it over. You may say "
            "no, and stay on the bench."
        ),
    )
    leave = f"LEAVE {game.name}" if game is not None else "LEAVE"
    steps = (
        gettext("To be asked no more: reply with {leave}, on a line of its own.", leave=leave),
    )
    answer(coming, LetterView(title, text, steps=steps))


def _must_take_standbys(coming: Coming, game: GameRecord) -> None:
    if game.status is GameStatus.FINISHED:
        raise Turned(
            gettext("The game {game} is over.", game=game.name),
            gettext("Write GAMES to see which games there are."),
        )
    if plays(coming.transaction, game, coming.person) and not game.several_seats:
        raise Turned(
            gettext("You play in {game} yourself.", game=game.name),
            gettext("Nothing is to be done."),
        )
    if len(standing(coming.transaction, game.id, Role.STANDBY)) >= _MOST_STANDBYS:
        raise Turned(
            gettext("The bench of {game} is full.", game=game.name),
            gettext("Ask its GM: {gm}.", gm=game.gm_address),
        )


def _add(coming: Coming, game: GameRecord | None, role: Role, wishes: str = "[]") -> None:
    """Store that he belongs to the game, once, and tell its GM."""
    services, transaction, person = coming.services, coming.transaction, coming.person
    game_id = game.id if game is not None else None
    if own_standing(transaction, game_id, person, role):
        return
    came, mail = coming.mail.received_at, coming.mail.id
    transaction.add_membership(Membership(0, game_id, person.id, role, came, wishes, mail))
    if game is None:
        return
    does = "observes the game" if role is Role.OBSERVER else "is on the bench"
    kind = JournalKind(f"{role.value} came")
    note(transaction, services.clock.now(), kind, f"{person.name} {does}.", game_id=game.id)
    key = f"{role.value} {game.name} {mail}"
    tell_gm(services, transaction, game, key, partial(_came, person, role))


def _came(person: Person, role: Role) -> Words:
    names = {"person": person.name, "address": person.address}
    if role is Role.OBSERVER:
        title = gettext("{person} observes the game", person=person.name)
        return title, (gettext("{person} <{address}> observes the game from now on.", **names),)
    title = gettext("{person} is on the bench", person=person.name)
    return title, (gettext("{person} <{address}> is on the bench from now on.", **names),)

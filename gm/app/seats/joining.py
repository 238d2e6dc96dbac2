"""Joining a game that is forming: asking to play, being invited, taking it back, and who is waiting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from gm.app.journal import note
from gm.app.life_ports import MembershipTransaction
from gm.app.life_records import Membership, Role
from gm.app.mail_out.reasons import Words
from gm.app.memberships import end_memberships, own_standing, person_of, plays, standing
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, JournalKind, Person
from gm.app.seats.seat_changes import give_up
from gm.app.seats.seat_letters import Coming, answer, tell_gm, ways_of
from gm.app.seats.wishes import Wishes, dump_wishes, load_wishes, read_wishes, wishes_words
from gm.app.senders.letters import Turned
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import Allocation, SignUp
from gm.app.table import names_of
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.report.pages.letter_page import LetterView
from gm.report.wording.sentence_parts import counted, joined

MOST_APPLICANTS: Final = 200
"""So many may ask to play in one game."""

HOW_GIVEN: Final = {
    Allocation.PREFERENCES: (
        gettext_noop(
            "Each player gets one of the powers he would like to play as far as that can be "
            "for all of them together; lots decide between equal ones."
        )
    ),
    Allocation.RANDOM: gettext_noop("The powers are given out by lot."),
    Allocation.GM: gettext_noop("The GM gives out the powers."),
}
"""How the powers are given out, in a sentence."""


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who asked to play: who, since when, and what he would play, in words."""

    membership: Membership
    person: Person
    wishes: Wishes
    words: str


def open_games(transaction: GameTransaction) -> tuple[GameRecord, ...]:
    """Return the games that somebody may ask to play in without being invited."""
    return tuple(
        game
        for game in transaction.games()
        if game.status is GameStatus.FORMING and settings_of(game).sign_up is SignUp.OPEN
    )


def join(coming: Coming) -> None:
    """Note that somebody asks to play; a second time it changes what he would play.

    Raises:
        Turned: the game is none that he can join.
        InputError: his preferences name what is no power.
    """
    services, transaction, person = coming.services, coming.transaction, coming.person
    game, wishes = joinable(coming)
    names = names_of(services, game)
    waiting = own_standing(transaction, game.id, person, Role.APPLICANT)
    if waiting:
        if coming.said.wishes is None:
            wishes = load_wishes(waiting[0].wishes)
        transaction.save_membership(replace(waiting[0], wishes=dump_wishes(wishes)))
    else:
        _must_have_room(transaction, game)
        transaction.add_membership(
            Membership(
                0,
                game.id,
                person.id,
                Role.APPLICANT,
                coming.mail.received_at,
                dump_wishes(wishes),
                coming.mail.id,
            )
        )
        end_memberships(
            services,
            transaction,
            own_standing(transaction, game.id, person, Role.INVITED),
            "joined",
        )
        text, now = f"{person.name} asks to play.", services.clock.now()
        note(transaction, now, JournalKind.PLAYER_APPLIED, text, game_id=game.id)
    words = wishes_words(wishes, names)
    answer(coming, _welcome(coming, game, words, again=bool(waiting)))
    _tell_gm(coming, game, partial(wishes_words, wishes, names), again=bool(waiting))


def joinable(coming: Coming) -> tuple[GameRecord, Wishes]:
    """Return the game that somebody can ask to play in, and what he would play there.

    Raises:
        Turned: the game is none that he can join.
        InputError: his preferences name what is no power.
    """
    game, transaction = coming.game, coming.transaction
    if game is None:
        raise Turned(
            gettext("It cannot be told which game you would like to join."),
            gettext("Write JOIN and its name."),
        )
    if game.status is not GameStatus.FORMING:
        remedy = gettext("Write GAMES to see which games take players.")
        if game.status is not GameStatus.FINISHED:
            remedy = gettext(
                "To take over if a player drops out, write STANDBY {game}; to read it "
                "as it goes on, OBSERVE {game}.",
                game=game.name,
            )
        raise Turned(gettext("The game {game} has begun already.", game=game.name), remedy)
    if plays(transaction, game, coming.person):
        raise Turned(
            gettext("You hold a seat in {game} already.", game=game.name),
            gettext("There is nothing you need to do."),
        )
    sign_up = settings_of(game).sign_up
    known = own_standing(transaction, game.id, coming.person, Role.INVITED, Role.APPLICANT)
    if sign_up is SignUp.CLOSED and not known:
        raise Turned(
            gettext("The GM of {game} seats its players himself.", game=game.name),
            gettext("Write to him: {gm}.", gm=game.gm_address),
        )
    if sign_up is SignUp.INVITED and not known:
        raise Turned(
            gettext(
                "The game {game} takes those whom its GM invited, and this address is not one.",
                game=game.name,
            ),
            gettext(
                "Write from the address that was invited, or ask the GM: {gm}.", gm=game.gm_address
            ),
        )
    return game, read_wishes(coming.said.wishes or "", names_of(coming.services, game))


def _must_have_room(transaction: MembershipTransaction, game: GameRecord) -> None:
    if len(standing(transaction, game.id, Role.APPLICANT)) >= MOST_APPLICANTS:
        raise Turned(
            gettext("Very many ask to play in {game} already.", game=game.name),
            gettext("Ask its GM: {gm}.", gm=game.gm_address),
        )


def _welcome(coming: Coming, game: GameRecord, words: str, *, again: bool) -> LetterView:
    transaction, person = coming.transaction, coming.person
    asked = len(standing(transaction, game.id, Role.APPLICANT))
    free = sum(seat.person is None for seat in transaction.seats(game.id))
    title = (
        gettext("Your wishes have been changed")
        if again
        else gettext("You have asked to play in {game}", game=game.name)
    )
    settings = settings_of(game)
    paragraphs = (
        (
            gettext(
                "You are noted as {person}, in the time zone {time_zone}. You would like to "
                "play: {words}.",
                person=person.name,
                time_zone=person.time_zone,
                words=words,
            )
        ),
        joined(
            (
                _how_many(game, free, asked),
                gettext(HOW_GIVEN[settings.allocation]),
            )
        ),
        (
            gettext(
                "When the seats are given out you get a mail that names your power. The "
                "game begins with another one, which has the position and the first "
                "deadline."
            )
        ),
    )
    steps = (
        (
            gettext(
                "To change anything, write again: JOIN, and below it PREFERENCES: with "
                "powers, the dearest first and = between those equally dear; NAME: and "
                "TIMEZONE: if they are wrong."
            )
        ),
        gettext("To take it back: LEAVE {game}.", game=game.name),
    )
    ways = None if again else ways_of(coming.services, game)
    return LetterView(title, paragraphs, steps=steps, ways=ways)


def _how_many(game: GameRecord, free: int, asked: int) -> str:
    """Return how many seats are free, and how many ask for one, in a sentence."""
    seats = ngettext(
        "{count} seat of {game} is free",
        "{count} seats of {game} are free",
        free,
        count=free,
        game=game.name,
    )
    players = ngettext(
        "{count} player so far asks for one",
        "{count} players so far ask for one",
        asked,
        count=asked,
    )
    return gettext("{seats}, and {players}.", seats=seats, players=players)


def _tell_gm(coming: Coming, game: GameRecord, wishes: Callable[[], str], *, again: bool) -> None:
    transaction, person = coming.transaction, coming.person
    asked = len(standing(transaction, game.id, Role.APPLICANT))
    free = sum(seat.person is None for seat in transaction.seats(game.id))

    def words() -> Words:
        names = {"person": person.name, "address": person.address}
        title = gettext("{person} asks to play", person=person.name)
        sentence = gettext_noop("{person} <{address}> asks to play in {game}: {wishes}.")
        if again:
            title = gettext("{person} has other wishes now", person=person.name)
            sentence = gettext_noop(
                "{person} <{address}> has other wishes now in {game}: {wishes}."
            )
        next_ = ngettext(
            "{count} player now asks for {seats}. See them with `gm player list {game}`, and give "
            "out the seats with `gm player allocate {game}`.",
            "{count} players now ask for {seats}. See them with `gm player list {game}`, and give "
            "out the seats with `gm player allocate {game}`.",
            asked,
            count=asked,
            seats=counted(free, "free seat"),
            game=game.name,
        )
        return title, (gettext(sentence, game=game.name, wishes=wishes(), **names), next_)

    tell_gm(coming.services, transaction, game, f"applied {game.name} {coming.mail.id}", words)


_PLAYER: Final = "player"
_ROLES: Final = {
    Role.APPLICANT.value: gettext_noop("applicant"),
    Role.INVITED.value: gettext_noop("invited"),
    Role.OBSERVER.value: gettext_noop("observer"),
    Role.STANDBY.value: gettext_noop("standby"),
    Role.FORMER.value: gettext_noop("former"),
    _PLAYER: gettext_noop("player"),
}
"""As what somebody leaves, to stand behind "as"."""

_BACK: Final = gettext_noop(
    "If it was not you who wrote LEAVE: write OBSERVE, and you follow the game again."
)
"""Told to an observer who leaves: his LEAVE needs no proof, so somebody else may have written it."""


def leave(coming: Coming) -> None:
    """End all by which somebody belongs to a game without a seat, or a seat before it begins.

    Raises:
        Turned: he does not belong to it, or plays in it.
    """
    services, transaction = coming.services, coming.transaction
    person, game = coming.person, coming.game
    memberships = own_standing(transaction, game.id if game else None, person)
    seated = game is not None and plays(transaction, game, person)
    if game is not None and seated:
        if game.status is not GameStatus.FORMING:
            raise Turned(
                gettext("You play in {game}, which has begun.", game=game.name),
                gettext(
                    "To give your power up, reply to a mail of the game with the word RESIGN."
                ),
                game,
            )
        give_up(services, transaction, game, person)
    elif not memberships:
        raise Turned(_no_part(game), gettext("There is nothing you need to do."))
    end_memberships(services, transaction, memberships, "left")
    were = sorted(
        {membership.role.value for membership in memberships} | ({_PLAYER} if seated else set())
    )
    if game is not None:
        text, now = f"{person.name} left as {listed(were)}.", services.clock.now()
        note(transaction, now, JournalKind.LEFT, text, game_id=game.id)
        key = f"left {game.name} {coming.mail.id}"
        tell_gm(services, transaction, game, key, partial(_leaves, person, were))
    observed = game is not None and any(
        membership.role is Role.OBSERVER for membership in memberships
    )
    steps = (gettext(_BACK),) * observed
    title, text = _left(game, listed(gettext(_ROLES[piece]) for piece in were))
    answer(coming, LetterView(title, (text,), steps=steps))


def _leaves(person: Person, roles: Sequence[str]) -> Words:
    text = gettext(
        "{person} <{address}> leaves, as {roles}.",
        person=person.name,
        address=person.address,
        roles=listed(gettext(_ROLES[role]) for role in roles),
    )
    return gettext("{person} leaves", person=person.name), (text,)


def _no_part(game: GameRecord | None) -> str:
    if game is None:
        return gettext("You do not belong to this server.")
    return gettext("You do not belong to {game}.", game=game.name)


def _left(game: GameRecord | None, roles: str) -> tuple[str, str]:
    """Return, as title and sentence, what somebody has left, and in which roles."""
    if game is None:
        return gettext("You have left this server"), gettext(
            "You have left this server, as {roles}. You get no more mail of it.", roles=roles
        )
    return gettext("You have left {game}", game=game.name), gettext(
        "You have left {game}, as {roles}. You get no more mail of it.",
        game=game.name,
        roles=roles,
    )


def applicants_of(
    services: Services, transaction: Transaction, game: GameRecord
) -> tuple[Applicant, ...]:
    """Return who asks to play in a game, in the order they came."""
    names = names_of(services, game)
    memberships = standing(transaction, game.id, Role.APPLICANT)
    return tuple(
        Applicant(
            membership,
            person_of(transaction, membership),
            load_wishes(membership.wishes),
            wishes_words(load_wishes(membership.wishes), names),
        )
        for membership in memberships
    )

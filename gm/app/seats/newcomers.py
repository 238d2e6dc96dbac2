"""Mail of those who hold no seat: JOIN, OBSERVE, STANDBY, LEAVE, RETURN and GAMES.

Nothing counts before its sender is proved: he is asked at the address that he writes from, as
players are about mail that proves nothing. Only GAMES, which asks, and LEAVE of somebody who merely
reads need no proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from gm.app.addresses.answer_limits import Allowance, for_stranger
from gm.app.addresses.question_ids import has_answered
from gm.app.addresses.tokens import holder_address
from gm.app.clock.zone_names import zone_named
from gm.app.life_records import Role
from gm.app.mail_out.post import Parcel, queue
from gm.app.mail_records import Asked, Confirmation
from gm.app.memberships import own_standing, plays
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, InboxState, Person
from gm.app.seats.allocation import begin_if_full
from gm.app.seats.benches import observe, stand_by
from gm.app.seats.joining import join, joinable, leave, open_games
from gm.app.seats.returning import come_back
from gm.app.seats.seat_letters import Coming
from gm.app.seats.wishes import (
    GAMES,
    JOIN,
    LEAVE,
    OBSERVE,
    RETURN,
    STANDBY,
    SeatWish,
    is_unnamed,
    name_in,
    said_in,
    unproved,
)
from gm.app.senders.arrival import Arrival, Became
from gm.app.senders.asking import (
    MOST_OPEN,
    mail_question,
    new_question,
    open_to,
    reply_with_yes,
    tell_enough,
)
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.held_text import held_text_of, quote
from gm.app.senders.identity import (
    BELIEVED,
    Evidence,
    Secret,
    SenderStanding,
    judge,
)
from gm.app.senders.letters import Turned, named_game
from gm.app.senders.proof_mails import too_long
from gm.app.services import Services
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import LANGUAGE, Press, SignUp
from gm.app.setup.games import may_create
from gm.app.table import rules_of
from gm.app.tongues import own_language
from gm.errors import InputError, NoSuchGame
from gm.languages import gettext, gettext_noop, listed, ngettext, quoted, speaking
from gm.languages.names import language_named
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose
from gm.mail.threads import answer_to
from gm.report.pages.letter_page import LetterView, letter
from gm.report.pages.questions_page import NEWCOMERS_QUESTION, QuestionView
from gm.report.wording.dates import length_words, moment_words
from gm.report.wording.sentence_parts import did_you_mean, joined

_PACE = {
    "movement": gettext_noop("{time} for moves"),
    "retreat": gettext_noop("{time} for retreats"),
    "adjustment": gettext_noop("{time} for winters"),
}
"""What a game's lengths are for."""

_PRESS = {
    Press.NONE: gettext_noop("No press."),
    Press.WHITE: gettext_noop("Press is signed."),
    Press.GREY: gettext_noop("Press is anonymous."),
    Press.BOTH: gettext_noop("Press is signed or anonymous."),
}
_TO_CREATE = gettext_noop(
    "To create a game yourself: NEW GAME and its name; HELP in a mail to the server tells more."
)


def _ask_newcomer(
    arrival: Arrival, person: Person, game: GameRecord | None, asked: Confirmation
) -> None:
    """Ask an address whether a mail with one of our words came from there."""
    services, transaction = arrival.services, arrival.transaction
    came = moment_words(arrival.mail.received_at, person.time_zone)
    until = moment_words(asked.expires_at, person.time_zone)
    where = game.name if game is not None else services.identity.server_name
    text = held_text_of(asked)
    view = QuestionView(
        title=gettext(NEWCOMERS_QUESTION),
        told=(
            gettext(
                "A mail for {where} came in on {came}. Its From line says {address}.",
                where=where,
                came=came,
                address=person.address,
            ),
            (
                gettext(
                    "Anybody can write a From line, so nothing in it counts until you say "
                    "that it is from you."
                )
            ),
        ),
        quoted=text.lines,
        if_yes=(reply_with_yes(until),) if text.whole else (too_long(),),
        if_no=(gettext("Do nothing, and nothing happens; or reply with the word NO."),),
    )
    mail_question(services, transaction, asked, person, view, arrival.reading, game)


def _answer_games(arrival: Arrival) -> None:
    """Answer a mail that asked which games there are; a stranger once a day."""
    services, transaction, mail = arrival.services, arrival.transaction, arrival.mail
    reading, person = arrival.reading, arrival.writer
    texts = [_line(services, transaction, game) for game in transaction.games()]
    lines = tuple(text for text in texts if text)
    address = person.address if person else arrival.sender
    more = (gettext(_TO_CREATE),) if may_create(services, transaction, address) else ()
    view = LetterView(
        gettext("The games of this server"),
        lines or (gettext("There is no game here that takes players or is being played."),),
        steps=(
            (
                gettext(
                    "To play: JOIN and the game's name, on a line of its own, in a mail to "
                    "{server_address}. Below it you may write PREFERENCES: and the powers "
                    "that you would like to play, the dearest first.",
                    server_address=services.identity.server_address,
                )
            ),
            gettext("To read a game as it goes on: OBSERVE and its name."),
            (
                gettext(
                    "To take over where a player drops out: STANDBY and its name; STANDBY "
                    "alone for any game."
                )
            ),
            *more,
        ),
    )
    day = f"{services.clock.now():%F}"
    parcel = Parcel(
        key=f"games {mail.id}" if person else f"games {address_key(address)} {day}",
        kind=f"games-{mail.id}",
        label=address,
        address=address,
        name=person.name if person else "",
        text=letter(view),
        purpose=Purpose.ANSWER,
        thread=answer_to(reading.message_id, reading.references),
        person_id=person.id if person else None,
    )
    queue(services, transaction, parcel)


def _line(services: Services, transaction: Transaction, game: GameRecord) -> str:
    """Return a game in a line; "" for one that is over."""
    if game.status is GameStatus.FINISHED:
        return ""
    meta, settings = rules_of(services, game).meta, settings_of(game)
    seats = transaction.seats(game.id)
    count = sum(seat.person is None for seat in seats)
    free = ngettext("{count} free seat", "{count} free seats", count, count=count)
    what = gettext(
        "{game}: {title}, with {count} powers, run by {gm_name}.",
        game=game.name,
        title=meta.title,
        count=len(seats),
        gm_name=game.gm_name,
    )
    if game.status is GameStatus.FORMING:
        how = {
            SignUp.OPEN: gettext("It takes players by mail: {free}.", free=free),
            SignUp.INVITED: gettext("It takes those whom its GM invited: {free}.", free=free),
            SignUp.CLOSED: gettext("Its GM seats the players."),
        }
        return f"{what} {how[settings.sign_up]} {_pace_and_press(game)}"
    phase = transaction.open_phase(game.id)
    playing = gettext("It is being played.")
    if phase is not None:
        playing = gettext("It is being played, in {phase}.", phase=phase.name)
    return f"{what} {playing} {_pace_and_press(game)}"


def _pace_and_press(game: GameRecord) -> str:
    """Return in two sentences how fast a game goes, and what its players may write each other."""
    spans = [
        gettext(words, time=length_words(timedelta(seconds=game.lengths[name])))
        for name, words in _PACE.items()
        if name in game.lengths
    ]
    time = f"{listed(spans)}." if spans else ""
    return f"{time} {gettext(_PRESS[settings_of(game).press])}".strip()


_ANSWER_WITHIN: Final = timedelta(days=7)
_PROVED: Final = timedelta(days=7)
"""So long after his yes a newcomer is not asked again in the same thread."""

_EVERYWHERE: Final = (STANDBY, LEAVE)
"""The words that may mean the whole server."""

_HANDLERS: Final[Mapping[str, Callable[[Coming], None]]] = {
    JOIN: join,
    OBSERVE: observe,
    STANDBY: stand_by,
    LEAVE: leave,
    RETURN: come_back,
}


def take_newcomer(arrival: Arrival) -> Became | None:
    """Do what a mail with one of our words asks for, or ask its sender whether it is his.

    Returns:
        What became of it; None if it has none of them, or is a player's mail to his game with more in it.

    Raises:
        Turned: what it asks for cannot be.
    """
    if arrival.reading.is_list:
        return None
    said = read_beforehand(said_in, arrival.reading.lines)
    if said is None:
        return _only_talk(arrival)
    if said.word == GAMES and said.alone:
        _answer_games(arrival)
        return Became("asked which games there are")
    transaction, known = arrival.transaction, arrival.confirmer or arrival.writer
    if _is_for_players(transaction, named_game(arrival), known, said):
        return None
    game = _game(arrival, said)
    if _is_for_players(transaction, game, known, said):
        return None
    try:
        with speaking(_language(said) or own_language(known)):
            return _act(arrival, known, game, said)
    except InputError as fault:
        raise Turned(
            str(fault), gettext("Write the whole mail again, with that line mended.")
        ) from fault


def with_ways_in(turned: Turned) -> Turned:
    """Return why a stranger's mail to a game is not taken, with what he can write to come in."""
    game = turned.game
    if game is None or game.status is GameStatus.FINISHED:
        return turned
    settings, ways = settings_of(game), []
    if game.status is GameStatus.FORMING and settings.sign_up is not SignUp.CLOSED:
        ways.append(gettext("JOIN {game}, to play in it", game=game.name))
    if settings.observers:
        ways.append(gettext("OBSERVE {game}, to read it as it goes on", game=game.name))
    if game.status is not GameStatus.FORMING:
        ways.append(
            gettext("STANDBY {game}, to take over where a player drops out", game=game.name)
        )
    remedy = [
        gettext(
            "If you play in it, write from the address you are registered with, or reply "
            "from this one to a mail of the game, and you are asked."
        )
    ]
    if ways:
        remedy.append(
            gettext("If not, you can write on a line of its own: {ways}.", ways="; ".join(ways))
        )
    return Turned(turned.reason, joined(remedy), game)


def _is_for_players(
    transaction: GameTransaction, game: GameRecord | None, person: Person | None, said: SeatWish
) -> bool:
    """Tell whether a mail with more than our words is a player's to his running game."""
    if game is None or person is None or game.status is GameStatus.FORMING:
        return False
    return not said.alone and plays(transaction, game, person)


def _only_talk(arrival: Arrival) -> Became | None:
    """Take the words around a newcomer's yes to our question: they are read for nothing else."""
    person = arrival.confirmer
    if person is None or arrival.about is not None:
        return None
    named = named_game(arrival)
    if named is not None and (
        plays(arrival.transaction, named, person)
        or address_key(person.address) == address_key(named.gm_address)
    ):
        return None
    return _became("words beside a yes", named)


def _became(note: str, game: GameRecord | None, state: InboxState = InboxState.DONE) -> Became:
    return Became(note, game.id if game is not None else None, state)


def _game(arrival: Arrival, said: SeatWish) -> GameRecord | None:
    """Return the game that is meant; None for the whole server; Turned if it cannot be told."""
    services, transaction = arrival.services, arrival.transaction
    if said.game:
        try:
            return transaction.game(said.game)
        except NoSuchGame as fault:
            raise Turned(
                gettext("There is no game named {game} here.", game=quoted(said.game))
                + _alike(transaction, said.game),
                _which(services, transaction, said),
            ) from fault
    if (named := named_game(arrival) or arrival.titled) is not None:
        return named
    wanted = open_games(transaction) if said.word == JOIN else ()
    if len(wanted) == 1:
        return transaction.game(wanted[0].name)
    if said.word in _EVERYWHERE:
        return None
    raise Turned(
        gettext("It cannot be told which game your mail is for."),
        _which(services, transaction, said),
    )


def _alike(transaction: GameTransaction, name: str) -> str:
    """Return whether a name that no game has was meant for another; "" for none."""
    names = [game.name for game in transaction.games() if game.status is not GameStatus.FINISHED]
    return did_you_mean(name, names)


def _which(services: Services, transaction: GameTransaction, said: SeatWish) -> str:
    games = [game.name for game in open_games(transaction)]
    if said.word == JOIN and games:
        return gettext(
            "These games take players: {names}. Write for instance: JOIN {first}",
            names=listed(games),
            first=games[0],
        )
    return gettext(
        "Write {word} and the game's name behind it. GAMES, alone in a mail to "
        "{server_address}, gets you the list of games.",
        word=said.word,
        server_address=services.identity.server_address,
    )


def _act(
    arrival: Arrival, known: Person | None, game: GameRecord | None, said: SeatWish
) -> Became:
    """Do what is asked for if its sender is believed, else ask him."""
    services, transaction, reading = arrival.services, arrival.transaction, arrival.reading
    default = known.time_zone if known else game.time_zone if game else services.identity.time_zone
    zone = zone_named(said.zone) if said.zone else default
    settings = {**known.settings} if known else {}
    if language := _language(said):
        settings[LANGUAGE] = language
    proved = _has_answered(arrival, known, game, said)
    standing = _standing(arrival, known, proved=proved)
    sender = arrival.sender
    person = known or Person(0, name_in(said, reading.sender_name, sender), sender, zone, settings)
    if standing not in BELIEVED and not _may_leave(transaction, known, game, said):
        if said.word == JOIN:
            # What cannot be is said at once, and not when he has proved that he wrote it.
            joinable(Coming(arrival, person, game, said))
        return _ask(arrival, person, game, said)
    new = said.name or is_unnamed(person)
    name = name_in(said, reading.sender_name, person.address) if new else person.name
    wished = replace(person, name=name, time_zone=zone, settings=settings)
    person = transaction.save_person(wished)
    _HANDLERS[said.word](Coming(arrival, person, game, said))
    if game is not None and said.word == JOIN:
        begin_if_full(services, transaction, game)
    return _became(standing.value, game)


def _language(said: SeatWish) -> str:
    """Return the code of the language that a mail asks for, "" for none; InputError."""
    return language_named(said.language) if said.language else ""


def _standing(arrival: Arrival, known: Person | None, *, proved: bool) -> SenderStanding:
    """Return what the mail is worth; whoever is new is who writes from his address."""
    transaction = arrival.transaction
    secret = Secret.RIGHT if proved else Secret.NONE
    if known is not None:
        for token in arrival.tokens:
            holder = holder_address(transaction, transaction.game_by_id(token.game_id), token.seat)
            if token.revoked_at is None and holder == address_key(known.address):
                secret = Secret.RIGHT
    evidence = Evidence(True, secret, arrival.verdict, arrival.confirmer is not None)
    return judge(evidence, proof=arrival.services.proof)


def _has_answered(
    arrival: Arrival, known: Person | None, game: GameRecord | None, said: SeatWish
) -> bool:
    """Tell whether somebody without a seat has just proved his address about this game.

    Then he changes and takes back his wish without being asked again, and is told of it at his
    address each time.
    """
    services, transaction = arrival.services, arrival.transaction
    if known is None or game is None or said.word == RETURN or plays(transaction, game, known):
        return False
    since = services.clock.now() - _PROVED
    return has_answered(services.identity, transaction, arrival.reading, known, game, since)


def _may_leave(
    transaction: Transaction, known: Person | None, game: GameRecord | None, said: SeatWish
) -> bool:
    """Tell whether somebody only stops reading: whoever wrote it, that harms nobody."""
    if known is None or game is None or said.word != LEAVE or plays(transaction, game, known):
        return False
    memberships = own_standing(transaction, game.id, known)
    return bool(memberships) and all(
        membership.role is Role.OBSERVER for membership in memberships
    )


def _ask(arrival: Arrival, person: Person, game: GameRecord | None, said: SeatWish) -> Became:
    """Keep the mail and ask its sender, unless he has been asked often enough just now.

    Args:
        person: who he is; stored now if he is new.
    """
    services, transaction, mail = arrival.services, arrival.transaction, arrival.mail
    now, sender = services.clock.now(), arrival.sender
    if not person.id and (for_stranger(services, transaction, sender) is not Allowance.ANSWER):
        return _became("a stranger's, too many", game, InboxState.SUPPRESSED)
    if not person.id:
        # Anybody may have written it: only in the question is he who the mail says he is.
        zone = (game or services.identity).time_zone
        person = replace(person, id=transaction.save_person(unproved(sender, zone)).id)
    waiting = _open_to(services, transaction, person)
    if len(waiting) >= MOST_OPEN:
        note = f"{MOST_OPEN} questions to its sender are open already"
        tell_enough(services, transaction, person, waiting)
        return _became(note, game, InboxState.SUPPRESSED)
    until = now + _ANSWER_WITHIN
    shown = quote(services, transaction, arrival.reading, game).dump()
    asked = new_question(services, transaction, Asked.MAIL, person, until, mail, game, shown)
    _ask_newcomer(arrival, person, game, asked)
    return _became(f"{said.word}: {SenderStanding.NO_PROOF.value}", game, InboxState.HELD)


def _open_to(services: Services, transaction: Transaction, person: Person) -> list[Confirmation]:
    """Return what somebody was asked beside the games that he plays, where mail is held for him."""
    return [
        confirmation
        for confirmation in open_to(services, transaction, person, {Asked.MAIL})
        if confirmation.game_id is None
        or all(seat.person != person for seat in transaction.seats(confirmation.game_id))
    ]

"""A game created by mail: NEW GAME to the server's own address, asked about, created by a reply.

What it wants of the game is read whole, so that every fault of it is found at once. Whatever proves
the mail, the sender is asked: the question shows the game as it would be, and its answer proves who he
is. Whoever may not create games is answered as if there were no such word, unless he is somebody that
the server knows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from gm.app.addresses.answer_limits import Allowance, for_stranger
from gm.app.addresses.destinations import DestinationKind, redacted
from gm.app.clock.zone_names import zone_named
from gm.app.mail_out.announcing import announce_open
from gm.app.mail_out.notices import notify
from gm.app.mail_records import Asked, Confirmation
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, InboxState, Person
from gm.app.seats.seat_letters import send_letter
from gm.app.seats.wishes import clean_name, is_unnamed, unproved
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
from gm.app.senders.letters import Turned
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.settings.checks import checked_name, checked_variant, variants_of
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import SignUp
from gm.app.setup.describing import (
    GM_ADDRESS,
    name_said,
    names_for,
    near_names,
    near_values,
    with_values,
)
from gm.app.setup.games import NewGame, add_game, described, may_create
from gm.app.setup.settings_list import listed_of
from gm.app.setup.starting import is_solo, may_stay_empty, start_solo
from gm.app.setup.tournament_entry import may_enter
from gm.app.table import rules_of
from gm.app.words.answers import answer_server_help, asks_help
from gm.contract.game import Games
from gm.contract.rules import Rules
from gm.contract.told import ReadLine
from gm.errors import AlreadyThere, InputError, NoSuchGame, NotAllowed, VariantError
from gm.interpret.folding import fold
from gm.interpret.new_game import NewGameWords, SaidSetting, new_game_words
from gm.languages import gettext, gettext_noop, listed, ngettext
from gm.languages.near_words import nearest
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose, is_sendable
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report.pages.letter_page import LetterView
from gm.report.pages.questions_page import QuestionView
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import joined

NAME, ZONE, VARIANT = "gm-name", "zone", "variant"

_TWICE: Final = gettext_noop("It is said twice: say it once.")
_NO_NAME: Final = "nameless"
"""Stands for a name that cannot be while the settings below it are read."""


def _default_variant(games: Games) -> str:
    """Return the rules of a game for which none are named."""
    return next(iter(variants_of(games)))


@dataclass(frozen=True, slots=True)
class WantedGame:
    """A game that somebody wants.

    Args:
        values: what he says of it, by the names of settings.
        called: the name that his mails give him, if nobody has said one yet; else "".
    """

    name: str
    variant: str
    values: Mapping[str, str]
    called: str = ""

    def dump(self) -> str:
        """Return it as it is stored with the question."""
        return json.dumps([self.name, self.variant, dict(self.values), self.called])


def _load_wanted(text: str) -> WantedGame:
    """Return what is stored with a question."""
    return WantedGame(*json.loads(text))


@dataclass(frozen=True, slots=True)
class NewGameRead:
    """What was read in a mail: a game, or what is wrong."""

    wanted: WantedGame
    faults: tuple[ReadLine, ...]


def _game_wanted(services: Services, wanted: WantedGame, gm: Person) -> GameRecord:
    """Return the game that is wanted, not stored yet, with its GM.

    What is not said of it has its default; his name and zone are those he is known by.

    Raises:
        InputError, VariantError: it cannot be.
    """
    wish = NewGame(wanted.name, wanted.variant, gm.name, gm.address, time_zone=gm.time_zone)
    return with_values(services, described(services, wish), wanted.values)


def _must_be_new(transaction: GameTransaction, name: str) -> None:
    """Refuse the name of a game that there is, or was; AlreadyThere."""
    try:
        there = transaction.game(name)
    except NoSuchGame:
        return
    raise AlreadyThere(
        gettext("There is a game named {game} here already: choose another name.", game=there.name)
    )


def _read_wanted(
    services: Services, transaction: GameTransaction, words: NewGameWords, gm: Person
) -> NewGameRead:
    """Read what a mail says of a new game.

    Args:
        services, transaction: the ports.
        words: of the mail. gm: who wrote it, and would be its GM.
    """
    words = _with_variant_behind_name(services.games, _with_seed_behind_name(words))
    faults = [*_heading_faults(transaction, words)]
    variant, wrong = _variant(
        services.games, [setting for setting in words.settings if setting.name == VARIANT]
    )
    named = words.name if not faults else _NO_NAME
    base = _game_wanted(services, WantedGame(named, variant, {}), gm)
    values: dict[str, str] = {}
    settings = [setting for setting in words.settings if setting.name != VARIANT]
    sure = not wrong
    # The zone first: hours and dates are read in it.
    for said in sorted(
        settings, key=lambda setting: name_said(services.games, variant, setting.name) != ZONE
    ):
        if (fault := _take_line(services, base, values, said, sure=sure)) is not None:
            wrong.append(fault)
    lines = [setting.line for setting in words.settings]
    faults += sorted(wrong, key=lambda line: lines.index(line.text))
    return NewGameRead(WantedGame(base.name, variant, values), tuple(faults))


_SEED: Final = re.compile(r" seed[ :=]", re.I)
"""What stands behind NEW GAME where the game is one of a tournament."""


def _with_seed_behind_name(words: NewGameWords) -> NewGameWords:
    """Return what a mail says, its tournament set apart: `NEW GAME IF-12 irish-freedom SEED spring`."""
    text = " ".join(words.name.split())
    match = _SEED.search(text)
    seed = text[match.end() :].lstrip(" :=") if match is not None else ""
    if match is None or not match.start() or not seed or " " in seed:
        return words
    said = SaidSetting(f"NEW GAME {words.name}", "tournament", seed)
    return replace(words, name=text[: match.start()], settings=(said, *words.settings))


def _with_variant_behind_name(games: Games, words: NewGameWords) -> NewGameWords:
    """Return what a mail says, the rules set apart that stand behind the name: `NEW GAME IF-12 irish-freedom`."""
    name, _, variant = words.name.rpartition(" ")
    if not name or fold(variant).casefold() not in variants_of(games):
        return words
    said = SaidSetting(f"NEW GAME {words.name}", VARIANT, variant)
    return replace(words, name=name, settings=(said, *words.settings))


def _heading_faults(transaction: GameTransaction, words: NewGameWords) -> Iterator[ReadLine]:
    heading = f"NEW GAME {words.name}".strip()
    if words.again:
        yield ReadLine(heading, gettext("A mail makes one game: write another one for the next."))
    try:
        if not words.name:
            raise InputError(gettext("The name of the game is missing: write it behind NEW GAME."))
        _must_be_new(transaction, checked_name(words.name))
    except (InputError, AlreadyThere) as fault:
        yield ReadLine(heading, str(fault))


def _variant(games: Games, said: list[SaidSetting]) -> tuple[str, list[ReadLine]]:
    """Return the rules that are named, the default where none can be, and what is wrong."""
    default = _default_variant(games)
    if not said:
        return default, []
    wrong = [ReadLine(setting.line, _TWICE) for setting in said[1:]]
    text = fold(said[0].value).casefold()
    try:
        return checked_variant(games, text), wrong
    except InputError as fault:
        near = nearest(text, variants_of(games), most=1)
        return default, [ReadLine(said[0].line, str(fault), near), *wrong]


def _take_line(
    services: Services, game: GameRecord, values: dict[str, str], said: SaidSetting, *, sure: bool
) -> ReadLine | None:
    """Add what a line says to the values; return what is wrong with it.

    Args:
        services: the ports. game: of the same rules, with its defaults.
        values: what the lines before it say.
        said: the line. sure: the rules are those that were meant.
    """
    name = name_said(services.games, game.variant, said.name)
    if name is None:
        return _unknown(services.games, game.variant, said, sure=sure)
    if name in values:
        return ReadLine(said.line, gettext(_TWICE))
    if name == GM_ADDRESS:
        return ReadLine(
            said.line, gettext("You are the GM: your mail goes to where you write from.")
        )
    text = said.value if name == NAME else fold(said.value)
    try:
        values[name] = zone_named(text) if name == ZONE else text
        with_values(services, game, values)
    except (InputError, VariantError) as fault:
        values.pop(name, None)
        return ReadLine(said.line, str(fault), near_values(services, game, name, text))
    return None


def _unknown(games: Games, variant: str, said: SaidSetting, *, sure: bool) -> ReadLine | None:
    if not sure and any(name_said(games, name, said.name) for name in variants_of(games)):
        return None  # it is one of the rules that may have been meant
    if near := near_names(games, variant, said.name):
        return ReadLine(said.line, gettext("There is no such setting."), near)
    known = ", ".join(
        (VARIANT, *(name for name in names_for(games, variant) if name != GM_ADDRESS))
    )
    return ReadLine(
        said.line, gettext("There is no such setting; there are {known}.", known=known)
    )


_MOST_LEFT_OUT = 6
"""Lines of talk that the question shows as left out; of more, those would be the whole question."""


def _question_view(
    services: Services,
    asked: Confirmation,
    person: Person,
    game: GameRecord,
    wanted: WantedGame,
    left_out: Sequence[str],
) -> QuestionView:
    """Return what somebody is asked who wants a game.

    Args:
        services: the ports. asked: the question. person: who is asked.
        game: as it would be; wanted: what he said of it.
        left_out: the lines of his mail that say nothing of a game.
    """
    meta, until = rules_of(services, game).meta, moment_words(asked.expires_at, person.time_zone)
    paragraphs = [
        gettext(
            "A mail in your name asks for a new game of {title}, with you as its game master.",
            title=meta.title,
        )
    ]
    if left_out:
        lines = "; ".join(redacted(text) for text in left_out[:_MOST_LEFT_OUT])
        paragraphs.append(
            gettext("Left out, since nothing can be set by it: {lines}", lines=lines)
        )
    return QuestionView(
        title=gettext("Shall the game {game} be created?", game=game.name),
        told=tuple(paragraphs),
        quoted=(
            f"NEW GAME {game.name}",
            f"variant = {game.variant}",
            *_said(services, game, wanted),
        ),
        if_yes=(
            reply_with_yes(until),
            gettext("It begins at once, and you play it: its opening follows.")
            if _plays_himself(services, game)
            else gettext("A mail with what comes next follows."),
            (
                gettext(
                    "What is not named above has its default, and can still be changed "
                    "then. To change it now, reply with the whole mail, NEW GAME and all."
                )
            ),
        ),
        if_no=(gettext("Do nothing, and no game is created; or reply with the word NO."),),
        heads=(gettext("It would be"), gettext("To create it"), gettext("Not to")),
    )


def _said(services: Services, game: GameRecord, wanted: WantedGame) -> tuple[str, ...]:
    """Return what was said of a game, each as a GM writes it."""
    settings = listed_of(services, game)
    return tuple(
        f"{entry.name} = {entry.value}" for entry in settings if entry.name in wanted.values
    )


def _plays_himself(services: Services, game: GameRecord) -> bool:
    """Tell whether who creates a game plays it: it has one player only, and nobody else can come."""
    return is_solo(rules_of(services, game)) and settings_of(game).sign_up is SignUp.CLOSED


def _players_of(services: Services, game: GameRecord, person: Person) -> tuple[int, ...]:
    return (person.id,) if _plays_himself(services, game) else ()


def _mail_created(
    services: Services,
    transaction: Transaction,
    asked: Confirmation,
    person: Person,
    game: GameRecord,
    wanted: WantedGame,
    reading: MailReading,
) -> None:
    """Tell a GM that his game is there, what he chose, and what comes next.

    The answer to this mail goes to his secret address in the game.
    """
    rules, address = rules_of(services, game), services.identity.game_address(game.name)
    plays = _plays_himself(services, game)
    chosen = _said(services, game, wanted)
    paragraphs = (
        (
            gettext(
                "{game} is a game of {title}, and you are its game master. Its address is "
                "{address}.",
                game=game.name,
                title=rules.meta.title,
                address=address,
            )
        ),
        gettext("You chose: {names}.", names=listed(chosen))
        if chosen
        else gettext("Everything has its default."),
        (
            gettext(
                "Commands to it begin with GM, one a line, in a reply to this mail: its "
                "reply address is yours alone, so keep it to yourself. What changes "
                "something is asked back first."
            )
        ),
    )
    steps = _of_solo(game) if plays else _before_start(services, rules, game)
    title = gettext("The game {game} is created", game=game.name)
    if plays:
        title = gettext("The game {game} is created and begins", game=game.name)
    view = LetterView(title, paragraphs, steps=steps)
    thread = answer_to(reading.message_id, reading.references)
    key = f"created {asked.id}"
    send_letter(
        services,
        transaction,
        person,
        key,
        lambda: view,
        game,
        purpose=Purpose.ANSWER,
        thread=thread,
    )


def _of_solo(game: GameRecord) -> tuple[str, ...]:
    """Return what comes next for who plays the game that he has created."""
    return (
        gettext("You play it yourself, and it has begun: reply to its opening, the next mail."),
        gettext(
            'To have somebody else play: GM player replace PLAYER "Ann Byrne" ann@example.org. A game '
            "that waits for its player from the start is created with sign-up = open below NEW GAME {game}.",
            game=game.name,
        ),
    )


def _before_start(services: Services, rules: Rules[Any, Any], game: GameRecord) -> tuple[str, ...]:
    """Return what its master does before a game begins."""
    power = rules.seats[0].name
    begin = gettext("To begin: GM game start.")
    if may_stay_empty(rules):
        begin = gettext(
            "To begin: GM game start, or GM game start --close-unfilled if seats are empty."
        )
    return (
        (
            gettext(
                "GM game settings shows all that can be set, with its defaults and what it "
                "decides. GM game set movement=5d at=20:00 changes it."
            )
        ),
        gettext(
            'To seat a player yourself: GM player add "{power}" "Ann Byrne" ann@example.org',
            power=power,
        ),
        (
            gettext(
                "To let players come: GM game set sign-up=open. They mail JOIN {game} to "
                "{server_address}; or you ask them: GM player invite ann@example.org",
                game=game.name,
                server_address=services.identity.server_address,
            )
        ),
        gettext(
            "GM player list shows who is there; GM player allocate --yes gives the seats out."
        ),
        joined(
            (begin, gettext("Everybody is mailed the opening, and the first deadline is set."))
        ),
    )


def _tell_keeper(services: Services, transaction: Transaction, game: GameRecord) -> None:
    """Tell the keeper of the server of a game that somebody else created by mail."""
    keeper = services.identity.admin_address
    if keeper is None or address_key(keeper) == address_key(game.gm_address):
        return
    title = rules_of(services, game).meta.title
    paragraphs = (
        f"{game.gm_name} <{game.gm_address}> created the game {game.name} of {title} by mail.",
        "Who may do so is the setting create_games of the server.",
    )
    notify(
        services, transaction, keeper, f"created {game.name}", NoticeView("A new game", paragraphs)
    )


_WITHIN: Final = timedelta(days=7)
"""A week, so that whoever is away for some days finds his question open."""

_CONFIRMED, _DENIED, _TAKEN_BACK = "confirmed", "denied", "taken back"


def take_new_game(arrival: Arrival) -> Became | None:
    """Ask about the game that a mail wants, or answer HELP of somebody who may create one.

    Returns:
        What became of it; None if it wants none, or is from a stranger who may not.

    Raises:
        Turned: it cannot be as it is written, or its sender may not.
    """
    services, transaction = arrival.services, arrival.transaction
    reading, known = arrival.reading, arrival.writer
    if reading.is_list or not _is_for_server(arrival):
        return None
    words = read_beforehand(new_game_words, reading.lines)
    wants_help = asks_help(reading)
    if words is None and not wants_help:
        return None
    allowed = may_create(services, transaction, known.address if known else arrival.sender)
    if words is None:
        if not allowed:
            return None
        answer_server_help(arrival, known)
        return Became("asked the server for help")
    if allowed:
        return _take(arrival, words)
    if known is None:
        return None
    raise Turned(
        gettext("You cannot create a game on this server by mail."),
        gettext("Ask whoever keeps the server, or the GM of a game that you play."),
    )


def _is_for_server(arrival: Arrival) -> bool:
    """Tell whether a mail is for the server itself; the answer to a question of ours may be."""
    kind = arrival.destination.kind
    if kind is DestinationKind.CONFIRM:
        return True
    return kind is DestinationKind.SERVER and arrival.named is None


def _take(arrival: Arrival, words: NewGameWords) -> Became:
    """Ask whoever wants a game whether it is what he meant; Turned if it cannot be."""
    services, transaction = arrival.services, arrival.transaction
    sender, known = arrival.sender, arrival.writer
    if not is_sendable(known.address if known else sender):
        return Became("nobody who can be asked", state=InboxState.SUPPRESSED)
    if known is None and for_stranger(services, transaction, sender) is not Allowance.ANSWER:
        return Became("a stranger's, too many", state=InboxState.SUPPRESSED)
    name = clean_name(arrival.reading.sender_name, sender.partition("@")[0])
    zone = services.identity.time_zone
    person = known or transaction.save_person(unproved(sender, zone))
    if called := name if is_unnamed(person) else "":
        # Anybody may have written it: the name counts in the question, and once that is answered.
        person = replace(person, name=called)
    waiting = open_to(services, transaction, person, {Asked.GAME})
    if len(waiting) >= MOST_OPEN:
        note = f"{MOST_OPEN} questions to its sender are open already"
        tell_enough(services, transaction, person, waiting)
        return Became(note, state=InboxState.SUPPRESSED)
    read = _read_wanted(services, transaction, words, person)
    if read.faults:
        raise Turned(
            ngettext(
                "No game was created: {count} line of your mail cannot be as it stands.",
                "No game was created: {count} lines of your mail cannot be as it stands.",
                len(read.faults),
                count=len(read.faults),
            ),
            gettext(
                "Send the whole mail again with that mended; what you leave out has its default."
            ),
            lines=read.faults,
        )
    wanted = replace(read.wanted, called=called)
    new = _game_wanted(arrival.services, wanted, person)
    try:
        may_enter(
            arrival.services, arrival.transaction, new, _players_of(arrival.services, new, person)
        )
    except NotAllowed as fault:
        raise Turned(
            gettext("The game {game} was not created", game=wanted.name), str(fault)
        ) from fault
    return _ask(arrival, person, wanted, words)


def _ask(arrival: Arrival, person: Person, wanted: WantedGame, words: NewGameWords) -> Became:
    services, transaction, mail = arrival.services, arrival.transaction, arrival.mail
    until = services.clock.now() + _WITHIN
    kind, stored = Asked.GAME, wanted.dump()
    asked = new_question(services, transaction, kind, person, until, mail, None, stored)
    game = _game_wanted(services, wanted, person)
    view = _question_view(services, asked, person, game, wanted, words.rest)
    mail_question(services, transaction, asked, person, view, arrival.reading, None)
    return Became(f"asked about the game {wanted.name}")


def wants_another(asked: Confirmation, reading: MailReading) -> bool:
    """Tell whether the answer to a question about a game asks for one anew, as by a mended mail."""
    if asked.asked is not Asked.GAME:
        return False
    return read_beforehand(new_game_words, reading.lines) is not None


def answer_new_game(
    services: Services,
    transaction: Transaction,
    asked: Confirmation,
    reading: MailReading,
    *,
    yes: bool,
) -> None:
    """Create the game that was asked about, or do not, and settle the question.

    Args:
        services, transaction: the ports.
        asked: the question. reading: of the answer. yes: what that says.
    """
    now, person = services.clock.now(), transaction.person_by_id(asked.person_id)
    transaction.settle_confirmation(asked.id, now, _CONFIRMED if yes else _DENIED)
    if person is None or not asked.wanted:
        return  # whoever asked has been taken out of the database
    wanted = _load_wanted(asked.wanted)
    if not yes:
        dropped = gettext("There is no game {game}, as you said.", game=wanted.name)
        no_game = (gettext("No game was created"), (dropped,))
        tell_person(services, transaction, person, f"no-game {asked.id}", lambda: no_game, None)
        return
    for other in open_to(services, transaction, person, {Asked.GAME}):
        if _load_wanted(other.wanted).name == wanted.name:
            transaction.settle_confirmation(other.id, now, _TAKEN_BACK)
    if wanted.called and is_unnamed(person):
        person = transaction.save_person(replace(person, name=wanted.called))
    try:
        if not may_create(services, transaction, person.address):
            raise InputError(gettext("You may no longer create games on this server."))
        _must_be_new(transaction, wanted.name)
        new = _game_wanted(services, wanted, person)
        may_enter(services, transaction, new, _players_of(services, new, person))
        game = add_game(services, transaction, new)
    except (AlreadyThere, InputError, NotAllowed, VariantError) as fault:
        failed = (gettext("The game {game} was not created", game=wanted.name), (str(fault),))
        tell_person(services, transaction, person, f"no-game {asked.id}", lambda: failed, None)
        return
    announce_open(services, transaction, game)
    _mail_created(services, transaction, asked, person, game, wanted, reading)
    if _plays_himself(services, game):
        start_solo(services, transaction, game, person)
    _tell_keeper(services, transaction, game)

"""A game created by mail: NEW GAME to the server's own address, asked about, created by a reply.

Whatever proves the mail, the sender is asked: the question shows the game as it would be, and its
answer proves who he is. Whoever may not create games is answered as if there were no such word,
unless he is somebody that the server knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from gm.app.addresses.answer_limits import Allowance, for_stranger
from gm.app.addresses.destinations import DestinationKind, destination, redacted
from gm.app.answering.new_game import (
    Wanted,
    game_wanted,
    load_wanted,
    must_be_new,
    read_wanted,
)
from gm.app.mail_out.announcing import announce_open
from gm.app.mail_out.notices import notify
from gm.app.mail_records import Asked, Confirmation
from gm.app.ports import Transaction
from gm.app.records import GameRecord, InboxMail, InboxState, Person
from gm.app.seats.coming import send_letter
from gm.app.seats.wishes import clean_name, is_unnamed, unproved
from gm.app.senders.asking import (
    MOST_OPEN,
    mail_question,
    new_question,
    open_to,
    reply_with_yes,
    tell_enough,
)
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Turned, game_named
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.setup.games import add_game, may_create
from gm.app.setup.settings_list import listed_of
from gm.app.setup.starting import may_stay_empty
from gm.app.table import rules_of
from gm.app.words.answers import answer_server_help, asks_help
from gm.errors import AlreadyThere, InputError, VariantError
from gm.interpret.new_game import NewGameWords, new_game_words
from gm.languages import gettext, listed, ngettext
from gm.mail.addresses import address_key
from gm.mail.compose import Purpose, is_sendable
from gm.mail.threads import answer_to
from gm.mail.values import MailReading
from gm.report.pages.letter_page import LetterView
from gm.report.pages.question_page import QuestionView
from gm.report.views import NoticeView
from gm.report.wording.dates import moment_words
from gm.report.wording.plain import joined

_MOST_LEFT_OUT = 6


def _question_view(
    services: Services,
    asked: Confirmation,
    person: Person,
    game: GameRecord,
    wanted: Wanted,
    left_out: Sequence[str],
) -> QuestionView:
    """Return what somebody is asked who wants a game.

    Args:
        services: the ports. asked: the question. person: who is asked.
        game: as it would be; wanted: what he said of it.
        left_out: the lines of his mail that say nothing of a game.
    """
    meta, until = rules_of(services, game).meta, moment_words(asked.expires_at, person.time_zone)
    told = [
        gettext(
            "A mail in your name asks for a new game of {title}, with you as its game master.",
            title=meta.title,
        )
    ]
    if left_out:
        lines = "; ".join(redacted(text) for text in left_out[:_MOST_LEFT_OUT])
        told.append(gettext("Left out, since nothing can be set by it: {lines}", lines=lines))
    return QuestionView(
        title=gettext("Shall the game {game} be created?", game=game.name),
        told=tuple(told),
        quoted=(
            f"NEW GAME {game.name}",
            f"variant = {game.variant}",
            *_said(services, game, wanted),
        ),
        if_yes=(
            reply_with_yes(until),
            gettext("A mail with what comes next follows."),
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


def _said(services: Services, game: GameRecord, wanted: Wanted) -> tuple[str, ...]:
    """Return what was said of a game, each as a GM writes it."""
    found = listed_of(services, game)
    return tuple(f"{entry.name} = {entry.value}" for entry in found if entry.name in wanted.values)


def _mail_created(
    services: Services,
    transaction: Transaction,
    asked: Confirmation,
    person: Person,
    game: GameRecord,
    wanted: Wanted,
    reading: MailReading,
) -> None:
    """Tell a GM that his game is there, what he chose, and what comes next.

    The answer to this mail goes to his secret address in the game.
    """
    rules, address = rules_of(services, game), services.identity.game_address(game.name)
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
    power = rules.seats[0].name
    begin = gettext("To begin: GM game start.")
    if may_stay_empty(rules):
        begin = gettext(
            "To begin: GM game start, or GM game start --close-unfilled if seats are empty."
        )
    steps = (
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
    view = LetterView(
        gettext("The game {game} is created", game=game.name), paragraphs, steps=steps
    )
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


def _tell_keeper(services: Services, transaction: Transaction, game: GameRecord) -> None:
    """Tell the keeper of the server of a game that somebody else created by mail."""
    keeper = services.identity.admin_address
    if keeper is None or address_key(keeper) == address_key(game.gm_address):
        return
    title = rules_of(services, game).meta.title
    told = (
        f"{game.gm_name} <{game.gm_address}> created the game {game.name} of {title} by mail.",
        "Who may do so is the setting create_games of the server.",
    )
    notify(services, transaction, keeper, f"created {game.name}", NoticeView("A new game", told))


_WITHIN: Final = timedelta(days=7)
_CONFIRMED, _DENIED, _TAKEN_BACK = "confirmed", "denied", "taken back"


def take_new_game(
    services: Services, transaction: Transaction, mail: InboxMail, reading: MailReading
) -> bool:
    """Ask about the game that a mail wants, or answer HELP of somebody who may create one.

    Returns:
        False if it wants none, or is from a stranger who may not.

    Raises:
        Turned: it cannot be as it is written, or its sender may not.
    """
    sender = reading.sender or ""
    if reading.is_list or not _is_for_server(services, transaction, mail, reading):
        return False
    words = read_beforehand(new_game_words, reading.lines)
    wants_help = asks_help(reading)
    if words is None and not wants_help:
        return False
    known = transaction.person_of_address(sender)
    allowed = may_create(services, transaction, known.address if known else sender)
    if words is None:
        if allowed:
            answer_server_help(services, transaction, mail, reading, known)
            _settle(services, transaction, mail, InboxState.DONE, "asked the server for help")
        return allowed
    if allowed:
        _take(services, transaction, mail, reading, words, known)
        return True
    if known is None:
        return False
    raise Turned(
        gettext("You cannot create a game on this server by mail."),
        gettext("Ask whoever keeps the server, or the GM of a game that you play."),
    )


def _is_for_server(
    services: Services, transaction: Transaction, mail: InboxMail, reading: MailReading
) -> bool:
    """Tell whether a mail is for the server itself; the answer to a question of ours may be."""
    kind = destination(services.identity, mail.recipient).kind
    if kind is DestinationKind.CONFIRM:
        return True
    if kind is not DestinationKind.SERVER:
        return False
    return game_named(services, transaction, mail, reading) is None


def _take(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    words: NewGameWords,
    known: Person | None,
) -> None:
    """Ask whoever wants a game whether it is what he meant; Turned if it cannot be."""
    sender = reading.sender or ""
    if not is_sendable(known.address if known else sender):
        _settle(services, transaction, mail, InboxState.SUPPRESSED, "nobody who can be asked")
        return
    if known is None and for_stranger(services, transaction, sender) is not Allowance.ANSWER:
        _settle(services, transaction, mail, InboxState.SUPPRESSED, "a stranger's, too many")
        return
    name = clean_name(reading.sender_name, sender.partition("@")[0])
    zone = services.identity.time_zone
    person = known or transaction.save_person(unproved(sender, zone))
    if called := name if is_unnamed(person) else "":
        # Anybody may have written it: the name counts in the question, and once that is answered.
        person = replace(person, name=called)
    waiting = open_to(services, transaction, person, {Asked.GAME})
    if len(waiting) >= MOST_OPEN:
        note = f"{MOST_OPEN} questions to its sender are open already"
        _settle(services, transaction, mail, InboxState.SUPPRESSED, note)
        tell_enough(services, transaction, person, waiting)
        return
    read = read_wanted(services, transaction, words, person)
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
    _ask(services, transaction, mail, reading, person, wanted, words)


def _ask(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    person: Person,
    wanted: Wanted,
    words: NewGameWords,
) -> None:
    until = services.clock.now() + _WITHIN
    kind, stored = Asked.GAME, wanted.dump()
    asked = new_question(services, transaction, kind, person, until, mail, None, stored)
    game = game_wanted(services, wanted, person)
    view = _question_view(services, asked, person, game, wanted, words.rest)
    mail_question(services, transaction, asked, person, view, reading, None)
    _settle(services, transaction, mail, InboxState.DONE, f"asked about the game {wanted.name}")


def _settle(
    services: Services, transaction: Transaction, mail: InboxMail, state: InboxState, note: str
) -> None:
    transaction.settle_inbox(mail.id, state, services.clock.now(), note=note)


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
    wanted = load_wanted(asked.wanted)
    if not yes:
        dropped = gettext("There is no game {game}, as you said.", game=wanted.name)
        no_game = (gettext("No game was created"), (dropped,))
        tell_person(services, transaction, person, f"no-game {asked.id}", lambda: no_game, None)
        return
    for other in open_to(services, transaction, person, {Asked.GAME}):
        if load_wanted(other.wanted).name == wanted.name:
            transaction.settle_confirmation(other.id, now, _TAKEN_BACK)
    if wanted.called and is_unnamed(person):
        person = transaction.save_person(replace(person, name=wanted.called))
    try:
        if not may_create(services, transaction, person.address):
            raise InputError(gettext("You may no longer create games on this server."))
        must_be_new(transaction, wanted.name)
        game = add_game(services, transaction, game_wanted(services, wanted, person))
    except (AlreadyThere, InputError, VariantError) as fault:
        failed = (gettext("The game {game} was not created", game=wanted.name), (str(fault),))
        tell_person(services, transaction, person, f"no-game {asked.id}", lambda: failed, None)
        return
    announce_open(services, transaction, game)
    _mail_created(services, transaction, asked, person, game, wanted, reading)
    _tell_keeper(services, transaction, game)

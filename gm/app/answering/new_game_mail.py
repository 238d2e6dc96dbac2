"""A game created by mail: NEW GAME to the server's own address, asked about, created by a reply.

Whatever proves the mail, the sender is asked: the question shows the game as it would be, and its
answer proves who he is. Whoever may not create games is answered as if there were no such word,
unless he is somebody that the server knows.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from gm.app.addresses.budgets import Allowance, for_stranger
from gm.app.addresses.destinations import DestinationKind, destination
from gm.app.answering.new_game import (
    Wanted,
    game_wanted,
    load_wanted,
    must_be_new,
    read_wanted,
)
from gm.app.answering.new_game_letters import mail_created, question_view, tell_keeper
from gm.app.mail_out.announcing import announce_open
from gm.app.mail_records import Asked, Confirmation
from gm.app.ports import Transaction
from gm.app.records import InboxMail, InboxState, Person
from gm.app.seats.wishes import clean_name, is_unnamed, unproved
from gm.app.senders.asking import (
    MOST_OPEN,
    mail_question,
    new_question,
    open_to,
    tell_enough,
)
from gm.app.senders.beforehand import read_beforehand
from gm.app.senders.letters import Turned, game_named
from gm.app.senders.proof_mails import tell_person
from gm.app.services import Services
from gm.app.setup.creators import may_create
from gm.app.setup.games import add_game
from gm.app.words.answers import answer_server_help, asks_help
from gm.errors import AlreadyThere, InputError, VariantError
from gm.interpret.new_game import NewGameWords, new_game_words
from gm.languages import gettext, ngettext
from gm.mail.compose import is_sendable
from gm.mail.values import MailReading

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
    view = question_view(services, asked, person, game, wanted, words.rest)
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
    mail_created(services, transaction, asked, person, game, wanted, reading)
    tell_keeper(services, transaction, game)

"""Mail that is held until its sender confirms it: asked about, confirmed, turned down, dropped.

The question goes to the registered address and names a code that nobody else has seen, so whoever
answers it reads that mailbox. A yes covers the mail that the question quotes, and those of the earlier
ones listed there that it chooses: no forged mail rides on the yes to another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from gm.app.addresses.destinations import destination
from gm.app.addresses.tokens import holder_address, known_token
from gm.app.journal import note
from gm.app.mail_ports import IdentityTransaction, InboxTransaction, MailTransaction
from gm.app.mail_records import Asked, Confirmation
from gm.app.ports import GameTransaction, PhaseTransaction
from gm.app.records import GameRecord, InboxMail, InboxState, JournalKind, Person, PhaseRecord
from gm.app.senders.arrival import Became, settle_mail
from gm.app.senders.asking import new_question
from gm.app.senders.held_text import listing, quote
from gm.app.senders.identity import SenderStanding
from gm.app.senders.letters import Letter
from gm.app.senders.proof_mails import ask_about_mail, tell_many_held
from gm.app.services import Services
from gm.app.tongues import language_for
from gm.errors import NotAllowed
from gm.failpoints import failpoint
from gm.languages import gettext, speaking
from gm.mail.addresses import is_same

_AFTER_DEADLINE = timedelta(days=1)
"""How long the question about a mail can be answered for which no phase is open any more."""

_MOST_HELD = 20
"""Mails that wait for the word of one person in a game; a forger is not to fill the disk in his name."""

_MOST_ASKED = 3
"""Questions in an hour: what comes more often is held and listed, so that no forger floods a mailbox."""

_WITHIN = timedelta(hours=1)
"""How long ago a question may be to count among those."""

CONFIRMED, DENIED, EXPIRED = "confirmed", "denied", "expired"


def hold(letter: Letter) -> Became:
    """Keep a mail until its sender confirms it, and ask him; a flood is neither kept nor asked.

    Returns:
        What became of it.
    """
    services, transaction = letter.services, letter.transaction
    now, mail = services.clock.now(), letter.mail
    waiting = open_questions(transaction, letter.person.id, letter.game.id)
    if len(waiting) >= _MOST_HELD:
        note = f"{_MOST_HELD} mails of {letter.person.name} wait to be confirmed already"
        tell_many_held(letter)
        return Became(note, letter.game.id, InboxState.SUPPRESSED)
    phase = transaction.open_phase(letter.game.id)
    person, game, until = letter.person, letter.game, _until(phase, now)
    asks = sum(confirmation.asked_at > now - _WITHIN for confirmation in waiting) < _MOST_ASKED
    with speaking(language_for(person, game)):
        stranger = letter.standing is SenderStanding.NEW_SENDER
        text = quote(services, transaction, letter.reading, game, stranger=stranger)
    if asks:
        text = replace(text, earlier=listing(waiting))
    shown = text.dump()
    asked = new_question(services, transaction, Asked.MAIL, person, until, mail, game, shown)
    if asks:
        with speaking(language_for(person, game)):
            ask_about_mail(letter, asked, phase)
    else:
        tell_many_held(letter)
    note = f"claims to be from {letter.person.name}: {letter.standing.value}"
    return Became(note, letter.game.id, InboxState.HELD)


def copy_believed(letter: Letter) -> InboxMail | None:
    """Return the copy of a mail that went to its sender's own reply address; None if none did.

    Whoever replies to all sends one mail to both addresses of a game: what proves one proves the other,
    and one of them is read.
    """
    transaction = letter.transaction
    person, game = letter.person, letter.game
    if transaction.person_of_address(letter.reading.sender or "") != person:
        return None
    for copy in transaction.copies_of(letter.mail.id):
        token = known_token(
            transaction, destination(letter.services.identity, copy.recipient).secret
        )
        if copy.state not in {InboxState.NEW, InboxState.DONE} or token is None:
            continue
        is_own = is_same(holder_address(transaction, game, token.seat) or "", person.address)
        if token.game_id == game.id and token.revoked_at is None and is_own:
            return copy
    return None


def open_questions(
    transaction: IdentityTransaction, person_id: int, game_id: int | None
) -> list[Confirmation]:
    """Return the questions about held mails of a person in a game, oldest first."""
    return [
        confirmation
        for confirmation in transaction.confirmations(person_id=person_id)
        if confirmation.asked is Asked.MAIL
        and (confirmation.person_id, confirmation.game_id) == (person_id, game_id)
    ]


def _until(phase: PhaseRecord | None, now: datetime) -> datetime:
    closes = (phase.closes_at or phase.deadline) if phase is not None else now
    return closes if closes > now else now + _AFTER_DEADLINE


def confirm_held(
    services: Services, transaction: MailTransaction, chosen: Iterable[Confirmation]
) -> None:
    """Believe the mails that questions are about; they are read next, each with its moment."""
    for confirmation in chosen:
        _believe(services, transaction, confirmation)
    failpoint("confirm.before_commit")


def _believe(services: Services, transaction: MailTransaction, asked: Confirmation) -> None:
    now = services.clock.now()
    transaction.settle_confirmation(asked.id, now, CONFIRMED)
    if asked.inbox_id is not None and _is_held(transaction, asked.inbox_id):
        transaction.confirm_inbox(asked.inbox_id, now)


def _is_held(transaction: InboxTransaction, mail_id: int) -> bool:
    return transaction.inbox_mail(mail_id).state is InboxState.HELD


def drop(
    services: Services, transaction: MailTransaction, asked: Confirmation, outcome: str, note: str
) -> None:
    """Settle a question without a yes; a mail that it is about changes nothing any more."""
    now = services.clock.now()
    transaction.settle_confirmation(asked.id, now, outcome)
    if asked.asked is not Asked.MAIL or asked.inbox_id is None:
        return
    if _is_held(transaction, asked.inbox_id):
        became = Became(note, state=InboxState.REJECTED)
        settle_mail(services, transaction, asked.inbox_id, became)


def is_over(transaction: PhaseTransaction, asked: Confirmation, now: datetime) -> bool:
    """Tell whether a question can be answered no more.

    A mail for a phase that is still open behind its deadline, waiting for the GM or for orders, can
    be confirmed as long as that lasts; its sender reads in the report if it was not.
    """
    if now < asked.expires_at:
        return False
    if asked.asked is not Asked.MAIL or asked.game_id is None:
        return True
    phase = transaction.open_phase(asked.game_id)
    return phase is None or phase.opened_at > asked.asked_at


def expire_questions(services: Services) -> int:
    """Settle the questions that nobody answered in time; return how many there were."""
    now = services.clock.now()
    with services.store.read() as transaction:
        due = transaction.due_confirmations(now)
    for confirmation in due:
        with services.store.write() as transaction:
            if confirmation.game_id is not None:
                # Asking for the game locks it: nobody resolves its phase while its mail is dropped.
                transaction.game_by_id(confirmation.game_id)
            asked = transaction.confirmation(confirmation.code)
            if asked is not None and asked.settled_at is None:
                drop(services, transaction, asked, EXPIRED, "was not confirmed in time")
    return len(due)


def decide_held(services: Services, mail_id: int, *, confirm: bool) -> None:
    """Let the GM say whether a held mail is from whom it claims; nobody else's is decided.

    Raises:
        StoreError: there is no such mail.
        NotAllowed: it is not held.
    """
    with services.store.write() as transaction:
        asked = transaction.confirmation_about(mail_id)
        if asked is None or not _is_held(transaction, mail_id):
            state = transaction.inbox_mail(mail_id).state.value
            raise NotAllowed(
                gettext("Mail {number} is not held: it is {state}.", number=mail_id, state=state)
            )
        if confirm:
            _believe(services, transaction, asked)
        else:
            drop(services, transaction, asked, DENIED, "turned down by the GM")
        did = "confirmed" if confirm else "turned down"
        text = f"The GM {did} the held mail {mail_id}."
        now, kind = services.clock.now(), JournalKind.HELD_MAIL
        note(transaction, now, kind, text, game_id=asked.game_id, author="gm")


def gm_person(transaction: GameTransaction, game: GameRecord) -> Person:
    """Return the GM of a game as somebody who can be asked."""
    known = transaction.person(game.gm_address)
    if known is not None:
        return known
    return transaction.save_person(Person(0, game.gm_name, game.gm_address, game.time_zone))

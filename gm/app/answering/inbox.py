"""Reading the mail that has come in: one mail, one transaction, one answer.

A mail is stored before anybody looks at it. Whatever is wrong with it, it ends in a state that
says so; one that breaks us three times, or whose reading three times never ends, is set aside for
the GM and the server goes on.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from gm.app.addresses.destinations import destination, redacted
from gm.app.answering.list_mail import tell_of_list
from gm.app.answering.takers import answer
from gm.app.mail_in.reading_attempts import NEVER_ENDED, TRIES, InHand
from gm.app.mail_in.returns import take_back
from gm.app.mail_in.silence import NO_SENDER, why_silent
from gm.app.mail_out.notices import tell_shunted
from gm.app.ports import Transaction
from gm.app.records import InboxMail, InboxState
from gm.app.seats.offers import expire_offers
from gm.app.senders.arrival import Arrival, Became, ReadMail, arrival_of, settle_mail
from gm.app.senders.authentication import verdict_on
from gm.app.senders.beforehand import Readings, ReadingWanted
from gm.app.senders.held import expire_questions
from gm.app.senders.identity import SenderVerdict
from gm.app.senders.letters import says_something
from gm.app.services import Services
from gm.app.tongues import language_of
from gm.errors import StoreBusy, TookTooLong
from gm.failpoints import failpoint
from gm.languages import speaking
from gm.mail.reading import MailKind, MailReading, as_persons
from gm.time_limit import check_time, time_limit

ACT_SECONDS: Final = 20.0
"""Processor time that may be spent on what one mail does; a mail as people write it takes 0.02."""

MOST_ROUNDS: Final = 50
"""How often acting on one mail begins anew for a text that was not read before; one or two will do."""

_log = logging.getLogger(__name__)


def read_inbox(services: Services, most: int | None = None, hand: InHand | None = None) -> int:
    """Read every mail that waits, oldest first, and return how many there were.

    Args:
        most: read no more than so many, so that something else gets its turn; None for all.
        hand: where whoever stops us finds the mail that is being read.
    """
    count, hand = 0, hand or InHand()
    hand.put_back(services)  # what could not be given back before
    expire_questions(services)
    expire_offers(services)
    while count != most and (mail := hand.claim(services)) is not None:
        read_one(services, mail, hand)
        count += 1
    return count


def read_one(services: Services, mail: InboxMail, hand: InHand) -> None:
    """Read one mail: its effect and its answer are one transaction.

    Raises:
        StoreBusy: the database is locked or out of reach; the mail waits for the next round.
    """
    failpoint("inbox.claimed")
    try:
        if mail.attempts > TRIES:
            _give_up(services, mail, NEVER_ENDED)
        else:
            with services.last_resort():
                _try(services, mail)
    except StoreBusy:
        hand.put_back(services)
        raise
    hand.done_with(mail)
    failpoint("inbox.after_commit")


def _try(services: Services, mail: InboxMail) -> None:
    try:
        with time_limit(ACT_SECONDS):
            reading = services.reader.read(mail.raw)
            verdict = verdict_on(services, mail, reading)
            failpoint("inbox.read")
            became = _take_effect(services, _read(services, mail, reading, verdict))
        _log.info(
            "mail %d from %s to %s: %s", mail.id, reading.sender, redacted(mail.recipient), became
        )
    except StoreBusy:
        raise
    except Exception as fault:
        _log.exception("mail %d could not be read", mail.id)
        _count_failure(services, mail, fault)


def _read(
    services: Services, mail: InboxMail, reading: MailReading, verdict: SenderVerdict
) -> ReadMail:
    return ReadMail(mail, reading, destination(services.identity, mail.recipient), verdict)


def _take_effect(services: Services, read: ReadMail) -> str:
    """Do what a mail says, in one transaction in which nothing is read; return its state."""
    readings, number = Readings(), read.mail.id
    _rehearse(services, read, readings)
    for _ in range(MOST_ROUNDS):
        try:
            with services.store.write() as transaction, readings.acting():
                if transaction.inbox_mail(number).state is InboxState.NEW:
                    _act(services, transaction, read)
                became = transaction.inbox_mail(number).state.value
                failpoint("inbox.before_commit")
            return became
        except ReadingWanted as unread:
            check_time()
            readings.read(unread.question)
    raise RuntimeError(f"it was never read to its end in {MOST_ROUNDS} rounds")


def _rehearse(services: Services, read: ReadMail, readings: Readings) -> None:
    """Act on a mail until something would be stored, so that its text is read before that.

    Whatever else goes wrong will go wrong again when it counts.
    """
    try:
        with services.store.read() as transaction, readings.rehearsing():
            if transaction.inbox_mail(read.mail.id).state is InboxState.NEW:
                _act(services, transaction, read)
    except (StoreBusy, TookTooLong):
        raise
    except Exception as end:
        _log.debug("mail %d was rehearsed until: %s", read.mail.id, end)


def _count_failure(services: Services, mail: InboxMail, fault: Exception) -> None:
    if mail.attempts >= TRIES:
        _give_up(services, mail, "It broke the reader three times.")
        return
    with services.store.write() as transaction:
        if transaction.inbox_mail(mail.id).state is InboxState.NEW:
            transaction.release_inbox(mail.id, f"{type(fault).__name__}: {fault}")


def _give_up(services: Services, mail: InboxMail, why: str) -> None:
    """Set a mail aside of which nothing is known but its envelope: its text is not looked at."""
    unread = MailReading(MailKind.UNPARSABLE)
    with services.store.write() as transaction:
        if transaction.inbox_mail(mail.id).state is InboxState.NEW:
            read = _read(services, mail, unread, SenderVerdict.NOTHING)
            became = _shunt(arrival_of(services, transaction, read), why)
            settle_mail(services, transaction, mail.id, became)


def _act(services: Services, transaction: Transaction, read: ReadMail) -> None:
    """Do what a mail says, and write what became of it."""
    read = _as_persons(services, transaction, read)
    became = _silent(services, transaction, read)
    if became is None:
        became = _answered(arrival_of(services, transaction, read))
    settle_mail(services, transaction, read.mail.id, became)


def _as_persons(services: Services, transaction: Transaction, read: ReadMail) -> ReadMail:
    """Return a mail that only sounds like a program's as a person's, if it orders or asks for something.

    People write `On holiday: my orders`; a notice of absence says nothing that a game could read.
    """
    if not read.reading.only_sounds or read.mail.envelope_from == NO_SENDER:
        return read
    persons = replace(read, reading=as_persons(read.reading))
    return persons if says_something(arrival_of(services, transaction, persons)) else read


def _silent(services: Services, transaction: Transaction, read: ReadMail) -> Became | None:
    """Keep a mail that nobody shall answer; None if it is not such a one.

    It is looked at before the database is asked what else is known: mail that comes back may come by
    the thousand, and no game is locked for it.
    """
    silence = why_silent(services, transaction, read)
    if silence is None:
        return None
    take_back(services, transaction, read)
    tell_of_list(services, transaction, read)
    return Became(silence, state=InboxState.SUPPRESSED)


def _answered(arrival: Arrival) -> Became:
    """Answer a mail in the language of whoever wrote it, or set it aside for the GM if nobody did."""
    if arrival.reading.sender is None:
        problems = arrival.reading.problems
        return _shunt(arrival, problems[0] if problems else "It does not have exactly one sender.")
    with speaking(language_of(arrival.services, arrival.writer, arrival.game)):
        return answer(arrival)


def _shunt(arrival: Arrival, why: str) -> Became:
    """Set a mail aside for the GM; of its game only its address is believed, or a secret in it."""
    game = arrival.named
    tell_shunted(arrival.services, arrival.transaction, arrival.mail, why, game)
    return Became(why, game.id if game is not None else None, InboxState.SHUNTED)

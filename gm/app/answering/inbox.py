"""Reading the mail that has come in: one mail, one transaction, one answer.

A mail is stored before anybody looks at it. Whatever is wrong with it, it ends in a state that
says so; one that breaks us three times, or whose reading three times never ends, is set aside for
the GM and the server goes on.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import Final

from gm.app.addresses.destinations import redacted
from gm.app.answering.confirmations import rest_of_answer, take_answer, told_below_yes
from gm.app.answering.gm_letters import take_gm_letter, take_words_beside
from gm.app.answering.list_mail import list_mail_counts, tell_of_list, warn_of_list_orders
from gm.app.answering.new_game_mail import take_new_game
from gm.app.answering.offer_answers import take_offer
from gm.app.answering.order_mail import answer_letter
from gm.app.answering.statements import STATEMENT, take_statement
from gm.app.mail_in.reading_attempts import NEVER_ENDED, TRIES, InHand
from gm.app.mail_in.returns import lift, take_back
from gm.app.mail_in.silence import why_silent
from gm.app.mail_out.notices import tell_shunted
from gm.app.ports import Transaction
from gm.app.records import IN_PLAY, GameRecord, GameStatus, InboxMail, InboxState
from gm.app.seats.as_written import note_own_mail
from gm.app.seats.newcomers import take_newcomer, with_ways_in
from gm.app.seats.offers import expire_offers
from gm.app.seats.returning import if_former
from gm.app.senders.authentication import verdict_on
from gm.app.senders.beforehand import Readings, Unread, read_beforehand
from gm.app.senders.held import expire_questions, hold
from gm.app.senders.identity import BELIEVED, SenderVerdict
from gm.app.senders.known_addresses import take_address
from gm.app.senders.letters import (
    Doubted,
    FromStranger,
    GmWordsTaken,
    Letter,
    NothingFound,
    Turned,
    find_game,
    find_letter,
    game_named,
)
from gm.app.senders.proof_mails import warn_of_readers
from gm.app.senders.strangers import tell_of_stranger
from gm.app.services import Services
from gm.app.table import lay
from gm.app.talk.words_to_gm import hand_over_talk
from gm.app.tongues import language_for, speaking_to
from gm.app.words.answers import (
    answer_help,
    answer_refusal,
    answer_server_help,
    asks_help,
)
from gm.app.words.gm_mail import take_wishes
from gm.app.words.own_settings import language_wished
from gm.errors import StoreBusy, TookTooLong
from gm.failpoints import failpoint
from gm.languages import gettext, speaking
from gm.mail.addresses import address_key
from gm.mail.reading import MailKind, MailReading
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
            became = _take_effect(services, mail, reading, verdict)
        _log.info(
            "mail %d from %s to %s: %s", mail.id, reading.sender, redacted(mail.recipient), became
        )
    except StoreBusy:
        raise
    except Exception as fault:
        _log.exception("mail %d could not be read", mail.id)
        _count_failure(services, mail, fault)


def _take_effect(
    services: Services, mail: InboxMail, reading: MailReading, verdict: SenderVerdict
) -> str:
    """Do what a mail says, in one transaction in which nothing is read; return its state."""
    readings = Readings()
    _rehearse(services, mail, reading, verdict, readings)
    for _ in range(MOST_ROUNDS):
        try:
            with services.store.write() as transaction, readings.acting():
                if transaction.inbox_mail(mail.id).state is InboxState.NEW:
                    _act(services, transaction, mail, reading, verdict)
                became = transaction.inbox_mail(mail.id).state.value
                failpoint("inbox.before_commit")
            return became
        except Unread as unread:
            check_time()
            readings.read(unread.question)
    raise RuntimeError(f"it was never read to its end in {MOST_ROUNDS} rounds")


def _rehearse(
    services: Services,
    mail: InboxMail,
    reading: MailReading,
    verdict: SenderVerdict,
    readings: Readings,
) -> None:
    """Act on a mail until something would be stored, so that its text is read before that.

    Whatever else goes wrong will go wrong again when it counts.
    """
    try:
        with services.store.read() as transaction, readings.rehearsing():
            if transaction.inbox_mail(mail.id).state is InboxState.NEW:
                _act(services, transaction, mail, reading, verdict)
    except (StoreBusy, TookTooLong):
        raise
    except Exception as end:
        _log.debug("mail %d was rehearsed until: %s", mail.id, end)


def _count_failure(services: Services, mail: InboxMail, fault: Exception) -> None:
    if mail.attempts >= TRIES:
        _give_up(services, mail, "It broke the reader three times.")
        return
    with services.store.write() as transaction:
        if transaction.inbox_mail(mail.id).state is InboxState.NEW:
            transaction.release_inbox(mail.id, f"{type(fault).__name__}: {fault}")


def _give_up(services: Services, mail: InboxMail, why: str) -> None:
    """Set a mail aside of which nothing is known but its envelope: its text is not looked at."""
    with services.store.write() as transaction:
        if transaction.inbox_mail(mail.id).state is InboxState.NEW:
            _shunt(services, transaction, mail, why, _game_of(services, transaction, mail))


def _act(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    verdict: SenderVerdict,
) -> None:
    if silence := why_silent(services, transaction, mail, reading):
        settle(services, transaction, mail, InboxState.SUPPRESSED, note=silence)
        take_back(services, transaction, mail, reading)
        tell_of_list(services, transaction, mail, reading)
        return
    if reading.sender is None and mail.confirmed:
        reading = replace(reading, sender=_said_to_be(transaction, mail))
    if reading.sender is None:
        why = reading.problems[0] if reading.problems else "It does not have exactly one sender."
        _shunt(services, transaction, mail, why, _game_of(services, transaction, mail, reading))
    else:
        game = _game_meant(services, transaction, mail, reading)
        with speaking_to(services, transaction, reading.sender, game):
            _answer(services, transaction, mail, reading, verdict)


def _game_meant(
    services: Services, transaction: Transaction, mail: InboxMail, reading: MailReading
) -> GameRecord | None:
    """Return the game that a mail seems to be for, by whose language its sender is answered."""
    writer = transaction.person_of_address(reading.sender) if reading.sender else None
    with suppress(Turned):
        return find_game(services, transaction, mail, reading, writer)
    return None


def _said_to_be(transaction: Transaction, mail: InboxMail) -> str | None:
    """Return the address of whoever a mail is from by the GM's word."""
    said = transaction.confirmation_about(mail.id)
    person = transaction.person_by_id(said.person_id) if said is not None else None
    return person.address if person is not None else None


def settle(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    state: InboxState,
    *,
    game_id: int | None = None,
    note: str = "",
) -> None:
    """Say what became of a mail, at this moment."""
    now = services.clock.now()
    transaction.settle_inbox(mail.id, state, now, game_id=game_id, note=note)


def _answer(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    verdict: SenderVerdict,
) -> None:
    try:
        if reading.kind in (MailKind.TOO_LARGE, MailKind.UNPARSABLE):
            raise Turned(
                gettext(reading.problems[0])
                if reading.problems
                else gettext("Your mail could not be read."),
                gettext("Send your orders as a short plain mail, one order a line."),
            )
        reading = rest_of_answer(services, transaction, mail, reading)
        if take_offer(services, transaction, mail, reading):
            return
        if take_answer(services, transaction, mail, reading):
            return
        if take_new_game(services, transaction, mail, reading):
            return
        if (taken := take_wishes(services, transaction, mail, reading, verdict)) is not None:
            also = _taken_by_games(services, transaction, mail, taken.rest, verdict)
            _go_on(services, transaction, mail, also or taken, verdict, "commands of the GM")
            return
        if take_newcomer(services, transaction, mail, reading, verdict):
            return
        taken = _taken_by_games(services, transaction, mail, reading, verdict)
        if taken is not None:
            _go_on(services, transaction, mail, taken, verdict, "walks ordered by the GM")
            return
        if not asks_help(reading) and (
            game := take_gm_letter(services, transaction, mail, reading, verdict)
        ):
            note = "words of the GM"
            settle(services, transaction, mail, InboxState.DONE, game_id=game.id, note=note)
            return
        letter = find_letter(services, transaction, mail, reading, verdict)
        if reading.is_list and not list_mail_counts(services, letter):
            warn_of_list_orders(services, transaction, letter)
            note = "list mail that is not addressed to the game"
            settle(services, transaction, mail, InboxState.SUPPRESSED, note=note)
        elif letter.standing not in BELIEVED:
            if not _help_unproved(services, transaction, letter):
                raise Doubted(letter)
        else:
            wished = read_beforehand(language_wished, reading.lines)
            with speaking(wished or language_for(letter.person, letter.game)):
                _believe(services, transaction, letter)
    except Doubted as doubted:
        hold(services, transaction, doubted.letter)
    except Turned as turned:
        with speaking(read_beforehand(language_wished, reading.lines)):
            _turn_away(services, transaction, mail, reading, turned)


def _believe(services: Services, transaction: Transaction, letter: Letter) -> None:
    """Act on a mail that is believed; Turned if nothing in it counts."""
    mail, game_id = letter.mail, letter.game.id
    lift(services, transaction, letter.person.address, "its owner has written")
    note_own_mail(services, transaction, letter)
    if letter.game.status is GameStatus.FINISHED:
        take_statement(services, transaction, letter)
        settle(services, transaction, mail, InboxState.DONE, game_id=game_id, note=STATEMENT)
        return
    warn_of_readers(services, transaction, letter)
    rest = take_address(services, transaction, letter)
    state = InboxState.DONE
    if rest is not None:
        try:
            below = told_below_yes(services, transaction, letter)
            state = answer_letter(services, transaction, rest, below)
        except NothingFound as nothing:
            # Words beside an address, or around the yes to a question, need not be orders.
            passed = hand_over_talk(services, transaction, rest, nothing)
            if rest is letter and (passed or not mail.confirmed):
                raise
    settle(services, transaction, mail, state, game_id=game_id, note=letter.standing.value)


def _taken_by_games(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    verdict: SenderVerdict,
) -> GmWordsTaken | None:
    """Return what is left of a GM's mail of which a game has taken what he orders in chance's place."""
    for family in services.games.families():
        if family.acts.takes is None:
            continue
        taken: GmWordsTaken | None = family.acts.takes(
            services, transaction, mail, reading, verdict
        )
        if taken is not None:
            return taken
    return None


def _go_on(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    taken: GmWordsTaken,
    verdict: SenderVerdict,
    note: str,
) -> None:
    """Read what a GM wrote besides his commands: as a player's mail if he plays, else as his words."""
    game, rest, state = taken.game, taken.rest, InboxState.DONE
    if any(line.strip() for line in rest.lines):
        read = _as_players(services, transaction, mail, taken, verdict)
        if read is None:
            take_words_beside(services, transaction, mail, taken)
        state = read or state
    settle(services, transaction, mail, state, game_id=game.id, note=note)


def _as_players(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    taken: GmWordsTaken,
    verdict: SenderVerdict,
) -> InboxState | None:
    """Read the rest of a GM's mail as a player's; return what became of it, None if it is not."""
    if taken.game.status not in IN_PLAY:
        return None
    with suppress(NothingFound, FromStranger):
        letter = find_letter(services, transaction, mail, taken.rest, verdict)
        if letter.standing in BELIEVED:
            return answer_letter(services, transaction, letter)
    return None


def _turn_away(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading,
    turned: Turned,
) -> None:
    game = turned.game.id if turned.game else None
    if reading.is_list or mail.envelope_from == "<>":
        settle(
            services, transaction, mail, InboxState.SUPPRESSED, game_id=game, note=turned.reason
        )
        return
    person = transaction.person_of_address(reading.sender) if reading.sender else None
    if isinstance(turned, FromStranger) and person is not None:
        turned = if_former(services, transaction, turned, person)
    if (
        isinstance(turned, FromStranger)
        and turned.game is not None
        and not _is_gm(turned, reading)
    ):
        tell_of_stranger(services, transaction, turned.game, reading)
        turned = with_ways_in(turned)
    if asks_help(reading):
        answer_server_help(services, transaction, mail, reading, person)
        settle(services, transaction, mail, InboxState.DONE, note="asked the server for help")
        return
    answer_refusal(services, transaction, mail, reading, turned, person)
    settle(services, transaction, mail, InboxState.REJECTED, game_id=game, note=turned.reason)


def _is_gm(turned: Turned, reading: MailReading) -> bool:
    gm_address = turned.game.gm_address if turned.game else ""
    return address_key(reading.sender or "") == address_key(gm_address)


def _help_unproved(services: Services, transaction: Transaction, letter: Letter) -> bool:
    """Answer HELP, which needs no proof, at the registered address; once a day."""
    key = f"unproved-help {letter.person.id} {services.clock.now():%F}"
    over = letter.game.status is GameStatus.FINISHED
    if over or not asks_help(letter.reading) or transaction.count_outbox(key):
        return False
    table = lay(services, transaction, letter.game)
    with speaking(language_for(letter.person, letter.game)):
        answer_help(services, transaction, letter, table, key)
    mail, note = letter.mail, "asked for help"
    settle(services, transaction, mail, InboxState.DONE, game_id=letter.game.id, note=note)
    return True


def _game_of(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    reading: MailReading | None = None,
) -> GameRecord | None:
    """Return the game that a mail is for; by its address alone where it could not be read."""
    unread = MailReading(MailKind.UNPARSABLE)
    with suppress(Turned):
        return game_named(services, transaction, mail, reading or unread)
    return None


def _shunt(
    services: Services,
    transaction: Transaction,
    mail: InboxMail,
    why: str,
    game: GameRecord | None,
) -> None:
    game_id = game.id if game is not None else None
    settle(services, transaction, mail, InboxState.SHUNTED, game_id=game_id, note=why)
    tell_shunted(services, transaction, mail, why, game)

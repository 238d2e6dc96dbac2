"""Held mails of one phase: whom to remind that they wait, and what goes with the phase.

A mail that nothing proves waits for its sender's word. Once the phase it came for is resolved it can
change nothing any more, so its question is settled then, whenever it would have run out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from gm.app.clock.deadline_margins import closing
from gm.app.mail_ports import MailTransaction
from gm.app.mail_records import Asked, Confirmation
from gm.app.memberships import plays
from gm.app.ports import Transaction
from gm.app.records import GameRecord, InboxMail, InboxState, PhaseRecord, PhaseStatus
from gm.app.senders.held import EXPIRED, drop
from gm.app.services import Services
from gm.mail.addresses import address_key

Moments = Mapping[int, tuple[datetime, ...]]
"""When held mails came in, oldest first, by the person whose word they wait for."""

NOT_IN_TIME: Final = "was not confirmed before its phase was resolved"


def waiting_mails(transaction: MailTransaction, game: GameRecord) -> Moments:
    """Return the mails to a game that wait for the word of whom they claim to be from."""
    return _moments(_held(transaction, game))


def drop_with_phase(
    services: Services, transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> Moments:
    """Drop the held mails that came for a phase which is being resolved, and settle their questions.

    What came after it closed was too late for it; its question stays, so that the answer says so.

    Returns:
        What was dropped.
    """
    confirmations = [
        (asked, mail)
        for asked, mail in _held(transaction, game)
        if _came_for(phase, mail) and not _is_newcomers(transaction, game, asked)
    ]
    for asked, _ in confirmations:
        drop(services, transaction, asked, EXPIRED, NOT_IN_TIME)
    return _moments(confirmations)


def _held(transaction: MailTransaction, game: GameRecord) -> list[tuple[Confirmation, InboxMail]]:
    """Return the open questions about mails to a game that are held still, with those mails."""
    asked = [
        (confirmation, transaction.inbox_mail(confirmation.inbox_id))
        for confirmation in transaction.confirmations(game_id=game.id)
        if confirmation.asked is Asked.MAIL and confirmation.inbox_id is not None
    ]
    return [(request, mail) for request, mail in asked if mail.state is InboxState.HELD]


def _is_newcomers(transaction: Transaction, game: GameRecord, asked: Confirmation) -> bool:
    """Tell whether a mail is from somebody without a seat, who has to do with no phase."""
    person = transaction.person_by_id(asked.person_id)
    if person is None or address_key(person.address) == address_key(game.gm_address):
        return False
    return not plays(transaction, game, person)


def _came_for(phase: PhaseRecord, mail: InboxMail) -> bool:
    return phase.status is PhaseStatus.HELD or mail.received_at <= closing(phase)


def _moments(confirmations: Iterable[tuple[Confirmation, InboxMail]]) -> Moments:
    by_person: dict[int, list[datetime]] = {}
    for asked, mail in confirmations:
        by_person.setdefault(asked.person_id, []).append(mail.received_at)
    return {person: tuple(sorted(moments)) for person, moments in by_person.items()}

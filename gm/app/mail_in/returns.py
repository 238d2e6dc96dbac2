"""Mail of ours that comes back: whose it was, how often, and when we stop writing there.

A bounce names the mail it is about by the secret in its return path; where our addresses cannot
carry one, by the Message-ID of a mail we sent to the very address it complains of. What fits no
mail of ours changes nothing. Nobody is punished for a bounce: his orders count as ever, the GM is
told before the deadline, and whatever he writes opens the way to him again.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from gm.app.addresses.destinations import DestinationKind, keys_in_body
from gm.app.journal import note
from gm.app.mail_in.silence import NO_SENDER
from gm.app.mail_out.notices import tell_bounced, tell_full, tell_suspended, tell_undelivered
from gm.app.mail_ports import OutboxTransaction
from gm.app.mail_records import BounceKind, BounceRecord, Suspension
from gm.app.ports import GameTransaction, Transaction
from gm.app.records import GameRecord, InboxMail, JournalKind, OutboxMail
from gm.app.senders.arrival import ReadMail
from gm.app.services import Services
from gm.errors import DeliveryError, PermanentFailure
from gm.mail.addresses import address_key
from gm.mail.bounces import is_hard
from gm.mail.compose import clean
from gm.mail.reading import MailKind, MailReading

WEEK = timedelta(days=7)
"""How long a mail refused for good counts against an address."""

FORTNIGHT = timedelta(days=14)
"""How long a mail that came back for now is remembered, and how old one may be to come back."""

MANY_SOFT = 10
"""After so many that came back for now in a fortnight the GM is told."""

_LONGEST = 300
"""What a mail server says goes into the journal and to the GM; some say a page."""

_log = logging.getLogger(__name__)


def take_back(services: Services, transaction: Transaction, read: ReadMail) -> None:
    """Count a bounce against the address that our mail was for, once for each mail of ours."""
    mail, reading = read.mail, read.reading
    kind = _kind(mail, reading)
    if kind is None:
        return
    sent = _which(services, transaction, read)
    if sent is None:
        _log.info("mail %d is a bounce of no mail that we know", mail.id)
        return
    who, code = reading.sender or "an unknown host", reading.bounce_status
    why = f" with the code {code}" if code else ""
    text = clean(f"{who} sent it back{why}", _LONGEST)
    if _count(services, transaction, sent, kind, text, mail.id):
        _weigh(services, transaction, sent, kind, text)


def refused(
    services: Services, transaction: Transaction, mail: OutboxMail, fault: DeliveryError
) -> None:
    """Count a mail that was not taken from us, and tell whom it concerns."""
    text = clean(str(fault), _LONGEST)
    for_good = isinstance(fault, PermanentFailure) and is_hard("", text) is not False
    kind = BounceKind.HARD if for_good else BounceKind.SOFT
    _count(services, transaction, mail, kind, text, None)
    if not _suspend(services, transaction, mail, text):
        tell_undelivered(services, transaction, mail, text)


def lift(services: Services, transaction: Transaction, address: str, why: str) -> bool:
    """Send mail to an address again; False if nothing stood against it.

    Args:
        services, transaction: the ports.
        address: which.
        why: for the journal: "he wrote".
    """
    now = services.clock.now()
    if not transaction.lift_suspension(address, now):
        return False
    text = f"Mail is sent to {address} again: {why}."
    note(transaction, now, JournalKind.MAIL_RESUMED, text)
    return True


def _kind(mail: InboxMail, reading: MailReading) -> BounceKind | None:
    """Return what a mail to a return path says of ours; None for nothing, as while it is only late.

    Mail systems write bounces that nobody can read; whatever has no sender is taken for one.
    """
    if reading.kind is not MailKind.BOUNCE:
        unread = reading.kind is not MailKind.AUTO_REPLY and mail.envelope_from == NO_SENDER
        return BounceKind.SOFT if unread else None
    if reading.permanent is False:
        return None
    return BounceKind.HARD if reading.hard else BounceKind.SOFT


def _which(
    services: Services, transaction: OutboxTransaction, read: ReadMail
) -> OutboxMail | None:
    """Return which mail of ours came back."""
    place, reading = read.destination, read.reading
    if place.kind is DestinationKind.BOUNCE:
        return transaction.outbox_by_tag(place.secret)
    if not keys_in_body(services.identity) or reading.original_message_id is None:
        return None
    since = services.clock.now() - FORTNIGHT
    for address in reading.bounced:
        sent = transaction.outbox_by_message(reading.original_message_id, address)
        if sent is not None and sent.created_at >= since:
            return sent
    return None


def _count(
    services: Services,
    transaction: Transaction,
    sent: OutboxMail,
    kind: BounceKind,
    text: str,
    inbox_id: int | None,
) -> bool:
    """Store that a mail came back; False if that is known, however often it is said."""
    address, now = sent.recipient, services.clock.now()
    known = transaction.bounces(address, sent.created_at)
    if any(bounce_record.outbox_id == sent.id for bounce_record in known):
        return False
    bounce = BounceRecord(0, address, kind, now, text, outbox_id=sent.id, inbox_id=inbox_id)
    transaction.add_bounce(bounce)
    if inbox_id is not None:
        for_good = "for good" if kind is BounceKind.HARD else "for now"
        words = f"Mail to {address} came back {for_good}."
        note(transaction, now, JournalKind.MAIL_BOUNCED, words, game_id=sent.game_id)
    return True


def _weigh(
    services: Services,
    transaction: Transaction,
    sent: OutboxMail,
    kind: BounceKind,
    text: str,
) -> None:
    """Tell the GM what a bounce means, and stop writing there if it is one too many."""
    if _suspend(services, transaction, sent, text):
        return
    if kind is BounceKind.HARD:
        tell_bounced(services, transaction, sent, text)
        return
    bounces = transaction.bounces(sent.recipient, services.clock.now() - FORTNIGHT)
    soft = sum(bounce.kind is BounceKind.SOFT for bounce in bounces)
    if soft >= MANY_SOFT:
        tell_full(services, transaction, sent, soft)


def _suspend(services: Services, transaction: Transaction, sent: OutboxMail, text: str) -> bool:
    """Stop writing to an address that refused too much; tell every GM who has a player there."""
    address, now = sent.recipient, services.clock.now()
    if transaction.suspension(address) is not None:
        return True
    since = max(filter(None, (now - WEEK, transaction.last_lifted(address))))
    bounces = transaction.bounces(address, since)
    hard = sum(bounce.kind is BounceKind.HARD for bounce in bounces)
    if hard < services.hard_bounces:
        return False
    reason = f"{hard} mails were refused for good within seven days; the last: {text}"
    standing = transaction.suspend(Suspension(0, address, now, reason))
    words = f"Nothing more is sent to {address}: {reason}"
    note(transaction, now, JournalKind.MAIL_SUSPENDED, words, game_id=sent.game_id)
    tell_suspended(services, transaction, standing, _games(transaction, sent))
    return True


def _games(transaction: GameTransaction, sent: OutboxMail) -> tuple[GameRecord, ...]:
    """Return the games that a mail's reader takes part in, that of the mail among them."""
    address = address_key(sent.recipient)
    return tuple(
        game
        for game in transaction.games()
        if game.id == sent.game_id
        or any(
            seat.person is not None and address_key(seat.person.address) == address
            for seat in transaction.seats(game.id)
        )
    )

"""The GM's look at outgoing mail: what waits, why, and having it tried again.

What a mail says is not shown: it may hold its reader's secret, or another player's orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from gm.app.addresses.destinations import redacted
from gm.app.mail_in.returns import lift
from gm.app.mail_ports import MailTransaction, OutboxTransaction
from gm.app.mail_records import Suspension
from gm.app.records import OutboxMail, OutboxState
from gm.app.services import Services
from gm.errors import InputError, NotAllowed
from gm.json_answers import in_json
from gm.mail.addresses import address_key
from gm.mail.headers import split_headers, subject

SHOWN = timedelta(days=30)
"""For so long mail that has failed is listed."""


class MailState(Enum):
    """Where an outgoing mail is, as a GM sees it.

    WAITS for its first try or the next; SUSPENDED until mail is sent to its address again.
    """

    WAITS = "waits"
    SUSPENDED = "suspended"
    SENT = "sent"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class OutboxLine:
    """An outgoing mail in a list.

    Args:
        game: its name, "" for none.
        next_at: when it is tried next; None where it is not.
        reply: what the next mail system said last, "" before the first try.
    """

    id: int
    standing: MailState = field(metadata=in_json("state"))
    recipient: str = field(metadata=in_json("to"))
    subject: str
    game: str
    written_at: datetime
    next_at: datetime | None
    tries: int
    reply: str


@dataclass(frozen=True, slots=True)
class UnsentMails:
    """What is not sent: mails, oldest first, and the addresses that nothing is sent to."""

    mails: tuple[OutboxLine, ...]
    suspensions: tuple[Suspension, ...]


def unsent(services: Services) -> UnsentMails:
    """Return what waits, and what has failed in the last thirty days."""
    with services.store.read() as transaction:
        mails = transaction.unsent_outbox(services.clock.now() - SHOWN)
        suspensions = transaction.suspensions()
        names = {game.id: game.name for game in transaction.games()}
    closed = {address_key(suspension.address) for suspension in suspensions}
    return UnsentMails(tuple(_line(mail, names, closed) for mail in mails), suspensions)


def outgoing(services: Services, mail_id: int) -> OutboxLine:
    """Return one outgoing mail; InputError if there is none."""
    with services.store.read() as transaction:
        mail = _mail(transaction, mail_id)
        closed = {address_key(mail.recipient)} if transaction.suspension(mail.recipient) else set()
        names = {game.id: game.name for game in transaction.games()}
    return _line(mail, names, closed)


def _mail(transaction: OutboxTransaction, mail_id: int) -> OutboxMail:
    mail = transaction.outbox_mail(mail_id)
    if mail is None:
        raise InputError(f"There is no outgoing mail {mail_id}.")
    return mail


def _line(mail: OutboxMail, names: dict[int, str], closed: set[str]) -> OutboxLine:
    standing = {
        OutboxState.PENDING: MailState.WAITS,
        OutboxState.SENT: MailState.SENT,
        OutboxState.FAILED: MailState.FAILED,
    }[mail.state]
    if standing is MailState.WAITS and address_key(mail.recipient) in closed:
        standing = MailState.SUSPENDED
    return OutboxLine(
        mail.id,
        standing,
        mail.recipient,
        subject(split_headers(mail.raw.partition(b"\r\n\r\n")[0])),
        names.get(mail.game_id, "") if mail.game_id is not None else "",
        mail.created_at,
        mail.next_at if standing is MailState.WAITS else None,
        mail.attempts,
        redacted(mail.last_reply),
    )


def retry(services: Services, mail_ids: Sequence[int]) -> int:
    """Have mails tried again at once, to where their readers are now; return how many.

    Raises:
        InputError: there is no such mail; none is tried.
        NotAllowed: one was sent already; none is tried.
    """
    now = services.clock.now()
    with services.store.write() as transaction:
        for mail in [_mail(transaction, number) for number in sorted(set(mail_ids))]:
            if mail.state is OutboxState.SENT:
                raise NotAllowed(f"Mail {mail.id} to {mail.recipient} was sent already.")
            transaction.retry_outbox(mail.id, now)
            _follow(transaction, mail)
    return len(set(mail_ids))


def _follow(transaction: MailTransaction, mail: OutboxMail) -> None:
    """Send a mail that had failed to its reader's new address, if he has one."""
    person = transaction.person_by_id(mail.person_id) if mail.person_id is not None else None
    if person is not None and person.address != mail.recipient:
        transaction.readdress_outbox(person.id, person.address)


def retry_all(services: Services, *, failed: bool) -> int:
    """Have everything tried again at once that waits, or that has failed; return how many."""
    wanted = MailState.FAILED if failed else MailState.WAITS
    return retry(services, [mail.id for mail in unsent(services).mails if mail.standing is wanted])


def send_again(services: Services, address: str) -> int:
    """Send mail to a suspended address again; return how many mails waited for that.

    Raises:
        NotAllowed: nothing stands against the address.
    """
    waiting = [mail for mail in unsent(services).mails if mail.standing is MailState.SUSPENDED]
    with services.store.write() as transaction:
        if not lift(services, transaction, address, "the GM says so"):
            raise NotAllowed(f"Mail is sent to {address} as it is.")
    return sum(address_key(mail.recipient) == address_key(address) for mail in waiting)

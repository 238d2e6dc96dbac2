"""Sending what is written: each mail is handed over, then marked, and tried again if need be.

A mail is sent outside any transaction, so a slow server keeps nobody waiting. A crash between the
next server's answer and our mark sends that one mail again, with the same Message-ID.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from gm.app.ports import Carrier, Clock, Store, Transaction
from gm.app.records import JournalEntry, OutboxMail
from gm.errors import DeliveryError, PermanentFailure, TemporaryFailure
from gm.failpoints import failpoint

OnFailed = Callable[[Transaction, OutboxMail, str], None]
"""Called in the transaction that marks a mail as failed, with the last reply."""

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
"""How long to wait after the first failure, the second ...; the last one over and over."""

PATIENCE = timedelta(days=5)
"""How old a mail may become before it has failed for good."""

_ENOUGH = 3
"""After so many temporary failures in a row the next server is not well: leave it for now."""

_log = logging.getLogger(__name__)


def send_due(
    store: Store,
    carrier: Carrier,
    clock: Clock,
    on_failed: OnFailed | None = None,
    *,
    limit: int = 100,
) -> int:
    """Send the mails that are due, at most so many; return how many were taken or refused.

    Raises:
        StoreBusy, StoreError: the database refused; what was not marked is sent again.
    """
    with store.read() as transaction:
        due = transaction.due_outbox(clock.now(), limit)
    taken = failures = 0
    try:
        for mail in due:
            if _send_one(store, carrier, clock, mail, on_failed):
                taken, failures = taken + 1, 0
            else:
                failures += 1
            if failures >= _ENOUGH:
                _log.warning("mail is not being taken; %d wait", len(due) - taken)
                break
    finally:
        if due:
            carrier.close()
    return taken


def _send_one(
    store: Store, carrier: Carrier, clock: Clock, mail: OutboxMail, on_failed: OnFailed | None
) -> bool:
    failpoint("outbox.before_send")
    try:
        reply = _hand_over(carrier, mail)
    except DeliveryError as fault:
        return _after_failure(store, clock, mail, fault, on_failed)
    failpoint("outbox.after_send")
    with store.write() as transaction:
        transaction.mark_sent(mail.id, clock.now(), reply)
    return True


def _hand_over(carrier: Carrier, mail: OutboxMail) -> str:
    try:
        return carrier.send(mail)
    except DeliveryError:
        raise
    except Exception as fault:
        # One mail that breaks the carrier must not keep the others back.
        _log.exception("mail %d broke the carrier", mail.id)
        raise TemporaryFailure(f"{type(fault).__name__}: {fault}") from fault


def _after_failure(
    store: Store,
    clock: Clock,
    mail: OutboxMail,
    fault: DeliveryError,
    on_failed: OnFailed | None,
) -> bool:
    """Plan the next try or give up; return True where the next server gave its final word."""
    now, reply = clock.now(), str(fault)
    lasting = isinstance(fault, PermanentFailure)
    if not lasting and now - mail.created_at < PATIENCE:
        with store.write() as transaction:
            transaction.mark_retry(mail.id, now + wait_after(mail), reply)
        _log.info("mail %d to be tried again: %s", mail.id, reply)
        return False
    _log.warning("mail %d has failed: %s", mail.id, reply)
    try:
        _give_up(store, now, mail, reply, on_failed)
    except Exception:
        _log.exception("nobody could be told that mail %d has failed", mail.id)
        _give_up(store, now, mail, reply, None)
    return lasting


def wait_after(mail: OutboxMail) -> timedelta:
    """Return how long to wait after one more failure, up to a tenth longer than planned.

    The tenth depends on the mail and the try, so that a thousand mails do not come back at once
    and yet a test can foretell the moment.
    """
    planned = WAITS[min(mail.attempts, len(WAITS) - 1)]
    digest = hashlib.sha256(f"{mail.key}/{mail.attempts}".encode()).digest()
    return planned * (1 + digest[0] / 2560)


def _give_up(
    store: Store, now: datetime, mail: OutboxMail, reply: str, on_failed: OnFailed | None
) -> None:
    text = f"A mail to {mail.recipient} could not be delivered: {reply}"
    with store.write() as transaction:
        transaction.mark_failed(mail.id, reply)
        transaction.add_journal(JournalEntry(0, mail.game_id, now, "mail failed", "server", text))
        if on_failed is not None:
            on_failed(transaction, mail, reply)

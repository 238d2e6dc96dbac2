"""Sending what is written: mails are claimed, handed over, marked, and tried again if need be.

A mail is sent outside any transaction, so a slow server keeps nobody waiting; a claim keeps other
senders off it meanwhile. Marks are written in groups, since each would wait for every season that
is being stored. A crash between the next server's answer and our mark sends those mails again,
twenty at most, with the same Message-IDs.

Of one game's mails to one address the next is taken when the one before has been tried: whoever
reads a receipt has the report that it speaks of, also where that waited for its pictures.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from gm.app.journal import note
from gm.app.mail_ports import OutboxTransaction
from gm.app.ports import Carrier, Clock, Store, Transaction
from gm.app.records import JournalKind, OutboxMail
from gm.errors import (
    DeliveryError,
    NotReached,
    PermanentFailure,
    StoreBusy,
    TemporaryFailure,
)
from gm.failpoints import failpoint

Told = Callable[[Transaction, OutboxMail, DeliveryError], None]
"""Called about a mail with what the next server said, inside a transaction."""

Prepare = Callable[[OutboxMail], OutboxMail | datetime]
"""Returns a mail as it is handed over, or until when it is put off."""

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240))
"""How long to wait after the first failure, the second ...; the last one over and over."""

PATIENCE = timedelta(days=5)
"""How old a mail may become before it has failed for good."""

LATE = timedelta(hours=1)
"""A mail that has waited for longer although it was tried is told of."""

LEASE = timedelta(minutes=5)
"""After so long a mail is taken up again whose sender died; half of it is used for sending."""

BATCH = 20
"""How many mails one sender claims at once."""

GROUP = timedelta(seconds=0.5)
"""Marks are written at least so often while mails are handed over."""

PAUSE = timedelta(minutes=1)
"""How long everything waits when the next server is not there or will not have us at all."""

_ENOUGH = 3
"""After so many temporary failures in a row the next server is not well: leave it for now."""

_TRIES = 3
"""How often marks are tried to be written before what is sent counts as not sent."""

_log = logging.getLogger(__name__)


def send_due(
    store: Store,
    carrier: Carrier,
    clock: Clock,
    on_failed: Told | None = None,
    on_waiting: Told | None = None,
    prepare: Prepare | None = None,
    *,
    limit: int = BATCH,
) -> int:
    """Send mails that are due, at most so many; return how many were taken, refused or put off.

    Any number of senders, each with a carrier of its own, may do this at once. The carrier is
    closed when nothing is due.

    Args:
        store, carrier, clock: the ports.
        on_failed: told of a mail that has failed, in the transaction that says so.
        on_waiting: told of a mail that has waited for long and has to wait on.
        prepare: called with each mail before it is handed over.
        limit: how many.

    Raises:
        StoreBusy, StoreError: the database refused; what was not marked is sent again.
    """
    claimed = _claim(store, clock, limit)
    if not claimed:
        carrier.close()
        return 0
    waiting = deque(claimed)
    return _Round(store, carrier, clock, on_failed, on_waiting, prepare, waiting).send()


def _claim(store: Store, clock: Clock, limit: int) -> tuple[OutboxMail, ...]:
    with store.read() as transaction:
        if not transaction.is_mail_due(clock.now()):
            return ()  # nobody's turn to write is taken for nothing
    with store.write() as transaction:
        now = clock.now()
        return transaction.claim_outbox(now, now + LEASE, limit)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A mail that was handed over: what was said, and the fault if it was not taken."""

    mail: OutboxMail
    reply: str
    fault: DeliveryError | None = None


@dataclass(slots=True)
class _Round:
    """Mails claimed together, sent one after the other on one carrier."""

    store: Store
    carrier: Carrier
    clock: Clock
    on_failed: Told | None
    on_waiting: Told | None
    prepare: Prepare | None
    waiting: deque[OutboxMail]
    tried: list[_Tried] = field(default_factory=list)
    put_off: dict[int, datetime] = field(default_factory=dict)
    shut: bool = False

    def send(self) -> int:
        """Send what can be sent, mark it, and give the rest back."""
        begun = marked = self.clock.now()
        final = failures = 0
        try:
            while self._goes_on(failures) and self.clock.now() - begun < LEASE / 2:
                ready = self._prepared(self.waiting.popleft())
                if ready is None:
                    final += 1  # so that what waits behind it is looked at
                elif self._try(ready):
                    final, failures = final + 1, 0
                else:
                    failures += 1
                if self.clock.now() - marked >= GROUP:
                    self._mark()
                    marked = self.clock.now()
        finally:
            self._mark(back=self.waiting)
        if not self._goes_on(failures) and self.waiting:
            _log.warning("mail is not being taken; the rest waits")
        return final

    def _goes_on(self, failures: int) -> bool:
        return bool(self.waiting) and failures < _ENOUGH and not self.shut

    def _prepared(self, mail: OutboxMail) -> OutboxMail | None:
        """Return a mail as it is handed over; None if it is put off."""
        try:
            ready = mail if self.prepare is None else self.prepare(mail)
        except Exception:
            # It must not keep back for ever what is written to its reader after it.
            _log.exception("mail %d could not be prepared, and goes as it is", mail.id)
            ready = mail
        if isinstance(ready, OutboxMail):
            return ready
        self.put_off[mail.id] = ready
        return None

    def _try(self, mail: OutboxMail) -> bool:
        """Hand over a mail; return True where the next server gave its final word."""
        failpoint("outbox.before_send")
        try:
            self.tried.append(_Tried(mail, _hand_over(self.carrier, mail)))
        except DeliveryError as fault:
            self.tried.append(_Tried(mail, str(fault), fault))
            self.shut = isinstance(fault, NotReached)
            return isinstance(fault, PermanentFailure)
        failpoint("outbox.after_send")
        return True

    def _mark(self, back: Iterable[OutboxMail] = ()) -> None:
        """Write down what became of the mails that were tried, and give others back untried."""
        now = self.clock.now()
        over = [
            (tried.mail, tried.fault)
            for tried in self.tried
            if tried.fault and _is_over(tried, now)
        ]
        gone = {mail.id for mail, _ in over}
        rest = [tried for tried in self.tried if tried.mail.id not in gone]
        self._write_marks(rest, [mail.id for mail in back], now)
        self.tried.clear()
        for mail, fault in over:
            self._give_up(mail, fault, now)
        for attempt in rest:
            if attempt.fault and now - attempt.mail.created_at >= LATE:
                self._tell_late(attempt.mail, attempt.fault)

    def _write_marks(self, tried: Sequence[_Tried], back: Sequence[int], now: datetime) -> None:
        if not tried and not back and not self.put_off:
            return
        for left in reversed(range(_TRIES)):
            try:
                with self.store.write() as transaction:
                    for attempt in tried:
                        _mark(transaction, attempt, now)
                    transaction.release_outbox(back)
                    for mail_id, until in self.put_off.items():
                        transaction.put_off_outbox(mail_id, until)
                    if self.shut:
                        transaction.postpone_outbox(now + PAUSE)
            except StoreBusy:
                if not left:
                    raise
            else:
                self.put_off.clear()
                return

    def _give_up(self, mail: OutboxMail, fault: DeliveryError, now: datetime) -> None:
        _log.warning("mail %d has failed: %s", mail.id, fault)
        try:
            _write_failure(self.store, now, mail, fault, self.on_failed)
        except StoreBusy:
            raise
        except Exception:
            _log.exception("nobody could be told that mail %d has failed", mail.id)
            _write_failure(self.store, now, mail, fault, None)

    def _tell_late(self, mail: OutboxMail, fault: DeliveryError) -> None:
        if self.on_waiting is None:
            return
        try:
            with self.store.write() as transaction:
                self.on_waiting(transaction, mail, fault)
        except StoreBusy:
            raise
        except Exception:
            _log.exception("nobody could be told that mail %d waits", mail.id)


def _hand_over(carrier: Carrier, mail: OutboxMail) -> str:
    try:
        return carrier.send(mail)
    except DeliveryError:
        raise
    except Exception as fault:
        # One mail that breaks the carrier must not keep the others back.
        _log.exception("mail %d broke the carrier", mail.id)
        raise TemporaryFailure(f"{type(fault).__name__}: {fault}") from fault


def _is_over(tried: _Tried, now: datetime) -> bool:
    """Tell whether a mail has failed for good.

    Old age alone is no failure: a mail that waited because we were down, or its reader suspended,
    gets its tries.
    """
    old = now - tried.mail.created_at >= PATIENCE and tried.mail.attempts >= len(WAITS)
    return isinstance(tried.fault, PermanentFailure) or old


def _mark(transaction: OutboxTransaction, tried: _Tried, now: datetime) -> None:
    if tried.fault is None:
        transaction.mark_sent(tried.mail.id, now, tried.reply)
        return
    # Once the next server is there again nobody waits for hours because it was not.
    wait = PAUSE if isinstance(tried.fault, NotReached) else wait_after(tried.mail)
    transaction.mark_retry(tried.mail.id, now + wait, tried.reply)
    _log.info("mail %d to be tried again: %s", tried.mail.id, tried.reply)


def wait_after(mail: OutboxMail) -> timedelta:
    """Return how long to wait after one more failure, up to a tenth longer than planned.

    The tenth depends on the mail and the try, so that a thousand mails do not come back at once
    and yet a test can foretell the moment.
    """
    planned = WAITS[min(mail.attempts, len(WAITS) - 1)]
    digest = hashlib.sha256(f"{mail.key}/{mail.attempts}".encode()).digest()
    return planned * (1 + digest[0] / 2560)


def _write_failure(
    store: Store, now: datetime, mail: OutboxMail, fault: DeliveryError, on_failed: Told | None
) -> None:
    text = f"A mail to {mail.recipient} could not be delivered: {fault}"
    with store.write() as transaction:
        transaction.mark_failed(mail.id, str(fault))
        note(transaction, now, JournalKind.MAIL_FAILED, text, game_id=mail.game_id)
        if on_failed is not None:
            on_failed(transaction, mail, fault)

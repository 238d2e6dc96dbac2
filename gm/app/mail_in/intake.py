"""Taking a mail in: stored and committed before anybody is told that we have it.

Nothing of it is understood here. All ways in end in `accept`; the same mail by two ways, or
delivered twice, is stored twice and has one effect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, Self

from gm.app.mail_ports import Intake
from gm.app.mail_records import QuotaUse
from gm.app.ports import Clock, Store
from gm.app.records import InboxMail, InboxState, raw_digest
from gm.errors import QuotaUsedUp
from gm.failpoints import failpoint
from gm.mail.bounds import with_line_feeds
from gm.mail.headers import Headers, split_headers

_HEAD_BYTES = 128 * 1024
"""A header longer than this is refused when it is read; nothing hangs on its sender."""

_SAME_MAIL = ("message-id", "from", "date", "subject")


class TakeIn(Protocol):
    """The door every way in goes through: `accept`, with what this server adds to it."""

    def __call__(
        self,
        raw: bytes,
        envelope_from: str,
        recipients: Sequence[str],
        source: str,
        *,
        received_at: datetime | None = None,
        source_key: str | None = None,
        unasked: str = "",
    ) -> object:
        """Store a mail durably, or raise."""
        ...


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail that comes in.

    Args:
        raw: the mail byte for byte, as it came.
        envelope_from: the sender of the envelope; "<>" for none, "" where it is not known.
        recipients: addresses of ours that it came to.
        source: "smtp", "lmtp", "pipe", "imap", "maildir".
        received_at: when a server that we trust took it; None if we are the first, and where it
            lies ahead of our clock that is what counts.
        source_key: names it where it lay, so that it is fetched once; for one recipient only.
        unasked: why nobody waits for an answer to it: it is kept, and never read.
        quota: what it is counted against; None if it is not counted.
    """

    raw: bytes
    envelope_from: str
    recipients: Sequence[str]
    source: str
    received_at: datetime | None = None
    source_key: str | None = None
    unasked: str = ""
    quota: Quota | None = None


@dataclass(frozen=True, slots=True)
class Quota:
    """How much of a day is there for the mail of one sender.

    Args:
        name: whose; "" for whoever the mail claims to be from.
        day: when the day began.
        mails, size: how many mails, and how many bytes.
        stranger: nothing proves who it is.
    """

    name: str
    day: datetime
    mails: int
    size: int
    stranger: bool = False

    def of_sender(self, key: str) -> str:
        """Return the name of the quota for a mail with such a `sender_key`."""
        return self.name or f"from {key}"


ROW_BYTES = 2_048
"""A mail takes so much beside its bytes, once for each recipient."""


def accept(
    store: Store,
    clock: Clock,
    raw: bytes,
    envelope_from: str,
    recipients: Sequence[str],
    source: str,
    *,
    received_at: datetime | None = None,
    source_key: str | None = None,
    unasked: str = "",
) -> tuple[InboxMail, ...]:
    """Store a mail, once for each recipient, and return what was stored.

    Args:
        store, clock: the ports; the others are those of an `IncomingMail`.

    Raises:
        StoreBusy, StoreError: nothing is stored; whoever sent it must keep it.
    """
    mail = IncomingMail(raw, envelope_from, recipients, source, received_at, source_key, unasked)
    return accept_all(store, clock, [mail])


def accept_all(store: Store, clock: Clock, mails: Sequence[IncomingMail]) -> tuple[InboxMail, ...]:
    """Store mails in one transaction, each once for each recipient; return what was stored.

    Raises:
        QuotaUsedUp: one of them is more than its sender may send today; nothing is stored.
        StoreBusy, StoreError: nothing is stored; whoever sent them must keep them.
    """
    failpoint("accept.before_insert")
    known = [_Known.of(mail) for mail in mails]
    with store.intake() as intake:
        # The moment is taken with the lock in hand: a phase that was resolved before us was due
        # before this moment, and one resolved after us sees this mail.
        now = intake.moment_of_receipt(clock.now())
        stored = tuple([row for mail in known for row in mail.store(intake, now)])
        failpoint("accept.before_commit")
    failpoint("accept.before_reply")
    return stored


@dataclass(frozen=True, slots=True)
class _Known:
    """A mail and what is known of it before it is stored.

    Args:
        sender_key: as `sender_key` finds it; keys: as `dedupe_key` does, for each recipient.
        digest: as `raw_digest` finds it.
    """

    mail: IncomingMail
    sender_key: str
    digest: bytes
    keys: Mapping[str, str]

    @classmethod
    def of(cls, mail: IncomingMail) -> Self:
        """Look at a mail; its header is split but once."""
        headers, body = _split(mail.raw)
        claimed = _sender_key(headers) if len(mail.raw) <= _HEAD_BYTES else sender_key(mail.raw)
        keys = {
            address: _dedupe_key(headers, body, address)
            for address in map(_clean, mail.recipients)
        }
        return cls(mail, claimed, raw_digest(mail.raw), keys)

    def store(self, intake: Intake, now: datetime) -> list[InboxMail]:
        """Store it for each recipient; what was fetched before is not, and does not count."""
        rows = [intake.add_inbox(row) for row in self.rows(now)]
        if self.mail.quota is not None and any(row.stored_at == now for row in rows):
            self._count(intake, self.mail.quota)
        return rows

    def _count(self, intake: Intake, quota: Quota) -> None:
        """Count it against its quota; QuotaUsedUp if that is more than there is."""
        name, size = quota.of_sender(self.sender_key), size_here(self.mail)
        used = intake.use_quota(QuotaUse(name, quota.day, quota.stranger, 1, size))
        if used.mails > quota.mails or used.size > quota.size:
            raise QuotaUsedUp(name)

    def rows(self, now: datetime) -> Iterator[InboxMail]:
        """Return what is stored of it now, for each recipient."""
        mail, unasked = self.mail, self.mail.unasked
        sender = _clean(mail.envelope_from)
        for recipient, key in self.keys.items():
            yield InboxMail(
                0,
                key,
                mail.raw,
                sender,
                recipient,
                mail.source,
                now if mail.received_at is None else min(mail.received_at, now),
                now,
                source_key=mail.source_key,
                sender_key=self.sender_key,
                state=InboxState.SUPPRESSED if unasked else InboxState.NEW,
                settled_at=now if unasked else None,
                note=unasked,
                digest=self.digest,
            )


def size_here(mail: IncomingMail) -> int:
    """Return about how many bytes a mail takes here."""
    return len(mail.raw) + ROW_BYTES * len(mail.recipients)


def _split(raw: bytes) -> tuple[Headers, bytes]:
    head, _, body = with_line_feeds(raw).partition(b"\n\n")
    return split_headers(head), body


def _clean(address: str) -> str:
    """Return an address that can be stored, whatever bytes the peer sent."""
    return address.encode("utf-8", "surrogateescape").decode("utf-8", "replace").strip()


def sender_key(raw: bytes) -> str:
    """Return what tells the mails of one sender from those of others, before they are parsed.

    It is what the first From line claims, and proves nothing: mails that claim the same sender
    are read one after the other, that is all.
    """
    return _sender_key(_split(raw[:_HEAD_BYTES])[0])


def _sender_key(headers: Headers) -> str:
    values = headers.all("from")
    if not values:
        return ""
    return hashlib.sha256(b" ".join(values[0].lower().split())).hexdigest()[:32]


def dedupe_key(raw: bytes, recipient: str) -> str:
    """Return the key that is the same for two deliveries of one mail to one recipient.

    Made of the recipient, Message-ID, From, Date and Subject without regard to folding, and of
    the body without regard to line ends: what servers on the way add or change does not count. A
    Message-ID used again with another text is another mail.
    """
    return _dedupe_key(*_split(raw), recipient)


def _dedupe_key(headers: Headers, body: bytes, recipient: str) -> str:
    digest = hashlib.sha256(recipient.casefold().encode())
    for name in _SAME_MAIL:
        digest.update(b"\n" + name.encode())
        for value in headers.all(name):
            digest.update(b"\x00" + b" ".join(value.split()))
    digest.update(b"\n\n" + hashlib.sha256(body.rstrip(b"\n")).digest())
    return digest.hexdigest()

"""Taking a mail in: stored and committed before anybody is told that we have it.

Nothing of it is understood here. All ways in end in `accept`; the same mail by two ways, or
delivered twice, is stored twice and has one effect.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from gm.app.ports import Clock, Store
from gm.app.records import InboxMail, InboxState
from gm.failpoints import failpoint
from gm.mail.gate import with_line_feeds
from gm.mail.headers import split_headers

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
        store, clock: the ports.
        raw: the mail byte for byte, as it came.
        envelope_from: the sender of the envelope; "<>" for none, "" where it is not known.
        recipients: addresses of ours that it came to.
        source: "smtp", "lmtp", "pipe", "imap", "maildir".
        received_at: when a server that we trust took it; None if we are the first, and where it
            lies ahead of our clock that is what counts.
        source_key: names it where it lay, so that it is fetched once; for one recipient only.
        unasked: why nobody waits for an answer to it: it is kept, and never read.

    Raises:
        StoreBusy, StoreError: nothing is stored; whoever sent it must keep it.
    """
    failpoint("accept.before_insert")
    keys = {one: dedupe_key(raw, one) for one in map(_clean, recipients)}
    sender, claimed = _clean(envelope_from), sender_key(raw)
    with store.write() as transaction:
        # The moment is taken with the lock in hand: a phase that was resolved before us was due
        # before this moment, and one resolved after us sees this mail.
        now = transaction.moment_of_receipt(clock.now())
        moment = now if received_at is None else min(received_at, now)
        stored = tuple(
            transaction.add_inbox(
                InboxMail(
                    0,
                    key,
                    raw,
                    sender,
                    one,
                    source,
                    moment,
                    now,
                    source_key=source_key,
                    sender_key=claimed,
                    state=InboxState.SUPPRESSED if unasked else InboxState.NEW,
                    settled_at=now if unasked else None,
                    note=unasked,
                )
            )
            for one, key in keys.items()
        )
        failpoint("accept.before_commit")
    failpoint("accept.before_reply")
    return stored


def _clean(address: str) -> str:
    """Return an address that can be stored, whatever bytes the peer sent."""
    return address.encode("utf-8", "surrogateescape").decode("utf-8", "replace").strip()


def sender_key(raw: bytes) -> str:
    """Return what tells the mails of one sender from those of others, before they are parsed.

    It is what the first From line claims, and proves nothing: mails that claim the same sender
    are read one after the other, that is all.
    """
    head, _, _ = with_line_feeds(raw[:_HEAD_BYTES]).partition(b"\n\n")
    values = split_headers(head).all("from")
    if not values:
        return ""
    return hashlib.sha256(b" ".join(values[0].lower().split())).hexdigest()[:32]


def dedupe_key(raw: bytes, recipient: str) -> str:
    """Return the key that is the same for two deliveries of one mail to one recipient.

    Made of the recipient, Message-ID, From, Date and Subject without regard to folding, and of
    the body without regard to line ends: what servers on the way add or change does not count. A
    Message-ID used again with another text is another mail.
    """
    head, _, body = with_line_feeds(raw).partition(b"\n\n")
    headers = split_headers(head)
    digest = hashlib.sha256(recipient.casefold().encode())
    for name in _SAME_MAIL:
        digest.update(b"\n" + name.encode())
        for value in headers.all(name):
            digest.update(b"\x00" + b" ".join(value.split()))
    digest.update(b"\n\n" + hashlib.sha256(body.rstrip(b"\n")).digest())
    return digest.hexdigest()

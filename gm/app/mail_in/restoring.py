"""Taking mails in again from the second copies, after a database came back from a backup.

What the database knows is left alone, so it can be done again and again; what it does not know
counts from the moment at which it came, not from now.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from gm.app.addresses.destinations import one_spelling
from gm.app.mail_in.intake import accept, dedupe_key
from gm.app.services import Services


@dataclass(frozen=True, slots=True)
class KeptMail:
    """The second copy of a mail.

    Args:
        name: of its file, the same for the same delivery.
        sender: of the envelope; recipients: addresses of ours that it came to.
        source: the way it came in; received_at: when.
    """

    name: str
    raw: bytes
    sender: str
    recipients: tuple[str, ...]
    source: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Restored:
    """How many deliveries were known, and how many were taken in now."""

    known: int
    taken: int


def restore(services: Services, kept: Iterable[KeptMail]) -> Restored:
    """Take in what the database does not know.

    Raises:
        StoreBusy, StoreError: what was taken in until then stays; do it again.
    """
    known = taken = 0
    for mail in kept:
        with services.store.read() as transaction:
            new = [
                written[0]
                for written in _spellings(services, mail)
                if not any(transaction.is_known(dedupe_key(mail.raw, text)) for text in written)
            ]
        known += len(_spellings(services, mail)) - len(new)
        if new:
            taken += _take(services, replace(mail, recipients=tuple(new)))
    return Restored(known, taken)


def _spellings(services: Services, mail: KeptMail) -> list[list[str]]:
    """Return whom a mail came to: for each first the one spelling, then those on the envelope.

    An older program stored a mail once for each of these.
    """
    spellings: dict[str, list[str]] = {}
    for recipient in mail.recipients:
        usual = one_spelling(services.identity, recipient)
        spellings.setdefault(usual, [usual]).append(recipient)
    return [*spellings.values()]


def _take(services: Services, mail: KeptMail) -> int:
    stored = accept(
        services.store,
        services.clock,
        mail.raw,
        mail.sender,
        mail.recipients,
        mail.source,
        received_at=mail.received_at,
    )
    return len(stored)

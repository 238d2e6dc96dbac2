"""Mail that is kept and never answered: machines, what came back, and our own words.

Whoever wrote it, an answer would start two programs writing to each other (RFC 3834, 2). Nothing
in such a mail counts as an order either, for nobody gave it.
"""

from __future__ import annotations

from gm.app.addresses.destinations import DestinationKind
from gm.app.ports import GameTransaction
from gm.app.senders.arrival import ReadMail
from gm.app.services import Services
from gm.config import AddressStyle
from gm.mail.addresses import address_key, domain_key
from gm.mail.reading import MailKind, MailReading
from gm.mail.threads import is_ours

NO_SENDER = "<>"
"""The sender on the envelope of a mail that nobody shall answer."""


def why_silent(services: Services, transaction: GameTransaction, read: ReadMail) -> str | None:
    """Return why a mail is neither acted upon nor answered; None if a person may have sent it."""
    reading = read.reading
    if reading.kind is MailKind.BOUNCE:
        return f"a bounce for {', '.join(reading.bounced) or 'nobody named'}"
    if reading.kind is MailKind.AUTO_REPLY:
        return "a machine's answer"
    if read.destination.kind is DestinationKind.BOUNCE:
        # Only mail systems write to an address to bounce to.
        return "mail to the return path of one of ours"
    if read.mail.envelope_from == NO_SENDER:
        return "mail that wants no answer"
    if _is_own(services, transaction, reading):
        return "our own mail coming back"
    return None


def _is_own(services: Services, transaction: GameTransaction, reading: MailReading) -> bool:
    """Tell whether we wrote a mail: by its Message-ID, or by a sender that is an address of ours.

    Others may have mailboxes in our domain, so that alone says nothing.
    """
    identity = services.identity
    if reading.message_id and is_ours(reading.message_id, identity.host):
        return True
    local, _, domain = address_key(reading.sender or "").rpartition("@")
    if domain != domain_key(identity.host):
        return False
    local_part = identity.local_part.lower()
    if local == local_part:
        return True
    if identity.address_style is AddressStyle.BODY:
        return False
    if local.startswith(local_part + identity.delimiter):
        return True
    named = local.partition(".")[0]
    return identity.address_style is AddressStyle.NAME and any(
        game.name.casefold() == named for game in transaction.games()
    )

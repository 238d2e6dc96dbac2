"""What mail servers say of a mail's sender: our own, or the signatures in the mail itself."""

from __future__ import annotations

import logging

from gm.app.records import InboxMail
from gm.app.senders.identity import SenderVerdict
from gm.app.services import Services
from gm.mail.authentication import authentication
from gm.mail.values import MailKind, MailReading

_log = logging.getLogger(__name__)
_PEOPLE = frozenset({MailKind.HUMAN, MailKind.LIST})


def verdict_on(services: Services, mail: InboxMail, reading: MailReading) -> SenderVerdict:
    """Return what is known of a mail's From domain; asks the DNS, so outside of any transaction."""
    if reading.sender is None or reading.kind not in _PEOPLE:
        return SenderVerdict.NOTHING
    if services.auth_results_from:
        results = authentication(mail.raw, services.auth_results_from, services.trusted_hosts)
        if results.fails:
            return SenderVerdict.FAILS
        if results.vouches_for(reading.sender):
            return SenderVerdict.PASSED
    return (
        SenderVerdict.SIGNED
        if _is_signed(services, mail, reading.sender)
        else SenderVerdict.NOTHING
    )


def _is_signed(services: Services, mail: InboxMail, sender: str) -> bool:
    if services.check_dkim is None or mail.confirmed:
        return False
    try:
        return services.check_dkim(mail.raw, sender)
    except Exception:
        # No key, no answer, an odd signature: then nothing vouches for the mail, that is all.
        _log.warning("the signature of mail %d could not be checked", mail.id, exc_info=True)
        return False

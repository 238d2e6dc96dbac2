"""Mails that are being read: claimed before, settled or given back after, each attempt counted.

An attempt is counted with the claim, before the mail is looked at, so it counts also where it never
ends: the process is killed, or hangs and is killed by its watchdog. Whatever takes a mail out of
our hands through no fault of its own, a locked database or the end of the server, takes the
attempt back.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from gm.app.records import InboxMail
from gm.app.services import Services
from gm.errors import StoreError

TRIES: Final = 3
"""So many attempts at a mail may fail, or never end, before it is set aside."""

NEVER_ENDED: Final = "It was begun three times, and no attempt came to its end."
"""Why a mail is set aside over which the process died each time."""

LEASE = timedelta(minutes=1)
"""After so long a mail is taken up again whose reader died."""

NEVER = datetime.max.replace(tzinfo=UTC)

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class InHand:
    """The mails that this process has claimed and is not done with; one at most, as a rule.

    Args:
        mails: by their numbers.
    """

    mails: dict[int, InboxMail] = field(default_factory=dict)

    def claim(self, services: Services) -> InboxMail | None:
        """Take the next mail for ourselves; if we die over it, somebody takes it up after a while."""
        now = services.clock.now()
        with services.store.read() as transaction:
            if not transaction.unread_before(NEVER):
                return None
        with services.store.write() as transaction:
            mail = transaction.claim_inbox(now, now + LEASE)
        if mail is not None:
            self.mails[mail.id] = mail
            if mail.attempts > 1:
                _log.warning("mail %d is begun again: attempt %d", mail.id, mail.attempts)
        return mail

    def done_with(self, mail: InboxMail) -> None:
        """Let go of a mail that was settled, or of which a failure was counted."""
        self.mails.pop(mail.id, None)

    def put_back(self, services: Services) -> None:
        """Give back what is still in hand, as if it had not been begun.

        What cannot be stored now is kept in hand, to be tried again; at worst the claim lapses by
        itself and the attempt counts.
        """
        for mail in tuple(self.mails.values()):
            with suppress(StoreError):
                with services.store.write() as transaction:
                    transaction.unclaim_inbox(mail)
                self.done_with(mail)

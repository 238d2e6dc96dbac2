"""The GM of a soak, who looks after what sudden deaths left set aside.

A mail over which the server dies three times is set aside, and the GM told: it may be the mail that
kills. In a soak it is chance that does, so its GM has each such mail read again, once; one that
is set aside a second time is a finding.
"""

from gm.app.mail_in.mail_desk import requeue
from gm.app.mail_in.reading_attempts import NEVER_ENDED
from gm.app.records import InboxState
from gm.app.services import Services


class CarefulGm:
    """A GM who has mails read again that were interrupted three times."""

    def __init__(self) -> None:
        self._read_again: set[int] = set()

    def look_after(self, services: Services) -> bool:
        """Have each mail read again that was interrupted, once; return whether there was none."""
        with services.store.read() as transaction:
            set_aside = transaction.inbox(InboxState.SHUNTED)
        interrupted = {mail.id for mail in set_aside if mail.note == NEVER_ENDED}
        fresh = interrupted - self._read_again
        for mail_id in fresh:
            requeue(services, mail_id)
        self._read_again |= fresh
        return not fresh

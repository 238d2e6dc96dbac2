"""When the archive is written by itself: after whatever everybody may know, and never beside mail.

The server asks whether something happened since the last run, and has another process write. What
goes wrong is told once, to the keeper of the server, and tried again less and less often.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from gm.app.mail_out.notices import notify
from gm.app.ports import Transaction
from gm.app.services import Services
from gm.app.words.gm_mail import CommandOutput
from gm.mail.addresses import address_key
from gm.report.views import NoticeView

_log = logging.getLogger(__name__)

_FIRST_WAIT: Final = timedelta(minutes=1)
"""A disk that was full for a moment is tried again soon, and only then is the keeper told."""

_LONGEST_WAIT: Final = timedelta(hours=6)
"""A folder that cannot be written stays so until somebody looks; four tries a day find out that he has."""


@dataclass
class Keeper:
    """Keeps the archive up to date.

    Args:
        services: the ports.
        run: writes the archive in another process, and says what came of it.

    Attributes:
        seen: the newest happening that the archive holds; None before the first run.
        wait: how long after a failure it is tried again; again_at: when that is.
    """

    services: Services
    run: Callable[[], CommandOutput]
    seen: int | None = None
    wait: timedelta = _FIRST_WAIT
    again_at: datetime | None = field(default=None)

    def look(self) -> int:
        """Have the archive written if something happened.

        Returns:
            0, as nothing has to be done at once after it: what happened meanwhile is looked for
            at the next waking.
        """
        now = self.services.clock.now()
        if self.again_at is not None and now < self.again_at:
            return 0
        with self.services.store.read() as transaction:
            newest = transaction.newest_public()
        if newest == self.seen:
            return 0
        with self.services.store.alone("publish") as alone:
            if not alone:
                return 0
            said = self.run()
        if said.well:
            self.seen, self.wait, self.again_at = newest, _FIRST_WAIT, None
            _log.info("the archive is up to date: %s", said.text)
        else:
            self._failed(said, newest, now)
        return 0

    def _failed(self, said: CommandOutput, newest: int, now: datetime) -> None:
        _log.warning("the archive could not be written: %s", said.text)
        if self.wait == _FIRST_WAIT:
            with self.services.store.write() as transaction:
                _tell(self.services, transaction, newest, said)
        self.again_at = now + self.wait
        self.wait = min(self.wait * 3, _LONGEST_WAIT)


def _tell(services: Services, transaction: Transaction, newest: int, said: CommandOutput) -> None:
    """Tell the keeper of the server, or where it has none the GMs, that pages are not written."""
    keeper = services.identity.admin_address
    addresses = [keeper] if keeper else [game.gm_address for game in transaction.games()]
    view = NoticeView(
        "The archive could not be written",
        (
            "The pages of the games for the web are not up to date. Games and mails go on as always.",
            (
                "It is tried again, less and less often. `gm publish` tries it at once, and says "
                "what is wrong. This is what it said:"
            ),
        ),
        printed=tuple(said.text.splitlines()),
    )
    for address in dict.fromkeys(address_key(address) for address in addresses):
        notify(services, transaction, address, f"publish {newest}", view)

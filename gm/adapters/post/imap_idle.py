"""Waiting in IDLE (RFC 2177) so that nothing the server tells is overheard.

What comes in one piece with the server's "go ahead" lies read, but unseen, in the library's buffer:
it waits for the socket. Only the end of an IDLE brings it out. So the first IDLE is short, each
one after it twice as long, and what the end of one brings out counts.
"""

from __future__ import annotations

import time
from typing import Any

STEP_SECONDS = 1.0
"""How long to wait before one looks up, to see whether there is something else to do."""


class Idle:
    """A connection in IDLE, from the moment this is made until `end`.

    Args:
        client: an IMAPClient with a folder selected; nobody else may command it meanwhile.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self._seconds = STEP_SECONDS
        self._begin()

    def something_came(self) -> bool:
        """Wait a moment; True if the server said something, or answers too soon.

        One that answers at once and says nothing is dead; the next command finds that out.

        Raises:
            IMAP4.error, OSError: the connection is dead, or the server has frozen.
        """
        began = time.monotonic()
        said = self._client.idle_check(timeout=STEP_SECONDS)
        now = time.monotonic()
        if said or now - began < STEP_SECONDS / 2:
            return True
        return now >= self._renew_at and self._renew()

    def end(self) -> list[Any]:
        """Leave IDLE; return what the server said and nobody has seen.

        Raises:
            IMAP4.error, OSError: the connection is dead, or the server has frozen.
        """
        _, unseen = self._client.idle_done()
        return list(unseen)

    def _begin(self) -> None:
        self._client.idle()
        self._renew_at = time.monotonic() + self._seconds

    def _renew(self) -> bool:
        """Leave IDLE and begin it again; True if that brought out something."""
        unseen = self.end()
        self._seconds *= 2
        self._begin()
        return bool(unseen)

"""A thread that looks into a mailbox again and again, and never gives it up.

Whatever goes wrong with the other side, it is tried again after a pause that grows; each pause is
drawn a little, so that many do not knock at once.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from typing import Protocol

from gm.errors import StoreBusy, TemporaryFailure

_log = logging.getLogger(__name__)

LONGEST_PAUSE = 300.0
"""Seconds between two tries to reach a mailbox that cannot be reached."""


class WatchedMailbox(Protocol):
    """A place that mail is fetched from."""

    @property
    def name(self) -> str:
        """What it is called in the log and in the database."""
        ...

    def look(self, taken: Callable[[], None]) -> None:
        """Take in everything that is new; `taken` is called whenever something was."""
        ...

    def wait(self, stopping: threading.Event) -> None:
        """Wait until it is time to look again, or until we stop."""
        ...

    def close(self) -> None:
        """Let go of it; the next look opens it anew. It never raises."""
        ...


def growing(failures: int) -> float:
    """Return how long to wait after so many failures in a row, in seconds."""
    longest: float = min(LONGEST_PAUSE, 2.0 ** min(failures, 10))
    return longest * (0.5 + random.random() / 2)


class Watch:
    """Looks into one mailbox for as long as the server runs.

    Args:
        after: called when mail was taken in.
        pause: seconds to wait after so many failures in a row.
    """

    def __init__(
        self,
        mailbox: WatchedMailbox,
        after: Callable[[], None],
        *,
        pause: Callable[[int], float] = growing,
    ) -> None:
        self._mailbox = mailbox
        self._after = after
        self._pause = pause
        self._stopping = threading.Event()
        self._failures = 0
        self._thread = threading.Thread(target=self._run, name="gm-fetch", daemon=True)

    @property
    def is_alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, timeout: float) -> bool:
        """Look no more; False if a look that was going on has not ended in time."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._mailbox.look(self._after)
                self._note_success()
                self._mailbox.wait(self._stopping)
            except (TemporaryFailure, StoreBusy) as fault:
                self._recover(str(fault), trace=False)
            except Exception as fault:
                self._recover(str(fault), trace=True)
        self._mailbox.close()

    def _note_success(self) -> None:
        if self._failures:
            _log.info("%s can be read again", self._mailbox.name)
        self._failures = 0

    def _recover(self, fault: str, *, trace: bool) -> None:
        self._failures += 1
        _log.warning("%s cannot be read: %s", self._mailbox.name, fault, exc_info=trace)
        self._mailbox.close()
        self._stopping.wait(self._pause(self._failures))

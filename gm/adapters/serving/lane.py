"""A thread that does its duties in turn, whenever it is woken."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from gm.errors import StoreBusy

_log = logging.getLogger(__name__)

Duty = Callable[[], int]
"""Does what is to be done, and returns how many things that were."""


class Lane:
    """Duties in one thread. One that fails is logged and done again at the next waking.

    Args:
        duties: done in this order at each waking, and again as long as one did something.
        idle_seconds: wake by itself after so long; None to wait to be woken.
        after: called when the duties did something.
    """

    def __init__(
        self,
        name: str,
        duties: Sequence[Duty],
        *,
        idle_seconds: float | None = None,
        after: Callable[[], None] | None = None,
    ) -> None:
        self._name = name
        self._duties = tuple(duties)
        self._idle_seconds = idle_seconds
        self._after = after
        self._woken = threading.Event()
        self._stopping = threading.Event()
        # A daemon: what does not end in time is taken back by the database, as after a crash.
        self._thread = threading.Thread(target=self._run, name=f"gm-{name}", daemon=True)

    def start(self) -> None:
        """Begin; the first waking is now."""
        self.wake()
        self._thread.start()

    def wake(self) -> None:
        """Have the duty done soon, once more if it is being done now."""
        self._woken.set()

    @property
    def is_alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread.is_alive()

    def stop(self, timeout: float) -> bool:
        """Finish what is being done and end; False if that took longer than the timeout."""
        self._stopping.set()
        self.wake()
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._woken.wait(self._idle_seconds)
            self._woken.clear()
            while self._round():
                pass

    def _round(self) -> int:
        """Do each duty once; return how many things that were."""
        done = 0
        for duty in self._duties:
            if not self._stopping.is_set():
                done += self._do(duty)
        if done and self._after is not None:
            self._after()
        return done

    def _do(self, duty: Duty) -> int:
        try:
            return duty()
        except StoreBusy as fault:
            _log.warning("%s: %s", self._name, fault)
        except Exception:
            _log.exception("%s failed", self._name)
        return 0

"""Threads that do their duties in turn, what wakes them, and the one that publishes the archive."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

from gm.adapters.serving.own_commands import OwnCommands
from gm.app.words.gm_mail import CommandOutput
from gm.errors import StoreBusy

# A thread that does its duties in turn, whenever it is woken.

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


# Writes the archive beside the server: a thread that looks, and a process that writes.

LOOK_SECONDS: Final = 5.0
"""How often it is looked whether something happened."""

_PATIENCE: Final = 3600.0
"""Seconds that a run may take; the first one of a large server draws thousands of maps."""

_STOP_SECONDS: Final = 2.0
"""How long the end of a run is waited for when the server stops; it harms nothing to cut it off."""


class Publisher:
    """A part of the server that has the archive written.

    Args:
        look: looks whether something happened, and has the archive written then.
    """

    def __init__(self, look: Callable[[], int]) -> None:
        self._lane = Lane("publish", [look], idle_seconds=LOOK_SECONDS)

    def start(self) -> None:
        """Begin."""
        self._lane.start()

    def stop(self) -> None:
        """End; a run that is under way is not waited for."""
        self._lane.stop(_STOP_SECONDS)


def publish_beside(config: Path | None) -> CommandOutput:
    """Write the archive in a process of its own that lets all others go first."""
    nice = shutil.which("nice")
    before = (nice, "-n", "15") if nice else ()
    return OwnCommands(config, before=before, patience=_PATIENCE).run(["publish"])


# The alarm clock: wakes those who look into the database for what is due.
#
# APScheduler keeps no deadline of ours and no state: it lost, doubled or dropped jobs when it did.
# A missed tick is made good by the next.


class Ticker:
    """Calls a function now and then every so many seconds, in a thread of its own."""

    def __init__(self, seconds: float, tick: Callable[[], None]) -> None:
        self._scheduler = BackgroundScheduler(
            jobstores={"default": MemoryJobStore()},
            executors={"default": ThreadPoolExecutor(1)},
            timezone=UTC,
        )
        self._scheduler.add_job(
            tick,
            "interval",
            seconds=seconds,
            next_run_time=datetime.now(UTC),
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
        )

    def start(self) -> None:
        """Begin to tick."""
        self._scheduler.start()

    def stop(self) -> None:
        """Tick no more; a call that is running is waited for."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)

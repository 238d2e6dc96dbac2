"""The alarm clock: wakes those who look into the database for what is due.

APScheduler keeps no deadline of ours and no state: it lost, doubled or dropped jobs when it did.
A missed tick is made good by the next.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler


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

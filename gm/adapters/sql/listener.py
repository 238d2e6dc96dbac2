"""Listening for wake-ups from other processes: who sleeps beside a queue is woken at a commit."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine

from gm.adapters.sql.database import Queue

LOOK_SECONDS = 0.5
"""How often a listener looks whether it is to stop."""

RETRY_SECONDS = 5.0
"""How long after a lost connection the next is tried."""

_log = logging.getLogger(__name__)


class Listening:
    """A thread with a connection of its own, on which the server tells of mail that was stored.

    Args:
        engine: makes the connection.
        on_inbox, on_outbox: called when mail was put into a queue, in the listener's thread; both
            also whenever a connection was made, since something may have been missed.
    """

    def __init__(
        self, engine: Engine, on_inbox: Callable[[], None], on_outbox: Callable[[], None]
    ) -> None:
        self._engine = engine
        self._calls = {Queue.INBOX.value: on_inbox, Queue.OUTBOX.value: on_outbox}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gm-listen", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Listen no more; waits until the thread has ended."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Exception as fault:
                _log.warning("no wake-ups from the database for now: %s", fault)
                self._stopping.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        pooled = self._engine.raw_connection()
        driver: Any = pooled.driver_connection
        pooled.detach()
        try:
            driver.autocommit = True
            for queue in sorted(self._calls):
                driver.execute(f"LISTEN {queue}")
            for call in self._calls.values():
                call()
            while not self._stopping.is_set():
                for notice in driver.notifies(timeout=LOOK_SECONDS):
                    self._calls[notice.channel]()
        finally:
            driver.close()

"""The running server: takes mail in, reads it, resolves what is due, sends what is written.

What these mean is handed in as functions; here is only when they are called. Reading and
resolving share a thread, so that a phase is never resolved beside a mail being read; sending has
its own, so that a slow relay keeps nobody waiting.
"""

from __future__ import annotations

import json
import logging
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType

from gm.adapters.instance_lock import InstanceLock
from gm.adapters.lane import Duty, Lane
from gm.adapters.scheduler import Ticker
from gm.adapters.smtp_in import Accept, IsOurs, Listener, SmtpServer

_log = logging.getLogger(__name__)

STATUS_NAME = "serve.json"
"""The file in the data folder that says where the running server listens."""

SEND_SECONDS = 1.0
"""How often the outbox is looked into; commands beside the server write into it too."""

STOP_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Duties:
    """What the server does; each function returns how many things it did.

    Args:
        accept: store a mail, before the sender is told that we have it.
        is_ours: tell whether mail for an address is taken.
        read_mail: read the mails that wait.
        resolve_due: resolve the phases that are due.
        remind_due: remind the players of phases that soon will be.
        send_due: send mails that are due.
    """

    accept: Accept
    is_ours: IsOurs
    read_mail: Duty
    resolve_due: Duty
    remind_due: Duty
    send_due: Duty


class Server:
    """The server on one data folder."""

    def __init__(
        self, duties: Duties, listener: Listener, data_dir: Path, *, tick_seconds: float = 5.0
    ) -> None:
        self._duties = duties
        self._listener = listener
        self._data_dir = data_dir
        self._lock = InstanceLock(data_dir)
        self._sender = Lane("send", [duties.send_due], idle_seconds=SEND_SECONDS)
        # Mail is read first: an order that came in time must be known when its phase is resolved.
        work = [duties.read_mail, duties.resolve_due, duties.remind_due]
        self._worker = Lane("work", work, after=self._sender.wake)
        self._ticker = Ticker(tick_seconds, self._tick)
        self._smtp = SmtpServer(listener, self._accept, duties.is_ours)
        # Unlike an Event, this queue may be written to by a signal while it is being waited for.
        self._asked_to_stop: SimpleQueue[None] = SimpleQueue()

    @property
    def port(self) -> int:
        """The port mail is taken at, once started."""
        return self._smtp.port

    def start(self) -> None:
        """Start everything.

        Raises:
            AlreadyThere: another server runs on this data folder.
            OSError: the port cannot be used.
        """
        self._lock.take()
        try:
            self._smtp.start()
        except BaseException:
            self._lock.release()
            raise
        self._worker.start()
        self._sender.start()
        self._ticker.start()
        self._write_status()
        _log.info("listening for mail on %s port %d", self._listener.host, self.port)

    def stop(self) -> None:
        """Stop everything, after the transactions in hand."""
        self._smtp.stop()
        self._ticker.stop()
        for lane in (self._worker, self._sender):
            if not lane.stop(STOP_SECONDS):
                _log.warning("stopped in the middle of work; it is done again at the next start")
        (self._data_dir / STATUS_NAME).unlink(missing_ok=True)
        self._lock.release()
        _log.info("stopped")

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until somebody asks the server to stop; False if nobody did in time."""
        try:
            self._asked_to_stop.get(timeout=timeout)
        except Empty:
            return False
        return True

    def ask_to_stop(self) -> None:
        """End `wait`; may be called from any thread and from a signal."""
        self._asked_to_stop.put(None)

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT; for the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        self.start()
        try:
            self.wait()
        finally:
            self.stop()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.ask_to_stop()

    def _accept(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        self._duties.accept(raw, sender, recipients)
        self._worker.wake()

    def _tick(self) -> None:
        self._worker.wake()
        self._sender.wake()

    def _write_status(self) -> None:
        status = {"pid": os.getpid(), "host": self._listener.host, "port": self.port}
        draft = self._data_dir / f"{STATUS_NAME}.new"
        draft.write_text(json.dumps(status) + "\n", encoding="utf-8")
        draft.replace(self._data_dir / STATUS_NAME)

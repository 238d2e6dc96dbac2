"""The running server: takes mail in, reads it, resolves what is due, sends what is written.

What these mean is handed in as functions; here is only when they are called. Reading and
resolving share a thread, so that a phase is never resolved beside a mail being read; sending has
its own, so that a slow relay keeps nobody waiting. Of one server the parts may run as processes of
their own, each by its role.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Protocol

from gm.adapters.post.smtp_in import Accept, AcceptAll, Fold, IsOurs, Listener, SmtpServer
from gm.adapters.post.watch import Watch, WatchedMailbox
from gm.adapters.serving import processes
from gm.adapters.serving.lanes import Duty, Lane, Ticker
from gm.adapters.serving.processes import InstanceLock, ServerRole
from gm.errors import ConfigError, StoreError

_log = logging.getLogger(__name__)

STATUS_NAME = "serve.json"
"""The file in the data folder that says where the running server listens."""

SEND_SECONDS = 1.0
"""How often the outbox is looked into; commands beside the server write into it too."""

APART_SECONDS = 1.0
"""How often a worker looks for mail that another process has taken in."""

SIGNAL_SECONDS = 1.0
"""How late a signal may be noticed: one that comes as a wait begins does not end that wait."""

BEAT_SECONDS = 10.0
STOP_SECONDS = 10.0


class ServerPart(Protocol):
    """Something that runs beside the rest for as long as the server does."""

    def start(self) -> object:
        """Begin."""
        ...

    def stop(self) -> object:
        """End, and wait until that is done."""
        ...


def _nothing() -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Duties:
    """What the server does; each function returns how many things it did.

    Args:
        accept: store a mail, before the sender is told that we have it.
        accept_all: the same for several in one transaction; None where each has its own.
        is_ours: tell whether mail for an address is taken; fold: makes addresses equal that mean
            the same.
        read_mail: read the mails that wait.
        resolve_due: resolve the phases that are due.
        remind_due: remind the players of phases that soon will be.
        send_due: send mails that are due; send_beside: the same over further connections.
        more: what else is looked for at each tick, after these.
        begin: done once, with nobody else at work, before anything is started.
        beat: give a sign of life.
        let_go: close the connections that were kept for more mail.
        put_back: give back the mail that is being read, when it is not waited for any longer.
    """

    accept: Accept
    is_ours: IsOurs
    read_mail: Duty
    resolve_due: Duty
    remind_due: Duty
    send_due: Duty
    accept_all: AcceptAll | None = None
    fold: Fold = str
    send_beside: tuple[Duty, ...] = ()
    more: tuple[Duty, ...] = ()
    begin: Callable[[], object] = _nothing
    beat: Callable[[], object] = _nothing
    let_go: Callable[[], object] = _nothing
    put_back: Callable[[], object] = _nothing


class Server:
    """The server on one data folder, or a part of it.

    Args:
        role: what of the server this process is.
        mailboxes: places to fetch mail from, if we receive.
        beside: what else is started before and stopped after the work.
        listen: given what to call when mail has come in, and when there is some to be sent,
            returns what calls them when another process did that; None if nothing does.
        alone: at most one process does the same work on this data folder.
    """

    def __init__(
        self,
        duties: Duties,
        listener: Listener,
        data_dir: Path,
        *,
        tick_seconds: float = 5.0,
        role: ServerRole = ServerRole.ALL,
        mailboxes: Sequence[WatchedMailbox] = (),
        beside: Sequence[ServerPart] = (),
        listen: Callable[[Callable[[], None], Callable[[], None]], ServerPart] | None = None,
        alone: bool = True,
    ) -> None:
        self._duties = duties
        self._listener = listener
        self._data_dir = data_dir
        self._role = role
        self._lock = InstanceLock(data_dir, role) if alone else None
        self._senders = tuple(
            Lane(f"send-{number}", [duty], idle_seconds=SEND_SECONDS)
            for number, duty in enumerate([duties.send_due, *duties.send_beside], 1)
        )
        # Mail is read first: an order that came in time must be known when its phase is resolved.
        work = [duties.read_mail, duties.resolve_due, duties.remind_due, *duties.more]
        apart = None if role is ServerRole.ALL else APART_SECONDS
        self._worker = Lane("work", work, idle_seconds=apart, after=self._wake_senders)
        wakers = [listen(self._worker.wake, self._wake_senders)] if listen else []
        self._beside = (*beside, *wakers)
        self._ticker = Ticker(tick_seconds, self._wake)
        self._smtp = SmtpServer(
            listener,
            duties.accept,
            duties.is_ours,
            duties.accept_all,
            self._worker.wake,
            duties.fold,
        )
        self._watches = tuple(Watch(mailbox, self._worker.wake) for mailbox in mailboxes)
        self._heart = Lane("beat", [self._beat], idle_seconds=BEAT_SECONDS)
        self._running = ExitStack()
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
            ConfigError: the certificate cannot be used.
        """
        with ExitStack() as running:
            if self._lock is not None:
                self._lock.take()
                running.callback(self._lock.release)
            self._duties.begin()
            self._duties.beat()
            for part in self._beside:
                part.start()
                running.callback(part.stop)
            for role in self._role.parts:
                self._start_part(role, running)
            if self._role is not ServerRole.RECEIVE:
                self._ticker.start()
                running.callback(self._ticker.stop)
            self._heart.start()
            running.callback(_stop, [self._heart])
            self._write_status()
            running.callback(self._remove_status)
            self._running = running.pop_all()
        processes.tell(processes.READY)
        _log.info("serving (%s), mail is taken %s", self._role.value, self._where())

    def _start_part(self, role: ServerRole, running: ExitStack) -> None:
        match role:
            case ServerRole.SEND:
                threads: Sequence[Lane | Watch] = self._senders
            case ServerRole.WORK:
                threads = [self._worker]
            case _:
                # The port is taken before anything is fetched, for it may be in use.
                self._smtp.start()
                running.callback(self._smtp.stop)
                threads = self._watches
        running.callback(_stop, threads)
        for thread in threads:
            thread.start()

    def stop(self) -> None:
        """Stop everything, after the transactions in hand."""
        processes.tell(processes.STOPPING)
        self._running.close()
        if not any(sender.is_alive for sender in self._senders):
            self._duties.let_go()
        with suppress(StoreError):
            self._duties.put_back()
            self._duties.beat()
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
        """Serve until SIGTERM or SIGINT; for the main thread. SIGHUP reads the certificate anew.

        Raises:
            AlreadyThere: another server runs on this data folder.
            ConfigError: a port, a socket or the certificate cannot be used.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        signal.signal(signal.SIGHUP, self._on_hangup)
        try:
            self.start()
        except OSError as fault:
            raise ConfigError("", "", f"the server cannot listen: {fault}") from fault
        try:
            while not self.wait(SIGNAL_SECONDS):
                pass
        finally:
            self.stop()

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.ask_to_stop()

    def _on_hangup(self, _number: int, _frame: FrameType | None) -> None:
        # In a thread: whoever was interrupted may hold a lock that this needs.
        threading.Thread(target=self._smtp.renew_certificate, daemon=True).start()

    def _wake(self) -> None:
        self._worker.wake()
        self._wake_senders()

    def _wake_senders(self) -> None:
        for sender in self._senders:
            sender.wake()

    def _beat(self) -> int:
        if self._is_whole():
            processes.tell(processes.ALIVE)
        self._duties.beat()
        return 0

    def _is_whole(self) -> bool:
        """Whether every thread of ours that should run does."""
        parts = self._role.parts
        ours: list[Lane | Watch] = [
            *(self._senders if ServerRole.SEND in parts else []),
            *([self._worker] if ServerRole.WORK in parts else []),
            *(self._watches if ServerRole.RECEIVE in parts else []),
        ]
        return all(lane.is_alive for lane in ours)

    def _where(self) -> str:
        return self._smtp.place if ServerRole.RECEIVE in self._role.parts else "elsewhere"

    @property
    def _status(self) -> Path:
        name = STATUS_NAME if self._role is ServerRole.ALL else f"serve-{self._role.value}.json"
        return self._data_dir / name

    def _write_status(self) -> None:
        status = {"pid": os.getpid(), "role": self._role.value}
        if ServerRole.RECEIVE in self._role.parts:
            status |= {"host": self._listener.host, "port": self.port}
        # Nothing else makes it where the database is another machine's.
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self._status.with_suffix(f".{os.getpid()}.new")
        draft.write_text(json.dumps(status) + "\n", encoding="utf-8")
        draft.replace(self._status)

    def _remove_status(self) -> None:
        self._status.unlink(missing_ok=True)


def _stop(threads: Sequence[Lane | Watch]) -> None:
    """Stop threads, all at once: several that wait for one relay wait together."""
    end = time.monotonic() + STOP_SECONDS
    for thread in threads:
        thread.stop(0)
    ended = [lane.stop(max(0.0, end - time.monotonic())) for lane in threads]
    if not all(ended):
        _log.warning("stopped in the middle of work; it is done again at the next start")

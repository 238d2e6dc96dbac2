"""A reader of mails in a process of its own, replaced when a mail kills it.

Why, and why so, stands in docs/adr/0028.
"""

from __future__ import annotations

import io
import logging
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path

import gm
from gm.adapters.post.reader_frames import FRAME, HEADERS, LENGTH, TOO_COSTLY, WHOLE
from gm.mail.values import DEFAULT_LIMITS, Dropped, DropReason, MailKind, MailReading

MEMORY = 1024 * 1024 * 1024
"""Bytes of address space; reading a mail of ten megabytes takes about a tenth of it."""

_PATIENCE = 30
"""Seconds by the clock that a process may take to start, and for each second of processor time."""

_TRIES = 2
_HEAD = 3  # no header can be longer, whatever its line ends
# So a process ends that somebody else wants to end; anything else is the mail's doing.
_FROM_OUTSIDE = {0, -signal.SIGTERM, -signal.SIGKILL, -signal.SIGHUP, -signal.SIGINT}
_IN_READINGS = {
    (kind.__module__, kind.__qualname__): kind
    for kind in (MailReading, MailKind, Dropped, DropReason, datetime, timedelta, timezone)
}

_log = logging.getLogger(__name__)


class _NotStartedError(Exception):
    """A process could not be started, which is no mail's fault."""


class WorkerReader:
    """Reads mails one at a time, each within a limit of time and memory; any thread may ask.

    Args:
        seconds: processor time for one mail.
        memory: bytes of address space for the process.
    """

    def __init__(self, seconds: float, memory: int = MEMORY) -> None:
        self._seconds = seconds
        self._memory = memory
        self._process: _Process | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the process; another mail starts a new one."""
        with self._lock:
            self._end()

    def read(self, raw: bytes) -> MailReading:
        """Read a mail; one that takes too much is an unparsable reading, with its sender."""
        with self._lock:
            try:
                reading = self._try(WHOLE, raw)
                if reading is None:
                    _log.error("a mail of %d bytes was too much for its reader", len(raw))
                    reading = self._try(HEADERS, raw[: _HEAD * DEFAULT_LIMITS.header_bytes])
            except _NotStartedError:
                # Without memory for a process there is still the net under the reader.
                _log.exception("no process could be started to read mails in")
                # Imported by now by whoever wants a mail read; other commands do without.
                from gm.mail.reading import read_mail

                return read_mail(raw)
            return reading or MailReading(MailKind.UNPARSABLE, problems=(TOO_COSTLY,))

    def _try(self, wanted: bytes, raw: bytes) -> MailReading | None:
        """What the process makes of a mail, or None if that ends it.

        A process that was ended from outside, or stands still, is replaced and asked once more.
        """
        for _ in range(_TRIES):
            self._process = self._process or _Process(self._seconds, self._memory)
            try:
                return _unpickled(self._process.ask(FRAME.pack(wanted, len(raw)), raw))
            except (OSError, EOFError, pickle.UnpicklingError):
                if self._end() not in _FROM_OUTSIDE:
                    return None
        return None

    def _end(self) -> int:
        """End the process if there is one, and return how it ended."""
        process, self._process = self._process, None
        return process.end() if process else 0


class _Process:
    """A running process; its first answer says that it is ready.

    Raises:
        _NotStartedError: none can be started.
    """

    def __init__(self, seconds: float, memory: int) -> None:
        self._patience = _PATIENCE * (1 + seconds)
        module = ["-P", "-m", "gm.adapters.post.reader_process"]
        command = [sys.executable, *module, str(seconds), str(memory)]
        pipe = subprocess.PIPE
        try:
            self._child = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, bufsize=0, env=_environment()
            )
        except OSError as error:
            raise _NotStartedError from error
        self._in, self._out = (
            stream.fileno() for stream in (self._child.stdin, self._child.stdout) if stream
        )
        os.set_blocking(self._in, False)
        try:
            self.ask()
        except (OSError, EOFError) as error:
            self.end()
            raise _NotStartedError from error

    def ask(self, *sent: bytes) -> bytes:
        """Send bytes and take the answer.

        Raises:
            EOFError: it ended.
            OSError: it ended, or stands still.
        """
        until = time.monotonic() + self._patience
        for data in sent:
            self._send(memoryview(data), until)
        (length,) = LENGTH.unpack(self._take(LENGTH.size, until))
        return self._take(length, until)

    def _send(self, data: memoryview, until: float) -> None:
        while data:
            _wait(self._in, select.POLLOUT, until)
            data = data[os.write(self._in, data) :]

    def _take(self, length: int, until: float) -> bytes:
        pieces = []
        while length > 0:
            _wait(self._out, select.POLLIN, until)
            pieces.append(os.read(self._out, length))
            length -= len(pieces[-1])
            if not pieces[-1]:
                raise EOFError
        return b"".join(pieces)

    def end(self) -> int:
        """End it, however it is, and return how it ended: by itself, or by us if it stood still."""
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        try:
            # Without its pipes it goes at once, unless it is stopped or busy.
            return self._child.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._child.kill()
            return self._child.wait()


def _environment() -> dict[str, str]:
    """Our environment without our settings, among them passwords, and where gm is found."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GM_")}
    paths = [str(Path(gm.__file__).parents[1]), ours.get("PYTHONPATH", "")]
    return ours | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def _wait(pipe: int, event: int, until: float) -> None:
    """Wait until a pipe can be read or written.

    Raises:
        TimeoutError: it cannot for too long.
    """
    poll = select.poll()
    poll.register(pipe, event)
    if not poll.poll(max(0, until - time.monotonic()) * 1000):
        raise TimeoutError


class _Unpickler(pickle.Unpickler):
    """Makes readings and nothing else."""

    def find_class(self, module: str, name: str) -> type:
        """Return the class of that name if it is part of a reading.

        Raises:
            UnpicklingError: it is not.
        """
        if (module, name) not in _IN_READINGS:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a reading")
        return _IN_READINGS[module, name]


def _unpickled(data: bytes) -> MailReading:
    reading = _Unpickler(io.BytesIO(data)).load()
    if not isinstance(reading, MailReading):
        raise pickle.UnpicklingError("that is no reading")
    return reading

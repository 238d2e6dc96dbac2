"""A reader of mails in a process of its own, replaced when a mail kills it.

Why, and why so, stands in docs/adr/0028.
"""

from __future__ import annotations

import io
import logging
import pickle
import signal
import threading
from datetime import datetime, timedelta, timezone

from gm.adapters.child import Child, NotStartedError
from gm.adapters.post.reader_frames import FRAME, HEADERS, TOO_COSTLY, WHOLE
from gm.mail.bounds import bounded
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


class WorkerReader:
    """Reads mails one at a time, each within a limit of time and memory; any thread may ask.

    Args:
        seconds: processor time for one mail.
        memory: bytes of address space for the process.
    """

    def __init__(self, seconds: float, memory: int = MEMORY) -> None:
        self._seconds = seconds
        self._memory = memory
        self._process: Child | None = None
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
            except NotStartedError:
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
            self._process = self._process or Child(
                "gm.adapters.post.reader_process",
                [str(self._seconds), str(self._memory)],
                _PATIENCE * (1 + self._seconds),
            )
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
    try:
        # Whatever a mail made of the process that read it: what comes out of it is not believed.
        return bounded(reading)
    except (TypeError, AttributeError) as fault:
        raise pickle.UnpicklingError("that reading is not of its form") from fault

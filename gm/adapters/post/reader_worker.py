"""A reader of mails in a process of its own, replaced when a mail kills it.

Why, and why so, stands in docs/adr/0028.
"""

from __future__ import annotations

import logging
from typing import Final

from gm.adapters.post.reader_wire import (
    FAILED,
    PROBLEMS,
    READING_BYTES,
    READINGS,
    STRANGE,
    TOO_LARGE,
    TOO_SLOW,
    WHOLE,
)
from gm.adapters.wire import WireError
from gm.adapters.worker import (
    MEMORY,
    Bounds,
    NotStartedError,
    StrangeAnswerError,
    TooLargeError,
    TooSlowError,
    Worker,
    WorkerError,
)
from gm.mail.bounds import bounded
from gm.mail.reading import read_mail
from gm.mail.values import DEFAULT_LIMITS, MailKind, MailReading

_PATIENCE: Final = 30
"""Seconds by the clock that a process may take to start, and for each second of processor time."""

_HEAD: Final = 3  # no header can be longer, whatever its line ends

_log = logging.getLogger(__name__)


class WorkerReader:
    """Reads mails one at a time, each within a limit of time and memory; any thread may ask.

    Args:
        seconds: processor time for one mail.
        memory: bytes of address space for the process.
    """

    def __init__(self, seconds: float, memory: int = MEMORY) -> None:
        bounds = Bounds(seconds, _PATIENCE * (1 + seconds), READING_BYTES, memory)
        self.worker: Final = Worker("gm.adapters.post.reader_process", bounds)

    def close(self) -> None:
        """End the process; another mail starts a new one."""
        self.worker.close()

    def read(self, raw: bytes) -> MailReading:
        """Read a mail; one that cannot be read is an unparsable reading, with its sender."""
        try:
            return self.attempt(raw)
        except NotStartedError:
            # Without memory for a process there is still the net under the reader.
            _log.exception("no process could be started to read mails in")
            return read_mail(raw)
        except WorkerError as fault:
            _log.error("a mail of %d bytes could not be read: %s", len(raw), fault)
            return self._set_aside(raw, _wanted(fault))

    def attempt(self, raw: bytes) -> MailReading:
        """Read a mail in the process, and nowhere else.

        Raises:
            WorkerError: it was not read, for the reason it tells.
        """
        return self._ask(WHOLE, raw)

    def _set_aside(self, raw: bytes, wanted: bytes) -> MailReading:
        """Return the reading of a mail that cannot be read: who wrote it, and what was wrong."""
        try:
            return self._ask(wanted, raw[: _HEAD * DEFAULT_LIMITS.header_bytes])
        except WorkerError as fault:
            _log.error("nor could its header: %s", fault)
            return MailReading(MailKind.UNPARSABLE, problems=(PROBLEMS[wanted],))

    def _ask(self, wanted: bytes, raw: bytes) -> MailReading:
        answer = self.worker.ask(wanted, raw)
        try:
            # Whatever a mail made of the process that read it: what comes out of it is not believed.
            return bounded(READINGS.decode(answer))
        except WireError as fault:
            self.worker.close()  # whatever has befallen it, the next mail has another
            raise StrangeAnswerError(str(fault)) from fault


def _wanted(fault: WorkerError) -> bytes:
    """Return what is asked of the header of a mail that was not read."""
    match fault:
        case TooSlowError():
            return TOO_SLOW
        case TooLargeError():
            return TOO_LARGE
        case StrangeAnswerError():
            return STRANGE
        case _:
            return FAILED

"""A process of ours beside the server that does work which may take too long, too much, or die.

The server asks it over its standard pipes, one request after another, and replaces it when it dies:
`Worker`. What runs in it calls `serve`. Mails are read and pictures are drawn so; why, and why so,
stands in docs/adr/0028 and docs/adr/0069.

A request is eight bytes of length, and that many bytes. An answer has one byte more before them: what
it is. Nothing of an answer is trusted: not its length, not what it says to be.
"""

from __future__ import annotations

import logging
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import gm

MEMORY: Final = 1024 * 1024 * 1024
"""Bytes of address space of a process: a large mail takes a tenth of it, a map a quarter."""

_REQUEST: Final = struct.Struct(">Q")
_ANSWER: Final = struct.Struct(">cQ")
"""What stands before a request: how many bytes it has. Before an answer: what it is, and the same."""

_READY: Final = b"r"
_DONE: Final = b"d"
_REFUSED: Final = b"f"
"""What an answer is: the first, before anything was asked; what was asked for; why it cannot be."""

_MOST_WORDS: Final = 2000
"""Characters of the words with which a process says what was wrong."""

_PIECE: Final = 1 << 16
"""Bytes that are read at once: what a pipe holds."""

_TRIES: Final = 2
"""A process that was ended from outside is replaced, and asked once more."""

_GOES: Final = 1.0
"""Seconds after which a process that has no pipes any more is ended by force."""

_NO_MEMORY: Final = 77
"""With this a process ends that had not the memory it wanted."""

# So a process ends that somebody else wants to end; anything else is the doing of what was asked.
_FROM_OUTSIDE: Final = {0, -signal.SIGTERM, -signal.SIGKILL, -signal.SIGHUP, -signal.SIGINT}

_log = logging.getLogger(__name__)


class WorkerError(Exception):
    """A process did not do what it was asked; says in words why not."""


class NotStartedError(WorkerError):
    """A process could not be started, which is the fault of nothing that was to be done in it."""


class TooSlowError(WorkerError):
    """It took too much time."""


class TooLargeError(WorkerError):
    """It took too much memory."""


class DiedError(WorkerError):
    """The process ended over it in some other way, which is a fault of the process."""


class StrangeAnswerError(WorkerError):
    """The answer is none that can be understood."""


class RefusedError(WorkerError):
    """The process lives, and says what was wrong."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a process may take.

    Args:
        seconds: of a processor, for one request.
        patience: seconds by the clock, for each answer.
        answer: bytes of an answer.
        memory: bytes of address space, altogether.
        niceness: how far it steps back behind the server, which has players waiting.
        start: seconds by the clock that it may take to start.
    """

    seconds: float
    patience: float
    answer: int
    memory: int = MEMORY
    niceness: int = 0
    start: float = 60

    def arguments(self) -> list[str]:
        """Return those that the process sets for itself, for its command line."""
        return [str(self.seconds), str(self.memory), str(self.niceness)]


class Worker:
    """Does one request at a time, each within bounds; any thread may ask.

    Args:
        module: what is run in its process, which is started when it is first asked.
        bounds: of the process.
    """

    def __init__(self, module: str, bounds: Bounds) -> None:
        self._module = module
        self._bounds = bounds
        self._process: _Process | None = None
        self._lock = threading.Lock()

    @property
    def command(self) -> list[str]:
        """The command that starts its process."""
        return [sys.executable, "-P", "-m", self._module, *self._bounds.arguments()]

    def close(self) -> None:
        """End the process; another request starts a new one."""
        with self._lock:
            self._end()

    def ask(self, *request: bytes) -> bytes:
        """Return what the process answers to the bytes of a request.

        Raises:
            NotStartedError: no process can be started.
            TooSlowError, TooLargeError, DiedError: it ended over this, or stands still.
            StrangeAnswerError: its answer cannot be understood.
            RefusedError: it says that it cannot do it.
        """
        with self._lock:
            return self._ask(request)

    def _ask(self, request: Sequence[bytes]) -> bytes:
        fault: OSError | EOFError = EOFError()
        status = 0
        for _ in range(_TRIES):
            self._process = self._process or _Process(self.command, self._bounds)
            try:
                return self._process.ask(request)
            except StrangeAnswerError:
                self._end()  # where the next answer begins cannot be known
                raise
            except (OSError, EOFError) as ended:
                fault, status = ended, self._end()
                if status not in _FROM_OUTSIDE:
                    break
        raise _death(status, fault) from fault

    def _end(self) -> int:
        """End the process if there is one, and return how it ended."""
        process, self._process = self._process, None
        return process.end() if process else 0


def _death(status: int, fault: OSError | EOFError) -> WorkerError:
    """Return what is said of a process that ended so, or stood still."""
    if status == -signal.SIGPROF:
        return TooSlowError("it took too much of a processor's time")
    if isinstance(fault, TimeoutError):
        return TooSlowError("it gave no answer for too long")
    if status == _NO_MEMORY:
        return TooLargeError("it took too much memory")
    return DiedError(f"its process ended {how_ended(status)}")


def how_ended(status: int) -> str:
    """Return in words how a process ended: with a status, or by a signal."""
    if status >= 0:
        return f"with {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"


class _Process:
    """A running process; its first answer says that it is ready.

    Raises:
        NotStartedError: none can be started.
    """

    def __init__(self, command: Sequence[str], bounds: Bounds) -> None:
        self._bounds = bounds
        pipe = subprocess.PIPE
        try:
            self._child = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, bufsize=0, env=environment()
            )
        except OSError as fault:
            raise NotStartedError(str(fault)) from fault
        self._in, self._out = (
            stream.fileno() for stream in (self._child.stdin, self._child.stdout) if stream
        )
        os.set_blocking(self._in, False)
        self._wait_ready()

    def _wait_ready(self) -> None:
        try:
            kind, _ = self._answer(time.monotonic() + self._bounds.start)
        except TimeoutError as fault:
            self.end()
            raise NotStartedError("it does not say that it is ready") from fault
        except (OSError, EOFError) as fault:
            words = f"it ended {how_ended(self.end())} before it was ready"
            raise NotStartedError(words) from fault
        except StrangeAnswerError as fault:
            self.end()
            raise NotStartedError(f"its first words: {fault}") from fault
        if kind != _READY:
            self.end()
            raise NotStartedError("it did not first say that it is ready")

    def ask(self, request: Sequence[bytes]) -> bytes:
        """Send a request and return the answer.

        Raises:
            EOFError: the process ended.
            OSError: it ended, or stands still (TimeoutError).
            StrangeAnswerError: the answer cannot be understood.
            RefusedError: it says that it cannot do it.
        """
        until = time.monotonic() + self._bounds.patience
        head = _REQUEST.pack(sum(map(len, request)))
        for data in (head, *request):
            self._send(memoryview(data), until)
        kind, answer = self._answer(until)
        if kind == _REFUSED:
            raise RefusedError(answer.decode("utf-8", "replace")[:_MOST_WORDS])
        if kind != _DONE:
            raise StrangeAnswerError(f"an answer of a kind there is not, {kind!r}")
        return answer

    def _send(self, data: memoryview, until: float) -> None:
        while data:
            _wait(self._in, select.POLLOUT, until)
            data = data[os.write(self._in, data) :]

    def _answer(self, until: float) -> tuple[bytes, bytes]:
        kind, length = _ANSWER.unpack(self._take(_ANSWER.size, until))
        if length > self._bounds.answer:
            raise StrangeAnswerError(f"an answer of {length} bytes")
        return kind, self._take(length, until)

    def _take(self, length: int, until: float) -> bytes:
        pieces = []
        while length > 0:
            _wait(self._out, select.POLLIN, until)
            pieces.append(os.read(self._out, min(length, _PIECE)))
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
            return self._child.wait(timeout=_GOES)
        except subprocess.TimeoutExpired:
            self._child.kill()
            return self._child.wait()


def environment() -> dict[str, str]:
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


def serve(arguments: Sequence[str], work: Callable[[bytes], bytes]) -> None:
    """Be the process: answer requests one after another until there are no more.

    Args:
        arguments: of the command line, as `Bounds.arguments` has them.
        work: makes an answer of a request. What it raises is said in words, and costs no other
            request; without memory the process ends.
    """
    seconds, memory, niceness = float(arguments[0]), int(arguments[1]), int(arguments[2])
    # The server says when to end; a Ctrl-C at the terminal is for it alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ValueError, OSError):  # not every system limits the address space
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(OSError):
        os.nice(niceness)
    with suppress(BrokenPipeError), _answers() as answers:
        try:
            _serve(sys.stdin.buffer, answers, seconds, work)
        except MemoryError:
            sys.exit(_NO_MEMORY)


def _answers() -> BinaryIO:
    """Return where answers go; what a library prints goes to where faults are told instead."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _serve(
    requests: BinaryIO, answers: BinaryIO, seconds: float, work: Callable[[bytes], bytes]
) -> None:
    _say(answers, _READY)
    while len(head := requests.read(_REQUEST.size)) == _REQUEST.size:
        (length,) = _REQUEST.unpack(head)
        request = requests.read(length)
        # Its signal is not handled, so it ends the process, even inside one long pattern.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        kind, answer = _done(work, request)
        signal.setitimer(signal.ITIMER_PROF, 0)
        _say(answers, kind, answer)


def _done(work: Callable[[bytes], bytes], request: bytes) -> tuple[bytes, bytes]:
    try:
        return _DONE, work(request)
    except MemoryError:
        raise
    except Exception as fault:
        _log.exception("a request of %d bytes failed", len(request))
        words = f"{type(fault).__name__}: {fault}"[:_MOST_WORDS]
        return _REFUSED, words.encode("utf-8", "replace")


def _say(answers: BinaryIO, kind: bytes, data: bytes = b"") -> None:
    answers.write(_ANSWER.pack(kind, len(data)) + data)
    answers.flush()

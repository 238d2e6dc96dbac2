"""A process of ours beside the server, asked over its standard pipes, and replaced when it dies.

Both sides write frames: eight bytes of length, and that many bytes. What does the work may take too
long, too much memory, or the process with it; the server goes on.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import gm
from gm.adapters.frames import LENGTH


class NotStartedError(Exception):
    """A process could not be started, which is the fault of nothing that was to be done in it."""


class Child:
    """A running process; its first answer says that it is ready.

    Args:
        module: what is run in it.
        arguments: of its command line.
        patience: seconds by the clock that it may take to start, and for each answer.

    Raises:
        NotStartedError: none can be started.
    """

    def __init__(self, module: str, arguments: Sequence[str], patience: float) -> None:
        self._patience = patience
        command = [sys.executable, "-P", "-m", module, *arguments]
        pipe = subprocess.PIPE
        try:
            self._child = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, bufsize=0, env=environment()
            )
        except OSError as error:
            raise NotStartedError from error
        self._in, self._out = (
            stream.fileno() for stream in (self._child.stdin, self._child.stdout) if stream
        )
        os.set_blocking(self._in, False)
        try:
            self.ask()
        except (OSError, EOFError) as error:
            self.end()
            raise NotStartedError from error

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

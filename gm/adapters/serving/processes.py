"""The processes of a server: what each does, its lock on the data folder, systemd's word, its end."""

from __future__ import annotations

import faulthandler
import fcntl
import logging
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

from gm.errors import AlreadyThere

# What one process of the server does: everything, or one of three parts.


class ServerRole(StrEnum):
    """ALL is the sum of the others: mail is taken in, read and acted upon, and sent."""

    ALL = "all"
    RECEIVE = "receive"
    WORK = "work"
    SEND = "send"

    @property
    def parts(self) -> tuple[ServerRole, ...]:
        """The parts it is made of, in the order in which they are started."""
        return (
            (ServerRole.SEND, ServerRole.WORK, ServerRole.RECEIVE)
            if self is ServerRole.ALL
            else (self,)
        )


# One server for one data folder: a lock the system lets go when the process ends, however.
#
# Where the server runs in parts there is a lock for each part, and a whole server takes them all.

LOCK_NAMES = {role: f"gm-{role.value}.lock" for role in ServerRole.ALL.parts}


class InstanceLock:
    """The lock of a data folder. Commands beside the server do not take it."""

    def __init__(self, data_dir: Path, role: ServerRole = ServerRole.ALL) -> None:
        self._data_dir = data_dir
        self._role = role
        self._held = ExitStack()

    def take(self) -> None:
        """Take the lock; AlreadyThere, naming the process, if another server has it."""
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with ExitStack() as taken:
            for part in self._role.parts:
                self._take_one(self._data_dir / LOCK_NAMES[part], taken)
            self._held = taken.pop_all()

    def _take_one(self, path: Path, taken: ExitStack) -> None:
        path.touch(mode=0o600)  # whoever could open it could hold it, and keep us from starting
        handle = taken.enter_context(path.open("a+", encoding="utf-8"))
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            raise AlreadyThere(
                f"A server runs on {self._data_dir} already (process {holder})."
            ) from fault
        handle.truncate(0)
        handle.write(f"{os.getpid()}\n")
        handle.flush()

    def release(self) -> None:
        """Let the lock go; the files stay, for removing one would let two servers hold two."""
        self._held.close()


# The processes of this machine.


def is_running(number: int) -> bool:
    """Tell whether a process with this number runs here, whoever's it is."""
    if number <= 0:
        return False
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


# What systemd is told: that we are ready, alive, or about to stop.
#
# Outside systemd nobody listens, and nothing is said. The protocol is one datagram a message
# (sd_notify(3)).

_log = logging.getLogger(__name__)

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"


def tell(message: str, environ: Mapping[str, str] = os.environ) -> None:
    """Tell the service manager something, if there is one that listens."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    # A leading @ stands for the NUL byte of a name that is no file.
    place = "\0" + address[1:] if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(message.encode(), place)
    except OSError as fault:
        _log.warning("the service manager could not be told %s: %s", message, fault)


# The end of a process whose work on a mail never ends: the last of three nets.
#
# The first is the mortal reader, the second the limit of time that the work itself looks at
# (`gm.time_limit`). This one is for what comes to no look at a clock, such as a pattern that searches
# for hours: that holds the interpreter, so no thread of Python's could step in. The C library's timer
# thread of `faulthandler` can. It writes where every thread is to the log and ends the process with
# code 1. Whoever supervises the server starts it again, and the mail's attempt has been counted.

LAST_RESORT_SECONDS: Final = 120.0
"""After so long over one mail the server ends itself; reading, waiting and acting have their own
limits, which come to half of that."""

_STDERR: Final = 2


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End the process if what is done inside takes longer; for one thread of a process only."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_STDERR)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()

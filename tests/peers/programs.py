"""Other people's servers as child processes: found, started, frozen, killed, and cleared away.

Every server lives in a folder of its own that all users may look into, since Dovecot, Postfix and
PostgreSQL drop to users of their own. Its main process stays in the foreground, so that its end is
seen, and dies with the process that started it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

PATIENCE = 120.0
"""Seconds to wait for anything a server does; far more than it needs."""

LISTED = Path(__file__).parents[1] / "servers.toml"


class PeerFailed(Exception):
    """A server did not do what it was asked; the text holds what it said."""


def find(program: str) -> str:
    """Return where a program is, in the folders of `tests/servers.toml` too.

    Raises:
        PeerFailed: it is not installed.
    """
    folders = tomllib.loads(LISTED.read_text(encoding="utf-8"))["folders"]
    more = [folder for pattern in folders for folder in sorted(Path("/").glob(pattern))]
    found = shutil.which(
        program, path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, more)])
    )
    if found is None:
        raise PeerFailed(f"{program} is not installed; tests/servers.toml names its package")
    return found


def as_root(command: Sequence[str]) -> list[str]:
    """Return a command as root runs it: itself, or by sudo where we are somebody else."""
    return [*([] if os.geteuid() == 0 else ["sudo", "-n"]), *command]


def as_user(user: str, command: Sequence[str]) -> list[str]:
    """Return a command as a user runs it; itself where we are not root and so a user already."""
    if os.geteuid() != 0:
        return list(command)
    return ["setpriv", f"--reuid={user}", f"--regid={_group(user)}", "--init-groups", *command]


def _group(user: str) -> int:
    return pwd.getpwnam(user).pw_gid


def run(command: Sequence[str], what: str, text: str = "") -> str:
    """Run a command to its end and return what it said.

    Raises:
        PeerFailed: it failed.
    """
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False, cwd="/"
    )
    if done.returncode:
        raise PeerFailed(f"{what} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def until(holds: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something holds.

    Raises:
        PeerFailed: it never does.
    """
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise PeerFailed(f"waited in vain for {what}")
        time.sleep(0.02)


def free_port() -> int:
    """Return a port of loopback that nobody listens on now, and that was not returned before.

    A server that is not started yet holds none of its own, and the system may offer one of them again.
    """
    with ExitStack() as refused:
        while True:
            port = int(
                refused.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
            )
            if port not in _GIVEN:
                _GIVEN.add(port)
                return port


_GIVEN: Final[set[int]] = set()
"""Ports that were returned in this process."""


def listens(port: int) -> bool:
    """Whether somebody takes connections on a port of loopback."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE):
        return True
    return False


@contextmanager
def open_folder(name: str) -> Iterator[Path]:
    """Make a folder that every user may look into, and remove it with all that is in it."""
    folder = Path(tempfile.mkdtemp(prefix=f"gm-{name}-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        subprocess.run(as_root(["rm", "-rf", str(folder)]), check=True)


class Daemon:
    """A server in the foreground, with every process it has made.

    Attributes:
        said: the file with what it wrote to its output.
    """

    def __init__(self, command: Sequence[str], said: Path) -> None:
        self.said = said
        with said.open("ab") as output:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/"
            )

    @property
    def is_alive(self) -> bool:
        """Whether its main process lives."""
        return self._process.poll() is None

    def words(self) -> str:
        """What it has said so far."""
        return self.said.read_text(encoding="utf-8", errors="replace")

    def until_ready(self, holds: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until it is ready, at most so long.

        Raises:
            PeerFailed: it ends instead, or is never ready.
        """

        def ready() -> bool:
            if not self.is_alive:
                raise PeerFailed(f"{what} ended: {self.words()}")
            return holds()

        until(ready, what, seconds)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end and wait; killed if it does not."""
        if self.is_alive:
            send_signal([self._process.pid], how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """Kill it and every process it has made, at once."""
        # Frozen, none of them can make another, or be handed to another parent, in between.
        family = self._to_all(signal.SIGSTOP)
        send_signal(family, signal.SIGKILL)
        self._process.wait(PATIENCE)

    def freeze(self) -> None:
        """Stop every process of it where it stands; connections stay open and silent."""
        self._to_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._to_all(signal.SIGCONT)

    def _to_all(self, which: signal.Signals) -> list[int]:
        """Signal the whole family, again as long as it has grown meanwhile; return who got it."""
        reached: list[int] = []
        while new := [pid for pid in family(self._process.pid) if pid not in reached]:
            send_signal(new, which)
            reached += new
        return reached


def send_signal(pids: Sequence[int], which: signal.Signals) -> None:
    """Signal processes, as root where they are not ours; one that is gone is no fault."""
    for pid in pids:
        try:
            os.kill(pid, which)
        except ProcessLookupError:
            continue
        except PermissionError:
            subprocess.run(
                as_root(["kill", f"-{int(which)}", str(pid)]), capture_output=True, check=False
            )


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it, parents first."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name in brackets may hold blanks; what follows it does not.
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = [pid]
    for one in found:
        found += sorted(children.get(one, []))
    return found

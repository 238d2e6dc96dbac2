"""Running a server as a real process: start it, find its port, wait for its death, look inside."""

import json
import mailbox
import os
import signal
import smtplib
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from email.message import Message
from functools import cache
from pathlib import Path

from gm.adapters.serving.server import STATUS_NAME
from gm.adapters.sql.store import SqlStore
from gm.app.records import InboxMail, OutboxMail
from gm.failpoints import VARIABLE
from tests.integration.forked import fork

PATIENCE = 120.0
"""Seconds to wait for anything a process does; far more than it needs."""

HARNESS = (sys.executable, str(Path(__file__).with_name("harness.py")))


FORKS = "TEST_SERVERS_ARE_FORKED"
"""Set in the environment of tests; a soak or a benchmark starts its servers as an installation does."""


class Started(subprocess.Popen[bytes]):
    """A program that was started; what it says goes to a file, which never fills up as a pipe does."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], given: Path
    ) -> None:
        self.said = _file_for_words()
        with given.open("rb") as words, self.said.open("wb") as output:
            streams = {"stdin": words, "stdout": output, "stderr": subprocess.STDOUT}
            super().__init__(command, env=environment, **streams)

    def words(self) -> str:
        """What the program has said so far."""
        return self.said.read_bytes().decode("utf-8", "replace")


class Forked:
    """A program of ours that was forked from one that has all of it imported."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], given: Path
    ) -> None:
        self.said = _file_for_words()
        self.said.touch()
        self._process = fork(arguments, environment, given, self.said)

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    def words(self) -> str:
        """What the program has said so far."""
        return self.said.read_bytes().decode("utf-8", "replace")

    def poll(self) -> int | None:
        """The code it ended with, negative for a signal; None while it lives."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends and return its code; TimeoutExpired if it does not in these seconds."""
        self._process.join(timeout)
        if (code := self.poll()) is None:
            raise subprocess.TimeoutExpired(str(self._process), timeout or 0)
        return code

    def send_signal(self, which: signal.Signals) -> None:
        """Signal it, if it lives."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, which)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


Process = Started | Forked


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="gm-said-")


def _file_for_words() -> Path:
    return Path(_folder().name) / uuid.uuid4().hex


def start(
    command: Sequence[str],
    failpoint: str | None = None,
    more: Mapping[str, str] | None = None,
    given: Path = Path(os.devnull),
) -> Process:
    """Start a program, to be killed at a failpoint if one is named.

    Args:
        command: the program and its arguments.
        failpoint: where it dies.
        more: environment variables beside ours.
        given: the file that it reads from.
    """
    environment = {key: value for key, value in os.environ.items() if key != VARIABLE}
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    environment |= {"PYTHONPATH": path, **(more or {})}
    if failpoint is not None:
        environment[VARIABLE] = failpoint
    ours = command[0] == sys.executable and (command[1] == "-m" or command[1].endswith(".py"))
    if ours and FORKS in environment:
        return Forked(command[1:], environment, given)
    return Started(command, environment, given)


def until(holds: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something holds; AssertionError, saying what, if it never does."""
    asked = time.monotonic()
    end = asked + seconds
    while not holds():
        answered = time.monotonic()
        assert answered < end, f"waited in vain for {what}"
        # Whoever asks a database leaves most of the processor to the server it waits for.
        time.sleep(max(0.02, 3 * (answered - asked)))
        asked = time.monotonic()


def port_of(data_dir: Path, process: Process) -> int:
    """Wait until a server listens and return its port; AssertionError if it ends instead."""
    found: list[int] = []

    def listens() -> bool:
        assert process.poll() is None, f"the server ended: {process.words()}"
        try:
            status = json.loads((data_dir / STATUS_NAME).read_text())
        except (OSError, ValueError):
            return False
        if status["pid"] == process.pid:
            found.append(int(status["port"]))
        return bool(found)

    until(listens, "a server that listens")
    return found[0]


def death(process: Process) -> int:
    """Wait for a process to end and return its code; AssertionError if it never does."""
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise AssertionError(f"it did not end, saying: {process.words()}") from None


def killed(process: Process) -> bool:
    """Whether a process died by SIGKILL, as a failpoint kills."""
    return death(process) == -signal.SIGKILL


def stop(process: Process) -> int:
    """Ask a process to end, as a service manager does, and return its code."""
    if process.poll() is None:
        process.terminate()
    return death(process)


@contextmanager
def running(
    command: Sequence[str], data_dir: Path, failpoint: str | None = None
) -> Iterator[tuple[Process, int]]:
    """Run a server for the length of a `with`, and hand out the process and its port."""
    process = start(command, failpoint)
    try:
        yield process, port_of(data_dir, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def mail_in(port: int, text: bytes, to: str = "gm@gm.test", sender: str = "ann@x.org") -> int:
    """Send a mail and return the code of the answer; 0 if the connection broke before one."""
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
            client.ehlo("client.example.org")
            client.mail(sender)
            answer = client.rcpt(to)[0]
            return client.data(text)[0] if answer == 250 else answer
    except smtplib.SMTPResponseException as fault:
        return fault.smtp_code
    except (smtplib.SMTPException, OSError):
        return 0


def inbox(database: Path | str) -> tuple[InboxMail, ...]:
    """Return the incoming mails as another process sees them."""
    with SqlStore(database) as store, store.read() as transaction:
        return transaction.inbox()


def outbox(database: Path | str) -> tuple[OutboxMail, ...]:
    """Return the outgoing mails as another process sees them."""
    with SqlStore(database) as store, store.read() as transaction:
        return transaction.outbox()


def delivered(folder: Path) -> list[Message]:
    """Return what lies in a built-in mailbox, oldest first."""
    box = mailbox.Maildir(folder, create=False)
    return [box[key] for key in sorted(box.keys())]

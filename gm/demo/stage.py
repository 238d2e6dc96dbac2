"""The stage: a folder, the real server in a process of its own, a mail port and a mailbox."""

from __future__ import annotations

import email
import email.policy
import json
import mailbox
import os
import shutil
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

from gm.config import Settings, load_settings, sample_config
from gm.demo.script import DOMAIN, LIST_ADDRESS
from gm.errors import AlreadyThere, GmError

_MARK = ".gm-demo"
_START_SECONDS = 30.0


class StageError(GmError):
    """The demo's server did not do what it should; its log says why."""


@dataclass(slots=True)
class DemoMailbox:
    """The built-in mailbox: everything the server sent, in the order it came."""

    folder: Path
    _seen: set[str] = field(default_factory=set)

    def fresh(self) -> list[EmailMessage]:
        """Return mails that came since the last call, oldest first."""
        if not self.folder.exists():
            return []
        box = mailbox.Maildir(self.folder, create=False)
        new = sorted(set(box.keys()) - self._seen, key=lambda key: self._age(box, key))
        self._seen.update(new)
        return [self._parse(box.get_bytes(key)) for key in new]

    @staticmethod
    def _age(box: mailbox.Maildir, key: str) -> tuple[float, str]:
        return box.get_message(key).get_date(), key

    @staticmethod
    def _parse(raw: bytes) -> EmailMessage:
        return email.message_from_bytes(raw, policy=email.policy.default)


@dataclass(frozen=True, slots=True)
class DemoStage:
    """A running demo server."""

    folder: Path
    settings: Settings
    port: int
    mailbox: DemoMailbox

    def post(self, sender: str, recipient: str, raw: bytes) -> str:
        """Hand one mail to the server over SMTP and return its reply."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=10) as client:
            client.ehlo()
            client.mail(sender)
            client.rcpt(recipient)
            code, reply = client.data(raw)
        return f"{code} {reply.decode(errors='replace')}"


def prepare(folder: Path, port: int = 0) -> Path:
    """Make the demo's folder anew and write its settings; AlreadyThere if it holds other things."""
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise AlreadyThere(f"{folder} holds other things than a demo; name another with --folder.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / _MARK).touch()
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": DOMAIN,
        "identity": "sender",
        "listen_port": port,
        "tick_seconds": 0.2,
        "list_address": LIST_ADDRESS,
        "timezone": "Europe/Dublin",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    return config


@contextmanager
def running(config: Path) -> Iterator[DemoStage]:
    """Run the real server on a settings file until the block ends."""
    settings = load_settings(config)
    log = (config.parent / "serve.log").open("wb")
    command = [sys.executable, "-m", "gm", "--config", str(config), "serve"]
    process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        port = _wait_for_port(settings.data_dir / "serve.json", process, config.parent)
        yield DemoStage(config.parent, settings, port, DemoMailbox(settings.mailbox_path))
    finally:
        _stop(process)
        log.close()


def _wait_for_port(note: Path, process: subprocess.Popen[bytes], folder: Path) -> int:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            return int(json.loads(note.read_text(encoding="utf-8"))["port"])
        except (OSError, ValueError, KeyError):
            time.sleep(0.05)
    raise StageError(f"The server did not start; see {folder / 'serve.log'}.")


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def command(config: Path, words: Sequence[str]) -> str:
    """Run a `gm` command as a GM would, and return what it printed."""
    full = [sys.executable, "-m", "gm", "--config", str(config), *words]
    done = subprocess.run(full, capture_output=True, text=True, env=os.environ, check=False)
    if done.returncode:
        raise StageError(f"`gm {' '.join(words)}` failed: {done.stderr.strip()}")
    return done.stdout.strip()

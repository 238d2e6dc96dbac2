"""Mail out without a relay: into a folder of our own, or to the machine's mail program."""

from __future__ import annotations

import hashlib
import mailbox
import os
import re
import subprocess
from pathlib import Path

from gm.app.records import OutboxMail
from gm.errors import NotReached, PermanentFailure, TemporaryFailure

_LINE_END = re.compile(rb"\r\n|\r")
# sysexits.h: EX_OSERR, EX_OSFILE, EX_CANTCREAT, EX_IOERR and EX_TEMPFAIL may pass.
_MAY_PASS = {71, 72, 73, 74, 75}


class MaildirCarrier:
    """The built-in mailbox: every mail is a file in one Maildir and goes no further.

    The name of the file comes from the mail, so a mail that is sent again replaces itself. Above
    the mail stand Return-Path and Delivered-To, as any delivery writes them.
    """

    def __init__(self, folder: Path) -> None:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = Path(folder)
        mailbox.Maildir(folder, create=True).close()

    def send(self, mail: OutboxMail) -> str:
        """Write a mail into the mailbox; NotReached if the disk refuses."""
        name = _file_name(mail)
        try:
            if not any((self._folder / "cur").glob(f"{name}*")):
                self._write(name, _delivered(mail))
        except OSError as fault:
            raise NotReached(f"the mailbox cannot be written: {fault}") from fault
        return f"250 kept as {name}"

    def close(self) -> None:
        """Nothing stays open between mails."""

    def _write(self, name: str, content: bytes) -> None:
        draft = self._folder / "tmp" / name
        with draft.open("wb") as handle:
            handle.write(content)
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(self._folder / "new" / name)
        folder = os.open(self._folder / "new", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _file_name(mail: OutboxMail) -> str:
    unique = hashlib.sha256(f"{mail.message_id}\n{mail.recipient}".encode()).hexdigest()[:32]
    return f"{mail.created_at.timestamp():.0f}.{unique}.gm"


def _delivered(mail: OutboxMail) -> bytes:
    envelope = f"Return-Path: <{mail.envelope_from}>\nDelivered-To: {mail.recipient}\n"
    return envelope.encode() + _LINE_END.sub(b"\n", mail.raw)


class SendmailCarrier:
    """A carrier that runs the machine's `sendmail`, whichever mail system provides it."""

    def __init__(self, program: Path, *, timeout: float = 60.0) -> None:
        self._program = program
        self._timeout = timeout

    def send(self, mail: OutboxMail) -> str:
        """Pipe one mail to the program.

        Raises:
            NotReached: it is not there.
            TemporaryFailure: it takes too long, or says to try again later.
            PermanentFailure: it will never take this mail.
        """
        # No shell, and nothing after -- is an option, whatever an address looks like.
        sender = mail.envelope_from or "<>"
        command = [str(self._program), "-i", "-f", sender, "--", mail.recipient]
        try:
            ran = subprocess.run(
                command,
                input=_LINE_END.sub(b"\n", mail.raw),
                capture_output=True,
                timeout=self._timeout,
                check=False,
            )
        except OSError as fault:
            raise NotReached(f"{self._program} cannot be run: {fault}") from fault
        except subprocess.TimeoutExpired as fault:
            raise TemporaryFailure(f"{self._program} takes too long: {fault}") from fault
        return _judge(ran.returncode, ran.stderr.decode("utf-8", "replace").strip())

    def close(self) -> None:
        """Nothing stays open between mails."""


def _judge(code: int, words: str) -> str:
    text = f"sendmail ended with {code}{': ' if words else ''}{words}"
    if code == 0:
        return text
    if code < 0 or code in _MAY_PASS:
        raise TemporaryFailure(text)
    raise PermanentFailure(text)

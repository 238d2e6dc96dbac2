"""A second copy of every mail, best on another disk: what no backup of the database has yet.

A file for each mail, in a folder for each day (UTC). Its first line is JSON with what the envelope
said; below it stands the mail, byte for byte. It is on the disk before the mail is taken.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from gm.app.mail_in.restoring import KeptMail
from gm.errors import StoreError, UnreadableInput
from gm.plain_files import plain_file

_SUFFIX = ".eml"


class MailCopies:
    """The folder of copies.

    Args:
        folder: made where it is missing, for its owner alone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(
        self, raw: bytes, sender: str, recipients: Sequence[str], source: str, moment: datetime
    ) -> None:
        """Write a copy; StoreError if that cannot be done, and then the mail is not taken."""
        facts = {
            "received_at": moment.isoformat(),
            "sender": sender,
            "recipients": list(recipients),
            "source": source,
        }
        content = json.dumps(facts, ensure_ascii=True).encode() + b"\n" + raw
        digest = hashlib.sha256(content).hexdigest()[:20]
        day = self._folder / f"{moment:%Y-%m-%d}"
        try:
            self._write(day, f"{moment:%H%M%S}-{digest}{_SUFFIX}", content)
        except OSError as fault:
            raise StoreError(f"no copy of a mail can be kept in {day}: {fault}") from fault

    def _write(self, day: Path, name: str, content: bytes) -> None:
        day.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = day / f"{name}.new"
        with draft.open("wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(day / name)
        for folder in (day, self._folder):
            _settle(folder)

    def kept(self) -> Iterator[KeptMail]:
        """Return every copy, oldest first.

        Raises:
            UnreadableInput: there is no such folder, or a file in it is no copy of ours.
        """
        if not self._folder.is_dir():
            raise UnreadableInput(f"There is no folder {self._folder}.")
        for path in sorted(self._folder.glob(f"*/*{_SUFFIX}")):
            yield _read(path)


def _settle(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(path: Path) -> KeptMail:
    first, _, raw = plain_file(path).read_bytes().partition(b"\n")
    try:
        facts = json.loads(first)
        return KeptMail(
            name=path.stem,
            raw=raw,
            sender=str(facts["sender"]),
            recipients=tuple(map(str, facts["recipients"])),
            source=str(facts["source"]),
            received_at=datetime.fromisoformat(facts["received_at"]),
        )
    except (ValueError, KeyError, TypeError) as fault:
        raise UnreadableInput(f"{path} is no copy of a mail: {fault}") from fault

"""Mail in from a Maildir that another program delivers into; we empty it.

What lies in `new` or `cur` is taken in and then moved to the folder `.Stored` inside it, so that
nobody who looks at our mail by another program can hide any from us. A mail is known by the unique
part of its file's name. Only the rename, after the commit, says that it was stored.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gm.app.mail_in.fetching import LARGEST, Fetching, Postponed
from gm.app.mail_records import MailSource
from gm.errors import QuotaUsedUp, TemporaryFailure
from gm.failpoints import failpoint

_log = logging.getLogger(__name__)

STORED = ".Stored"
_SEEN = ":2,S"
_WANTED_EVERY = 2.0
_FILE_CLOCK = timedelta(seconds=0.1)
"""By so much the clock that dates files may be behind."""


def maildir_name(folder: Path) -> str:
    """Return what a Maildir is called in the log and in the database."""
    return f"maildir {folder}"


class MaildirInbox:
    """A Maildir that is ours to empty.

    Args:
        folder: where it lies; the program that delivers makes it.
        poll_seconds: how often it is looked into.
    """

    def __init__(self, folder: Path, fetching: Fetching, poll_seconds: float) -> None:
        self._folder = folder
        self._fetching = fetching
        self._poll_seconds = poll_seconds
        self._left_alone: set[str] = set()
        self._postponed = Postponed[str](fetching.clock)

    @property
    def name(self) -> str:
        """What it is called in the log and in the database."""
        return maildir_name(self._folder)

    def look(self, taken: Callable[[], None]) -> None:
        """Take in everything that lies there.

        Raises:
            TemporaryFailure: the folder cannot be read, or a file in it cannot be moved.
            StoreBusy, StoreError: nothing can be stored for now.
        """
        with self._fetching.alone(self.name) as mine:
            if not mine:
                return
            try:
                self._look(taken)
            except OSError as fault:
                raise TemporaryFailure(str(fault)) from fault

    def wait(self, stopping: threading.Event) -> None:
        """Wait until it is time to look again, or until we stop."""
        left = self._poll_seconds
        while left > 0 and not stopping.wait(min(left, _WANTED_EVERY)):
            left -= _WANTED_EVERY
            if self._fetching.is_wanted():
                return

    def close(self) -> None:
        """Nothing is held open."""

    def _look(self, taken: Callable[[], None]) -> None:
        began = self._fetching.clock.now()
        cursor = self._fetching.cursor() or self._fetching.note(self._fetching.first())
        for path in sorted(self._lying(), key=lambda path: path.name):
            if self._is_old(path, cursor) or _unique(path) in self._postponed.today():
                continue
            try:
                self._take(path)
            except QuotaUsedUp as fault:
                _log.info("%s: a mail is left there for now: %s", self.name, fault)
                self._postponed.add(_unique(path))
            else:
                taken()
        was = cursor.polled_at
        if self._fetching.looked(cursor, began).polled_at != was:
            taken()

    def _lying(self) -> Iterator[Path]:
        """Yield the mails that lie there; a name with a dot in front is no mail."""
        for part in ("new", "cur"):
            for path in (self._folder / part).iterdir():
                if not path.name.startswith("."):
                    yield path

    def _is_old(self, path: Path, cursor: MailSource) -> bool:
        """Tell whether a mail lay there before we first looked; it is left alone then."""
        if path.name in self._left_alone:
            return True
        delivered = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        if delivered >= cursor.since - _FILE_CLOCK:
            return False
        _log.info("%s: a mail from before the first look is left alone", self.name)
        self._left_alone.add(path.name)
        return True

    def _take(self, path: Path) -> None:
        with path.open("rb") as file:
            raw = file.read(LARGEST)
        unique = _unique(path)
        self._fetching.take(raw, unique, None)
        failpoint("source.before_move")
        path.rename(self._stored() / f"{unique}{_SEEN}")

    def _stored(self) -> Path:
        """Return the folder of what has been stored, made as a Maildir within one."""
        folder = self._folder / STORED
        for part in ("tmp", "new", "cur"):
            (folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / "maildirfolder").touch()
        return folder / "cur"


def _unique(path: Path) -> str:
    """Return the part of a file's name that stays, whatever flags the mail is given."""
    return path.name.partition(":")[0]

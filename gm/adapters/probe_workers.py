"""The doctor's tries at the processes beside the server: a mail is read, and a map drawn.

They are those of the server itself, so that what no test of ours has seen - a Python, a library, a
limit of this machine - is found before a player's mail is.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any, Final, Protocol

from gm.adapters.post.reader_worker import WorkerReader
from gm.adapters.worker import TooSlowError, Worker, WorkerError
from gm.app.keeping.doctor import Finding, Level
from gm.errors import PictureError
from gm.mail.reading import read_mail

SAMPLE: Final = (
    b"From: Maeve <maeve@example.org>\nTo: gm@example.org\nSubject: Re: tara\n"
    b"Date: Mon, 4 Mar 2030 21:04:00 +0100\nMessage-ID: <1@example.org>\n"
    b"Content-Type: text/plain; charset=utf-8\n\n"
    b"A Muenchen - T\xc3\xbcrkei\n\nOn 4 Mar 2030 gm@example.org wrote:\n> Your orders?\n"
)
"""A mail with something of all that a reading is made of."""


def examine_reader(reader: WorkerReader) -> Iterator[Finding]:
    """Yield whether mails can be read: a sample is, in the process and here, to the same end."""
    try:
        reading = reader.attempt(SAMPLE)
    except TooSlowError as fault:
        remedy = "Set reader_seconds higher, or see what else the machine does."
        yield Finding("reader", Level.FAIL, f"mails cannot be read: {fault}", remedy)
        return
    except WorkerError as fault:
        words = f"mails cannot be read: {fault}"
        yield Finding("reader", Level.FAIL, words, _remedy(reader.worker))
        return
    if reading != read_mail(SAMPLE):
        words = "mails are read otherwise than they should be: what is read does not arrive whole"
        yield Finding("reader", Level.FAIL, words, _remedy(reader.worker))
        return
    yield Finding("reader", Level.OK, "a sample mail was read by the process that reads mails")


class TriedStudio(Protocol):
    """What draws pictures, in a process of its own."""

    @property
    def worker(self) -> Worker:
        """The process."""
        ...

    def draw(self, shown: Any) -> bytes:
        """Return a picture as PNG; PictureError if it cannot be drawn."""
        ...


def examine_studio(studio: TriedStudio, shown: object) -> Iterator[Finding]:
    """Yield whether maps can be drawn; mails go without them where they cannot.

    Args:
        studio: what draws them. shown: what a sample shows.
    """
    try:
        picture = studio.draw(shown)
    except PictureError as fault:
        words = f"maps cannot be drawn, and mails go without them: {fault}"
        yield Finding("pictures", Level.FAIL, words, _remedy(studio.worker))
        return
    words = f"a sample map of {len(picture) // 1024} kB was drawn by the process that draws"
    yield Finding("pictures", Level.OK, words)


def _remedy(worker: Worker) -> str:
    """Say how one sees why a process fails: it ends by itself when nothing is asked of it."""
    return f"See what it says by itself: {shlex.join(worker.command)} < /dev/null | od -c"

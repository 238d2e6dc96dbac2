"""Who stores the mails that a listener takes: what comes while one is stored is stored together.

A commit costs as much for ten mails as for one. So a thread takes all that wait, stores them in
one transaction, and each sender is answered when that is committed. Where this fails each mail is
tried by itself, so that what is wrong with one costs no other.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import NamedTuple

from gm.errors import StoreBusy

MOST_TOGETHER = 50
MOST_BYTES = 4 * 1024 * 1024
"""So many mails, and bytes, are stored in one transaction."""


class ClerkLetter(NamedTuple):
    """A mail as it came in."""

    raw: bytes
    sender: str
    recipients: Sequence[str]


Accept = Callable[[bytes, str, Sequence[str]], object]
"""Store a mail durably (raw, envelope sender, recipients), or raise."""

AcceptAll = Callable[[Sequence[ClerkLetter]], object]
"""Store mails durably, all of them; or raise, and store none."""


@dataclass(slots=True)
class _Waiting:
    """A mail to be stored, and who waits for it; `fault` is what kept it from being stored."""

    letter: ClerkLetter
    answer: asyncio.Future[None]
    fault: Exception | None = None


class Clerk:
    """Threads that store mails, for one event loop.

    Args:
        accept: stores one mail; called in a thread.
        accept_all: stores several in one transaction; None where each is stored by itself.
        threads: how many store at once.
        after: called when some have been tried, and their answers are on the way.
    """

    def __init__(
        self,
        accept: Accept,
        accept_all: AcceptAll | None,
        threads: int,
        after: Callable[[], object] = int,
    ) -> None:
        self._accept = accept
        self._after = after
        self._accept_all = accept_all
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"gm-clerk-{number}", daemon=True)
            for number in range(1, threads + 1)
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Store what waits, and end."""
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    async def store(self, letter: ClerkLetter) -> None:
        """Have a mail stored, and return when it is; raises whatever prevents that.

        Who is cancelled meanwhile is not answered; the mail is stored all the same.
        """
        answer = asyncio.get_running_loop().create_future()
        self._waiting.put(_Waiting(letter, answer))
        await answer

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            together = self._with_others(first)
            self._store(together)
            loop = first.answer.get_loop()
            loop.call_soon_threadsafe(_answer, together)
            # Whoever reads them takes time from the thread that answers; so he is told after it.
            self._after()

    def _with_others(self, first: _Waiting) -> list[_Waiting]:
        """Return a mail and those that wait behind it."""
        together, size = [first], len(first.letter.raw)
        if self._accept_all is None:
            return together
        with suppress(Empty):
            while len(together) < MOST_TOGETHER and size < MOST_BYTES:
                if (another := self._waiting.get_nowait()) is None:
                    self._waiting.put(None)  # the end, once this is done
                    break
                together.append(another)
                size += len(another.letter.raw)
        return together

    def _store(self, mails: Sequence[_Waiting]) -> None:
        try:
            if self._accept_all is None or len(mails) == 1:
                for waiting in mails:
                    self._accept(*waiting.letter)
            else:
                self._accept_all([mail.letter for mail in mails])
        except Exception as fault:
            # Where the database is busy the next would wait as long, and as much in vain.
            if len(mails) == 1 or isinstance(fault, StoreBusy):
                for waiting in mails:
                    waiting.fault = fault
            else:
                for waiting in mails:
                    self._store([waiting])


def _answer(mails: Sequence[_Waiting]) -> None:
    for waiting in mails:
        if waiting.answer.done():
            continue  # who waited for it has gone
        if waiting.fault is None:
            waiting.answer.set_result(None)
        else:
            waiting.answer.set_exception(waiting.fault)

"""A limit of processor time for the work on one mail, looked at where that work goes on.

Whoever works says so now and then with `check_time`: each line that is read, each statement to the
database. Past the limit that raises, so the transaction is taken back like any that fails. An
exception thrown into a thread from outside could hit it anywhere, also halfway through giving a
connection back. What never comes to a check is ended otherwise (`gm.adapters.serving.processes`).

The time of the thread's processor counts, not the time of day: who waits for a lock, or for a busy
machine, is not to blame.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gm.errors import TookTooLong

_END: ContextVar[float | None] = ContextVar("end", default=None)
"""Where the processor time of this thread ends that its work may take; None for no limit."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let what happens inside take so much processor time of this thread at most."""
    before = _END.set(time.thread_time() + seconds)
    try:
        yield
    finally:
        _END.reset(before)


def check_time() -> None:
    """Go on if there is time left, or no limit; TookTooLong."""
    end = _END.get()
    if end is not None and time.thread_time() > end:
        raise TookTooLong("It took longer than a mail may take.")

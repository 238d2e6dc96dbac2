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
from dataclasses import dataclass

from gm.errors import TookTooLong


@dataclass(frozen=True, slots=True)
class _Limit:
    """Where the work on a mail has to end.

    Args:
        processor: by the processor time of its thread.
        earliest: by the clock, which that time cannot outrun.
    """

    processor: float
    earliest: float


_LIMIT: ContextVar[_Limit | None] = ContextVar("limit", default=None)
"""Where the work of this thread has to end; None for no limit."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Let what happens inside take so much processor time of this thread at most."""
    limit = _Limit(time.thread_time() + seconds, time.monotonic() + seconds)
    before = _LIMIT.set(limit)
    try:
        yield
    finally:
        _LIMIT.reset(before)


def check_time() -> None:
    """Go on if there is time left, or no limit; TookTooLong.

    The clock is looked at first: processor time is a call into the kernel, some thousand for a mail.
    """
    limit = _LIMIT.get()
    if limit is None or time.monotonic() < limit.earliest:
        return
    if time.thread_time() > limit.processor:
        raise TookTooLong("It took longer than a mail may take.")

"""The end of a process whose work on a mail never ends: the last of three nets.

The first is the mortal reader, the second the limit of time that the work itself looks at
(`gm.time_limit`). This one is for what comes to no look at a clock, such as a pattern that searches
for hours: that holds the interpreter, so no thread of Python's could step in. The C library's timer
thread of `faulthandler` can. It writes where every thread is to the log and ends the process with
code 1. Whoever supervises the server starts it again, and the mail's attempt has been counted.
"""

from __future__ import annotations

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LAST_RESORT_SECONDS: Final = 120.0
"""After so long over one mail the server ends itself; reading, waiting and acting have their own
limits, which come to half of that."""

_STDERR: Final = 2


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End the process if what is done inside takes longer; for one thread of a process only."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_STDERR)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()

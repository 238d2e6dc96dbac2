"""Places where a test may kill the server, to prove that a crash there loses and repeats nothing.

``failpoint("...")`` does nothing in normal life. With the environment variable ``GM_FAILPOINT``
set to its name the process kills itself there with SIGKILL: no handler runs, no file is flushed.
``GM_FAILPOINT=name:3`` lets it pass twice first.
"""

import os
import signal
from collections.abc import Mapping
from itertools import count
from typing import Final

from gm.errors import ConfigError

VARIABLE: Final = "GM_FAILPOINT"

FAILPOINTS: Final = (
    "accept.before_insert",  # the mail is here, nothing is written
    "accept.before_commit",  # the row is written, not committed
    "accept.before_reply",  # committed, the sender not yet told 250
    "source.before_move",  # fetched from a mailbox and stored, the mailbox not yet told
    "inbox.claimed",  # the mail is taken for reading
    "inbox.read",  # read, its orders and receipt not yet written
    "inbox.before_commit",  # orders and receipt written, not committed
    "inbox.after_commit",  # orders and receipt committed, nothing sent
    "confirm.before_commit",  # a sender's answer believes a held mail, not committed
    "phase.resolved",  # the phase is decided, nothing written
    "phase.before_commit",  # results and reports written, not committed
    "phase.after_commit",  # results and reports committed, nothing sent
    "draws.before_commit",  # draws that the GM enters are written, not committed
    "reminders.before_commit",  # reminders written, not committed
    "reminders.after_commit",  # reminders committed, nothing sent
    "outbox.before_send",  # a mail is due, nothing handed over
    "outbox.after_send",  # handed over, not yet marked as sent
    "migrate.midway",  # the database is between two versions
)


_reached = count(1)
"""How often the armed failpoint was reached; there is one at most."""


def armed_failpoint(environ: Mapping[str, str] = os.environ) -> str | None:
    """The failpoint the environment asks for, or None.

    Raises:
        ConfigError: no failpoint has that name, or what stands behind it is no number from 1 on;
            a test that never crashes would prove nothing.
    """
    armed = environ.get(VARIABLE)
    if not armed:
        return None
    name, colon, times = armed.partition(":")
    reason = ""
    if name not in FAILPOINTS:
        reason = f"no failpoint is called {name!r}; there are {', '.join(FAILPOINTS)}"
    elif colon and not (times.isdecimal() and int(times)):
        reason = f"{times!r} is no number from 1 on: the time at which {name} kills"
    if reason:
        raise ConfigError(f"environment variable {VARIABLE}", "", reason)
    return name


def failpoint(name: str) -> None:
    """Die here by SIGKILL if the environment names this failpoint.

    Raises:
        ValueError: the code names a failpoint that is not in ``FAILPOINTS``.
    """
    if name not in FAILPOINTS:
        raise ValueError(f"unlisted failpoint {name!r}")
    armed, _, times = os.environ.get(VARIABLE, "").partition(":")
    if armed == name and next(_reached) >= int(times or 1):
        os.kill(os.getpid(), signal.SIGKILL)

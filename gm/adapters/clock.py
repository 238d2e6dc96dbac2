"""The clock of the machine."""

from __future__ import annotations

import time
from datetime import UTC, datetime

# It goes on while the machine sleeps, where there is one that does: who wakes up has not had his
# clock set.
_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class SystemClock:
    """The time of day as the machine knows it."""

    def now(self) -> datetime:
        """Return this moment in UTC."""
        return datetime.now(UTC)

    def steady(self) -> float:
        """Return the seconds since the machine was started, its sleep included."""
        return time.clock_gettime(_STEADY)

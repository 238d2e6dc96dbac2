"""The clock of the machine."""

from __future__ import annotations

from datetime import UTC, datetime


class SystemClock:
    """The time of day as the machine knows it."""

    def now(self) -> datetime:
        """Return this moment in UTC."""
        return datetime.now(UTC)

"""A clock that stands still until it is told to move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


class FakeClock:
    """A clock to set; it shows `START` unless told otherwise."""

    def __init__(self, moment: datetime = START) -> None:
        self._moment = moment
        self._moved = timedelta()

    def now(self) -> datetime:
        """Return the moment it was set to."""
        return self._moment

    def steady(self) -> float:
        """Return the seconds that passed since `START`, whatever was done to the time of day."""
        return (self._moment - self._moved - START).total_seconds()

    def set(self, moment: datetime) -> None:
        """Show another moment, later or earlier; ValueError if it has no zone."""
        if moment.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        self._moment = moment.astimezone(UTC)

    def advance(self, **length: float) -> datetime:
        """Move by a length given as for `timedelta`, and return the new moment."""
        self._moment += timedelta(**length)
        return self._moment

    def jump(self, **length: float) -> datetime:
        """Set the time of day, back or forward, without any time passing; return the new one."""
        moved = timedelta(**length)
        self._moved += moved
        self._moment += moved
        return self._moment

"""When deadlines fall: at an hour by the clocks of a zone, on some weekdays, never on holidays.

A length of time says how long a phase is open at least. Its end is then moved to the next moment at
which a deadline may fall: later, and never earlier. Pure functions; every moment is aware.

An hour that the clocks leave out is taken an hour later, where it would have been; one that they
show twice is the second, so that nobody who reads his own clock is late.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_ALL_DAYS = frozenset(range(7))
_FARTHEST = 3660
"""Days that are looked through; holidays without an end bind nobody for longer."""


@dataclass(frozen=True, slots=True)
class Away:
    """A time on which no deadline falls because a player is away: from `first` until `back`."""

    first: datetime
    back: datetime


@dataclass(frozen=True, slots=True)
class Schedule:
    """When deadlines may fall.

    Args:
        zone: IANA name of the zone whose clocks and days count.
        at: the hour of every deadline; None for any.
        days: the weekdays on which they may fall, Monday 0; never empty.
        holidays: first and last day of each time on which none falls.
        begins: lengths are counted from this moment at the earliest.
        away: when players are away.
    """

    zone: str = "UTC"
    at: time | None = None
    days: frozenset[int] = _ALL_DAYS
    holidays: tuple[tuple[date, date], ...] = ()
    begins: datetime | None = None
    away: tuple[Away, ...] = ()

    def allows(self, day: date) -> bool:
        """Tell whether a deadline may fall on a day."""
        holiday = any(first <= day <= last for first, last in self.holidays)
        return day.weekday() in self.days and not holiday


def deadline_after(schedule: Schedule, opened: datetime, length: timedelta) -> datetime:
    """Return the deadline, in UTC, of what is opened at a moment for at least a length of time."""
    start = opened if schedule.begins is None else max(opened, schedule.begins)
    return next_allowed(schedule, start + length)


def next_allowed(schedule: Schedule, moment: datetime) -> datetime:
    """Return the first moment, in UTC, at or after another at which a deadline may fall."""
    allowed = _by_the_calendar(schedule, moment)
    while waited := [away.back for away in schedule.away if away.first <= allowed < away.back]:
        allowed = _by_the_calendar(schedule, max(waited))
    return allowed


def _by_the_calendar(schedule: Schedule, moment: datetime) -> datetime:
    """Return the first moment at or after another that the hour and the days allow."""
    zone = ZoneInfo(schedule.zone)
    local = moment.astimezone(zone)
    if schedule.at is None and schedule.allows(local.date()):
        return moment.astimezone(UTC)
    clock = schedule.at or local.time()
    for more in range(_FARTHEST):
        day = local.date() + timedelta(days=more)
        allowed = _on(day, clock, zone)
        # Where the clocks leave out the end of a day, its hour falls on the next one.
        if allowed >= moment and schedule.allows(allowed.astimezone(zone).date()):
            return allowed
    return moment.astimezone(UTC)


def _on(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return the moment of an hour on a day; of two the later one, also of a gap's two ends."""
    said = datetime.combine(day, clock.replace(fold=0, tzinfo=None), zone)
    return max(said.astimezone(UTC), said.replace(fold=1).astimezone(UTC))

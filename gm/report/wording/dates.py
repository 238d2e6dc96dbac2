"""Moments and lengths of time as people read them, in their own zone and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

# Not strftime: its names would follow the server's locale.
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def moment_words(moment: datetime, zone: str) -> str:
    """Return a moment in the reader's zone and in UTC.

    `Fri 27 Nov 2026, 20:00 (Europe/Dublin; 20:00 UTC)`; the day is repeated where it differs.
    """
    utc = moment.astimezone(UTC)
    known = _zone(zone)
    if known is None or zone in {"UTC", "Etc/UTC"}:
        return f"{_day(utc)} {utc.year}, {_time(utc)} UTC"
    local = moment.astimezone(known)
    day = f"{_day(utc)}, " if utc.date() != local.date() else ""
    return f"{_day(local)} {local.year}, {_time(local)} ({zone}; {day}{_time(utc)} UTC)"


def clock_words(moment: datetime, zone: str) -> str:
    """Return a moment by the clocks of a zone that is told elsewhere: `Fri 27 Nov 2026, 20:00`."""
    local = moment.astimezone(_zone(zone) or UTC)
    return f"{_day(local)} {local.year}, {_time(local)}"


def day_words(moment: datetime, zone: str) -> str:
    """Return the day of a moment in the reader's zone: `27 Nov 2026`."""
    local = moment.astimezone(_zone(zone) or UTC)
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}"


def stretch_words(first: datetime, last: datetime, zone: str) -> str:
    """Return the days of a time in the reader's zone: `from Thu 24 Dec 2026 to Sat 2 Jan 2027`."""
    start, end = (one.astimezone(_zone(zone) or UTC) for one in (first, last))
    if start.date() == end.date():
        return f"on {_day(start)} {start.year}"
    return f"from {_day(start)} {start.year} to {_day(end)} {end.year}"


def short_moment(moment: datetime) -> str:
    """Return a moment for a subject line: `Fri 27 Nov 20:00 UTC`."""
    utc = moment.astimezone(UTC)
    return f"{_day(utc)} {_time(utc)} UTC"


def time_left(now: datetime, moment: datetime) -> str:
    """Return how far off a moment is: `in 2 days 4 hours`, `in 35 minutes`, `3 hours ago`."""
    words = length_words(abs(moment - now))
    return f"in {words}" if moment >= now else f"{words} ago"


def length_words(length: timedelta) -> str:
    """Return a length of time in its two largest units: `2 days 4 hours`, `35 minutes`."""
    minutes = int(length.total_seconds()) // 60
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        parts = (_count(days, "day"), _count(hours, "hour"))
    else:
        parts = (_count(hours, "hour"), _count(rest, "minute"))
    return " ".join(part for part in parts if part) or "less than a minute"


def _count(number: int, word: str) -> str:
    if not number:
        return ""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _zone(name: str) -> ZoneInfo | None:
    # Zones are checked when they are stored; a zone that a later database dropped must not cost
    # a player his mail.
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def _day(moment: datetime) -> str:
    return f"{_DAYS[moment.weekday()]} {moment.day} {_MONTHS[moment.month - 1]}"


def _time(moment: datetime) -> str:
    return f"{moment.hour:02}:{moment.minute:02}"

"""Moments and lengths of time as people read them, in their own zone and in UTC."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from gm.languages import day_name, gettext, month_name, ngettext, npgettext, pgettext


def moment_words(moment: datetime, zone: str) -> str:
    """Return a moment in the reader's zone and in UTC.

    `Fri 27 Nov 2026, 20:00 (Europe/Dublin; 20:00 UTC)`; the day is repeated where it differs.
    """
    utc = moment.astimezone(UTC)
    known = _zone(zone)
    if known is None or zone in {"UTC", "Etc/UTC"}:
        return f"{_at(utc)} UTC"
    local = moment.astimezone(known)
    day = f"{_day(utc)}, " if utc.date() != local.date() else ""
    return f"{_at(local)} ({zone}; {day}{_time(utc)} UTC)"


def clock_words(moment: datetime, zone: str) -> str:
    """Return a moment by the clocks of a zone that is told elsewhere: `Fri 27 Nov 2026, 20:00`."""
    return _at(moment.astimezone(_zone(zone) or UTC))


def day_words(moment: datetime, zone: str) -> str:
    """Return the day of a moment in the reader's zone: `27 Nov 2026`."""
    local = moment.astimezone(_zone(zone) or UTC)
    month = month_name(local.month)
    return pgettext("date", "{day} {month} {year}", day=local.day, month=month, year=local.year)


def stretch_words(first: datetime, last: datetime, zone: str) -> str:
    """Return the days of a time in the reader's zone: `from Thu 24 Dec 2026 to Sat 2 Jan 2027`."""
    start, end = (moment.astimezone(_zone(zone) or UTC) for moment in (first, last))
    if start.date() == end.date():
        return gettext("on {day}", day=_of_year(start))
    return gettext("from {first} to {last}", first=_of_year(start), last=_of_year(end))


def short_moment(moment: datetime) -> str:
    """Return a moment for a subject line: `Fri 27 Nov 20:00 UTC`."""
    utc = moment.astimezone(UTC)
    return f"{_day(utc)} {_time(utc)} UTC"


def time_left(now: datetime, moment: datetime) -> str:
    """Return how far off a moment is: `in 2 days 4 hours`, `in 35 minutes`, `3 hours ago`."""
    days, hours, minutes = _in_units(abs(moment - now))
    # Translators: stands behind "in" or before "ago", and may need another form there.
    day = npgettext("how far off", "{n} day", "{n} days", days, n=days)
    hour = npgettext("how far off", "{n} hour", "{n} hours", hours, n=hours)
    minute = npgettext("how far off", "{n} minute", "{n} minutes", minutes, n=minutes)
    parts = ((days, day), (hours, hour), (minutes, minute))
    length = _joined(parts) or pgettext("how far off", "less than a minute")
    if moment >= now:
        return gettext("in {length}", length=length)
    return gettext("{length} ago", length=length)


def length_words(length: timedelta) -> str:
    """Return a length of time in its two largest units: `2 days 4 hours`, `35 minutes`."""
    days, hours, minutes = _in_units(length)
    day = ngettext("{n} day", "{n} days", days, n=days)
    hour = ngettext("{n} hour", "{n} hours", hours, n=hours)
    minute = ngettext("{n} minute", "{n} minutes", minutes, n=minutes)
    parts = ((days, day), (hours, hour), (minutes, minute))
    return _joined(parts) or gettext("less than a minute")


def _in_units(length: timedelta) -> tuple[int, int, int]:
    """Return days, hours and minutes; no minutes where there are days."""
    whole = int(length.total_seconds()) // 60
    days = whole // 1440
    return days, whole // 60 % 24, 0 if days else whole % 60


def _joined(parts: Iterable[tuple[int, str]]) -> str:
    return " ".join(words for number, words in parts if number)


def _zone(name: str) -> ZoneInfo | None:
    # Zones are checked when they are stored; a zone that a later database dropped must not cost
    # a player his mail.
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


def _day(moment: datetime) -> str:
    name, month = day_name(moment.weekday()), month_name(moment.month)
    return pgettext("date", "{name} {day} {month}", name=name, day=moment.day, month=month)


def _of_year(moment: datetime) -> str:
    # Translators: {day} is "Fri 27 Nov".
    return pgettext("date", "{day} {year}", day=_day(moment), year=moment.year)


def _at(moment: datetime) -> str:
    # Translators: {day} is "Fri 27 Nov 2026", {time} is "20:00".
    return pgettext("date", "{day}, {time}", day=_of_year(moment), time=_time(moment))


def _time(moment: datetime) -> str:
    return f"{moment.hour:02}:{moment.minute:02}"

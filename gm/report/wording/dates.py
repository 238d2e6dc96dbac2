"""Moments and lengths of time as people read them, in their own zone and in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from gm.languages import day_name, gettext, month_name, ngettext, pgettext


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
    start, end = (one.astimezone(_zone(zone) or UTC) for one in (first, last))
    if start.date() == end.date():
        return gettext("on {day}", day=_of_year(start))
    return gettext("from {first} to {last}", first=_of_year(start), last=_of_year(end))


def short_moment(moment: datetime) -> str:
    """Return a moment for a subject line: `Fri 27 Nov 20:00 UTC`."""
    utc = moment.astimezone(UTC)
    return f"{_day(utc)} {_time(utc)} UTC"


def time_left(now: datetime, moment: datetime) -> str:
    """Return how far off a moment is: `in 2 days 4 hours`, `in 35 minutes`, `3 hours ago`."""
    length = length_words(abs(moment - now))
    if moment >= now:
        return gettext("in {length}", length=length)
    return gettext("{length} ago", length=length)


def length_words(length: timedelta) -> str:
    """Return a length of time in its two largest units: `2 days 4 hours`, `35 minutes`."""
    minutes = int(length.total_seconds()) // 60
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = (_days(days), _hours(hours)) if days else (_hours(hours), _minutes(rest))
    return " ".join(part for part in parts if part) or gettext("less than a minute")


def _days(number: int) -> str:
    return ngettext("{n} day", "{n} days", number, n=number) if number else ""


def _hours(number: int) -> str:
    return ngettext("{n} hour", "{n} hours", number, n=number) if number else ""


def _minutes(number: int) -> str:
    return ngettext("{n} minute", "{n} minutes", number, n=number) if number else ""


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

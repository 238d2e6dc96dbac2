"""How the values of settings are written: one reader for each form.

A reader is handed the text and the game's time zone; InputError says in a sentence what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from typing import Final

from gm.app.clock.wall_time import instant
from gm.app.settings.setting_kinds import NO_ARCHIVE, SERVERS_ARCHIVE
from gm.config import checked_pattern
from gm.errors import InputError
from gm.languages import gettext
from gm.languages.names import language_named
from gm.languages.near_words import nearest

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The weekdays as they are written, Monday first."""

_PARTS = re.compile(
    r"(\d{1,9})\s*(w(?:eeks?)?|d(?:ays?)?|h(?:ours?)?|min(?:utes?)?|m|s(?:econds?)?)"
    r"(?![a-z])(?:\s*(?:,|and\b))?",
    re.IGNORECASE,
)
_SECONDS = {"w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")
_LONGEST: Final = timedelta(days=3660)
"""Ten years: beyond it somebody has mistyped, and moments would leave the calendar."""

_MOST: Final = 999


NO_TOURNAMENT: Final = "none"
"""What is written of a game that is one of no tournament."""

_TOURNAMENT: Final = re.compile(r"[a-z0-9][a-z0-9-]{1,30}[a-z0-9]")


def tournament(text: str, _zone: str) -> str:
    """Read the name of a tournament, in small letters."""
    name = "-".join(text.casefold().split())
    if not _TOURNAMENT.fullmatch(name) and name != NO_TOURNAMENT:
        raise InputError(gettext("Its name has 3 to 32 letters, digits and hyphens."))
    return name


def one_of(kinds: type[Enum]) -> Callable[[str, str], Enum]:
    """Return the reader of a choice."""

    def read(text: str, _zone: str) -> Enum:
        try:
            return kinds(text.strip().casefold())
        except ValueError as fault:
            near = nearest(text.strip().casefold(), [member.value for member in kinds], most=1)
            raise InputError(
                gettext("Did you mean {names}?", names=near[0]) if near else ""
            ) from fault

    return read


def archive(text: str, _zone: str) -> str:
    """Read where mails to the list are archived: a word, or the pattern of their URLs."""
    word = text.strip().casefold()
    if word in {SERVERS_ARCHIVE, NO_ARCHIVE}:
        return word
    try:
        return checked_pattern(text)
    except ValueError as fault:
        raise InputError(f"That is {fault}.") from fault  # for who keeps the list


def language(text: str, _zone: str) -> str:
    """Read a language, as its code."""
    return language_named(text)


def yes_or_no(text: str, _zone: str) -> bool:
    """Read a switch."""
    word = text.strip().casefold()
    if word not in {"yes", "no"}:
        raise InputError(gettext("It is yes or no."))
    return word == "yes"


def moment_said(text: str, zone: str, start: datetime) -> datetime:
    """Return a moment in UTC from `2026-11-27 20:00` (in the zone), or `+24h` from a start; InputError.

    A time that comes twice is said with its offset: `2026-10-25 01:30+01:00`.
    """
    if text.startswith("+"):
        return start + timedelta(seconds=seconds(text[1:]))
    try:
        return instant(datetime.fromisoformat(text), zone)
    except (ValueError, OverflowError) as fault:  # an offset may lead out of the calendar
        raise InputError(f"{text!r} is no moment; write 2026-11-27 20:00 or +24h.") from fault


def seconds(text: str) -> int:
    """Return the seconds in a length such as `7d`, `36h`, `1d12h` or `7 days`.

    Raises:
        InputError: it is none, or more than ten years.
    """
    parts = _PARTS.findall(text)
    if not parts or _PARTS.sub("", text).strip():
        raise InputError(
            gettext("{text} is no length; write 7d, 36h, 1d12h, 45min or 90s.", text=repr(text))
        )
    total = sum(int(number) * _SECONDS[unit[0].lower()] for number, unit in parts)
    if total > _LONGEST.total_seconds():
        raise InputError(gettext("That is longer than ten years."))
    return total


def length(text: str, _zone: str) -> timedelta:
    """Read a length of time; 0 is none."""
    return timedelta(0) if text.strip() == "0" else timedelta(seconds=seconds(text))


def time_of_day(text: str, _zone: str) -> time | None:
    """Read an hour on the clock; `any` and `none` are None."""
    if text.strip().casefold() in {"any", "none"}:
        return None
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise InputError(gettext("Write hours and minutes, 00:00 to 23:59."))
    return time(int(match[1]), int(match[2]))


def weekdays(text: str, _zone: str) -> frozenset[int]:
    """Read a set of weekdays, Monday 0: `all`, `mon-fri`, `tue,thu`; never empty."""
    if text.strip().casefold() == "all":
        return frozenset(range(len(DAYS)))
    days: set[int] = set()
    for part in re.split(r"[\s,;]+", text.strip().casefold()):
        first, dash, last = part.partition("-")
        start, end = _day(first), _day(last if dash else first)
        days |= {(start + more) % 7 for more in range((end - start) % 7 + 1)}
    return frozenset(days)


def _day(word: str) -> int:
    if word[:3] not in DAYS:
        raise InputError(
            gettext(
                "{word} is no weekday; there are {days}.", word=repr(word), days=", ".join(DAYS)
            )
        )
    return DAYS.index(word[:3])


def dates(text: str, _zone: str) -> tuple[tuple[date, date], ...]:
    """Read days and stretches of days, each as its first and last day; `none` is empty."""
    if text.strip().casefold() == "none":
        return ()
    parts = [part for part in re.split(r"[\s,;]+", text.replace(" .. ", "..")) if part]
    return tuple(sorted(_stretch(part) for part in parts))


def _stretch(text: str) -> tuple[date, date]:
    first, dots, last = text.partition("..")
    start = _date(first)
    end = _date(last) if dots else start
    if end < start:
        raise InputError(gettext("{text} ends before it begins.", text=text))
    return start, end


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as fault:
        raise InputError(
            gettext("{text} is no day; write 2026-12-24.", text=repr(text))
        ) from fault


def moment(text: str, zone: str) -> datetime | None:
    """Read a moment by the clocks of the zone; `at once` is None."""
    if text.strip().casefold() == "at once":
        return None
    try:
        said = datetime.fromisoformat(text.strip())
    except ValueError as fault:
        raise InputError(
            gettext("{text} is no moment; write 2026-12-01 20:00.", text=repr(text))
        ) from fault
    return instant(said, zone).astimezone(UTC)


def whole_number(text: str, _zone: str) -> int:
    """Read a whole number from 0 to 999."""
    clean = text.strip()
    if not (clean.isascii() and clean.isdecimal()) or int(clean[:9]) > _MOST:
        raise InputError(gettext("It is 0 to {most}.", most=_MOST))
    return int(clean)

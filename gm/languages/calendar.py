"""The names of days and months, short, in the language that is being spoken."""

from __future__ import annotations

from functools import cache
from typing import Final

from babel import Locale, UnknownLocaleError

from gm.languages.catalogues import ENGLISH
from gm.languages.speaking import spoken

_ALONE: Final = "stand-alone"
"""Of the forms of the Unicode project's data, the one without a full stop: `Fr`, not `Fr.`."""


def day_name(weekday: int) -> str:
    """Return the short name of a day of the week: `Fri`.

    Args:
        weekday: 0 for Monday, as `datetime.weekday` has it.
    """
    return str(_locale(spoken()).days[_ALONE]["abbreviated"][weekday])


def month_name(month: int) -> str:
    """Return the short name of a month, 1 for January: `Nov`."""
    return str(_locale(spoken()).months[_ALONE]["abbreviated"][month])


@cache
def _locale(code: str) -> Locale:
    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale(ENGLISH)  # a language of one's own may have no calendar

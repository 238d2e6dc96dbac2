"""Little words that every layer needs: lists of things, quotes, small numbers, capitals, days and months."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, Literal

from babel import Locale, UnknownLocaleError

from gm.languages.catalogues import ENGLISH
from gm.languages.speaking import pgettext, small_before_capitals, spoken

# Text in capital letters, for headings of plain mails.


def capitals(text: str) -> str:
    """Return a text in capital letters, as the language that is being spoken writes it.

    Irish keeps small what it puts before a name: `na hÉireann`, `i gCorcaigh`.
    """
    small = _small(spoken())
    if small is None:
        return text.upper()
    parts, last = [], 0
    for match in small.finditer(text):
        parts += [text[last : match.start()].upper(), match.group()]
        last = match.end()
    return "".join((*parts, text[last:].upper()))


@cache
def _small(code: str) -> re.Pattern[str] | None:
    """Return the pattern of what stays small before a capital in a language; None for nothing."""
    each = "|".join(map(re.escape, small_before_capitals(code)))
    return re.compile(rf"\b(?:{each})(?=[A-ZÁÉÍÓÚ])") if each else None


# The names of days and months, short, in the language that is being spoken.

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


# Little words that every layer needs: lists of things, quotes, and small numbers.


def listed(words: Iterable[str], last: Literal["and", "or", "nor"] = "and") -> str:
    """Return words as `A, B and C`; "" where there are none."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    first, final = ", ".join(items[:-1]), items[-1]
    match last:
        case "and":
            # Translators: {first} is one thing, or several divided by commas; {last} is one.
            return pgettext("list", "{first} and {last}", first=first, last=final)
        case "or":
            return pgettext("list", "{first} or {last}", first=first, last=final)
        case "nor":
            return pgettext("list", "{first} nor {last}", first=first, last=final)


def quoted(text: str) -> str:
    """Return somebody's words in quotes."""
    # Translators: the marks that your language puts around what somebody else has written.
    return pgettext("quotes", "“{text}”", text=text)


def number_word(number: int) -> str:
    """Return a number as a word, from `none` to `twelve`; others in figures."""
    words = (
        pgettext("number", "none"),
        pgettext("number", "one"),
        pgettext("number", "two"),
        pgettext("number", "three"),
        pgettext("number", "four"),
        pgettext("number", "five"),
        pgettext("number", "six"),
        pgettext("number", "seven"),
        pgettext("number", "eight"),
        pgettext("number", "nine"),
        pgettext("number", "ten"),
        pgettext("number", "eleven"),
        pgettext("number", "twelve"),
    )
    return words[number] if 0 <= number < len(words) else str(number)

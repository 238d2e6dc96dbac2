"""Little words that every layer needs: lists of things, quotes, and small numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from gm.languages.speaking import pgettext


def listed(words: Iterable[str], last: Literal["and", "or", "nor"] = "and") -> str:
    """Return words as `A, B and C`; "" where there are none."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    first, final = ", ".join(found[:-1]), found[-1]
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

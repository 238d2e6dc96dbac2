"""Text in capital letters, for headings of plain mails."""

from __future__ import annotations

import re
from functools import cache

from gm.languages.joins import small_before_capitals
from gm.languages.speaking import spoken


def capitals(text: str) -> str:
    """Return a text in capital letters, as the language that is being spoken writes it.

    Irish keeps small what it puts before a name: `na hÉireann`, `i gCorcaigh`.
    """
    small = _small(spoken())
    if small is None:
        return text.upper()
    parts, last = [], 0
    for found in small.finditer(text):
        parts += [text[last : found.start()].upper(), found.group()]
        last = found.end()
    return "".join((*parts, text[last:].upper()))


@cache
def _small(code: str) -> re.Pattern[str] | None:
    """Return the pattern of what stays small before a capital in a language; None for nothing."""
    each = "|".join(map(re.escape, small_before_capitals(code)))
    return re.compile(rf"\b(?:{each})(?=[A-ZÁÉÍÓÚ])") if each else None

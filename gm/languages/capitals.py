"""Text in capital letters, for headings of plain mails."""

from __future__ import annotations

import re

from gm.languages.speaking import spoken

_IRISH = "ga"
_BEFORE_CAPITALS = re.compile(r"\b(?:bh|[hntmgdb])-?(?=[A-ZÁÉÍÓÚ])")
"""What Irish puts before a name and never writes in capitals: `na hÉireann`, `i gCorcaigh`."""


def capitals(text: str) -> str:
    """Return a text in capital letters, as the language that is being spoken writes it."""
    if spoken() != _IRISH:
        return text.upper()
    parts, last = [], 0
    for found in _BEFORE_CAPITALS.finditer(text):
        parts += [text[last : found.start()].upper(), found.group()]
        last = found.end()
    return "".join((*parts, text[last:].upper()))

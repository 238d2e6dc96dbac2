"""Tells whether a line stands in some texts, whatever mail programs did to blanks, signs and line ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

QUOTE_MARKS: Final = re.compile(r"^(?:\s*(?:>|＞|\|(?=\s|$)|[A-Za-z]{1,4}>(?=[\s>]|$)))++\s*")
"""What stands before a quoted line."""

_LINK: Final = re.compile(r"<(?:https?|mailto):[^<>\s]{1,500}>")
_NUMBERED: Final = re.compile(r"^(?:\d{1,3}[.)]|[-*•–])\s++")

_SURE: Final = 12
"""Letters of the shortest line that cannot stand in a longer text by chance."""


@dataclass(frozen=True, slots=True)
class KnownText:
    """Texts in which lines are looked for, whatever a mail program did to blanks, signs and line ends.

    Args:
        letters: of all texts, without case, blanks and signs. lines: those of each line.
    """

    letters: str
    lines: frozenset[str]

    def has(self, line: str, above: str = "", below: str = "") -> bool:
        """Tell whether a line stands in the texts; a short one only as a line, or beside its neighbours."""
        bare = letters_of(_LINK.sub("", line))
        unnumbered = letters_of(_NUMBERED.sub("", _LINK.sub("", line)))
        if not bare or bare in self.lines or unnumbered in self.lines:
            return True
        if len(unnumbered) >= _SURE:
            return bare in self.letters or unnumbered in self.letters
        around = (letters_of(above) + unnumbered, unnumbered + letters_of(below))
        return any(len(joined) > len(unnumbered) and joined in self.letters for joined in around)


@lru_cache(maxsize=64)
def known_text(texts: tuple[str, ...]) -> KnownText:
    """Return some texts as lines are looked for in them."""
    lines = [_LINK.sub("", line) for text in texts for line in text.split("\n")]
    bare = [letters_of(QUOTE_MARKS.sub("", line)) for line in lines]
    return KnownText("".join(bare), frozenset(bare))


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, without case."""
    return "".join(filter(str.isalnum, text.casefold()))

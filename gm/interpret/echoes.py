"""Says the words of a line as its writer wrote them.

Lines are read folded, and put into English where they are in another language; what is said of them
quotes the words that the writer knows: `“Böhmem”` and not `“Bohmem”`, `„unterstützt“` and not
`„supports“`. Which line is being read is no argument of every complaint; it is set around reading
one, as the language that is spoken is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from unicodedata import normalize

from gm.interpret.folding import fold
from gm.interpret.tongues import Words, words_of

_WORD = re.compile(r"[^\W_]+")

_LONGEST = 2000
"""Characters in which words are looked for."""

English = Callable[[str], Iterable[str]]
"""Puts words into English, in each way they may be meant."""


@dataclass(frozen=True, slots=True)
class _Source:
    """Lines as they were written.

    Args:
        lines: the one that is read, and those it may go on in.
        english: how their language was put into English; None if they are read as they stand.
    """

    lines: Sequence[str]
    english: English | None

    def find(self, words: str) -> str:
        """Return the words as they stand in the lines; as they are if they are not found."""
        wanted, text = words_of(words), normalize("NFC", "\n".join(self.lines)[:_LONGEST])
        if not wanted or words in text:
            return words
        found = [*_WORD.finditer(text)]
        ways = (_folded,) if self.english is None else (_folded, self.english)
        spans = (_span(text, found, wanted, way) for way in ways)
        span = next(filter(None, spans), None)
        if span is None:
            return words
        known = [*_WORD.finditer(words)]
        whole = f"{words[: known[0].start()]}{text[slice(*span)]}{words[known[-1].end() :]}"
        return " ".join(whole.split())


def _folded(words: str) -> tuple[str]:
    return (fold(words),)


def _span(
    text: str, found: list[re.Match[str]], wanted: Words, english: English
) -> tuple[int, int] | None:
    """Return where the first words of a text stand that come to the wanted ones; None if nowhere."""
    for number, first in enumerate(found):
        for last in found[number:]:
            span = first.start(), last.end()
            read = [words_of(one) for one in english(text[slice(*span)])]
            if wanted in read:
                return span
            if not any(wanted[: len(one)] == one for one in read):
                break
    return None


_SOURCE: ContextVar[_Source | None] = ContextVar("source", default=None)


@contextmanager
def echoing(lines: Sequence[str], english: English | None = None) -> Iterator[None]:
    """Read a line inside a `with`, so that its words are found as they were written.

    Args:
        lines: the one that is read, and those it may go on in.
        english: how their language is put into English; None if they are read as they stand.
    """
    token = _SOURCE.set(_Source(lines, english))
    try:
        yield
    finally:
        _SOURCE.reset(token)


def as_written(words: str) -> str:
    """Return words of the line that is being read as its writer wrote them."""
    source = _SOURCE.get()
    return words if source is None else source.find(words)

"""The lines around a message in other languages: `PRESSE AN FRANKREICH`, `ENDE PRESSE`.

They are put into the English that `gm.interpret.press_blocks` reads. A line counts only if the word
for a message itself is of the language: `Press an Austrian attack!` is English, and opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gm.interpret.exchange import exchanged
from gm.interpret.folding import fold
from gm.interpret.tongues import Tongue, tongues, words_of

CLOSING: Final = "endpress"
"""What the closing lines are in the tables of the languages."""

_MESSAGES: Final = frozenset({"press", "broadcast"})
_COLOURS: Final = frozenset({"grey", "white"})
_LONGEST_CLOSING = 48
"""Letters of the longest closing line, with what surrounds it."""


@lru_cache(maxsize=16)
def _messages(tongue: Tongue) -> frozenset[str]:
    """Return a language's words for a message, folded and without case."""
    return frozenset(turn[0] for turn, english in tongue.press.items() if english in _MESSAGES)


def openings_in_english(plain: str) -> Iterator[str]:
    """Yield an opening line put into English from each language that has its word for a message.

    Args:
        plain: the line, folded, up to its colon.
    """
    words = words_of(plain)
    for tongue in tongues():
        known = _messages(tongue)
        # A colour may stand before the word, as in English.
        coloured = tongue.press.get(words[:1]) in _COLOURS and words[1:2]
        if words[:1] and (words[0] in known or (coloured and words[1] in known)):
            yield " ".join(exchanged(tongue, tongue.press, plain).split())


def closes(line: str) -> bool:
    """Tell whether a line closes a message in another language, and says nothing else."""
    if len(line) > _LONGEST_CLOSING:
        return False
    words = words_of(fold(line))
    return any(tongue.press.get(words) == CLOSING for tongue in tongues())


def bare(line: str) -> str:
    """Return a line of the same length without the signs on its letters."""
    return line if line.isascii() else "".join(map(_bare, line))


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    plain = fold(letter)
    return plain if len(plain) == 1 else letter


@lru_cache(maxsize=16)
def _pattern(languages: tuple[Tongue, ...]) -> re.Pattern[str]:
    words = frozenset[str]().union(*map(_messages, languages))
    each = "|".join(map(re.escape, sorted(words)))
    return re.compile(rf"(?<![^\W_])(?:{each})(?![^\W_])" if each else r"(?!)", re.I)


def mentions(line: str) -> Iterator[int]:
    """Yield where a line has a word for a message in another language."""
    return (found.start() for found in _pattern(tongues()).finditer(bare(line)))

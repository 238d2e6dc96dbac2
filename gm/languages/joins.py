"""What stands before a name: Irish has `i Munich`, but `in Edinburgh`, and `I gCORCAIGH`.

A translator writes the little word, and cannot know which name will stand behind it. Only a word
right before a place is changed, and only by what fills that place; so no text that somebody else
has written is touched.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gm.errors import LanguageError
from gm.resources import languages_dir

JOINS_FILE: Final = "joins.toml"
"""In the folder of a language that has such words: each with the blank after it, if it has one."""

_PLACE: Final = re.compile(r"(?<!\w)(\w+) (\{(\w+)\})")
_BEGINNINGS: Final = {
    "before_vowels": re.compile(r"(?<!>)(?:<[^<>]*>)*+[aeiouáéíóú][^\W\d_]", re.I),
    "before_consonants": re.compile(r"(?<!>)(?:<[^<>]*>)*+[^\W\d_aeiouáéíóú][^\W\d_]", re.I),
}
"""How names begin, perhaps marked, by the tables; a letter alone is the `A` of a short order."""


def joined(code: str, sentence: str, values: Mapping[str, object]) -> str:
    """Return a sentence, its places still open, with the little words that go before its names.

    Args:
        code: the language of the sentence.
        sentence: with its places as names in braces.
        values: what goes into the places, by name.

    Raises:
        LanguageError: the words of the language cannot be read.
    """
    tables = _read(code).tables
    if not tables:
        return sentence

    def before(match: re.Match[str]) -> str:
        word, place, name = match.groups()
        value = str(values.get(name, ""))
        for kind, words in tables.items():
            changed = words.get(word.casefold())
            if changed is not None and _BEGINNINGS[kind].match(value):
                first = changed[:1].upper() if word[0].isupper() else changed[:1]
                return f"{first}{changed[1:]}{place}"
        return match.group()

    return _PLACE.sub(before, sentence)


@cache
def small_before_capitals(code: str) -> tuple[str, ...]:
    """Return what a language puts before a name and never writes in capitals, the longest first.

    Raises:
        LanguageError: the words of the language cannot be read.
    """
    return tuple(sorted(_read(code).small, key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class _Joins:
    """The file of a language.

    Args:
        tables: what little words turn into, by how the name behind them begins.
        small: what stands small before a capital.
    """

    tables: Mapping[str, Mapping[str, str]]
    small: tuple[str, ...]


@cache
def _read(code: str) -> _Joins:
    file = languages_dir() / code / JOINS_FILE
    if not file.is_file():
        return _Joins({}, ())
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        tables = {
            kind: {str(word): str(changed) for word, changed in raw.get(kind, {}).items()}
            for kind in _BEGINNINGS
        }
        return _Joins(tables, tuple(map(str, raw.get("before_capitals", ()))))
    except (OSError, TypeError, ValueError, AttributeError) as fault:
        raise LanguageError(f"{file}: {fault}") from fault

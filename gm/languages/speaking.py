"""Says sentences in the language that is being spoken.

The language is a matter of who reads, not of what is told; so it is no argument of every function
that makes words, but is set around them (`speaking`). It holds for the thread or task that set it.
The names are gettext's own, so that every tool of translators finds the sentences.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Final

from gm.errors import LanguageError
from gm.languages.catalogues import ENGLISH, Catalogue, catalogue
from gm.resources import languages_dir

# What stands before a name: Irish has `i Munich`, but `in Edinburgh`, and `I gCORCAIGH`.
#
# A translator writes the little word, and cannot know which name will stand behind it. Only a word
# right before a place is changed, and only by what fills that place; so no text that somebody else
# has written is touched.

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


_ENGLISH = catalogue(ENGLISH)
_SPOKEN: ContextVar[Catalogue] = ContextVar("spoken", default=_ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language inside a `with`.

    Args:
        code: as in `known`; "" goes on with the one that is spoken.

    Raises:
        LanguageError: there is no such language, or its catalogue cannot be read.
    """
    with speaking_from(catalogue(code) if code else _SPOKEN.get()):
        yield


@contextmanager
def speaking_from(own_catalogue: Catalogue) -> Iterator[None]:
    """Speak from a catalogue of one's own inside a `with`."""
    token = _SPOKEN.set(own_catalogue)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def spoken() -> str:
    """Return the code of the language that is being spoken; English where nobody said."""
    return _SPOKEN.get().code


def gettext(message: str, /, **values: object) -> str:
    """Return a sentence in the language that is being spoken.

    Args:
        message: the English sentence, whole; its places are names in braces.
        values: what goes into the places, by name.
    """
    return _filled(_SPOKEN.get().find(message), message, values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a sentence or word that means different things; the context says which."""
    return _filled(_SPOKEN.get().find(message, context), message, values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the form of a sentence that goes with a number.

    Args:
        one: the English form for 1; many: for any other number.
        count: the number; it is not filled in by itself.
        values: what goes into the places, by name.
    """
    translated = _SPOKEN.get().find_counted(one, many, count)
    return _filled(translated, one if count == 1 else many, values)


def npgettext(context: str, one: str, many: str, count: int, /, **values: object) -> str:
    """Return the form that goes with a number, of a sentence that means different things."""
    translated = _SPOKEN.get().find_counted(one, many, count, context)
    return _filled(translated, one if count == 1 else many, values)


def gettext_noop(message: str, /) -> str:
    """Mark a sentence that is said later, by `gettext`; return it as it is."""
    return message


def pgettext_noop(_context: str, message: str, /) -> str:
    """Mark a sentence that is said later, by `pgettext`; return it as it is."""
    return message


def ngettext_noop(one: str, many: str, /) -> tuple[str, str]:
    """Mark the forms of a sentence that is said later, by `ngettext`; return them as they are."""
    return one, many


def _filled(translated: str, english: str, values: dict[str, object]) -> str:
    if not values:
        return translated
    try:
        return joined(spoken(), translated, values).format(**values)
    except (KeyError, IndexError, ValueError):
        # A slip in a translation must not cost a player his mail.
        return english.format(**values)

"""What little words turn into before a name: Irish has `i Munich`, but `in Edinburgh`.

A translator writes the little word, and cannot know which name will stand behind it. Only a word
right before a place is changed, and only by what fills that place; so no text that somebody else
has written is touched.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Final

from gm.errors import LanguageError
from gm.resources import languages_dir

JOINS_FILE: Final = "joins.toml"
"""In the folder of a language that has such words: each with the blank after it, if it has one."""

_PLACE: Final = re.compile(r"(?<!\w)(\w+) (\{(\w+)\})")
_BEGINNINGS: Final = {
    "before_vowels": re.compile(r"(?:<[^<>]*>)*[aeiouáéíóú][^\W\d_]", re.I),
    "before_consonants": re.compile(r"(?:<[^<>]*>)*[^\W\d_aeiouáéíóú][^\W\d_]", re.I),
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
    tables = _joins(code)
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
def _joins(code: str) -> Mapping[str, Mapping[str, str]]:
    file = languages_dir() / code / JOINS_FILE
    if not file.is_file():
        return {}
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        return {
            kind: {str(word): str(changed) for word, changed in raw.get(kind, {}).items()}
            for kind in _BEGINNINGS
        }
    except (OSError, ValueError, AttributeError) as fault:
        raise LanguageError(f"{file}: {fault}") from fault

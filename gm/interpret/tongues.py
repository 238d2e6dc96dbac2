"""The words of orders in other languages than English, as data: `languages/de/orders.toml`.

The grammars know English alone. A line that they do not read is put into English first, word by word
and turn by turn, with what stands here; `gm.interpret.rewording` does that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from gm.errors import LanguageError
from gm.interpret.folding import fold
from gm.interpret.patterns import spellings
from gm.languages import known, spoken
from gm.resources import languages_dir

WORDS_FILE = "orders.toml"

_LONG_ENOUGH = 3
"""Letters of a word whose beginning may change; shorter ones would turn into other words."""

_NOTHING = re.compile(r"(?!)")

Words = tuple[str, ...]
"""Words that stand behind each other, folded and without case."""


@dataclass(frozen=True, slots=True, eq=False)
class Tongue:
    """What a language calls things in orders.

    Args:
        code: the language.
        words: each turn of words with the English one; "" for words that say nothing.
        second: the English ones of words that mean something else in other lines.
        otherwise: all words, with their second meaning where they have one.
        turns: sentences whose words stand in another order, as patterns with places in braces,
            and the English ones.
        lists: words that a turn names by one name in braces: `{attacks}`.
        commands: each turn of words that is a command, with the command.
        arguments: what stands behind commands and means something else there, or nothing in orders.
        letters: letters with signs, and how they are written without.
        beginnings: what the first letters of a word may change into.
        articles: words before a name that are no part of it.
        heads: the first words of turns of several words.
        prefixes: the pattern of what a changed beginning puts before a capital.
    """

    code: str
    words: Mapping[Words, str]
    second: Mapping[Words, str]
    otherwise: Mapping[Words, str]
    turns: tuple[tuple[str, str], ...]
    lists: Mapping[str, str]
    commands: Mapping[Words, str]
    arguments: Mapping[Words, str]
    letters: Mapping[str, str]
    beginnings: Mapping[str, tuple[str, ...]]
    articles: frozenset[str]
    heads: frozenset[str] = frozenset()
    prefixes: re.Pattern[str] = _NOTHING

    def plain(self, word: str) -> Iterator[str]:
        """Yield the ways to write a word without signs: `Munchen`, `Muenchen`."""
        yield fold(word)
        other = word
        for letter, plain in self.letters.items():
            other = other.replace(letter, plain).replace(letter.upper(), plain.capitalize())
        if other != word:
            yield fold(other)

    def forms(self, word: str) -> Iterator[str]:
        """Yield the ways to write a word, its beginning changed or not: `Corcaigh`, `gCorcaigh`."""
        for plain in dict.fromkeys(self.plain(word)):
            yield plain
            if len(plain) >= _LONG_ENOUGH:
                for changed in self.beginnings.get(plain[:1].casefold(), ()):
                    yield f"{changed}{plain[1:]}"

    def without_prefixes(self, text: str) -> str:
        """Return a text without what stands before capitals: `i PIE` for `i bPIE`."""
        return self.prefixes.sub("", text)

    def without_article(self, name: str) -> str:
        """Return a name without the article before it: `Danmhairg` for `An Danmhairg`."""
        first, _, rest = name.partition(" ")
        return rest if rest and first.casefold() in self.articles else name

    def names(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return names without their articles, in every way they are written."""
        bare = (self.without_article(word) for word in words)
        return tuple(dict.fromkeys(form for word in bare for form in self.forms(word)))


def tongues() -> tuple[Tongue, ...]:
    """Return the languages with words of their own, that of the writer first."""
    return _led_by(spoken())


@lru_cache(maxsize=16)
def _led_by(first: str) -> tuple[Tongue, ...]:
    codes = sorted((code for code in known() if _file(code).is_file()), key=first.__ne__)
    return tuple(load_tongue(code) for code in codes)


def _file(code: str) -> Path:
    return languages_dir() / code / WORDS_FILE


@lru_cache(maxsize=16)
def load_tongue(code: str) -> Tongue:
    """Return the words of a language; LanguageError if its file is not of the form it must have."""
    file = _file(code)
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        bare = Tongue(
            code,
            {},
            {},
            {},
            tuple((one, english) for one, english in raw.get("turns", ())),
            raw.get("lists", {}),
            {},
            {},
            raw.get("letters", {}),
            {key: tuple(found) for key, found in raw.get("beginnings", {}).items()},
            frozenset(raw.get("articles", ())),
        )
        words = {**_table(bare, raw["words"]), **_table(bare, {"": raw.get("nothing", ())})}
        second = _table(bare, raw.get("second", {}))
        commands = _table(bare, raw.get("commands", {}))
        arguments = {**words, **_table(bare, raw.get("arguments", {}))}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise LanguageError(f"{file}: {fault}") from fault
    otherwise = {**words, **second}
    return replace(
        bare,
        words=words,
        second=second,
        otherwise=otherwise,
        commands=commands,
        arguments=arguments,
        prefixes=_prefixes(bare.beginnings),
        heads=frozenset(turn[0] for turn in {**otherwise, **arguments} if len(turn) > 1),
    )


def _prefixes(beginnings: Mapping[str, Iterable[str]]) -> re.Pattern[str]:
    """Return the pattern of `m` in `mBelfast`, which is written small before a capital alone."""
    found = (
        rf"{re.escape(changed.removesuffix(letter))}(?={letter.upper()})"
        for letter, forms in beginnings.items()
        for changed in forms
        if changed.endswith(letter)
    )
    each = "|".join(found)
    return re.compile(rf"(?<![^\W_])(?:{each})") if each else _NOTHING


def _table(tongue: Tongue, raw: Mapping[str, Iterable[str]]) -> dict[Words, str]:
    return {
        words_of(form): english
        for english, patterns in raw.items()
        for pattern in patterns
        for word in spellings(pattern)
        for form in tongue.forms(word)
    }


def words_of(text: str) -> Words:
    """Return the words of a folded text, without case and signs."""
    return tuple("".join(c if c.isalnum() else " " for c in text.casefold()).split())

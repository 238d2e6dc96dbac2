"""The words of orders in other languages than English, as data: `languages/de/orders.toml`.

The grammars know English alone. A line that they do not read is put into English first, word by word
and turn by turn, with what stands here; `gm.games.diplomacy.language.binding.rewording` does that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from gm.errors import LanguageError
from gm.interpret.folding import fold
from gm.interpret.patterns import spellings
from gm.languages import known, spoken
from gm.resources import languages_dir

# How a language writes words: without their signs, with changed beginnings, behind articles.

_LONG_ENOUGH = 3
"""Letters of a word whose beginning may change; shorter ones would turn into other words."""

_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True, eq=False)
class Spelling:
    """How words and names of a language are written.

    Args:
        letters: letters with signs, and how they are written without.
        beginnings: what the first letters of a word may change into.
        articles: words before a name that are no part of it.
        prefixes: the pattern of what a changed beginning puts before a capital.
    """

    letters: Mapping[str, str]
    beginnings: Mapping[str, tuple[str, ...]]
    articles: frozenset[str]
    prefixes: re.Pattern[str]

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


def spelling_of(raw: Mapping[str, Any]) -> Spelling:
    """Return the spelling that the file of a language tells."""
    beginnings = {key: tuple(forms) for key, forms in raw.get("beginnings", {}).items()}
    articles = frozenset(raw.get("articles", ()))
    return Spelling(raw.get("letters", {}), beginnings, articles, _prefixes(beginnings))


def _prefixes(beginnings: Mapping[str, Iterable[str]]) -> re.Pattern[str]:
    """Return the pattern of `m` in `mBelfast`, which is written small before a capital alone."""
    patterns = (
        rf"{re.escape(changed.removesuffix(letter))}(?={letter.upper()})"
        for letter, forms in beginnings.items()
        for changed in forms
        if changed.endswith(letter)
    )
    each = "|".join(patterns)
    return re.compile(rf"(?<![^\W_])(?:{each})") if each else _NOTHING


WORDS_FILE = "orders.toml"

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
        press: the words of the lines around a message.
        doubts: turns of words that turn an order into something else, each with its kind.
        forbids: words that forbid what follows, which are others but for their signs.
        parts: words that part choices, of the same kind.
        heads: the first words of turns of several words.
        spelling: how its words and names are written.
    """

    code: str
    words: Mapping[Words, str]
    second: Mapping[Words, str]
    otherwise: Mapping[Words, str]
    turns: tuple[tuple[str, str], ...]
    lists: Mapping[str, str]
    commands: Mapping[Words, str]
    arguments: Mapping[Words, str]
    press: Mapping[Words, str]
    doubts: Mapping[Words, str]
    forbids: tuple[str, ...]
    parts: tuple[str, ...]
    heads: frozenset[str]
    spelling: Spelling


def tongues() -> tuple[Tongue, ...]:
    """Return the languages with words of their own, that of the writer first."""
    return _led_by(spoken())


@lru_cache(maxsize=16)
def _led_by(first: str) -> tuple[Tongue, ...]:
    codes = sorted((code for code in known() if _file(code).is_file()), key=first.__ne__)
    return tuple(load_tongue(code) for code in codes)


def words_for(*english: str) -> frozenset[Words]:
    """Return the turns of words of all languages that stand for one of some English words, and these."""
    turns = (
        turn for tongue in tongues() for turn, plain in tongue.words.items() if plain in english
    )
    return frozenset(words_of(plain) for plain in english).union(turns)


def _file(code: str) -> Path:
    return languages_dir() / code / WORDS_FILE


@lru_cache(maxsize=16)
def load_tongue(code: str) -> Tongue:
    """Return the words of a language; LanguageError if its file is not of the form it must have."""
    file = _file(code)
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        spelling = spelling_of(raw)
        nothing = {"": raw.get("nothing", ())}
        doubts = _doubts(spelling, raw)
        doubted = {turn: _DOUBTS[kind] for turn, kind in doubts.items()}
        words = doubted | _table(spelling, raw["words"]) | _table(spelling, nothing)
        second = _table(spelling, raw.get("second", {}))
        otherwise = words | second
        arguments = words | _table(spelling, raw.get("arguments", {}))
        press = _table(spelling, raw.get("press", {}))
        known = otherwise | arguments | press
        return Tongue(
            code=code,
            words=words,
            second=second,
            otherwise=otherwise,
            turns=tuple((turn, english) for turn, english in raw.get("turns", ())),
            lists=raw.get("lists", {}),
            commands=_table(spelling, raw.get("commands", {})),
            arguments=arguments,
            press=press,
            doubts=doubts,
            forbids=tuple(raw.get("forbids", ())),
            parts=tuple(raw.get("parts", ())),
            heads=frozenset(turn[0] for turn in known if len(turn) > 1),
            spelling=spelling,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise LanguageError(f"{file}: {fault}") from fault


def _table(spelling: Spelling, raw: Mapping[str, Iterable[str]]) -> dict[Words, str]:
    return {
        words_of(form): english
        for english, patterns in raw.items()
        for pattern in patterns
        for word in spellings(pattern)
        for form in spelling.forms(word)
    }


_DOUBTS = {
    "denial": "not",
    "change": "cancelled",
    "condition": "provided",
    "later": "later",
    "doubt": "maybe",
    "share": "%",
    "choice": "or",
    "other": "instead of",
    "nothing": "no problem",
    "tense": "was",
}
"""What words of doubt are in English, where they are no words of orders as well."""


def _doubts(
    spelling: Spelling, raw: Mapping[str, Mapping[str, Iterable[str]]]
) -> dict[Words, str]:
    """Return the turns of words of doubt, each with its kind."""
    tables = (raw.get("doubts", {}), raw.get("doubts_of_points", {}))
    kinds = [(kind, each) for table in tables for kind, each in table.items()]
    return {turn: kind for kind, each in kinds for turn in _table(spelling, {kind: each})}


def words_of(text: str) -> Words:
    """Return the words of a folded text, without case and signs."""
    return tuple("".join(c if c.isalnum() else " " for c in text.casefold()).split())


# Exchanges the words of a line for those of another language, turn by turn, the longest first.

WORD: Final = re.compile(r"[^\W_]+")
"""A word of a folded text."""

Ends: TypeAlias = Callable[[list[str]], bool]
"""Tells of the pieces of a text that have come out so far whether nothing more is exchanged."""

_MOST_WORDS: Final = 6
"""Words of the longest turn that is exchanged as one."""

_APART = re.compile(r"(?:\.?\s+|['-])")


def _never(_parts: list[str]) -> bool:
    return False


def exchanged(
    tongue: Tongue, exchange: Mapping[Words, str], text: str, ends: Ends = _never
) -> str:
    """Return a folded text with its words exchanged, the longest turns first.

    Args:
        tongue: the language it is in.
        exchange: turns of words of it, with what takes their place.
        text: the text.
        ends: tells of what has come out so far whether the rest stays in its writer's words.
    """
    matches = [*WORD.finditer(text)]
    words = casefolded(matches)
    parts: list[str] = []
    at = done = 0
    while at < len(matches):
        end = longest_turn(text, matches, words, at, (exchange,), tongue.heads)
        parts.append(text[done : matches[at].start()])
        parts.append(exchange.get(words[at:end], matches[at].group()))
        at, done = end, matches[end - 1].end()
        if ends(parts):
            break
    return f"{''.join(parts)}{text[done:]}"


def casefolded(matches: list[re.Match[str]]) -> Words:
    """Return the words that were found, without case."""
    return tuple(match.group().casefold() for match in matches)


def longest_turn(
    text: str,
    matches: list[re.Match[str]],
    words: Words,
    at: int,
    known: tuple[Container[Words], ...],
    heads: frozenset[str],
) -> int:
    """Return where the longest turn ends that begins at a word and is known; the next word if none.

    Args:
        text: the line.
        matches: its words; words: the same, without case.
        at: the number of the word.
        known: turns of words; heads: the words with which those of several words begin, or more.
    """
    if words[at] not in heads:
        return at + 1
    for end in range(min(len(words), at + _MOST_WORDS), at + 1, -1):
        turn = words[at:end]
        if any(turn in turns for turns in known) and _is_together(text, matches[at:end]):
            return end
    return at + 1


def _is_together(text: str, matches: list[re.Match[str]]) -> bool:
    return all(
        _APART.fullmatch(text, turn.end(), after.start()) for turn, after in pairwise(matches)
    )

"""The words of orders in other languages than English, as data: `languages/de/orders.toml`.

The grammars know English alone. A line that they do not read is put into English first, word by word
and turn by turn, with what stands here; `gm.games.diplomacy.language.rewording` does that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gm.errors import LanguageError
from gm.interpret.patterns import spellings
from gm.interpret.spelling import Spelling, spelling_of
from gm.languages import known, spoken
from gm.resources import languages_dir

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
    found = (
        turn for tongue in tongues() for turn, plain in tongue.words.items() if plain in english
    )
    return frozenset(words_of(plain) for plain in english).union(found)


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

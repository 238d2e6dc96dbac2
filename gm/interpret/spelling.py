"""How a language writes words: without their signs, with changed beginnings, behind articles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gm.interpret.folding import fold

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
    beginnings = {key: tuple(found) for key, found in raw.get("beginnings", {}).items()}
    articles = frozenset(raw.get("articles", ()))
    return Spelling(raw.get("letters", {}), beginnings, articles, _prefixes(beginnings))


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

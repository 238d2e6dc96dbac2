"""Tells by its words in which language a line is, quickly: most lines are in English, or talk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gm.interpret.plain_words import PLAIN_WORDS
from gm.interpret.tongues import Tongue, load_tongue, words_of
from gm.interpret.vocabulary import terminals

ANY: Final = 4
"""Letters of the shortest word that tells a language, whosever it is."""

_OWN: Final = 2
"""Letters of the shortest word that tells the writer's own language."""

_SMALL_WORDS = frozenset(
    "a am an and any are arm as at bad be been best but by can dead den did die do done fan far"
    " fast fear fill for fort from gab get go god good had hat has have he her him his how i if in"
    " into is it its lag man mar me met min mo mol my na no nor not of off on or our out per pet"
    " ran rat rest run sad sea see set she sin so some son speed stair stand tag tear ten than"
    " that the them then there they this to tod too under up us was we were what when who will"
    " with won you zu".split()
)
"""Words of English that are words of other languages too."""

_LITERAL = re.compile(r"[^\W\d_]+")


def is_telling(turn: tuple[str, ...], *, is_own: bool) -> bool:
    """Tell whether one of these words is long enough to tell, and none of English."""
    shortest = _OWN if is_own else ANY
    return any(len(word) >= shortest and word not in english_words() for word in turn)


def telling_words(code: str, *, is_own: bool) -> frozenset[str]:
    """Return the words of a language that tell it, shorter ones too where it is the writer's own."""
    return _telling_words(code, _OWN if is_own else ANY)


@lru_cache(maxsize=16)
def _telling_words(code: str, shortest: int) -> frozenset[str]:
    tongue = load_tongue(code)
    turned = (word for turn, _ in tongue.turns for word in _words_in(tongue, turn))
    listed = (word for text in tongue.lists.values() for word in _words_in(tongue, text))
    every = {word for turn in tongue.otherwise for word in turn}
    return frozenset(
        word for word in {*every, *turned, *listed} - english_words() if len(word) >= shortest
    )


def _words_in(tongue: Tongue, pattern: str) -> Iterator[str]:
    """Yield the words that stand in a pattern; what is left of one with brackets is none."""
    plain = re.sub(r"\{\w+\}|(?:(?<![^\W_])[^\W_]*+)?\([^()]*\)\??[^\W_]*", " ", pattern)
    for word in _LITERAL.findall(plain):
        yield from (form.casefold() for form in tongue.spelling.plain(word))


@lru_cache(maxsize=1)
def english_words() -> frozenset[str]:
    """Return the words of English that orders are written with."""
    turns = (turn for every in terminals().values() for turn in every)
    words = {word for turn in turns for text in turn for word in words_of(text)}
    return PLAIN_WORDS | _SMALL_WORDS | words

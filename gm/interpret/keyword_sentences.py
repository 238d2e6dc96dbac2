"""A kit for reading: sentences of keyword lines, as people write them, with orders in them.

Courtesies around an order say nothing. A sentence all of whose parts are orders gives them all. Where
other words stand beside an order they may take it back, ask or suppose something, so it is not given:
its writer is asked for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from gm.interpret.folding import fold
from gm.interpret.keyword_lines import KeywordLine, KeywordLines
from gm.interpret.talk_words import begins, turns
from gm.interpret.tongues import words_of

T = TypeVar("T")

_PARTS: Final = re.compile(r"(?<![,;.!])[,;.!]++(?:\s+|$)|(?<!\s)\s++(?:and|then)\s+", re.I)
"""Where one part of a sentence ends and another may begin."""

_JOINS: Final = re.compile(r"(?:and|then)\b\s*", re.I)
_OR: Final = re.compile(r"\bor\b", re.I)
_ENDING: Final = " .!)"
_PLEASE: Final = frozenset({("please",), ("pls",), ("bitte",), ("le", "do", "thoil")})
_MOST_POLITE: Final = 4
"""Words of the longest courtesy."""


@dataclass(frozen=True, slots=True)
class KeywordSentence(Generic[T]):
    """What stands in a line that is no order as it stands.

    Args:
        orders: what it orders, in sequence; empty where that is not sure.
        mended: the parts in which a slip was mended, as they were understood.
        beside: what was read among other words: the orders of each answer to the question for it.
        asks: it ends as a question does.
    """

    orders: tuple[T, ...] = ()
    mended: tuple[str, ...] = ()
    beside: tuple[tuple[T, ...], ...] = ()
    asks: bool = False


def sentence_read(lines: KeywordLines[T], text: str) -> KeywordSentence[T]:
    """Return what a line holds that was not read as one order."""
    plain = fold(text)
    asks = plain.rstrip(_ENDING).endswith("?")
    parts = [part for part in _PARTS.split(plain) if part.strip(_ENDING)]
    parts = [part for part in parts if not _is_polite(lines, part)]
    read = [] if asks else [_order(lines, part) for part in _whole(lines, plain, parts)]
    made = [each.made for each in read if each is not None and each.made is not None]
    if read and len(made) == len(read):
        mended = tuple(each.mended for each in read if each is not None and each.mended)
        return KeywordSentence(tuple(made), mended)
    return KeywordSentence(beside=_beside(lines, plain), asks=asks)


def _beside(lines: KeywordLines[T], plain: str) -> tuple[tuple[T, ...], ...]:
    """Return the orders among the words of a line: together, or what a single one may mean."""
    read = [lines.read(piece) for piece in lines.pieces_in(plain)]
    made = tuple(each.made for each in read if each.made is not None)
    if made:
        return tuple((order,) for order in made) if _OR.search(plain) else (made,)
    return tuple((order,) for each in read[:1] for _, order in each.choices)


def _whole(lines: KeywordLines[T], plain: str, parts: list[str]) -> list[str]:
    """Return a line as one part where it is one order with courtesies around it, else its parts."""
    bare = plain.strip(_ENDING + ",")
    return [bare] if _order(lines, bare) is not None else parts


def _order(lines: KeywordLines[T], part: str) -> KeywordLine[T] | None:
    """Return a part of a sentence as it is read without the courtesies around it; None for no order."""
    words = _JOINS.sub("", part.strip(_ENDING), count=1).split() if part.strip() else []
    for text in _without_courtesies(lines, words):
        read = lines.read(text)
        if read.made is not None:
            return replace(read, text=text)
    return None


def _without_courtesies(lines: KeywordLines[T], words: list[str]) -> list[str]:
    """Return some words, and these without what is polite in front of them or behind them."""
    some = range(1, _MOST_POLITE + 1)
    fronts = [0, *(n for n in some if _is_polite(lines, " ".join(words[:n])))]
    backs = [0, *(n for n in some if _is_polite(lines, " ".join(words[-n:])))]
    cut = [(front, back) for front in fronts for back in backs if front + back < len(words)]
    return [" ".join(words[front : len(words) - back]).strip(_ENDING + ",") for front, back in cut]


def _is_polite(lines: KeywordLines[T], part: str) -> bool:
    """Tell whether a part of a sentence greets or thanks, and orders nothing."""
    words = words_of(part)
    if words in _PLEASE or words in turns()["closing"]:
        return True
    begun = begins(words, "greeting") or begins(words, "thanks")
    return begun and len(words) <= _MOST_POLITE and not any(lines.pieces_in(part))

"""Exchanges the words of a line for those of another language, turn by turn, the longest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from itertools import pairwise
from typing import Final, TypeAlias

from gm.interpret.tongues import Tongue, Words

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
    found = [*WORD.finditer(text)]
    words = casefolded(found)
    parts: list[str] = []
    at = done = 0
    while at < len(found):
        end = longest_turn(text, found, words, at, (exchange,), tongue.heads)
        parts.append(text[done : found[at].start()])
        parts.append(exchange.get(words[at:end], found[at].group()))
        at, done = end, found[end - 1].end()
        if ends(parts):
            break
    return f"{''.join(parts)}{text[done:]}"


def casefolded(found: list[re.Match[str]]) -> Words:
    """Return the words that were found, without case."""
    return tuple(match.group().casefold() for match in found)


def longest_turn(
    text: str,
    found: list[re.Match[str]],
    words: Words,
    at: int,
    known: tuple[Container[Words], ...],
    heads: frozenset[str],
) -> int:
    """Return where the longest turn ends that begins at a word and is known; the next word if none.

    Args:
        text: the line.
        found: its words; words: the same, without case.
        at: the number of the word.
        known: turns of words; heads: the words with which those of several words begin, or more.
    """
    if words[at] not in heads:
        return at + 1
    for end in range(min(len(words), at + _MOST_WORDS), at + 1, -1):
        turn = words[at:end]
        if any(turn in turns for turns in known) and _is_together(text, found[at:end]):
            return end
    return at + 1


def _is_together(text: str, found: list[re.Match[str]]) -> bool:
    return all(
        _APART.fullmatch(text, turn.end(), after.start()) for turn, after in pairwise(found)
    )

"""Where a verb of orders stands in a line that could not be read: that tells an attempt from talk.

Any verb of the grammars counts behind a unit or province, and before one. A verb that is a word of
everyday talk too counts only beside its unit: `Brest sails under full sail` is an attempt wherever
the verb stands, `Paris is a nice place to rest` is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from gm.games.diplomacy.language.names import MAX_WORDS, places_of, powers_of, split_words
from gm.games.diplomacy.rules.board import Board
from gm.interpret.vocabulary import ORDERING, PAYING, SILENT, Turn, is_everyday, turn_at

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*+")
_OPENING = frozenset({"NOISE", "AND"})
_TELLERS = frozenset({"i", "we", "i'd", "i'll", "we'll", "i'm"})
_OF_A_NOUN = frozenset({"my", "our", "your", "his", "their", "its", "the"})
_KINDS = frozenset({"army", "armies", "fleet", "fleets"})
_BETWEEN = frozenset({"in", "at", "from", "with", "of", "the", "my", "our", "a", "an", "f"})
"""Words between a verb and the unit it is about."""

_AROUND = frozenset({"unit", "units", "a", "f"}) | _KINDS
"""Words between a province and its verb."""

_MOST = 16
"""Words of a line that are looked at."""

_SOON = 4
"""Words behind a unit or province among which its verb is looked for."""


class Opening(Enum):
    """What the first words of a line say: nothing, that its writer does it, that he tells of it."""

    PLAIN = "plain"
    MINE = "mine"
    TOLD = "told"


def without_opening(text: str) -> tuple[str, Opening]:
    """Return a line without its first words that say nothing of its order, and what they say.

    `Please let Brest ...` is about Brest; `I will attack Burgundy tomorrow` tells what he will do.
    """
    if text.endswith("?"):
        return text, Opening.PLAIN
    found = _words(text)
    words, at = [word.group().casefold() for word in found], 0
    while at < len(words) and not turn_at(PAYING, words, at):
        turn = turn_at(_OPENING, words, at)
        if not turn or len(turn) < len(turn_at(ORDERING, words, at)):
            break  # `did not move` is one verb
        at += len(turn)
    opening = Opening.PLAIN if _TELLERS.isdisjoint(words[:at]) else Opening.TOLD
    if opening is Opening.TOLD and at == 1:
        opening = Opening.MINE
    if words[at - 1 : at] and words[at - 1] in _OF_A_NOUN:
        opening = Opening.TOLD  # `My move to Burgundy is a bluff`
    return (text[found[at].start() :] if 0 < at < len(words) else text), opening


def behind_unit(text: str) -> bool:
    """Tell whether a verb stands soon behind a unit with which a line begins."""
    found = _words(text)
    words = [word.group().casefold() for word in found]
    first = next((at for at, word in enumerate(words) if word in _KINDS | {"a", "f"}), None)
    if first is None:
        return False  # an apostrophe made one word of the letter and what follows
    full = words[first] in _KINDS
    named = full or (len(found) > first + 1 and found[first + 1].group()[0].isupper())
    for at in range(first + (1 if full else 2), min(len(words), first + 2 + _SOON)):
        turn = turn_at(ORDERING, words, at)
        if turn and (full or not is_everyday(turn) or _is_letter(found[at].group())):
            return True
        if turn and named and at == first + 2:
            return True
    return False


def behind_place(board: Board, text: str) -> bool:
    """Tell whether a verb stands soon behind a province that a line begins with."""
    found = _words(text)
    words = tuple(word.group().casefold() for word in found)
    names = _names_at_start(board, words)
    for at in range(1, min(len(words), max(names, default=1) + _SOON)):
        turn = turn_at(ORDERING, words, at)
        if not turn:
            continue
        if not is_everyday(turn) or (len(turn) == 1 and _is_letter(found[at].group())):
            return True
        beside = any(count <= at and _is_silent(board, words[count:at]) for count in names)
        if beside and not text.endswith("?"):
            return True
    return False


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


def _is_silent(board: Board, words: Sequence[str]) -> bool:
    """Tell whether words between a province and a verb say nothing, or name other units."""
    at = 0
    while at < len(words):
        turn = turn_at(SILENT, words, at)
        if not turn and words[at] not in _AROUND and not places_of(board, (words[at],)):
            return False
        at += max(1, len(turn))
    return True


def behind_first_verb(text: str) -> tuple[str | None, bool]:
    """Return what stands behind the verb that a line begins with, and whether that is an everyday one.

    None if it begins with none.
    """
    found = _words(text)
    turn, everyday = _first_verb(tuple(word.group().casefold() for word in found))
    if not turn:
        return None, False
    return text[found[len(turn) - 1].end() :], everyday


@lru_cache(maxsize=4096)
def _first_verb(words: Turn) -> tuple[Turn, bool]:
    turn = turn_at(ORDERING, words, 0) or turn_at(PAYING, words, 0)
    return turn, is_everyday(turn)


def begins_with_unit(board: Board, text: str) -> bool:
    """Tell whether a unit or province stands at the beginning of a text."""
    words = tuple(word.group().casefold() for word in _words(text))
    at = 0
    while at < len(words) and words[at] in _BETWEEN:
        at += 1
    return at < len(words) and (words[at] in _KINDS or bool(_names_at_start(board, words[at:])))


def tells_of_points(board: Board, text: str) -> bool:
    """Tell whether a line has points paid or given: a verb of that, a power, and how many."""
    words = tuple(word.group().casefold() for word in _words(text))
    by_another = 1 if words and powers_of(board, words[0]) else 0
    turn = turn_at(PAYING, words, by_another)
    if not turn:
        return False
    behind = words[by_another + len(turn) :]
    named = by_another or any(len(word) > 1 and powers_of(board, word) for word in behind)
    return bool(named) and any(word.isdigit() or word in _NUMBERS for word in behind)


_NUMBERS = frozenset("two three four five six seven eight nine ten".split())


def _words(text: str) -> list[re.Match[str]]:
    found = []
    for word in _WORD.finditer(text):
        found.append(word)
        if len(found) == _MOST:
            break
    return found


def _names_at_start(board: Board, words: Turn) -> list[int]:
    """Return how many words the names have that these begin with: `Gal S` is two, and one."""
    runs = (split_words(" ".join(words[:count])) for count in range(1, MAX_WORDS + 1))
    return [
        count
        for count, run in enumerate(runs, 1)
        if count <= len(words) and len("".join(run)) >= _SHORTEST and places_of(board, run)
    ]


_SHORTEST = 3
"""Letters of the shortest name that is told from other words."""

"""Both gates for what is thrown away beside an order: its words, and the sentences they make.

A word of `gm.games.diplomacy.language.doubts` turns an order into another one wherever it stands. A sentence of
`gm.interpret.reservations` does so as a whole: `kidding`, `that was a joke`, `wait`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from gm.games.diplomacy.language.doubts import Doubt, Doubtful, may_say_where_not
from gm.interpret.folding import fold
from gm.interpret.reservations import Kind, has_turn, is_turn, saying_of, turn_at
from gm.interpret.tongues import words_of

_SAYS: Final[Mapping[Kind, Doubt]] = {
    Kind.TAKE_BACK: Doubt.CHANGE,
    Kind.SECOND_THOUGHTS: Doubt.CHANGE,
    Kind.NOT_THESE: Doubt.CHANGE,
    Kind.CONDITION: Doubt.CONDITION,
    Kind.DRAFT: Doubt.DOUBT,
    Kind.DOUBT: Doubt.DOUBT,
    Kind.SUPPOSE: Doubt.DOUBT,
    Kind.ALONE: Doubt.DOUBT,
}
"""What a sentence says of the order beside it, the weightiest first."""


_HANGS: Final[Mapping[Kind, Doubt]] = {Kind.CASE: Doubt.CONDITION}
"""What the reason of a payment says of it besides."""


def sentence_against(
    text: str, aside: str, of_board: Callable[[str], bool], *, reason: bool = False
) -> Doubtful | None:
    """Return the clause of a remark that takes its order back or leaves it open; mostly none.

    Args:
        text: the whole folded line.
        aside: what is passed over in it.
        of_board: tells whether words name something of the game or deny something.
        reason: it is the reason of a payment, which may hang on something: `after he builds`.
    """
    if may_say_where_not(aside):
        return None
    if (opening := _changing(aside)) is not None and not _only_praises(aside, of_board):
        return _at(text, aside, Doubt.CHANGE, opening)
    said = saying_of(aside)
    says = {**_SAYS, **_HANGS} if reason else _SAYS
    kind = next((doubt for one, doubt in says.items() if one in said.kinds), None)
    if kind is None:
        return None
    clauses = (clause for clause in said.clauses if saying_of(clause).kinds & says.keys())
    return _at(text, aside, kind, next(clauses, aside))


def _changing(aside: str) -> str | None:
    """Return the word of a remark that opens a change of mind: `Actually hold`."""
    for start in (0, *(sign.end() for sign in _SENTENCES.finditer(aside))):
        words = words_of(aside[start:])
        end = turn_at("changes", words, 0)
        if end:
            return " ".join(words[:end])
    return None


def _only_praises(aside: str, of_board: Callable[[str], bool]) -> bool:
    """Tell whether a remark says how somebody likes something, and no more: `Actually a fine plan`."""
    words = words_of(aside)
    praises = has_turn("praise", words)
    return praises and not of_board(aside)


_SENTENCES: Final = re.compile(r"[.!?;,:()\[\]]+")


def _at(text: str, aside: str, kind: Doubt, words: str) -> Doubtful:
    """Return words of a remark with where they stand in their line."""
    behind = max(0, text.casefold().rfind(aside.casefold()))
    start = text.casefold().find(words.casefold(), behind)
    if start < 0:
        return Doubtful(kind, aside, len(text), len(text))
    end = start + len(words)
    return Doubtful(kind, text[start:end], start, end)


def behind_change(text: str) -> str | None:
    """Return what stands behind words that open a line and take something back; None if none do.

    `Scratch that, A Spa holds`; `Actually the fleet stays`; `No: F Bre H`.
    """
    for sign in _SIGN.finditer(text):
        head, rest = text[: sign.start()], text[sign.end() :].strip()
        if rest and _takes_back(head):
            return behind_change(rest) or rest
        break
    words = words_of(fold(text))
    end = turn_at("changes", words, 0)
    return text.strip().split(maxsplit=end)[end].strip() if 0 < end < len(words) else None


_SIGN: Final = re.compile(r"[,:;.!]+|\s-+\s")


def _takes_back(head: str) -> bool:
    words = words_of(fold(head))
    if is_turn("opens", words) or is_turn("changes", words):
        return True
    kinds = saying_of(head).kinds
    return bool(kinds & {Kind.TAKE_BACK, Kind.SECOND_THOUGHTS, Kind.ALONE})

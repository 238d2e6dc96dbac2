"""Sentences that tell what somebody said or did before: talk, whatever order stands in them."""

from __future__ import annotations

from typing import Final

from gm.games.diplomacy.language.names import lexicon_of
from gm.games.diplomacy.rules.board import Board
from gm.interpret.folding import squeeze
from gm.interpret.talk_words import begins, has, turns
from gm.interpret.tongues import Words, words_of

_LONGEST: Final = 400
"""Characters of a line that are looked at."""

_MOST_WORDS: Final = 3
"""Words of the longest name of whoever is told of."""


def tells_of_before(board: Board, plain: str, *, strictly: bool = False) -> bool:
    """Tell whether a folded line tells what somebody said or did: `I promised Ulster 5 points`.

    Whatever stands in it is reported, and is no order of now.

    Args:
        board: whose powers may be told of. plain: the line.
        strictly: only by words that are no orders in any form; `I moved A Par - Bur` is an order.
    """
    words, known = words_of(plain[:_LONGEST]), turns()
    if begins(words, "told"):
        return True
    rest = _behind_teller(board, words)
    had = rest[:1] in known["having"]
    while rest and rest[:1] in known["having"]:
        rest = rest[1:]
    if had and has(rest, "participle"):
        return True
    return rest[:1] in known["past"] or (not strictly and rest[:1] in known["done"])


def _behind_teller(board: Board, words: Words) -> Words:
    """Return the words behind the one of whom a sentence tells; none if it begins otherwise."""
    powers = lexicon_of(board).powers
    for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
        head = words[:count]
        if head in turns()["teller"] or squeeze("".join(head)) in powers:
            return words[count:]
    return ()

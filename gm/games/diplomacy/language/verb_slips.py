"""Misspelt verbs in lines that could not be read: what was meant, so that the receipt can ask.

A slip in a line that is right otherwise has been read by then, with a remark, as one in a name is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from rapidfuzz.distance import OSA

from gm.games.diplomacy.language.names import places_of, powers_of, split_words
from gm.games.diplomacy.rules.board import Board
from gm.interpret.grammars import Grammar
from gm.interpret.plain_words import PLAIN_WORDS

_WORD: Final = re.compile(r"[^\W\d_]{3,12}")
_OBJECT: Final = re.compile(
    r"\s+(?:the |an? |my |our )?(?:(?:army|fleet|unit|bridge|a|f)\b|\d{1,3}\b|(?P<name>[^\W_]{3,}))",
    re.I,
)
_TERMINALS: Final = frozenset(
    {"HOLD", "MOVE", "ATTACK", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "CONVERT"}
    | {"DEMOLISH", "PAY", "RECEIVE", "GIVE"}
)
_SHORT: Final = ("pay",)
"""Verbs too short for the grammars to be read with a slip in them."""

_WORDS: Final = frozenset(
    {"guild", "remote", "removal", "convey", "sand", "mend", "gift", "hived"}
)
"""Words near to a verb that people write in talk."""

_MOST: Final = 12
"""Words of a line that are looked at."""


@dataclass(frozen=True, slots=True)
class VerbSlip:
    """A word that can only be a misspelt verb.

    Args:
        written: the word as it stands; meant: the verb.
        mended: the line with the verb in its place.
        at: where it stands; 0 if it opens the line.
    """

    written: str
    meant: str
    mended: str
    at: int


def slipped_verb(board: Board, grammar: Grammar, text: str) -> VerbSlip | None:
    """Return the first misspelt verb of a folded line behind which its object stands."""
    for match in islice(_WORD.finditer(text), _MOST):
        word, behind = match.group(), text[match.end() :]
        meant = _meant(grammar, word.casefold())
        if meant and not _is_name(board, word) and _has_object(board, behind):
            mended = f"{text[: match.start()]}{meant}{behind}"
            return VerbSlip(word, meant, mended, match.start())
    return None


@lru_cache(maxsize=4096)
def _meant(grammar: Grammar, word: str) -> str:
    """Return the verb that a word is one slip away from; "" if it is a word, or near to several."""
    if word in PLAIN_WORDS or word in _WORDS or word in grammar.vocabulary:
        return ""
    found = {
        grammar.vocabulary[known]: known
        for known in sorted(grammar.vocabulary, key=lambda text: (-len(text), text))
        if grammar.vocabulary[known] in _TERMINALS and _is_near(known, word)
    }
    short = [
        known for known in _SHORT if grammar.named & {"PAY", "GIVE"} and _is_near(known, word)
    ]
    # A letter less in so short a word is another word: `pa`, `ay`.
    if short and len(word) >= len(short[0]) and sorted({*word}) == sorted({*short[0]}):
        return short[0]
    return found.popitem()[1] if len(found) == 1 and len(word) >= _SAFE else ""


_SAFE: Final = 4
"""Letters that a word must have to be near to a verb of the grammar."""


def _is_near(known: str, word: str) -> bool:
    return abs(len(known) - len(word)) <= 1 and OSA.distance(known, word, score_cutoff=1) == 1


def _is_name(board: Board, word: str) -> bool:
    words = split_words(word)
    return bool(places_of(board, words) or powers_of(board, word.casefold()))


def _has_object(board: Board, behind: str) -> bool:
    match = _OBJECT.match(behind)
    if match is None:
        return False
    name = match.group("name")
    return name is None or _is_name(board, name)

"""Finds the names that a misspelt word may have meant, whoever wrote the word and however long it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rapidfuzz.distance import Indel
from rapidfuzz.process import extract

_CUTOFF: Final = 0.6
"""How alike two words are, from 0 to 1, of which one may have been meant for the other."""


def nearest(
    word: str, names: Iterable[str], *, most: int = 1, cutoff: float = _CUTOFF
) -> tuple[str, ...]:
    """Return the names that are written much like a word, the likeliest first.

    A word so long that it could not be like the longest name is not compared at all.

    Args:
        word: as it was written; names: those that there are. Both are compared as they are.
        most: so many at most.
        cutoff: how alike they must be: twice the letters in common, divided by all letters.
    """
    known = list(names)
    longest = max(map(len, known), default=0)
    if len(word) > longest * (2 / cutoff - 1):
        return ()
    alike = extract(
        word, known, scorer=Indel.normalized_similarity, limit=most, score_cutoff=cutoff
    )
    return tuple(name for name, _, _ in alike)

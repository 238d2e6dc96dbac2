"""Words of plain English, which are no names however near to one they are."""

from __future__ import annotations

PLAIN_WORDS = frozenset(
    "land back also then than that this here there they them with from into over under above below"
    " about after before while where when what which whom still else both each every other same"
    " foot road some more most much many very just only even well good game turn move time best"
    " next last year week line send sent see you later again never maybe sure fine nice wait keep"
    " gave give take make made come came goes done does will would shall should could can must"
    " new all any neither either nor river"
    " please not skip home him his her hers she our ours you your".split()
)
"""Words of plain English that are never a misspelt name."""

_SHORTEST_ID = 2


def may_be_name(word: str) -> bool:
    """Tell whether an unknown word may be meant as the name of a power."""
    return len(word) > _SHORTEST_ID and word.casefold() not in PLAIN_WORDS

"""Cuts a line of several orders into its parts, so that a bad one costs only itself.

Only orders that stand for themselves come apart. A line that leaves a choice, denies something,
or lets one verb serve several units is read as a whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

_BOUND = re.compile(
    r"(?P<open>[(\[])|(?P<close>[)\]])"
    r"|(?P<strong>;)"
    r"|(?P<number>(?:[,.]\s*)?(?<!\S)[(#]?\d{1,2}[.):]+\s+(?=[^\W\d_]))"
    r"|(?P<weak>,|\.\s+(?=(?:army|fleet|[af])\b)|\s/\s|\band\s+(?=(?:army|fleet|[af])\b))",
    re.I,
)
_TOGETHER = re.compile(
    r"(?<![^\W_])(or|if|unless|else|otherwise|either|whichever|then|not|no|never|instead|except|but"
    r"|rather|should|when|provided|all|both|everything|rest|others?|same)(?![^\W_])|n't\b|\?",
    re.I,
)
MOST_PARTS = 60
"""Parts of the longest line that is cut; the largest power has half as many units."""

_BREATH = re.compile(r"(?<![.!?:;,])[.!?:;,]++\s++")
_MOST_TAILS = 4
_LONGEST_TALK = 240


def tails(text: str) -> Iterator[str]:
    """Yield what stands behind each of the first stops of a short line, up to its end."""
    if len(text) <= _LONGEST_TALK:
        for stop in islice(_BREATH.finditer(text), _MOST_TAILS):
            yield text[stop.end() :]


def parts_of(text: str) -> list[str]:
    """Return the parts of a folded line; the line alone if it must stay whole.

    Semicolons and numbers part a line before commas do.
    """
    if _TOGETHER.search(text):
        return [text]
    for names in ({"strong", "number"}, {"strong", "number", "weak"}):
        parts = _cut(text, names)
        if len(parts) > 1:
            return parts if len(parts) <= MOST_PARTS else [text]
    return [text]


def _cut(text: str, names: set[str]) -> list[str]:
    parts: list[str] = []
    begun = depth = 0
    for match in _BOUND.finditer(text):
        name = match.lastgroup or ""
        if name == "open":
            depth += 1
        elif name == "close":
            depth = max(0, depth - 1)
        elif depth == 0 and name in names:
            parts.append(text[begun : match.start()])
            begun = match.end()
    parts.append(text[begun:])
    return [part.strip() for part in parts if part.strip(" .,;")]

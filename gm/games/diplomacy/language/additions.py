"""Knows the lines that add to a list instead of replacing it: `Build F Cov too`, `waive the rest`.

A list replaces the list that stands. Whoever says that something comes beside it, or leaves it as it
is, takes nothing back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gm.contract.language import Verdict
from gm.games.diplomacy.language.values import LineReading
from gm.interpret.folding import fold
from gm.interpret.reservations import is_turn, turn_at
from gm.interpret.tongues import words_of

_LONGEST: Final = 200
"""Characters of a line that are looked at."""

_NOTES: Final = re.compile(r"[(\[][^)\]]{0,80}[)\]]")
_PARTED: Final = re.compile(r"[,.;:!]+\s*|\s+-+\s+|\s+(?=and\b|und\b|agus\b)", re.I)


def with_additions(lines: Sequence[LineReading], texts: Sequence[str]) -> tuple[LineReading, ...]:
    """Return the lines of a mail, those marked that add their orders to the list that stands.

    Args:
        lines: as read. texts: of the mail, whole.
    """
    counts = Counter(line.number for line in lines for _ in line.orders)
    first = min(counts, default=0)
    return tuple(
        replace(
            line,
            adds=_adds(texts[line.number - 1], several=counts[line.number] > 1)
            or (line.number == first and _begins_with("and_adds", texts[line.number - 1])),
        )
        if line.orders and line.number <= len(texts)
        else _kept(line)
        for line in lines
    )


def _adds(text: str, *, several: bool) -> bool:
    """Tell whether a line that orders something says that it adds to what stands.

    Between several orders of a line `also` only joins them. What stands in brackets is a remark or
    the reason of a payment: `Pay 4 to Ulster (another toll)`.
    """
    words = words_of(fold(_NOTES.sub(" ", text[:_LONGEST])))
    if behind_keeping(text) is not None:
        return True
    places = range(1 if several else len(words))
    return any(turn_at(name, words, at) > at for at in places for name in ("adding", "rest"))


def _begins_with(name: str, text: str) -> bool:
    return turn_at(name, words_of(fold(text[:_LONGEST])), 0) > 0


def _kept(line: LineReading) -> LineReading:
    """Return a line; one that only leaves all as it is was understood."""
    if line.verdict is Verdict.CHATTER and is_turn(
        "keeping", words_of(fold(line.text[:_LONGEST]))
    ):
        return replace(line, known=True)
    return line


def behind_keeping(text: str) -> str | None:
    """Return what stands behind words that leave all as it is, as in `Leave it so. Waive the rest`.

    Returns:
        None for a line that does not begin so, or orders nothing behind it.
    """
    for sign in _PARTED.finditer(text[:_LONGEST]):
        head, rest = text[: sign.start()], text[sign.end() :].strip()
        if rest and is_turn("keeping", words_of(fold(head))):
            words = words_of(fold(rest))
            end = turn_at("and_adds", words, 0)
            return rest.split(maxsplit=end)[end] if 0 < end < len(words) else rest
    return None

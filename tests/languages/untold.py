"""Finds English that never went through the catalogues.

It is what stays in plain letters in a mail that was written in the made-up language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gm.games.diplomacy.rules.board import Board
from gm.languages import day_name, month_name

_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*[a-z][A-Za-z'’]*")
_ADDRESS = re.compile(r"\S+@\S+|https?://\S+|<[^>]*>")


def words_of(texts: Iterable[str]) -> set[str]:
    """Return the words of texts, as `untold` sees them, in small letters."""
    return {word.casefold() for text in texts for word in _WORD.findall(text)}


def own_words(board: Board) -> set[str]:
    """Return the words of a board's names, which are the same in every language."""
    names = [province.name for province in board.provinces.values()]
    names += [power.name for power in board.powers.values()]
    coasts = [coast.id for province in board.provinces.values() for coast in province.coasts]
    # A half has its number behind its id, which is no part of the word.
    ids = {one.casefold().rstrip("123") for one in (*board.provinces, *board.powers, *coasts)}
    return ids | {word for name in names for word in _words(name)}


def _words(text: str) -> list[str]:
    return [word.strip("'’").casefold() for word in _WORD.findall(text)]


def _calendar() -> list[str]:
    """Return the names of days and months: the made-up language has no calendar of its own."""
    return [*map(day_name, range(7)), *map(month_name, range(1, 13))]


def untold(text: str, known: Iterable[str]) -> list[str]:
    """Return the lines of a text that hold a plain word that is none of those known.

    Args:
        text: of a mail written in the made-up language.
        known: names and other words that no language changes, in any case.
    """
    names = {word.casefold() for word in (*known, *_calendar())}
    return [
        line.strip()
        for line in text.splitlines()
        if any(word not in names for word in _words(_ADDRESS.sub(" ", line)))
    ]

"""Finds English that never went through the catalogues.

It is what stays in plain letters in a mail that was written in the made-up language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gm.rules.board import Board

_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*[a-z][A-Za-z'’]*")
_ADDRESS = re.compile(r"\S+@\S+|https?://\S+|<[^>]*>")


def own_words(board: Board) -> set[str]:
    """Return the words of a board's names, which are the same in every language."""
    names = [province.name for province in board.provinces.values()]
    names += [str(province) for province in board.provinces]
    names += [power.name for power in board.powers.values()] + [str(one) for one in board.powers]
    return {word.casefold() for name in names for word in _WORD.findall(name)}


def untold(text: str, known: Iterable[str]) -> list[str]:
    """Return the lines of a text that hold a plain word that is none of those known.

    Args:
        text: of a mail written in the made-up language.
        known: names and other words that no language changes, in any case.
    """
    names = {word.casefold() for word in known}
    found = []
    for line in text.splitlines():
        words = _WORD.findall(_ADDRESS.sub(" ", line))
        if any(word.casefold() not in names for word in words):
            found.append(line.strip())
    return found

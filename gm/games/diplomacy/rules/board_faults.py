"""What the checks of a board share: the fault, and the way names are compared."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board


@value
class Fault:
    """One thing that is wrong with a board.

    Args:
        entry: where, in the words of the map file: `provinces.MUN.neighbours.BER`.
        reason: what is wrong, one sentence without a full stop.
        remedy: what would be right, one sentence without a full stop.
        item: which value of the entry is meant, if the entry is a list.
    """

    entry: str
    reason: str
    remedy: str = ""
    item: str = ""


@lru_cache(maxsize=8192)
def squeeze(word: str) -> str:
    """Return a name as names are compared: casefolded, letters and digits only."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


def near(word: str, names: Iterable[str]) -> str:
    """Return as a remedy the name that a misspelt word may have meant; "" if none is like it."""
    by_letters = {squeeze(name): name for name in names}
    letters = squeeze(word)
    found = get_close_matches(letters, list(by_letters), n=6, cutoff=0.6)
    swapped = [it for it in found if sorted(it) == sorted(letters)]
    alike = [it for it in (*swapped, *found) if it[:1] == letters[:1]] or swapped
    return f"perhaps {by_letters[alike[0]]} was meant" if alike else ""


def near_place(board: Board, word: str) -> str:
    """Return as a remedy the province that a misspelt abbreviation may have meant."""
    return near(word, board.provinces) or f"name a province of the board, or add {word} to it"

"""Looks up the names in canonical texts: ids in any case, each remembered per board."""

from __future__ import annotations

from functools import lru_cache

from gm.errors import UnreadableOrder
from gm.games.diplomacy.rules.board import Board, Location, Pair, PowerId, ProvinceId, pair
from gm.games.diplomacy.rules.units import UnitKind, UnitRef


@lru_cache(maxsize=64)
def _provinces(board: Board) -> dict[str, ProvinceId]:
    return {place.casefold(): place for place in (*board.gone, *board.provinces)}


@lru_cache(maxsize=64)
def _powers(board: Board) -> dict[str, PowerId]:
    return {power.casefold(): power for power in board.powers}


def province(board: Board, word: str) -> ProvinceId:
    """Return the province of that id; UnreadableOrder if the board has none.

    A name that a split has ended is read too: what it means is another question (Irish 9).
    """
    found = _provinces(board).get(word.casefold())
    if found is None:
        raise UnreadableOrder(f"{word!r} is no province of this board.", piece=word)
    return found


@lru_cache(maxsize=8192)
def location(board: Board, word: str) -> Location:
    """Return a place such as `STP/SC`; UnreadableOrder if the board has no such province."""
    place, _, coast = word.partition("/")
    return Location(province(board, place), coast.lower() or None)


def power(board: Board, word: str) -> PowerId:
    """Return the power of that id; UnreadableOrder if the board has none."""
    found = _powers(board).get(word.casefold())
    if found is None:
        raise UnreadableOrder(f"{word!r} is no power of this board.", piece=word)
    return found


@lru_cache(maxsize=8192)
def unit(board: Board, letter: str, word: str) -> UnitRef:
    """Return a unit such as `F STP/SC` from its two words; UnreadableOrder if it is none."""
    if letter.upper() not in {"A", "F"}:
        raise UnreadableOrder(f"{letter!r} is neither A nor F.", piece=letter, expected=("A", "F"))
    return UnitRef(UnitKind(letter.upper()), location(board, word))


def province_pair(board: Board, word: str) -> Pair:
    """Return the two provinces of `KkW-Wat`, sorted; UnreadableOrder if it is no such pair."""
    first, dash, second = word.partition("-")
    if not dash:
        raise UnreadableOrder(f"{word!r} names no two provinces.", piece=word)
    return pair(province(board, first), province(board, second))

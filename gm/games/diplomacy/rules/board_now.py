"""The board as it is now: the printed one with all that has happened to it (Irish 3-9).

Every board derived in play is held to the rules of a map file. Boards are kept, so that a season
derives only what the last hat has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gm.games.diplomacy.rules.board import Board, Entry, Province, ProvinceId
from gm.games.diplomacy.rules.board_check import check_changes
from gm.games.diplomacy.rules.board_split import Split, split_board

# Who may enter a province: closed countries, black holes and holes reopened (Irish 3, 4, 8).


def with_entries(board: Board, entries: Mapping[ProvinceId, Entry]) -> Board:
    """Return the board with another word on who may enter these provinces.

    A black hole is no centre while it is one (Irish 4); its home it stays, for when it is reopened
    (Irish 8). Borders and coasts are as they were: the neighbours of a hole still pass along the
    coast it lies on.

    Args:
        board: the board without any black hole.
        entries: of some provinces.

    Raises:
        ValueError: there is no such province.
    """
    if not entries:
        return board
    provinces = dict(board.provinces)
    for place, entry in entries.items():
        if place not in provinces:
            raise ValueError(f"there is no province {place}")
        provinces[place] = _with_entry(provinces[place], entry)
    return replace(board, provinces=provinces)


def _with_entry(place: Province, entry: Entry) -> Province:
    is_centre = place.is_centre and entry is not Entry.HOLE
    return replace(place, entry=entry, is_centre=is_centre)


Places = tuple[ProvinceId, ...]

_KEPT: Final = 512
"""How many split boards are kept; they share most of their provinces."""


@lru_cache(maxsize=128)
def board_now(
    printed: Board, closed: Places, splits: tuple[Split, ...], opened: Places, holes: Places
) -> Board:
    """Return the board after closing, splitting, reopening and holing.

    Args:
        printed: the board a game began on.
        closed: the provinces of the countries that nobody plays, as the printed board names them.
        splits: in the order in which they happened.
        opened: closed provinces that have been reopened; a gone name means all its halves.
        holes: the black holes.

    Raises:
        ValueError: there is no such province, or no such split.
        RuntimeError: the board is broken, which is a fault of this program.
    """
    board = sound = _closed(printed, closed)
    for split in splits:
        board = _split(board, split)
        if board in _sound:
            sound = board
    if board is not sound:
        _prove(sound, board)
    entries = {half: Entry.ALL for place in opened for half in board.meant(place)}
    entries |= dict.fromkeys(holes, Entry.HOLE)
    return with_entries(board, entries)


@lru_cache(maxsize=32)
def _closed(printed: Board, closed: Places) -> Board:
    return with_entries(printed, dict.fromkeys(closed, Entry.CLOSED))


@lru_cache(maxsize=_KEPT)
def _split(board: Board, split: Split) -> Board:
    return split_board(board, split)


_sound: set[Board] = set()
"""Split boards that were found sound; where many splits are new, only the last one is looked at."""


def _prove(sound: Board, board: Board) -> None:
    """Check a board as far as it differs from a sound one, and note that it is sound too."""
    faults = check_changes(sound, board)
    if faults:
        reasons = "; ".join(f"{fault.entry}: {fault.reason}" for fault in faults)
        raise RuntimeError(f"a split broke the board: {reasons}")
    if len(_sound) >= _KEPT:
        _sound.clear()
    _sound.add(board)

"""Who may enter a province: closed countries, black holes and holes reopened (Irish 3, 4, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gm.games.diplomacy.rules.board import Board, Entry, Province, ProvinceId


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

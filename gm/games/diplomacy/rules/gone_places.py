"""Provinces that a split has ended and whose names live on in orders and conditions (Irish 9)."""

from __future__ import annotations

import re
from functools import lru_cache

from gm.games.diplomacy.rules.board import Board, Province, ProvinceId, Terrain

_NUMBER = re.compile(r"(?:(?<!\s)\s*+)?(?<!\d)\d++$")


def place_name(board: Board, place: ProvinceId) -> str:
    """Return a province's name; of a gone one what its halves are called without their numbers."""
    return place_named(board, place).name


def place_named(board: Board, place: ProvinceId) -> Province:
    """Return the province of that id; a gone one as far as its halves tell what it was.

    It has their names without the numbers and all of their coasts, and no borders: where it can be
    reached from is a matter of its halves. KeyError if the board never had it.
    """
    return board.provinces.get(place) or _gone(board)[place]


def gone_provinces(board: Board) -> tuple[Province, ...]:
    """Return the gone provinces, each as `place_named` does."""
    return tuple(_gone(board).values())


def halves_on(board: Board) -> frozenset[ProvinceId]:
    """Return every province that is a half of a gone one."""
    return frozenset(half for halves in board.gone.values() for half in halves)


@lru_cache(maxsize=256)
def _gone(board: Board) -> dict[ProvinceId, Province]:
    return {place: _whole(board, place) for place in board.gone}


def _whole(board: Board, place: ProvinceId) -> Province:
    halves = [board.province(half) for half in board.gone[place]]
    aliases = (_NUMBER.sub("", alias) for half in halves for alias in half.aliases)
    coasts = {coast.id: coast for half in halves for coast in half.coasts}
    kinds = {half.terrain for half in halves}
    return Province(
        id=place,
        name=_NUMBER.sub("", halves[0].name),
        terrain=halves[0].terrain if len(kinds) == 1 else Terrain.COASTAL,
        ring=(),
        aliases=tuple(dict.fromkeys(filter(None, aliases))),
        is_centre=any(half.is_centre for half in halves),
        home=halves[0].home,
        coasts=tuple(coasts[key] for key in sorted(coasts)),
    )

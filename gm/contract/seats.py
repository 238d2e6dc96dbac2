"""Who plays: the seats of a game."""

from __future__ import annotations

from typing import NewType

from gm.contract.values import value

SeatId = NewType("SeatId", str)
"""A role that a person plays; in Diplomacy a power's id. One person may hold several."""


@value
class Seat:
    """A role that a person plays: a power, a side, the leader of some factions.

    Args:
        id: what is stored of it.
        name: as its game prints it.
        colour: by which pictures and tables know it, "#rrggbb"; "" for none.
        also: other names and adjectives by which people call it.
        abroad: its names in other languages, by their codes.
    """

    id: SeatId
    name: str
    colour: str = ""
    also: tuple[str, ...] = ()
    abroad: tuple[tuple[str, tuple[str, ...]], ...] = ()

"""Whether the seas of a board lead anywhere at all, whatever fleets there are."""

from __future__ import annotations

from collections.abc import Iterable

from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.games.diplomacy.rules.reach import has_chain, reach_of


def seas_lead(board: Board, places: Iterable[ProvinceId]) -> bool:
    """Tell whether fleets could carry an army between the two provinces named."""
    reach = reach_of(board)
    ends = [reach.number[place] for place in places if place in reach.number]
    return len(ends) == 2 and has_chain(reach, ends[0], ends[1], reach.seas)

"""The hat at the end of a season: a hole reopened, a province black-holed, one split (Irish 4-9).

Every draw is a fact of its own, told before what it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gm.contract.draws import Draws
from gm.contract.events import Drawn, Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Entry, ProvinceId
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.mechanics import Mechanism
from gm.games.diplomacy.rules.mechanics.cards import deal, season_of
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.upheavals import (
    LandlockedTwin,
    can_be_split,
    contents,
    holed,
    parted,
    reopened,
)
from gm.games.diplomacy.rules.state import GameState

_BEFORE_REOPENING = 3
"""Years without reopening: a game that begins in 1974 reopens its first hole in Spring 1977."""


@value
class Hat(Mechanism):
    """What is drawn when a movement season is over, retreats included.

    Args:
        left_out: provinces that are never in it.
        landlocked: of fleets in split provinces.
    """

    left_out: frozenset[ProvinceId] = frozenset()
    landlocked: LandlockedTwin = LandlockedTwin.NONE

    def after_season(self, board: Board, state: GameState, draws: Draws) -> tuple[Event, ...]:
        """Draw in the order of the rules: reopen, hole, split."""
        hat = _Season(self, board, state, draws)
        hat.reopen()
        hat.hole()
        hat.split()
        return tuple(hat.facts)


class _Season:
    """The draws of one season, one after the other.

    The borders by which a province is split are the same with and without holes, so that one board
    serves for all of them.
    """

    def __init__(self, rules: Hat, board: Board, state: GameState, draws: Draws) -> None:
        self.rules, self.board, self.draws = rules, board, draws
        self.state = state
        self.season = season_of(state.phase)
        self.spaces = spaces_in(board, rules.left_out)
        self.facts: list[Event] = []

    def reopen(self) -> None:
        """Reopen one of the holes, from the fourth year of the game on (Irish 8)."""
        part = self._part()
        first = int(self.board.facts.get("first_year", self.state.phase.year))
        if not part.holes or self.state.phase.year < first + _BEFORE_REOPENING:
            return
        place = self._draw("reopen", sorted(part.holes))
        self._add(reopened(self.board, self.state, place))

    def hole(self) -> None:
        """Black-hole a province; what stands in it is annihilated, its centre lost (Irish 4)."""
        holes = self._part().holes
        spaces = [place for place in self.spaces if place not in holes]
        if not spaces:
            return
        place = self._draw("hole", spaces)
        self._add(holed(self.state, place))

    def split(self) -> None:
        """Split a province; slips of black holes are put back (Irish 5-7, 9)."""
        place = self._province_to_split()
        if place is None:
            return
        dealt = deal(self.draws, f"{self.season} line", line_neighbours(self.board, place))
        self.facts += dealt.facts
        first, second = dealt.highest()[:2]
        split = Split(place, (first, second), halves_of(self.board, place))
        halves, (_, _, specials) = sorted(split.halves), contents(self.state, place)
        lots = {special: self._draw(f"lot {special}", halves) for special in specials}
        self._add(parted(self.board, self.state, split, lots, self.rules.landlocked))

    def _province_to_split(self) -> ProvinceId | None:
        if not any(self._can_be_split(place) for place in self.spaces):
            return None
        slip = 1
        place = self._draw("split", self.spaces)
        while not self._can_be_split(place):
            slip += 1
            place = self._draw(f"split, slip {slip}", self.spaces)
        return place

    def _can_be_split(self, place: ProvinceId) -> bool:
        return can_be_split(self.board, self.state, place)

    def _part(self) -> ChangesPart:
        return self.state.part(ChangesPart)

    def _draw(self, what: str, candidates: Sequence[ProvinceId]) -> ProvinceId:
        draw = self.draws.draw(f"{self.season} {what}", candidates)
        self.facts.append(Drawn(draw))
        return ProvinceId(draw.chosen)

    def _add(self, fact: Event) -> None:
        self.facts.append(fact)
        self.state = replay(self.state, (fact,))


@lru_cache(maxsize=64)
def spaces_in(board: Board, left_out: frozenset[ProvinceId]) -> tuple[ProvinceId, ...]:
    """Return every province in the hat, holes and closed countries too, in the alphabet."""
    found = (
        it.id
        for it in board.provinces.values()
        if it.entry not in (Entry.BOX, Entry.SPECIAL) and it.id not in left_out
    )
    return tuple(sorted(found))

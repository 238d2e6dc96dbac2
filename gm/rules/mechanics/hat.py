"""The hat at the end of a season: a hole reopened, a province black-holed, one split (Irish 4-9).

Every draw is a fact of its own, told before what it leads to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from functools import lru_cache

from gm.rules.board import Board, Entry, Location, PowerId, Province, ProvinceId, Terrain
from gm.rules.board_split import Split, halves_of, line_neighbours, split_halves
from gm.rules.draws import Draws
from gm.rules.events import Drawn, Event
from gm.rules.mechanics import Mechanism
from gm.rules.mechanics.cards import deal, season_of
from gm.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
    land_of,
)
from gm.rules.mechanics.wanderers import WanderersPart
from gm.rules.state import GameState
from gm.rules.units import Unit, UnitKind
from gm.rules.values import value

_BEFORE_REOPENING = 3
"""Years without reopening: a game that begins in 1974 reopens its first hole in Spring 1977."""


class LandlockedTwin(Enum):
    """What becomes of the twin of a fleet whose province is split so that one half has no sea.

    NONE: there is none; the fleet takes the half that can hold it (Irish 5, ruling). STRANDED: it
    gets one that only stands, by the letter of the rule.
    """

    NONE = "none"
    STRANDED = "stranded"


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
        self.spaces = _spaces(board, rules.left_out)
        self.facts: list[Event] = []

    def reopen(self) -> None:
        """Reopen one of the holes, from the fourth year of the game on (Irish 8)."""
        part = self._part()
        first = int(self.board.facts.get("first_year", self.state.phase.year))
        if not part.holes or self.state.phase.year < first + _BEFORE_REOPENING:
            return
        place = self._draw("reopen", sorted(part.holes))
        self._add(HoleReopened(place, _is_closed_land(self.board, part, place)))

    def hole(self) -> None:
        """Black-hole a province; what stands in it is annihilated, its centre lost (Irish 4)."""
        holes = self._part().holes
        spaces = [place for place in self.spaces if place not in holes]
        if not spaces:
            return
        place = self._draw("hole", spaces)
        unit, owner, specials = self._contents(place)
        self._add(ProvinceHoled(place, unit, owner, specials))

    def split(self) -> None:
        """Split a province; slips of black holes are put back (Irish 5-7, 9)."""
        place = self._province_to_split()
        if place is None:
            return
        dealt = deal(self.draws, f"{self.season} line", line_neighbours(self.board, place))
        self.facts += dealt.facts
        first, second = dealt.highest()[:2]
        split = Split(place, (first, second), halves_of(self.board, place))
        unit, owner, specials = self._contents(place)
        pieces = self._pieces(split, unit) if unit is not None else ()
        halves = sorted(split.halves)
        lots = tuple((one, self._draw(f"lot {one}", halves)) for one in specials)
        self._add(ProvinceSplit(split, unit, pieces, owner, lots))

    def _province_to_split(self) -> ProvinceId | None:
        holes = self._part().holes
        if not any(self._can_be_split(place, holes) for place in self.spaces):
            return None
        slip = 1
        place = self._draw("split", self.spaces)
        while not self._can_be_split(place, holes):
            slip += 1
            place = self._draw(f"split, slip {slip}", self.spaces)
        return place

    def _can_be_split(self, place: ProvinceId, holes: Collection[ProvinceId]) -> bool:
        """Tell whether a province is no hole and a line across it has two ends."""
        return place not in holes and len(line_neighbours(self.board, place)) > 1

    def _pieces(self, split: Split, unit: Unit) -> tuple[Unit, ...]:
        """Return a unit and its twin in the halves, or what can stand there of them (Irish 5)."""
        if unit.kind is UnitKind.ARMY:
            return tuple(Unit(unit.power, unit.kind, Location(half)) for half in split.halves)
        stranded = self.rules.landlocked is LandlockedTwin.STRANDED
        return tuple(
            Unit(unit.power, unit.kind, Location(half.id, _coast_in(half, unit)))
            for half in split_halves(self.board, split)
            if stranded or half.terrain is not Terrain.INLAND
        )

    def _contents(self, place: ProvinceId) -> tuple[Unit | None, PowerId | None, tuple[str, ...]]:
        """Return the unit, the owner of the centre and the special units of a province."""
        specials = self.state.part(WanderersPart).standing_in(place)
        return self.state.unit_in(place), self.state.centres.get(place), specials

    def _part(self) -> ChangesPart:
        return self.state.part(ChangesPart)

    def _draw(self, what: str, candidates: Sequence[ProvinceId]) -> ProvinceId:
        draw = self.draws.draw(f"{self.season} {what}", candidates)
        self.facts.append(Drawn(draw))
        return ProvinceId(draw.chosen)

    def _add(self, fact: Event) -> None:
        self.facts.append(fact)
        self.state = fact.apply(self.state)


@lru_cache(maxsize=64)
def _spaces(board: Board, left_out: frozenset[ProvinceId]) -> tuple[ProvinceId, ...]:
    """Return every province in the hat, holes and closed countries too, in the alphabet."""
    found = (
        it.id
        for it in board.provinces.values()
        if it.entry not in (Entry.BOX, Entry.SPECIAL) and it.id not in left_out
    )
    return tuple(sorted(found))


def _coast_in(half: Province, fleet: Unit) -> str | None:
    """Return the coast on which a fleet or its twin stands in a half: its own, or the half's."""
    coasts = [coast.id for coast in half.coasts]
    if fleet.at.coast in coasts:
        return fleet.at.coast
    return coasts[0] if coasts else None


def _is_closed_land(board: Board, part: ChangesPart, place: ProvinceId) -> bool:
    """Tell whether a province belongs to a country that nobody plays."""
    names = {place, board.province(place).whole or place}
    return any(not names.isdisjoint(land_of(board, power)) for power in part.closed)

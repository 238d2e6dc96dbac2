"""The hat at the end of a season: a hole reopened, a province black-holed, one split (Irish 4-9).

Every draw is a fact of its own, told before what it leads to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache

from gm.contract.draws import Draws
from gm.contract.events import Drawn, Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import (
    Board,
    Entry,
    Location,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
)
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_halves
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.mechanics import Mechanism
from gm.games.diplomacy.rules.mechanics.cards import deal, season_of
from gm.games.diplomacy.rules.mechanics.changes import (
    ChangesPart,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
    land_of,
)
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind

# What it makes of a position that a province is holed, reopened or split (Irish 4-9).
#
# The hat asks for it with what it has drawn, an override with what the GM says.


class LandlockedTwin(Enum):
    """What becomes of the twin of a fleet whose province is split so that one half has no sea.

    NONE: there is none; the fleet takes the half that can hold it (Irish 5, ruling). STRANDED: it
    gets one that only stands, by the letter of the rule.
    """

    NONE = "none"
    STRANDED = "stranded"


Lots = Mapping[str, ProvinceId]
"""In which half each special unit of a split province is, by lot (Irish 10)."""


def holed(state: GameState, place: ProvinceId) -> ProvinceHoled:
    """Return that a province becomes a black hole, with all that is lost in it (Irish 4)."""
    unit, owner, specials = contents(state, place)
    return ProvinceHoled(place, unit, owner, specials)


def reopened(board: Board, state: GameState, place: ProvinceId) -> HoleReopened:
    """Return that a black hole is a province again, also of a country nobody plays (Irish 8)."""
    part = state.part(ChangesPart)
    names = {place, board.province(place).whole or place}
    closed = any(not names.isdisjoint(land_of(board, power)) for power in part.closed)
    return HoleReopened(place, closed)


def can_be_split(board: Board, state: GameState, place: ProvinceId) -> bool:
    """Tell whether a province is no hole and a line across it has two ends (Irish 6, 7)."""
    is_hole = place in state.part(ChangesPart).holes
    return not is_hole and len(line_neighbours(board, place)) > 1


def parted(
    board: Board, state: GameState, split: Split, lots: Lots, landlocked: LandlockedTwin
) -> ProvinceSplit:
    """Return that a province becomes two, with the twin of its unit and both centres (Irish 5).

    Args:
        board: the one in force before; state: the position before.
        split: the line and the halves.
        lots: of the special units that are in it.
        landlocked: of a fleet of which one half has no sea.
    """
    unit, owner, _ = contents(state, split.province)
    pieces = _pieces(board, split, unit, landlocked) if unit is not None else ()
    return ProvinceSplit(split, unit, pieces, owner, tuple(lots.items()))


def contents(
    state: GameState, place: ProvinceId
) -> tuple[Unit | None, PowerId | None, tuple[str, ...]]:
    """Return the unit, the owner of the centre and the special units of a province."""
    specials = state.part(WanderersPart).standing_in(place)
    return state.unit_in(place), state.centres.get(place), specials


def _pieces(
    board: Board, split: Split, unit: Unit, landlocked: LandlockedTwin
) -> tuple[Unit, ...]:
    """Return a unit and its twin in the halves, or what can stand there of them (Irish 5)."""
    if unit.kind is UnitKind.ARMY:
        return tuple(Unit(unit.power, unit.kind, Location(half)) for half in split.halves)
    stranded = landlocked is LandlockedTwin.STRANDED
    return tuple(
        Unit(unit.power, unit.kind, Location(half.id, _coast_in(half, unit)))
        for half in split_halves(board, split)
        if stranded or half.terrain is not Terrain.INLAND
    )


def _coast_in(half: Province, fleet: Unit) -> str | None:
    """Return the coast on which a fleet or its twin stands in a half: its own, or the half's."""
    coasts = [coast.id for coast in half.coasts]
    if fleet.at.coast in coasts:
        return fleet.at.coast
    return coasts[0] if coasts else None


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
    spaces = (
        place.id
        for place in board.provinces.values()
        if place.entry not in (Entry.BOX, Entry.SPECIAL) and place.id not in left_out
    )
    return tuple(sorted(spaces))

"""Closed countries, black holes and split provinces: what is kept of them, and the board in force.

The board in force is derived: the printed board, with the countries closed that nobody plays, then
split as often as the hat said, then with its holes (Irish 3-9).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Final

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_now import board_now
from gm.games.diplomacy.rules.board_split import Split
from gm.games.diplomacy.rules.events import PositionChange
from gm.games.diplomacy.rules.mechanics import Mechanism
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import Unit

__all__ = [
    "ChangesPart",
    "ChangingBoard",
    "CountriesClosed",
    "HoleReopened",
    "ProvinceHoled",
    "ProvinceSplit",
    "Split",
    "land_of",
]


@value
class ChangesPart(StatePart):
    """How the board differs from the printed one.

    Args:
        closed: the countries that nobody plays.
        opened: provinces of theirs that were black holes and have been reopened, by the names
            in force; a half of such a province is one.
        holes: the black holes, the oldest first.
        splits: in the order in which they happened.
    """

    key: ClassVar[str] = "changes"

    closed: tuple[PowerId, ...] = ()
    opened: tuple[ProvinceId, ...] = ()
    holes: tuple[ProvinceId, ...] = ()
    splits: tuple[Split, ...] = ()


def _part(state: GameState) -> ChangesPart:
    return state.part(ChangesPart)


@value
class CountriesClosed(PositionChange):
    """Nobody plays these countries; they cannot be entered (Irish 3)."""

    powers: tuple[PowerId, ...]

    def apply(self, state: GameState) -> GameState:
        was = _part(state)
        return state.with_part(ChangesPart(self.powers, was.opened, was.holes, was.splits))


@value
class HoleReopened(PositionChange):
    """A black hole is a province again (Irish 8).

    Args:
        place: the province.
        opens: it belongs to a country that nobody plays, and may be entered all the same.
    """

    place: ProvinceId
    opens: bool = False

    def apply(self, state: GameState) -> GameState:
        was = _part(state)
        holes = tuple(place for place in was.holes if place != self.place)
        opens = self.opens and self.place not in was.opened
        opened = (*was.opened, self.place) if opens else was.opened
        return state.with_part(ChangesPart(was.closed, opened, holes, was.splits))


@value
class ProvinceHoled(PositionChange):
    """A province became a black hole (Irish 4).

    Args:
        place: the province.
        unit: the piece that was annihilated in it, if one stood there.
        owner: who lost the supply centre, if somebody owned it.
        specials: the special units that were annihilated in it.
    """

    place: ProvinceId
    unit: Unit | None = None
    owner: PowerId | None = None
    specials: tuple[str, ...] = ()

    def apply(self, state: GameState) -> GameState:
        was = _part(state)
        part = ChangesPart(was.closed, was.opened, (*was.holes, self.place), was.splits)
        state = state.with_part(part)
        if self.unit is not None:
            anarchy = state.part(AnarchyPart).but(gone=(self.unit,))
            state = state.but(units=state.without(self.unit)).with_part(anarchy)
        if self.specials:
            state = state.with_part(state.part(WanderersPart).but({}, gone=self.specials))
        kept = {place: owner for place, owner in state.centres.items() if place != self.place}
        return state.but(centres=kept)


@value
class ProvinceSplit(PositionChange):
    """A province became two (Irish 5, 6).

    Args:
        split: the province, the line and the halves.
        unit: the piece that stood in it, if any; pieces: those that stand in the halves now, the
            twin among them (Irish 5).
        owner: who owned its supply centre and owns both now, if anybody.
        specials: the special units that were in it, each with its half.
    """

    split: Split
    unit: Unit | None = None
    pieces: tuple[Unit, ...] = ()
    owner: PowerId | None = None
    specials: tuple[tuple[str, ProvinceId], ...] = ()

    def apply(self, state: GameState) -> GameState:
        was = _part(state)
        part = ChangesPart(was.closed, self._opened(was), was.holes, (*was.splits, self.split))
        state = state.with_part(part)
        if self.unit is not None:
            anarchy = state.part(AnarchyPart)
            if self.unit in anarchy.units:
                state = state.with_part(anarchy.but(new=self.pieces, gone=(self.unit,)))
            state = state.with_units([*state.without(self.unit), *self.pieces])
        if self.specials:
            state = state.with_part(state.part(WanderersPart).but(dict(self.specials)))
        if self.owner is None:
            return state
        centres = dict(state.centres)
        del centres[self.split.province]
        return state.but(centres={**centres, **dict.fromkeys(self.split.halves, self.owner)})

    def _opened(self, was: ChangesPart) -> tuple[ProvinceId, ...]:
        """Return the reopened provinces: halves of one are open as it was."""
        opened: list[ProvinceId] = []
        for place in was.opened:
            opened += self.split.halves if place == self.split.province else (place,)
        return tuple(opened)


def land_of(board: Board, power: PowerId) -> tuple[ProvinceId, ...]:
    """Return a power's whole country on the printed board (Irish 3)."""
    return board.powers[power].land or board.powers[power].home


@value
class ChangingBoard(Mechanism):
    """The board that changes in play."""

    part: ClassVar[type[StatePart] | None] = ChangesPart

    def at_start(self, board: Board, unplayed: Collection[PowerId]) -> tuple[Event, ...]:
        """Close the countries that nobody plays (Irish 3)."""
        closed = tuple(power for power in board.powers if power in unplayed)
        return (CountriesClosed(closed),) if closed else ()

    def board_in_force(self, board: Board, state: GameState) -> Board:
        """Return the board with closed countries, halves and holes."""
        part = state.parts.get(ChangesPart.key)
        if not isinstance(part, ChangesPart):
            return board
        return _in_force(board, part)


_Met = tuple[ChangesPart, Board]

_met: dict[tuple[object, ...], _Met] = {}
"""The boards met last, by what tells them apart nearly always. A season asks for its board several
times, and to hash forty splits each time takes longer than all else about it."""

_MOST_MET: Final = 64


def _in_force(board: Board, part: ChangesPart) -> Board:
    """Return the board after some changes."""
    splits = part.splits
    key = (board, part.closed, part.opened, part.holes, len(splits), splits[-1:])
    met = _met.get(key)
    if met is not None and (met[0] is part or met[0] == part):
        return met[1]
    closed = sorted(place for power in part.closed for place in land_of(board, power))
    now = board_now(board, tuple(closed), splits, part.opened, part.holes)
    if len(_met) >= _MOST_MET:
        _met.clear()
    _met[key] = part, now
    return now

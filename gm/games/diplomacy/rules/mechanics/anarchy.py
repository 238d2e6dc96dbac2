"""Anarchy: what an Irish unit does to the units it meets (Irish 10).

A unit in anarchy stands where it is and stays its owner's: it holds its centre, needs one, can be
supported by anyone, and goes in winter only where its owner must remove a unit.
"""

from __future__ import annotations

from typing import ClassVar

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.events import PositionChange
from gm.games.diplomacy.rules.mechanics import Consequences, Mechanism, MovesPlayed
from gm.games.diplomacy.rules.state import GameState, StatePart
from gm.games.diplomacy.rules.units import Unit, unit_key


@value
class AnarchyPart(StatePart):
    """The units in anarchy, sorted. One that has left the board may still be listed for a while."""

    key: ClassVar[str] = "anarchy"

    units: tuple[Unit, ...] = ()

    def but(self, new: tuple[Unit, ...] = (), gone: tuple[Unit, ...] = ()) -> AnarchyPart:
        """Return the same with some units more, and others less."""
        kept = [unit for unit in self.units if unit not in gone and unit not in new]
        return AnarchyPart(tuple(sorted([*kept, *new], key=unit_key)))


def in_anarchy(state: GameState) -> frozenset[Unit]:
    """Return the standing units that are in anarchy."""
    part = state.part(AnarchyPart)
    return frozenset(part.units).intersection(state.units) if part.units else frozenset()


@value
class FellIntoAnarchy(PositionChange):
    """A unit met an Irish unit (Irish 10). `by` are the special units that stood there."""

    unit: Unit
    by: tuple[str, ...] = ()

    def apply(self, state: GameState) -> GameState:
        return state.with_part(state.part(AnarchyPart).but(new=(self.unit,)))


@value
class Cured(PositionChange):
    """A unit in anarchy met a Psychiatrist and is normal again (Irish 10)."""

    unit: Unit
    by: tuple[str, ...] = ()

    def apply(self, state: GameState) -> GameState:
        return state.with_part(state.part(AnarchyPart).but(gone=(self.unit,)))


@value
class AnarchyForgotten(PositionChange):
    """Units that were in anarchy have left the board; another may stand where they stood."""

    units: tuple[Unit, ...]

    def apply(self, state: GameState) -> GameState:
        return state.with_part(state.part(AnarchyPart).but(gone=self.units))


@value
class Anarchy(Mechanism):
    """Units that obey nobody, and do not survive their dislodgement."""

    part: ClassVar[type[StatePart] | None] = AnarchyPart

    def idle(self, state: GameState) -> tuple[Unit, ...]:
        """A unit in anarchy does not obey, not even an order to hold (Irish 10)."""
        return state.part(AnarchyPart).units

    def may_retreat(self, state: GameState, unit: Unit) -> bool:
        """A unit in anarchy that must retreat is annihilated (Irish 10)."""
        return unit not in state.part(AnarchyPart).units

    def after_moves(self, played: MovesPlayed) -> Consequences:
        """Strike the units off the list that have left the board.

        A GM may have taken one off between the seasons; then another may move to its place now.
        """
        listed = played.before.part(AnarchyPart).units
        if not listed:
            return Consequences({})
        missing = tuple(unit for unit in listed if unit not in played.before.units)
        beaten = tuple(unit for unit in listed if unit.at.province in played.dislodged_by)
        return Consequences({}, events=_forgotten(missing), then=_forgotten(beaten))

    def after_winter(self, board: Board, state: GameState) -> tuple[Event, ...]:
        """Strike off the units that were removed."""
        listed = state.part(AnarchyPart).units
        return _forgotten(tuple(unit for unit in listed if unit not in state.units))


def _forgotten(units: tuple[Unit, ...]) -> tuple[Event, ...]:
    return (AnarchyForgotten(units),) if units else ()

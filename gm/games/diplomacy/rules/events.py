"""Facts. Applied in their order they lead from one state to the next, without any rule.

An event that changes a state does so by its own `apply`, so that a replay needs neither orders nor draws,
and a mechanism's events stand beside it. A GM's override is an event like any other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import replace

from gm.contract.events import Drawn, Event, GameEnded
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import NOWHERE, Dislodged, GameState, StatePart
from gm.games.diplomacy.rules.units import Unit, unit_key


@value
class PositionChange(Event):
    """The common base of facts that change a position; other facts only tell something."""

    @abstractmethod
    def apply(self, state: GameState) -> GameState:
        """Return the state after this fact."""


@value
class PartChanged(PositionChange):
    """A fact that changes no more of a state than what one mechanism keeps."""

    @abstractmethod
    def key(self) -> str:
        """Return the key of the part that it changes."""

    @abstractmethod
    def changed(self, part: StatePart | None) -> StatePart:
        """Return the part after this fact; None is the part of a mechanism that has kept nothing."""

    def apply(self, state: GameState) -> GameState:
        return state.with_part(self.changed(state.parts.get(self.key())))


@value
class UnitsMoved(PositionChange):
    """Units moved at once; each pair is the unit before and after."""

    moves: tuple[tuple[Unit, Unit], ...]

    def apply(self, state: GameState) -> GameState:
        return state.with_moves(self.moves)


@value
class UnitDislodged(PositionChange):
    """A unit was dislodged and must retreat or is destroyed.

    It comes before the `UnitsMoved` that lets its attacker in.
    """

    dislodged: Dislodged

    def apply(self, state: GameState) -> GameState:
        waiting = [*state.dislodged, self.dislodged]
        if len(waiting) > 1:
            waiting.sort(key=lambda dislodged: unit_key(dislodged.unit))
        return state.but(units=state.without(self.dislodged.unit), dislodged=tuple(waiting))


@value
class UnitRetreated(PositionChange):
    """A dislodged unit found a new place."""

    unit: Unit
    to: Unit

    def apply(self, state: GameState) -> GameState:
        waiting = tuple(dislodged for dislodged in state.dislodged if dislodged.unit != self.unit)
        return state.but(dislodged=waiting).with_units([*state.units, self.to])


@value
class UnitDisbanded(PositionChange):
    """A unit, standing or dislodged, left the board."""

    unit: Unit
    by_civil_disorder: bool = False

    def apply(self, state: GameState) -> GameState:
        waiting = tuple(dislodged for dislodged in state.dislodged if dislodged.unit != self.unit)
        if len(waiting) < len(state.dislodged):
            return state.but(dislodged=waiting)
        return state.but(units=state.without(self.unit))


@value
class UnitBuilt(PositionChange):
    """A new unit stands on the board."""

    unit: Unit

    def apply(self, state: GameState) -> GameState:
        return state.with_units([*state.units, self.unit])


@value
class RetreatClosed(PositionChange):
    """No waiting unit may retreat to a province any more; one left with no place is destroyed.

    It stands before the GM's override that puts a unit there.
    """

    place: ProvinceId

    def apply(self, state: GameState) -> GameState:
        left = (
            replace(
                dislodged,
                retreats=tuple(at for at in dislodged.retreats if at.province != self.place),
            )
            for dislodged in state.dislodged
        )
        return state.but(dislodged=tuple(dislodged for dislodged in left if dislodged.retreats))


@value
class StandoffsLeft(PositionChange):
    """These provinces were left empty by a standoff and are closed to retreats."""

    places: tuple[ProvinceId, ...]

    def apply(self, state: GameState) -> GameState:
        return state.but(contested=frozenset(self.places))


@value
class CentreTaken(PositionChange):
    """A supply centre has a new owner; None makes it neutral."""

    place: ProvinceId
    power: PowerId | None
    former: PowerId | None = None

    def apply(self, state: GameState) -> GameState:
        if self.power is not None:
            return state.but(centres={**state.centres, self.place: self.power})
        kept = {place: owner for place, owner in state.centres.items() if place != self.place}
        return state.but(centres=kept)


@value
class PowerEliminated(PositionChange):
    """A power has nothing left."""

    power: PowerId

    def apply(self, state: GameState) -> GameState:
        return replace(state, eliminated=(*state.eliminated, self.power))


@value
class GameWon(PositionChange):
    """The game is over."""

    winners: tuple[PowerId, ...]

    def apply(self, state: GameState) -> GameState:
        return replace(state, winners=self.winners)


@value
class PhaseBegan(PositionChange):
    """The next phase that needs orders begins."""

    phase: Phase

    def apply(self, state: GameState) -> GameState:
        if state.dislodged:
            return state.but(phase=self.phase)
        return state.but(phase=self.phase, contested=NOWHERE)


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """Return the state after these facts.

    Facts that follow one another and change parts alone make one new state together.
    """
    parts: dict[str, StatePart] | None = None
    for event in events:
        if isinstance(event, Drawn):
            continue
        if isinstance(event, PartChanged):
            if parts is None:
                parts = dict(state.parts)
            key = event.key()
            parts[key] = event.changed(parts.get(key))
        elif isinstance(event, PositionChange | GameEnded):
            if parts is not None:
                state, parts = state.but(parts=parts), None
            if isinstance(event, GameEnded):
                state = replace(state, winners=event.powers)
            else:
                state = event.apply(state)
    return state if parts is None else state.but(parts=parts)

"""The position: who stands where, who owns what, and what the mechanisms keep.

A state is plain data. It names the board it lies on only through the ruleset that carries it, and
converts to JSON and back without loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar, cast

from gm.contract.values import value
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.units import Unit, UnitRef, unit_key

# What the mechanisms of a variant keep in the state, each its own part.


@value
class StatePart:
    """What one mechanism keeps in the state. A subclass names itself by `key`."""

    key: ClassVar[str] = ""


P = TypeVar("P", bound=StatePart)

NOWHERE: Final[frozenset[ProvinceId]] = frozenset()
"""No provinces."""


@value
class Dislodged:
    """A unit that must retreat.

    Args:
        unit: as it stood before the moves.
        attacker_from: where its attacker started, also a convoyed one; None in hand-made states.
        retreats: where it may go, sorted; empty means it is destroyed.
    """

    unit: Unit
    attacker_from: ProvinceId | None
    retreats: tuple[Location, ...]


@dataclass(init=False, slots=True, unsafe_hash=True)
class GameState:
    """A position at the start of a phase.

    Args:
        phase: the phase that is to be ordered.
        units: standing units, sorted by `unit_key`; dislodged ones are not among them.
        centres: owner of each owned supply centre.
        dislodged: units that must retreat, sorted by `unit_key`.
        contested: provinces left empty by a standoff, closed to retreats.
        eliminated: powers out of the game.
        winners: the powers that have won; the game is over when it is not empty.
        parts: what the mechanisms keep, by their key.
    """

    phase: Final[Phase]
    units: Final[tuple[Unit, ...]]
    centres: Final[Mapping[ProvinceId, PowerId]]
    dislodged: Final[tuple[Dislodged, ...]]
    contested: Final[frozenset[ProvinceId]]
    eliminated: Final[tuple[PowerId, ...]]
    winners: Final[tuple[PowerId, ...]]
    parts: Final[Mapping[str, StatePart]]

    def __init__(
        self,
        phase: Phase,
        units: tuple[Unit, ...] = (),
        centres: Mapping[ProvinceId, PowerId] | None = None,
        dislodged: tuple[Dislodged, ...] = (),
        contested: frozenset[ProvinceId] = NOWHERE,
        eliminated: tuple[PowerId, ...] = (),
        winners: tuple[PowerId, ...] = (),
        parts: Mapping[str, StatePart] | None = None,
    ) -> None:
        self.phase = phase
        self.units = units
        self.centres = {} if centres is None else centres
        self.dislodged = dislodged
        self.contested = contested
        self.eliminated = eliminated
        self.winners = winners
        self.parts = {} if parts is None else parts

    def part(self, kind: type[P]) -> P:
        """Return what a mechanism keeps; an empty part if it has kept nothing yet."""
        return cast("P", self.parts.get(kind.key) or kind())

    def but(
        self,
        *,
        phase: Phase | None = None,
        units: tuple[Unit, ...] | None = None,
        centres: Mapping[ProvinceId, PowerId] | None = None,
        dislodged: tuple[Dislodged, ...] | None = None,
        contested: frozenset[ProvinceId] | None = None,
        parts: Mapping[str, StatePart] | None = None,
    ) -> GameState:
        """Return the state with some of it changed; quicker than `dataclasses.replace`."""
        return GameState(
            self.phase if phase is None else phase,
            self.units if units is None else units,
            self.centres if centres is None else centres,
            self.dislodged if dislodged is None else dislodged,
            self.contested if contested is None else contested,
            self.eliminated,
            self.winners,
            self.parts if parts is None else parts,
        )

    def with_part(self, part: StatePart) -> GameState:
        """Return the state with one mechanism's part replaced."""
        return self.but(parts={**self.parts, part.key: part})

    def with_units(self, units: Iterable[Unit]) -> GameState:
        """Return the state with these units standing, sorted."""
        return self.but(units=tuple(sorted(units, key=unit_key)))

    def with_moves(self, moves: Sequence[tuple[Unit, Unit]]) -> GameState:
        """Return the state after units moved at once; each pair is the unit before and after."""
        gone = {old.key for old, _ in moves}
        units = [unit for unit in self.units if unit.key not in gone]
        units += [new for _, new in moves]
        return self.with_units(units)

    def without(self, gone: Unit) -> tuple[Unit, ...]:
        """Return the standing units without one."""
        return tuple([unit for unit in self.units if unit.key != gone.key])

    def unit_in(self, place: ProvinceId) -> Unit | None:
        """Return the unit that stands in a province, if any."""
        for unit in self.units:
            if unit.at.province == place:
                return unit
        return None

    def find(self, ref: UnitRef) -> Unit | None:
        """Return the standing unit an order names, coast and kind included, if it is there."""
        unit = self.unit_in(ref.at.province)
        return unit if unit is not None and unit.ref == ref else None

    def units_of(self, power: PowerId) -> tuple[Unit, ...]:
        """Return a power's standing units, sorted."""
        return tuple(unit for unit in self.units if unit.power == power)

    def centres_of(self, power: PowerId) -> tuple[ProvinceId, ...]:
        """Return a power's supply centres, sorted by id."""
        return tuple(sorted(place for place, owner in self.centres.items() if owner == power))

"""The line-up: a season's units where they stand, by small numbers.

Every unit has an index, its place in the sorted list of units.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules.board import Location
from gm.rules.reach import Reach
from gm.rules.units import Unit, UnitKind

NOBODY = -1
"""The index of no unit, and the number of no province."""

_ARMY, _FLEET = UnitKind.ARMY, UnitKind.FLEET


class LineUp:
    """The units where they stand. A plain class, for this is where the time goes.

    Args:
        reach: the compiled board in force.
        units: the units, sorted.
        spots: what each can do from where it stands.
        at: the number of the province each stands in.
        occupant: by province number, the unit that stands there, or NOBODY; so is the last entry,
            which the number of no province finds.
    """

    __slots__ = ("at", "occupant", "reach", "spots", "units")

    def __init__(self, reach: Reach, units: Sequence[Unit]) -> None:
        armies, fleets = reach.armies, reach.fleets
        self.reach = reach
        self.units = units
        self.spots = [(armies if unit.kind is _ARMY else fleets)[unit.at] for unit in units]
        self.at = [spot.number for spot in self.spots]
        self.occupant = [NOBODY] * (len(reach.ids) + 1)
        for unit, place in enumerate(self.at):
            self.occupant[place] = unit

    def find(self, at: Location) -> int:
        """Return the unit that stands in a location's province, or NOBODY."""
        return self.occupant[self.reach.number.get(at.province, NOBODY)]

    def fleets_at_sea(self) -> int:
        """Return every fleet at sea, as a mask of provinces."""
        mask = 0
        for unit, place in zip(self.units, self.at, strict=True):
            if unit.kind is _FLEET:
                mask |= 1 << place
        return mask & self.reach.seas

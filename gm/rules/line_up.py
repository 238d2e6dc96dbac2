"""The line-up: a season's units where they stand, by small numbers.

Every unit has an index, its place in the sorted list of units.
"""

from __future__ import annotations

from typing import Final

from gm.rules.board import Location, ProvinceId
from gm.rules.reach import Reach
from gm.rules.spots import Spot
from gm.rules.units import ARMY, Unit

NOBODY: Final = -1
"""The index of no unit, and the number of no province."""


class LineUp:
    """The units where they stand. A plain class, for this is where the time goes.

    Args:
        reach: the compiled board in force.
        units: the units, sorted.
        spots: what each can do from where it stands.
        occupant: by province number, the unit that stands there, or NOBODY; so is the last entry,
            which the number of no province finds.
    """

    __slots__ = ("occupant", "reach", "spots", "units")

    def __init__(self, reach: Reach, units: tuple[Unit, ...]) -> None:
        armies, fleets = reach.armies, reach.fleets
        occupant = [NOBODY] * (len(reach.ids) + 1)
        spots: list[Spot] = []
        for unit in units:
            spot = armies[unit.at.province] if unit.kind is ARMY else fleets[unit.at]
            occupant[spot.number] = len(spots)
            spots.append(spot)
        self.reach = reach
        self.units = units
        self.spots = spots
        self.occupant = occupant

    def get(self, place: ProvinceId) -> Unit | None:
        """Return the unit that stands in a province, if any."""
        unit = self.occupant[self.reach.number.get(place, NOBODY)]
        return None if unit == NOBODY else self.units[unit]

    def find(self, at: Location) -> int:
        """Return the unit that stands in a location's province, or NOBODY."""
        return self.occupant[self.reach.number.get(at.province, NOBODY)]

    def fleets_at_sea(self) -> int:
        """Return every fleet at sea, as a mask of provinces."""
        mask = 0
        for spot in self.spots:
            mask |= spot.ship
        return mask

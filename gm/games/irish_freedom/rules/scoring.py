"""Morale and victory points (5, CHECK; 9; 10)."""

from __future__ import annotations

from typing import Final

from gm.contract.values import value
from gm.games.irish_freedom.rules.combat import sides_by_area
from gm.games.irish_freedom.rules.course import Course
from gm.games.irish_freedom.rules.state import Result
from gm.games.irish_freedom.rules.tables import FIRST_WAR, ULSTER, Side

TREATY_POINTS: Final = ((4, 4), (6, 3), (8, 2), (10, 1))
"""Up to which turn the Treaty is worth so many points (9)."""

SURRENDER_POINTS: Final = ((2, 3), (4, 2), (6, 1))
"""Up to which turn the surrender is worth so many points (10)."""

TREATY_GRADES: Final = (
    (4, Result.WOI_MAJOR),
    (3, Result.WOI_GOOD),
    (2, Result.WOI_HISTORICAL),
    (0, Result.WOI_POOR),
)
"""From how many points on the first war is won so (9)."""

FINAL_GRADES: Final = (
    (9, Result.CW_MAJOR),
    (7, Result.CW_GOOD),
    (5, Result.CW_AVERAGE),
    (0, Result.CW_POOR),
)
"""From how many points of both wars on the second is won so (10)."""


@value
class MoraleCount:
    """What the enemy's morale is made of (5, CHECK).

    Args:
        regions: where the enemy is. alone: of those in the second war where nobody else is.
        cities: City Areas that count for the enemy. lost: red units eliminated, in the first war.
        by_hand: what the game's master has added.
    """

    regions: int
    alone: int
    cities: int
    lost: int
    by_hand: int = 0

    @property
    def total(self) -> int:
        """The morale itself."""
        return self.regions + self.alone + self.cities - self.lost + self.by_hand


def morale(course: Course) -> MoraleCount:
    """Return the enemy's morale: a die above it ends the war (5, CHECK)."""
    return _british_morale(course) if course.state.war == FIRST_WAR else _republican(course)


def _british_morale(course: Course) -> MoraleCount:
    """Count Regions with British and City Areas without Irish, less the red units eliminated."""
    sides = sides_by_area(course)
    held = sum(Side.BRITISH in _in_region(sides, region.code) for region in course.tables.regions)
    quiet = sum(Side.IRISH not in sides.get(city, set()) for city in course.tables.cities)
    return MoraleCount(held, 0, quiet, course.state.red_eliminated, course.state.morale_shift)


def _republican(course: Course) -> MoraleCount:
    """Count Regions with green, those with green alone again, and City Areas empty or with green."""
    sides = sides_by_area(course)
    regions = [_in_region(sides, region.code) for region in course.tables.regions]
    held = sum(Side.REPUBLICAN in there for there in regions)
    alone = sum(there == {Side.REPUBLICAN} for there in regions)
    cities = (sides.get(city, set()) for city in course.tables.cities)
    kept = sum(not there or Side.REPUBLICAN in there for there in cities)
    return MoraleCount(held, alone, kept, 0, course.state.morale_shift)


def _in_region(sides: dict[str, set[Side]], region: str) -> set[Side]:
    """Return which sides have units in a Region."""
    return {side for area, there in sides.items() if area[:-1] == region for side in there}


def treaty_date_points(turn: int) -> int:
    """Return what the Treaty is worth on a turn (9)."""
    return _up_to(TREATY_POINTS, turn)


def ulster_bonus(course: Course) -> int:
    """Return 1 if the Irish of Ulster are stronger than the British there, else 0 (9)."""
    areas = [area.id for area in course.tables.region[ULSTER].areas]
    irish = sum(course.strength(area, Side.IRISH) for area in areas)
    return int(irish > sum(course.strength(area, Side.BRITISH) for area in areas))


def treaty_grade(points: int) -> Result:
    """Return how the first war is won (9)."""
    return next(result for least, result in TREATY_GRADES if points >= least)


def surrender_date_points(turn: int) -> int:
    """Return what the surrender is worth on a turn (10)."""
    return _up_to(SURRENDER_POINTS, turn)


def cleared_regions(course: Course) -> int:
    """Return how many Regions have no unit but blue ones (10)."""
    sides = sides_by_area(course)
    return sum(
        _in_region(sides, region.code) <= {Side.FREESTATE} for region in course.tables.regions
    )


def final_grade(points: int) -> Result:
    """Return how the game is won, by the points of both wars (10)."""
    return next(result for least, result in FINAL_GRADES if points >= least)


def _up_to(table: tuple[tuple[int, int], ...], turn: int) -> int:
    return next((points for last, points in table if turn <= last), 0)

"""The enemy, who plays by rule: his upgrade and his move, in both wars (5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.games.irish_freedom.rules.course import Course
from gm.games.irish_freedom.rules.events import Cause, EnemyIdle, Idleness, UnitChanged, UnitMoved
from gm.games.irish_freedom.rules.state import Unit
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    Colour,
    Flag,
    Side,
    UnitType,
)

_CROSSING: Final = {
    FIRST_WAR: frozenset({UnitType.ARMY, UnitType.TAN}),
}
"""Which of the enemy's units leave their Region, by war; in the second it is Columns alone."""

_CROSSING_LATER: Final = frozenset({UnitType.COLUMN})


def enemy_upgrade(course: Course) -> None:
    """Play the enemy's upgrade (5, ENEMY_UPGRADE)."""
    region = course.region_by_die("Region")
    if course.state.war == FIRST_WAR:
        _british_upgrade(course, region)
    else:
        _republican_upgrade(course, region)


def _british_upgrade(course: Course, region: str) -> None:
    """Make an RIC a Tan; else Tans raise a Mob; else nothing (5, ENEMY_UPGRADE WoI)."""
    units = course.units_in(region)
    constables = [unit for unit in units if unit.type is UnitType.RIC]
    if constables:
        chosen = course.pick_unit("RIC", constables)
        course.do(UnitChanged(chosen.id, chosen.type, UnitType.TAN, Cause.ENEMY))
    elif any(unit.type is UnitType.TAN for unit in units):
        area, colour = course.die("Area"), course.die("colour")
        raise_mob(course, region, area, colour, Cause.ENEMY)
    else:
        course.do(EnemyIdle(region, Idleness.NO_UPGRADE))


def raise_mob(course: Course, region: str, area_die: int, colour_die: int, cause: Cause) -> None:
    """Set a Mob on an Area: blue where the die is greater than the Region's number, else green (5)."""
    blue = colour_die > course.tables.region[region].number
    colour = Colour.BLUE if blue else Colour.GREEN
    area = course.tables.region[region].area_on(area_die)
    course.place(UnitType.MOB, colour, area, cause, area_die=area_die, colour_die=colour_die)


def _republican_upgrade(course: Course, region: str) -> None:
    """Upgrade a green Mob, else a Guerrilla; else a new unit comes (5, ENEMY_UPGRADE CW)."""
    green = [unit for unit in course.units_in(region) if unit.colour is Colour.GREEN]
    for type_, better in (
        (UnitType.MOB, UnitType.GUERRILLA),
        (UnitType.GUERRILLA, UnitType.COLUMN),
    ):
        if candidates := [unit for unit in green if unit.type is type_]:
            chosen = course.pick_unit(type_.value, candidates)
            course.do(UnitChanged(chosen.id, type_, better, Cause.ENEMY))
            return
    area_die, type_die = course.die("Area"), course.die("type")
    place = course.tables.region[region]
    kind = UnitType.MOB if type_die > place.number else UnitType.GUERRILLA
    area = place.area_on(area_die)
    course.place(kind, Colour.GREEN, area, Cause.ENEMY, area_die=area_die, colour_die=type_die)


def enemy_move(course: Course) -> None:
    """Play the enemy's move: his strongest unit of a Region goes for the weakest of its enemies (5)."""
    region = course.region_by_die("Region")
    candidates = [unit for unit in course.units_in(region) if _may_be_chosen(course, unit)]
    if not candidates:
        course.do(EnemyIdle(region, Idleness.NOBODY_THERE))
        return
    mover = course.pick_unit("mover", course.strongest(candidates))
    targets = _targets(course, region, mover)
    if targets:
        _go(course, mover, course.pick_unit("target", course.weakest(targets)).area)
    elif mover.type not in _CROSSING.get(course.state.war, _CROSSING_LATER):
        course.do(EnemyIdle(region, Idleness.NO_TARGET))
    elif Flag.NO_CROSS_REGION in course.state.flags:
        course.do(EnemyIdle(region, Idleness.NO_CROSSING))
    else:
        _leave(course, region, mover)


def _may_be_chosen(course: Course, unit: Unit) -> bool:
    """Tell whether a unit may be the enemy's mover: no Mob, and none of the player's."""
    return unit.type is not UnitType.MOB and course.side(unit.colour) not in (
        Side.IRISH,
        Side.FREESTATE,
    )


def _targets(course: Course, region: str, mover: Unit) -> Sequence[Unit]:
    """Return the enemies of a unit in a Region."""
    side = course.side(mover.colour)
    return [unit for unit in course.units_in(region) if course.side(unit.colour) is not side]


def _leave(course: Course, region: str, mover: Unit) -> None:
    """Go by a road: to the weakest enemy there, or if there is none to an Area by die (5)."""
    beyond = course.tables.region[region].roads[course.die("road") - 1]
    targets = _targets(course, beyond, mover)
    if targets:
        _go(course, mover, course.pick_unit("target", course.weakest(targets)).area)
    else:
        _go(course, mover, course.area_by_die(beyond, "Area"))


def _go(course: Course, mover: Unit, area: str) -> None:
    """Move a unit; with a Republican one go all guns and cars of its Area (5)."""
    along: tuple[str, ...] = ()
    if mover.colour is Colour.GREEN:
        pieces = course.attached_at(mover.area, Side.REPUBLICAN)
        along = tuple(piece.id for piece in pieces)
    course.do(UnitMoved(mover.id, mover.area, area, Cause.ENEMY, along))
    course.arrive((mover.id,))

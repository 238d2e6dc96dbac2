"""The Treaty: the board is set for the Civil War, once (9)."""

from __future__ import annotations

from collections.abc import Sequence

from gm.games.irish_freedom.rules.combat import (
    Battle,
    better_type,
    fight,
    remove,
    sides_by_area,
    take_over_abandoned,
)
from gm.games.irish_freedom.rules.course import Course
from gm.games.irish_freedom.rules.enemy import raise_mob
from gm.games.irish_freedom.rules.events import Cause, TurnStarted, UnitChanged, WarStarted
from gm.games.irish_freedom.rules.state import Preference, Unit
from gm.games.irish_freedom.rules.tables import (
    DUBLIN,
    SECOND_WAR,
    ULSTER,
    AttachmentType,
    Colour,
    Placing,
    Side,
)


def make_civil_war(course: Course) -> None:
    """Carry out the Treaty, up to the first turn of the Civil War (9)."""
    course.begin("Treaty")
    course.do(WarStarted())
    _british_leave(course)
    _irish_rise(course)
    _recruits_join(course)
    placings = course.tables.treaty
    _set(course, (placings.republican, placings.freestate))
    _give(course, AttachmentType.GUN, Preference.TREATY_ARTILLERY, in_dublin=True)
    _give(course, AttachmentType.CAR, Preference.TREATY_CAR, in_dublin=False)
    while (battle := _next_battle(course)) is not None:
        fight(course, battle)
    take_over_abandoned(course)
    course.do(TurnStarted(SECOND_WAR, 1))


def _british_leave(course: Course) -> None:
    """Remove the British outside of Ulster, and set its garrison (9, steps 1 and 2)."""
    for unit in course.state.units:
        british = course.side(unit.colour) is Side.BRITISH
        in_ulster = course.tables.areas[unit.area].region == ULSTER
        if british and not (in_ulster and unit.colour is Colour.ORANGE):
            remove(course, unit, Cause.TREATY, eliminated=False)
    united = course.options.united_ireland
    _set(course, course.tables.treaty.united if united else course.tables.treaty.garrison)


def _set(course: Course, placings: Sequence[Placing]) -> None:
    for placing in placings:
        course.place(placing.type, placing.colour, placing.area, Cause.TREATY)


def _irish_rise(course: Course) -> None:
    """Let every Irish unit rise one step (9, steps 3 to 5)."""
    for unit in course.state.units:
        better = better_type(unit)
        if better is not None:
            course.do(UnitChanged(unit.id, unit.type, better, Cause.TREATY))


def _recruits_join(course: Course) -> None:
    """Raise a Mob in each Region but Ulster (9, step 6)."""
    for region in course.tables.regions:
        if region.code != ULSTER:
            area, colour = course.die(f"{region.code} Area"), course.die(f"{region.code} colour")
            raise_mob(course, region.code, area, colour, Cause.TREATY)


def _give(
    course: Course, type_: AttachmentType, preference: Preference, *, in_dublin: bool
) -> None:
    """Give a gun to a blue unit of Dublin, a car to one anywhere but in Ulster (9, steps 9 and 10)."""

    def may_have(unit: Unit) -> bool:
        region = course.tables.areas[unit.area].region
        if unit.colour is not Colour.BLUE:
            return False
        return region == DUBLIN if in_dublin else region != ULSTER

    holding = {unit.area for unit in course.state.units if may_have(unit)}
    listed = course.state.policy.listed(preference)
    for area in (*listed, *course.tables.areas):
        if area in holding:
            course.attach(type_, Colour.BLUE, area, Cause.TREATY)
            return


def _next_battle(course: Course) -> Battle | None:
    """Return the next combat: blue on green first, then the Irish on the British of Ulster (9, 11 and 12)."""
    sides = sides_by_area(course)
    for area, there in sides.items():
        if {Side.FREESTATE, Side.REPUBLICAN} <= there:
            return Battle(area, Side.FREESTATE, Side.REPUBLICAN)
    for area, there in sides.items():
        irish = there - {Side.BRITISH}
        if irish != there and irish:
            (attacker,) = irish
            return Battle(area, attacker, Side.BRITISH)
    return None

"""The cards: what each does when it is drawn (7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gm.games.irish_freedom.rules.combat import remove
from gm.games.irish_freedom.rules.course import Course
from gm.games.irish_freedom.rules.events import (
    CardDrawn,
    CardWithoutEffect,
    Cause,
    FlagRaised,
    UnitChanged,
    UnitMoved,
)
from gm.games.irish_freedom.rules.state import Preference, Unit
from gm.games.irish_freedom.rules.tables import (
    AttachmentType,
    Card,
    Colour,
    Effect,
    Side,
    UnitType,
)

SWAPPED: Final = {"C17": "C18", "C18": "C17"}
"""The cards whose effects the option `swap_c17_c18` swaps (7)."""


def draw_card(course: Course) -> None:
    """Draw the top card and do what it says; an empty deck gives nothing (5, EVENT)."""
    if not course.state.deck:
        return
    id_ = course.state.deck[0]
    course.do(CardDrawn(id_))
    effective = SWAPPED.get(id_, id_) if course.options.swap_c17_c18 else id_
    card = course.tables.card[effective]
    if not _EFFECTS[card.effect](course, card):
        course.do(CardWithoutEffect(id_))


def _british_in(course: Course, region: str) -> list[Unit]:
    return [u for u in course.units_in(region) if course.side(u.colour) is Side.BRITISH]


def _areas_of(course: Course, units: Sequence[Unit]) -> list[str]:
    """Return the Areas of some units, each once, in board order."""
    return sorted({unit.area for unit in units}, key=course.tables.place.__getitem__)


def _preferred(course: Course, preference: Preference, areas: Sequence[str]) -> str | None:
    """Return which of some Areas the player's list names first; None if none."""
    listed = course.state.policy.listed(preference)
    return next((area for area in listed if area in areas), None)


def _column_among_enemies(course: Course, card: Card) -> bool:
    """Set a Column on British of the first Region that has some, else anywhere in the first (W1)."""
    (kind,) = card.units
    for region in card.regions:
        if areas := _areas_of(course, _british_in(course, region)):
            weakest = min(areas, key=lambda area: course.strength(area, Side.BRITISH))
            area = _preferred(course, Preference.TOM_BARRY, areas) or weakest
            course.place(kind.type, kind.colour, area, Cause.CARD)
            return True
    area = course.area_by_die(card.regions[0], "Area")
    course.place(kind.type, kind.colour, area, Cause.CARD)
    return True


def _mobs(course: Course, card: Card) -> bool:
    """Set each unit on an Area by die of a Region by die (W2)."""
    for kind in card.units:
        region = course.region_by_die("Region")
        course.place(kind.type, kind.colour, course.area_by_die(region, "Area"), Cause.CARD)
    return True


def _riots(course: Course, card: Card) -> bool:
    """Set two units on different Areas by die of one Region (W3)."""
    (region,) = card.regions
    first, second = card.units
    area = course.area_by_die(region, "Area")
    course.place(first.type, first.colour, area, Cause.CARD)
    other = course.other_area_by_die(region, area, "Area")
    course.place(second.type, second.colour, other, Cause.CARD)
    return True


def _auxiliaries(course: Course, card: Card) -> bool:
    """Set each unit on an Area by die of the same Region by die (W4)."""
    region = course.region_by_die("Region")
    for kind in card.units:
        course.place(kind.type, kind.colour, course.area_by_die(region, "Area"), Cause.CARD)
    return True


def _mobilisation(course: Course, card: Card) -> bool:
    """Set a unit on one of the Irish of a Region by lot, else on an Area by die (W5)."""
    (region,), (kind,) = card.regions, card.units
    irish = [u for u in course.units_in(region) if course.side(u.colour) is Side.IRISH]
    if irish:
        area = course.pick_unit("target", irish).area
    else:
        area = course.area_by_die(region, "Area")
    course.place(kind.type, kind.colour, area, Cause.CARD)
    return True


def _flag(course: Course, card: Card) -> bool:
    """Give something for this turn (W6, C13, C14, C15)."""
    if card.flag is None:
        return False
    course.do(FlagRaised(card.flag))
    return True


def _demotion(course: Course, card: Card) -> bool:
    """Make an Irish unit that is no Mob, in one of some Areas, a Mob (W7)."""
    units = [
        unit
        for unit in course.state.units
        if unit.area in card.areas
        and course.side(unit.colour) is Side.IRISH
        and unit.type is not UnitType.MOB
    ]
    if not units:
        return False
    chosen = course.pick_unit("unit", units)
    course.do(UnitChanged(chosen.id, chosen.type, UnitType.MOB, Cause.CARD))
    return True


def _assassination(course: Course, card: Card) -> bool:
    """Eliminate an RIC of a Region, else make a Tan there an RIC (W8)."""
    (region,) = card.regions
    units = course.units_in(region)
    constables = [unit for unit in units if unit.type is UnitType.RIC]
    tans = [unit for unit in units if unit.type is UnitType.TAN]
    if constables:
        remove(course, course.pick_unit("RIC", constables), Cause.CARD, eliminated=True)
    elif tans:
        chosen = course.pick_unit("TAN", tans)
        course.do(UnitChanged(chosen.id, chosen.type, UnitType.RIC, Cause.CARD))
    return bool(constables or tans)


def _reprisals(course: Course, card: Card) -> bool:
    """Move a unit of an Area by die of each Region to another of its Areas by die (W9)."""
    del card
    moved = False
    for region in course.tables.regions:
        area = course.area_by_die(region.code, f"{region.code} Area")
        units = [unit for unit in course.state.units if unit.area == area]
        if units:
            unit = course.pick_unit(f"{region.code} unit", units)
            target = course.other_area_by_die(region.code, area, f"{region.code} target")
            course.do(UnitMoved(unit.id, area, target, Cause.CARD))
            course.arrive((unit.id,))
            moved = True
    return moved


def _gun(course: Course, card: Card) -> bool:
    """Give a gun to a blue Regular, or by an option to any blue unit, where the player likes (C10)."""
    del card
    takers = [
        unit
        for unit in course.state.units
        if unit.colour is Colour.BLUE
        and (unit.type is UnitType.REGULAR or course.options.churchill_any)
    ]
    areas = _areas_of(course, takers)
    if not areas:
        return False
    area = _preferred(course, Preference.ARTILLERY, areas) or areas[0]
    course.attach(AttachmentType.GUN, Colour.BLUE, area, Cause.CARD)
    return True


def _mutineer(course: Course, card: Card) -> bool:
    """Give a car to the strongest Republican unit of a Region by lot (C11)."""
    del card
    green = [unit for unit in course.state.units if unit.colour is Colour.GREEN]
    held = {course.tables.areas[unit.area].region for unit in green}
    regions = [region.code for region in course.tables.regions if region.code in held]
    if not regions:
        return False
    chosen = course.pick("Region", regions)
    there = [u for u in green if course.tables.areas[u.area].region == chosen]
    unit = course.pick_unit("unit", course.strongest(there))
    course.attach(AttachmentType.CAR, Colour.GREEN, unit.area, Cause.CARD)
    return True


def _placement(course: Course, card: Card) -> bool:
    """Set a unit on an Area by die, of the card's Region or of one by die (C12, C16, C17)."""
    (kind,) = card.units
    region = card.regions[0] if card.regions else course.region_by_die("Region")
    course.place(kind.type, kind.colour, course.area_by_die(region, "Area"), Cause.CARD)
    return True


def _executions(course: Course, card: Card) -> bool:
    """Remove the weakest Republican unit of a Region by die, but for those spared (C18)."""
    while (region := course.region_by_die("Region")) in card.regions:
        continue
    green = [unit for unit in course.units_in(region) if unit.colour is Colour.GREEN]
    if not green:
        return False
    chosen = course.pick_unit("unit", course.weakest(green))
    remove(course, chosen, Cause.CARD, eliminated=True)
    return True


_EFFECTS: Final[Mapping[Effect, Callable[[Course, Card], bool]]] = {
    Effect.COLUMN_AMONG_ENEMIES: _column_among_enemies,
    Effect.MOBS: _mobs,
    Effect.RIOTS: _riots,
    Effect.AUXILIARIES: _auxiliaries,
    Effect.MOBILISATION: _mobilisation,
    Effect.FLAG: _flag,
    Effect.DEMOTION: _demotion,
    Effect.ASSASSINATION: _assassination,
    Effect.REPRISALS: _reprisals,
    Effect.GUN: _gun,
    Effect.MUTINEER: _mutineer,
    Effect.PLACEMENT: _placement,
    Effect.EXECUTIONS: _executions,
}
"""What each effect does; False where it had nothing to act on."""

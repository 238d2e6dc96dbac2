"""Combat: who fights whom and where, rounds, losses, upgrades, captures and retreats (6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gm.contract.values import value
from gm.games.irish_freedom.rules.course import Course
from gm.games.irish_freedom.rules.events import (
    AttachmentCaptured,
    AttachmentLost,
    Cause,
    CombatRound,
    Retreated,
    UnitChanged,
    UnitRemoved,
    UpgradeDeclined,
)
from gm.games.irish_freedom.rules.state import Unit, UpgradeChoice
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    Colour,
    Side,
    UnitType,
    player_side,
)

LEAST_ROW: Final = 1
MOST_ROW: Final = 6
ATTACKER_LOSES: Final = 3
"""Up to this row of the table the attacker is beaten, from the next on the defender."""

LOSSES: Final = {1: 2, 2: 1, 3: 0, 4: 0, 5: 1, 6: 2}
"""How many units of the beaten side are eliminated, by the row."""

OVERWHELMING: Final = 4
"""The advantage from which the option `overwhelm` spares the worst (6)."""

COLLINS_BONUS: Final = 2
GUARDS_BONUS: Final = 1

_LESSER_FIRST: Final = {Side.FREESTATE: 0, Side.REPUBLICAN: 1, Side.BRITISH: 2, Side.IRISH: 3}
"""Of two enemies of one total the first is met first (6)."""


@value
class Battle:
    """A combat that is to be fought: its first round."""

    area: str
    attacker: Side
    defender: Side


@dataclass(slots=True)
class CardModifiers:
    """What the player's cards add to his attacks of this turn (7: C13, C15).

    Args:
        collins: the Area that Michael Collins is spent on; "" for none.
        guards: the unit that is the Dublin Guards; "" for none.
        collins_used, guards_used: an attack has used them.
    """

    collins: str = ""
    guards: str = ""
    collins_used: bool = False
    guards_used: bool = False


def fight_all(course: Course, modifiers: CardModifiers | None = None) -> None:
    """Fight while two hostile sides are in an Area, the first such Area in board order first (6)."""
    while (battle := next(battles(course), None)) is not None:
        if modifiers is not None and battle.attacker is player_side(course.state.war):
            _fight_with_cards(course, battle, modifiers)
        else:
            fight(course, battle)
    take_over_abandoned(course)


def sides_by_area(course: Course) -> dict[str, set[Side]]:
    """Return which sides have units in each Area, in board order."""
    sides = defaultdict[str, set[Side]](set)
    for unit in course.state.units:
        sides[unit.area].add(course.side(unit.colour))
    return {area: sides[area] for area in course.tables.areas if area in sides}


def weaker_first(course: Course, area: str, sides: Sequence[Side]) -> Side:
    """Return of the sides in an Area the one with the lower total (6)."""
    return min(sides, key=lambda side: (course.strength(area, side), _LESSER_FIRST[side]))


def battles(course: Course) -> Iterator[Battle]:
    """Yield the combat of each Area that holds hostile sides, in board order (6)."""
    for area, sides in sides_by_area(course).items():
        if len(sides) > 1:
            attacker = _last_to_come(course, area, sides)
            enemies = [side for side in Side if side in sides and side is not attacker]
            yield Battle(area, attacker, weaker_first(course, area, enemies))


def _last_to_come(course: Course, area: str, sides: set[Side]) -> Side:
    """Return the side whose first unit there came last in this phase (6)."""

    def came(side: Side) -> int:
        return min(course.arrivals.get(u.id, 0) for u in course.standing_at(area, side))

    return max((side for side in Side if side in sides), key=came)


def _fight_with_cards(course: Course, battle: Battle, modifiers: CardModifiers) -> None:
    """Fight an attack of the player's, and set the Mob that the Guards provoke (7: C13, C15)."""
    collins, guards = _cards_for(course, battle, modifiers)
    modifiers.collins_used |= collins
    modifiers.guards_used |= guards
    fight(course, battle, COLLINS_BONUS * collins + GUARDS_BONUS * guards)
    if guards:
        region = course.tables.areas[battle.area].region
        die = course.die(f"mob of {region}")
        area = course.tables.region[region].area_on(die)
        course.place(UnitType.MOB, Colour.GREEN, area, Cause.GUARDS, area_die=die)


def _cards_for(course: Course, battle: Battle, modifiers: CardModifiers) -> tuple[bool, bool]:
    """Tell whether Michael Collins and the Guards count in an attack of the player's."""
    collins = modifiers.collins == battle.area and not modifiers.collins_used
    attackers = course.standing_at(battle.area, battle.attacker)
    return collins, any(unit.id == modifiers.guards for unit in attackers)


@value
class CombatOdds:
    """What a combat's first round may bring.

    Args:
        area: where. attacker, defender: who.
        attack, defence: their strengths; modifier: added by cards.
        rows: of the table, one for each face of the die from 1.
    """

    area: str
    attacker: Side
    defender: Side
    attack: int
    defence: int
    modifier: int
    rows: tuple[int, ...]


def odds(course: Course, modifiers: CardModifiers) -> Iterator[CombatOdds]:
    """Yield what each combat may bring that would be fought now; no die is rolled."""
    for battle in battles(course):
        area, modifier = battle.area, 0
        if battle.attacker is player_side(course.state.war):
            collins, guards = _cards_for(course, battle, modifiers)
            modifier = COLLINS_BONUS * collins + GUARDS_BONUS * guards
        attack, defence = (
            course.strength(area, side) for side in (battle.attacker, battle.defender)
        )
        rows = tuple(
            _row(attack - defence + modifier, die, overwhelm=course.options.overwhelm)
            for die in range(LEAST_ROW, MOST_ROW + 1)
        )
        yield CombatOdds(area, battle.attacker, battle.defender, attack, defence, modifier, rows)


def fight(course: Course, battle: Battle, modifier: int = 0) -> None:
    """Fight a combat: a first round, and those that its retreats cause (6).

    Args:
        course: the step. battle: the first round.
        modifier: what cards add to the attack of the first round.
    """
    number = 1
    next_round: Battle | None = battle
    while next_round is not None:
        next_round = _fight_round(course, next_round, modifier, number)
        number, modifier = number + 1, 0


def _fight_round(course: Course, battle: Battle, modifier: int, number: int) -> Battle | None:
    """Fight a round; return the one that its retreat causes.

    In this order: the die, eliminations, the victor's upgrade, capture, retreat (6).
    """
    area, attacker, defender = battle.area, battle.attacker, battle.defender
    attack, defence = course.strength(area, attacker), course.strength(area, defender)
    die = course.die(f"combat {area}")
    row = _row(attack - defence + modifier, die, overwhelm=course.options.overwhelm)
    course.do(CombatRound(area, attacker, defender, attack, defence, modifier, die, row, number))
    beaten, victor = (attacker, defender) if row <= ATTACKER_LOSES else (defender, attacker)
    if _eliminate(course, area, beaten, LOSSES[row]):
        _upgrade_victor(course, area, victor)
    if not course.standing_at(area, beaten):
        _capture(course, area, beaten, victor)
        return None
    if number >= course.options.loop_guard:
        _retreat_out_of_reach(course, area, beaten)
        return None
    return _retreat(course, area, beaten)


def _row(advantage: int, die: int, *, overwhelm: bool) -> int:
    """Return the row of the table; the option turns the worst for the far superior (6)."""
    if overwhelm and advantage >= OVERWHELMING and die == LEAST_ROW:
        return ATTACKER_LOSES + 1
    if overwhelm and advantage <= -OVERWHELMING and die == MOST_ROW:
        return ATTACKER_LOSES
    return max(LEAST_ROW, min(MOST_ROW, advantage + die))


def remove(course: Course, unit: Unit, cause: Cause, *, eliminated: bool) -> None:
    """Take a unit off the board; red ones eliminated in the first war count for morale (6)."""
    counted = eliminated and unit.colour is Colour.RED and course.state.war == FIRST_WAR
    course.do(UnitRemoved(unit, cause, counted))


def _eliminate(course: Course, area: str, side: Side, count: int) -> bool:
    """Eliminate so many units, the weakest first; if no more are left, all without a draw (6)."""
    units = course.standing_at(area, side)
    if count >= len(units):
        for unit in units if count else ():
            remove(course, unit, Cause.COMBAT, eliminated=True)
        return count > 0
    for _ in range(count):
        weakest = course.weakest(course.standing_at(area, side))
        lost = course.pick_unit(f"loss {area}", weakest)
        remove(course, lost, Cause.COMBAT, eliminated=True)
    return count > 0


def better_type(unit: Unit) -> UnitType | None:
    """Return what a unit is upgraded to; None if there is nothing above it (5, 6)."""
    if unit.type is UnitType.MOB and unit.colour is not Colour.ORANGE:
        return UnitType.GUERRILLA
    if unit.type is UnitType.GUERRILLA:
        return UnitType.REGULAR if unit.colour is Colour.BLUE else UnitType.COLUMN
    return None


def _upgrade_victor(course: Course, area: str, victor: Side) -> None:
    """Upgrade one unit of the victor's there: a Mob if there is one, else a Guerrilla (6)."""
    if victor is Side.BRITISH:
        return
    is_player = victor is player_side(course.state.war)
    choice = course.state.policy.upgrade if is_player else UpgradeChoice.ALWAYS
    units = [unit for unit in course.standing_at(area, victor) if better_type(unit)]
    if choice is UpgradeChoice.NEVER or not units:
        return
    mobs = [unit for unit in units if unit.type is UnitType.MOB]
    risen = course.pick_unit(f"upgrade {area}", mobs or units)
    better = better_type(risen)
    if better is None or (choice is UpgradeChoice.BLUE and risen.colour is not Colour.BLUE):
        course.do(UpgradeDeclined(risen.id))
    else:
        course.do(UnitChanged(risen.id, risen.type, better, Cause.COMBAT))


def _capture(course: Course, area: str, beaten: Side, victor: Side) -> None:
    """Give the guns and cars of a side that died to the victor; the British have none (6)."""
    colour = {Side.FREESTATE: Colour.BLUE, Side.REPUBLICAN: Colour.GREEN}.get(victor)
    for attachment in course.attached_at(area, beaten):
        if colour is None:
            course.do(AttachmentLost(attachment.id, attachment.type, area))
        else:
            course.do(AttachmentCaptured(attachment.id, colour))


def _retreat(course: Course, area: str, side: Side) -> Battle | None:
    """Let a side retreat by a die; where enemies are it attacks at once (6)."""
    region = course.tables.areas[area].region
    die = course.die(f"retreat {area}")
    target = course.tables.region[region].area_on(die)
    _go(course, side, area, target, die)
    there = sides_by_area(course)[target]
    enemies = [other for other in Side if other in there and other is not side]
    return Battle(target, side, weaker_first(course, target, enemies)) if enemies else None


def _go(course: Course, side: Side, start: str, target: str, die: int = 0) -> None:
    units = tuple(unit.id for unit in course.standing_at(start, side))
    attachments = tuple(piece.id for piece in course.attached_at(start, side))
    course.do(Retreated(side, start, target, units, attachments, die))
    course.arrive(units)


def _retreat_out_of_reach(course: Course, area: str, side: Side) -> None:
    """End a combat that has gone on too long: the side goes where no enemy is, or is removed (6)."""
    sides, region = sides_by_area(course), course.tables.areas[area].region
    areas = [area.id for area in course.tables.region[region].areas]
    free = [area_id for area_id in areas if not sides.get(area_id, set()) - {side}]
    if free:
        _go(course, side, area, course.pick(f"retreat {area}", free))
        return
    for unit in course.standing_at(area, side):
        remove(course, unit, Cause.COMBAT, eliminated=False)
    for attachment in course.attached_at(area, side):
        course.do(AttachmentLost(attachment.id, attachment.type, area))


def take_over_abandoned(course: Course) -> None:
    """Let who stands alone by another's gun or car take it over, when all combats are over (5)."""
    if not course.state.attachments:
        return
    sides = sides_by_area(course)
    for attachment in course.state.attachments:
        owner, there = course.side(attachment.colour), sides.get(attachment.area, set())
        if there and owner not in there:
            (victor,) = there
            _capture(course, attachment.area, owner, victor)

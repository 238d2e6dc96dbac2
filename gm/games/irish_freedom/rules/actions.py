"""The player's lines: each judged when its turn comes, and carried out (5, PLAYER; 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from gm.contract.orders import Order
from gm.games.irish_freedom.rules.combat import CardModifiers, better_type
from gm.games.irish_freedom.rules.course import Course
from gm.games.irish_freedom.rules.enemy import raise_mob
from gm.games.irish_freedom.rules.events import (
    Cause,
    FlagSpent,
    PolicySet,
    UnitChanged,
    UnitMoved,
)
from gm.games.irish_freedom.rules.orders import (
    SETTINGS,
    Action,
    Continue,
    Move,
    NominateGuards,
    Pass,
    Recruit,
    SetAfterTreaty,
    SetAreas,
    SetUpgrade,
    Stop,
    UnitNamed,
    Upgrade,
    UseCollins,
)
from gm.games.irish_freedom.rules.outcomes import (
    FreedomOutcome,
    LineResult,
    Reason,
    result_of,
)
from gm.games.irish_freedom.rules.state import PLAYER, Attachment, Unit, Wait
from gm.games.irish_freedom.rules.tables import (
    DUBLIN,
    FIRST_WAR,
    ULSTER,
    AttachmentType,
    Colour,
    Flag,
    Reach,
    UnitType,
    player_side,
)

ACTIONS: Final = {"WOI": 2, "CW": 3}
"""How many actions a turn of each war has (5)."""

ATTACHMENTS: Final = {kind.value: kind for kind in AttachmentType}
UNIT_TYPES: Final = {kind.value: kind for kind in UnitType}
_COLOURS: Final = {colour.value: colour for colour in Colour}


@dataclass(slots=True)
class Lines:
    """The player's lines of a step, as they are carried out.

    Args:
        course: the step.
        foreseen: the lines are only judged: what chance decides is left out.
        used: actions so far. passed: a PASS was among them.
        new: the unit of the last recruit or upgrade; "" if there is none.
        anywhere: that unit is where chance will put it.
        modifiers: what cards add to attacks.
        answer: of CONTINUE and STOP the last.
    """

    course: Course
    foreseen: bool = False
    used: int = 0
    passed: bool = False
    new: str = ""
    anywhere: bool = False
    modifiers: CardModifiers = field(default_factory=CardModifiers)
    answer: Continue | Stop | None = None
    _collins: int = -1
    _guards: int = -1

    def carry_out(self, orders: Sequence[Order]) -> None:
        """Carry out lines in their order; each has an outcome."""
        for order in orders:
            self.course.outcomes.append(self._outcome(order))

    def say_what_came_to_nothing(self) -> None:
        """Void the cards that were spent on attacks that did not come about (8)."""
        outcomes = self.course.outcomes
        for at, used in (
            (self._collins, self.modifiers.collins_used),
            (self._guards, self.modifiers.guards_used),
        ):
            if at >= 0 and not used:
                outcomes[at] = replace(
                    outcomes[at], result=LineResult.VOID, reason=Reason.NO_ATTACK
                )

    def _outcome(self, order: Order) -> FreedomOutcome:
        if (untimely := self._untimely(order)) is not None:
            return _outcome_of(order, untimely)
        if isinstance(order, Action) and self.passed:
            self._forget_new(order)
            return FreedomOutcome(PLAYER, order, LineResult.UNUSED)
        if isinstance(order, Action) and self.used >= ACTIONS[self.course.state.war]:
            self._forget_new(order)
            return _outcome_of(order, Reason.TOO_MANY_ACTIONS)
        reason = self._carried_out(order)
        if isinstance(order, Action):
            self.used += reason is None
            if reason is not None:
                self._forget_new(order)
        return _outcome_of(order, reason)

    def _untimely(self, order: Order) -> Reason | None:
        """Say whether a line is not heard now (8: every line)."""
        wait = self.course.state.wait
        if wait is Wait.OVER:
            return Reason.GAME_OVER
        answers = isinstance(order, Continue | Stop)
        settings = isinstance(order, SETTINGS)
        heard = {
            Wait.START: False,
            Wait.PLAYER: not answers,
            Wait.TREATY: answers or settings,
        }[wait]
        return None if heard else Reason.NOT_NOW

    def _forget_new(self, order: Order) -> None:
        """Of a recruit or upgrade that was not done there is no new unit; guns and cars are none (8)."""
        if isinstance(order, Upgrade) or (
            isinstance(order, Recruit) and order.kind not in ATTACHMENTS
        ):
            self.new, self.anywhere = "", False

    def _carried_out(self, order: Order) -> Reason | None:
        match order:
            case Recruit() if self.course.state.war == FIRST_WAR:
                return self._raise(order)
            case Recruit():
                return self._recruit(order)
            case Upgrade():
                return self._upgrade(order)
            case Move():
                return self._move(order)
            case UseCollins(area):
                return self._use_collins(area)
            case NominateGuards(unit):
                return self._nominate(unit)
            case Pass():
                self.passed = True
            case Continue() | Stop():
                self.answer = order
            case _:
                return self._arrange(order)
        return None

    def _raise(self, order: Recruit) -> Reason | None:
        """Raise a Mob in a Region: an Area by die, blue or green by another (5, RECRUIT WoI)."""
        if order.kind and order.place:
            return Reason.NOT_IN_THIS_WAR
        if order.place not in self.course.tables.region:
            return Reason.UNKNOWN_REGION
        if self.foreseen:
            self.new, self.anywhere = "", True
            return None
        area, colour = self.course.die("Area"), self.course.die("colour")
        known = {unit.id for unit in self.course.state.units}
        raise_mob(self.course, order.place, area, colour, Cause.PLAYER)
        self.new = next(u.id for u in self.course.state.units if u.id not in known)
        return None

    def _recruit(self, order: Recruit) -> Reason | None:
        """Raise a blue unit, a gun or a car in the city of Dublin (5, CW RECRUIT)."""
        tables = self.course.tables
        if not (order.kind and order.place):
            return Reason.NOT_IN_THIS_WAR
        if order.place not in tables.areas:
            return Reason.UNKNOWN_AREA
        attachment = ATTACHMENTS.get(order.kind)
        if attachment is None and order.kind != self.course.options.cw_recruit.value:
            return Reason.WRONG_RECRUIT
        if tables.areas[order.place].region != DUBLIN or order.place not in tables.cities:
            return Reason.RECRUIT_PLACE_NOT_DUBLIN_CITY
        if attachment is None:
            kind = self.course.options.cw_recruit
            unit = self.course.place(kind, Colour.BLUE, order.place, Cause.PLAYER)
            self.new, self.anywhere = unit.id, False
        elif not self.course.standing_at(order.place, player_side(self.course.state.war)):
            return Reason.ATTACHMENT_NEEDS_BLUE_UNIT
        else:
            self.course.attach(attachment, Colour.BLUE, order.place, Cause.PLAYER)
        return None

    def _upgrade(self, order: Upgrade) -> Reason | None:
        """Make a unit one of the next better type (5, UPGRADE)."""
        course = self.course
        if course.state.war != FIRST_WAR and not course.options.cw_upgrade:
            return Reason.NOT_IN_THIS_WAR
        unit = self._unit(order.unit, Reason.NO_UPGRADE_FOR_TYPE)
        if unit is None:
            return None
        if isinstance(unit, Reason):
            return unit
        better = better_type(unit)
        if better is None:
            return Reason.NO_UPGRADE_FOR_TYPE
        course.do(UnitChanged(unit.id, unit.type, better, Cause.PLAYER))
        self.new, self.anywhere = unit.id, False
        return None

    def _move(self, order: Move) -> Reason | None:
        """Move a unit by land or sea, with what goes along (5, MOVE)."""
        course = self.course
        if course.state.war == FIRST_WAR and (order.by_sea or order.landing or order.attached):
            return Reason.NOT_IN_THIS_WAR
        unit = self._unit(order.unit, Reason.ATTACHMENT_CANNOT_MOVE_ALONE)
        if isinstance(unit, Reason):
            return unit
        if order.target not in course.tables.areas:
            return Reason.UNKNOWN_AREA
        if unit is None:
            return None
        reason = self._why_not_there(unit, order)
        attached = self._attached(unit, order)
        if reason is not None or isinstance(attached, Reason):
            return reason or (attached if isinstance(attached, Reason) else None)
        if order.landing and not course.tables.areas[order.target].port:
            course.do(FlagSpent(Flag.DALTON))
        along = tuple(piece.id for piece in attached)
        by_sea = order.by_sea or order.landing
        course.do(UnitMoved(unit.id, unit.area, order.target, Cause.PLAYER, along, by_sea))
        course.arrive((unit.id,))
        return None

    def _why_not_there(self, unit: Unit, order: Move) -> Reason | None:
        """Say why a unit cannot go to an Area (8: MOVE)."""
        reach = self.course.tables.units[unit.type].reach
        if len(order.attached) > 1:
            return Reason.TWO_ATTACHMENTS
        if reach is Reach.NOWHERE:
            return Reason.MOB_CANNOT_MOVE
        if unit.area == order.target:
            return Reason.SAME_AREA
        if order.by_sea or order.landing:
            return self._why_not_by_sea(unit, order)
        areas = self.course.tables.areas
        start, target = areas[unit.area].region, areas[order.target].region
        if start == target:
            return None
        if reach is Reach.REGION:
            return Reason.GUERRILLA_CANNOT_LEAVE_REGION
        roads = self.course.tables.region[start].roads
        return None if target in roads else Reason.NO_ROAD

    def _why_not_by_sea(self, unit: Unit, order: Move) -> Reason | None:
        """Say why ships do not carry a unit to an Area (5, CW naval; 7, C14)."""
        tables = self.course.tables
        start, target = tables.areas[unit.area], tables.areas[order.target]
        if not tables.units[unit.type].sails:
            return Reason.ONLY_REGULARS_SAIL
        if ULSTER in (start.region, target.region):
            return Reason.ULSTER_PORT
        if not start.port:
            return Reason.NOT_A_PORT
        if target.port:
            return None
        if not order.landing:
            return Reason.NOT_A_PORT
        if Flag.DALTON not in self.course.state.flags:
            return Reason.LANDING_NOT_AVAILABLE
        return None if target.region in tables.harbours else Reason.NO_LANDING_THERE

    def _attached(self, unit: Unit, order: Move) -> tuple[Attachment, ...] | Reason:
        """Return what goes with a unit: one gun or car of its Area, with Regulars (5, CW MOVE)."""
        if not order.attached:
            return ()
        if unit.type is not UnitType.REGULAR:
            return Reason.ATTACHMENT_NEEDS_REGULAR
        pieces = self.course.attached_at(unit.area, player_side(self.course.state.war))
        named = [piece for piece in pieces if piece.type.value == order.attached[0]]
        return tuple(named[:1]) or Reason.NO_SUCH_ATTACHMENT

    def _use_collins(self, area: str) -> Reason | None:
        """Spend Michael Collins on the attack in an Area of his Regions (7, C13)."""
        tables = self.course.tables
        if Flag.COLLINS not in self.course.state.flags:
            return Reason.MODIFIER_NOT_AVAILABLE
        if area not in tables.areas:
            return Reason.UNKNOWN_AREA
        if tables.areas[area].region not in tables.granting[Flag.COLLINS].regions:
            return Reason.MODIFIER_NOT_AVAILABLE
        self.course.do(FlagSpent(Flag.COLLINS))
        self.modifiers.collins = area
        self._collins = len(self.course.outcomes)
        return None

    def _nominate(self, named: UnitNamed) -> Reason | None:
        """Nominate the Regular that is the Dublin Guards (7, C15)."""
        if Flag.GUARDS not in self.course.state.flags:
            return Reason.MODIFIER_NOT_AVAILABLE
        unit = self._unit(named, Reason.GUARDS_NEEDS_REGULAR)
        if isinstance(unit, Reason):
            return unit
        if unit is None or unit.type is not UnitType.REGULAR:
            return Reason.GUARDS_NEEDS_REGULAR
        self.course.do(FlagSpent(Flag.GUARDS))
        self.modifiers.guards = unit.id
        self._guards = len(self.course.outcomes)
        return None

    def _unit(self, named: UnitNamed, attachment: Reason) -> Unit | Reason | None:
        """Return the unit that a line means, or why it means none (8: a `<unit>`).

        Args:
            named: as the line names it.
            attachment: why not, if it names a gun or a car.

        Returns:
            None if it is a unit that chance will place, and lines are only judged.
        """
        if named.new:
            if self.anywhere:
                return None
            return self.course.state.unit(self.new) or Reason.NO_NEW_UNIT
        if named.id:
            if self.course.state.attachment(named.id) is not None:
                return attachment
            unit = self.course.state.unit(named.id)
            if unit is None:
                return Reason.UNKNOWN_UNIT
            return unit if self._is_own(unit) else Reason.NOT_YOURS
        if named.area not in self.course.tables.areas:
            return Reason.UNKNOWN_AREA
        return attachment if named.type in ATTACHMENTS else self._unit_at(named)

    def _unit_at(self, named: UnitNamed) -> Unit | Reason:
        """Return the unit meant by its Area: of equal ones that of the lowest id (8)."""
        type_, colour = UNIT_TYPES.get(named.type), _COLOURS.get(named.colour)
        fitting = [
            unit
            for unit in self.course.state.units
            if unit.area == named.area
            and type_ in (None, unit.type)
            and colour in (None, unit.colour)
        ]
        if not fitting:
            return Reason.NO_SUCH_UNIT_THERE
        own_units = [unit for unit in fitting if self._is_own(unit)]
        if not own_units:
            return Reason.NOT_YOURS
        kinds = {(unit.type, unit.colour) for unit in own_units}
        return own_units[0] if len(kinds) == 1 else Reason.AMBIGUOUS_UNIT

    def _is_own(self, unit: Unit) -> bool:
        return self.course.side(unit.colour) is player_side(self.course.state.war)

    def _arrange(self, order: Order) -> Reason | None:
        """Keep what the player arranges (8: standing orders)."""
        policy = self.course.state.policy
        match order:
            case SetUpgrade(choice):
                policy = replace(policy, upgrade=choice)
            case SetAfterTreaty(ending):
                policy = replace(policy, after_treaty=ending)
            case SetAreas(preference, areas):
                if any(area not in self.course.tables.areas for area in areas):
                    return Reason.UNKNOWN_AREA
                policy = policy.listing(preference, tuple(dict.fromkeys(areas)))
            case _:
                raise TypeError(f"{type(order).__name__} is no order of Irish Freedom")
        self.course.do(PolicySet(policy))
        return None


def _outcome_of(order: Order, reason: Reason | None) -> FreedomOutcome:
    return FreedomOutcome(PLAYER, order, result_of(reason), reason)

"""The field: a season's orders laid out for decision.

What an order says is looked up once, in the compiled board; what is not plain there is judged by
`legality`. Who moves where, who supports whom and who is carried by whom is matched here, so that
deciding only counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gm.rules.board import Location
from gm.rules.convoys import Carriage, Passage, Sailor, Way, embark
from gm.rules.legality import normalise_move
from gm.rules.line_up import NOBODY, LineUp
from gm.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.rules.outcomes import Reason
from gm.rules.policies import Paradox, Profile
from gm.rules.reach import has_chain
from gm.rules.spots import Spot
from gm.rules.units import ARMY, FLEET

Judge = Callable[[int, UnitOrder], Reason | None]
"""Says why an order to a unit, given by its index, is illegal; None is legal."""

Supports = list[tuple[int, Support]]
Afar = list[tuple[int, Move]]
Convoys = list[tuple[int, Convoy]]


class Field:
    """A season laid out. A plain class, for this is where the time goes.

    Lists go by unit index unless they say otherwise.

    Args:
        line_up: the units where they stand.
        given: the order of each; None stands.
        profile: the rulebook.
        idle: units that do not obey, and why.

    Attributes:
        reach, units, spots, occupant: those of the line-up.
        profile: the rulebook.
        orders: the order of each as it is carried out, illegal ones too; None where none came.
        faults: why an order is illegal; its unit stands.
        goal: the number of the province it moves to, or NOBODY.
        landings: the spot it moves to, if it moves.
        movers: the units that move.
        supports: the units with a legal order to support.
        carriers: the units with a legal order to convoy.
        attackers: by province number, the units that move there.
        supporters: the units whose support matches what it does.
        aim: for a matching support, the province it works in; else NOBODY.
        helped: for a matching support, the unit supported; else NOBODY.
        sailing: the armies that go by sea, or might.
        passages: its crossing, if it is one of these.
        stranded: the armies ordered to where no fleets on the board could take them (DATC
            6.D.32).
        useful: the carriers whose order matches an army's move.
        fleets: where convoys matter: every fleet at sea, whatever its orders, as a mask.
    """

    __slots__ = (
        "aim",
        "attackers",
        "carriers",
        "faults",
        "fleets",
        "goal",
        "helped",
        "landings",
        "movers",
        "occupant",
        "orders",
        "passages",
        "profile",
        "reach",
        "sailing",
        "spots",
        "stranded",
        "supporters",
        "supports",
        "units",
        "useful",
    )

    def __init__(
        self,
        line_up: LineUp,
        given: Sequence[UnitOrder | None],
        profile: Profile,
        idle: Mapping[int, Reason],
    ) -> None:
        count = len(given)
        self.reach = line_up.reach
        self.units = line_up.units
        self.spots = line_up.spots
        self.occupant = line_up.occupant
        self.profile = profile
        self.orders = [*given]
        self.faults = {**idle}
        self.goal = [NOBODY] * count
        self.landings: list[Spot | None] = [None] * count
        self.movers: list[int] = []
        self.supports: list[int] = []
        self.carriers: list[int] = []
        self.attackers: list[tuple[int, ...]] = [()] * len(self.reach.ids)
        self.supporters: list[tuple[int, ...]] = [()] * count
        self.aim = [NOBODY] * count
        self.helped = [NOBODY] * count
        self.sailing: list[int] = []
        self.passages: list[Passage | None] = [None] * count
        self.stranded: list[int] = []
        self.useful: set[int] = set()
        self.fleets = 0

    def is_spared(self, army: int, supporter: int) -> bool:
        """Tell whether a convoyed army may not cut this support under the 1971 rules (XII.5).

        A convoyed army does not cut a fleet's support of a fleet that attacks one of the fleets
        carrying it, not even by dislodging it (DATC 4.A.2 choice a).
        """
        passage, helped = self.passages[army], self.helped[supporter]
        return (
            self.profile.paradox is Paradox.RULES_1971
            and passage is not None
            and helped != NOBODY
            and self.goal[helped] != NOBODY
            and self.units[supporter].kind is FLEET
            and self.units[helped].kind is FLEET
            and bool(passage.needed >> self.goal[helped] & 1)
        )


def lay_out(
    line_up: LineUp,
    given: Sequence[UnitOrder | None],
    profile: Profile,
    judge: Judge,
    idle: Mapping[int, Reason],
) -> Field:
    """Lay out a season.

    Args:
        line_up: the units.
        given: the order of each, by index; None stands.
        profile: the rulebook.
        judge: says why an order is illegal, where that is not plain; such units stand.
        idle: units that do not obey, and why.
    """
    field = Field(line_up, given, profile, idle)
    supports, afar, convoys = _enter_plain(field, judge)
    if afar or convoys:
        _enter_convoys(field, line_up, judge, afar, convoys)
    _enter_supports(field, judge, supports)
    return field


def _enter_plain(field: Field, judge: Judge) -> tuple[Supports, Afar, Convoys]:
    """Enter the moves that units make by themselves; return supports, other moves and convoys."""
    spots, faults, goal, landings = field.spots, field.faults, field.goal, field.landings
    attackers, movers = field.attackers, field.movers
    supports: Supports = []
    afar: Afar = []
    convoys: Convoys = []
    for unit, order in enumerate(field.orders):
        if order is None or unit in faults:
            continue
        if isinstance(order, Move):
            to, spot = order.to, spots[unit]
            landing = spot.steps.get(to.province) if to.coast is None else spot.landings.get(to)
            if landing is None or order.via_convoy:
                afar.append((unit, order))
                continue
            goal[unit] = landing.number
            landings[unit] = landing
            attackers[landing.number] += (unit,)
            movers.append(unit)
            if landing.at.coast is not None and to.coast is None:
                field.orders[unit] = Move(order.unit, landing.at)
        elif isinstance(order, Support):
            supports.append((unit, order))
        elif isinstance(order, Convoy):
            convoys.append((unit, order))
        elif not isinstance(order, Hold):
            _is_illegal(field, judge, unit, order)
    return supports, afar, convoys


def _is_illegal(field: Field, judge: Judge, unit: int, order: UnitOrder) -> bool:
    fault = judge(unit, order)
    if fault is None:
        return False
    field.faults[unit] = fault
    return True


def _enter_convoys(
    field: Field, line_up: LineUp, judge: Judge, afar: Afar, convoys: Convoys
) -> None:
    """Enter the moves that go by sea, or wish to, or need a closer look, and who carries whom."""
    legal: Afar = []
    for unit, order in afar:
        if order.to.coast is None and order.to.province in field.spots[unit].crossings:
            legal.append((unit, order))
            continue
        written = normalise_move(field.reach.board, field.units[unit], order)
        field.orders[unit] = written
        if not _is_illegal(field, judge, unit, order):
            legal.append((unit, written))
    offers = _offers(field, line_up, judge, convoys)
    field.fleets = line_up.fleets_at_sea()
    for army, offered in offers.items():
        if field.landings[army] is not None:
            _embark(field, army, field.orders[army], offered)
    for unit, order in legal:
        landing = field.spots[unit].landing(order.to)
        if field.spots[unit].kind is ARMY:
            sails = _embark(field, unit, order, offers.get(unit, []))
            if landing is None and sails:
                landing = field.reach.armies[order.to.province]
        if landing is None:
            field.stranded.append(unit)
        else:
            field.goal[unit] = landing.number
            field.landings[unit] = landing
            field.attackers[landing.number] += (unit,)
            field.movers.append(unit)
    field.movers.sort()


def _offers(
    field: Field, line_up: LineUp, judge: Judge, convoys: Convoys
) -> dict[int, list[Carriage]]:
    """Judge the convoy orders; return by army those that match its legal move."""
    offers: dict[int, list[Carriage]] = {}
    for fleet, convoy in convoys:
        if _is_illegal(field, judge, fleet, convoy):
            continue
        field.carriers.append(fleet)
        army = line_up.find(convoy.target.at)
        move = field.orders[army]
        if (
            isinstance(move, Move)
            and move.to.province == convoy.to.province
            and army not in field.faults
        ):
            own = field.units[army].power == field.units[fleet].power
            offers.setdefault(army, []).append(Carriage(fleet, field.spots[fleet].number, own))
    return offers


def _embark(field: Field, army: int, order: UnitOrder | None, offered: Sequence[Carriage]) -> bool:
    """Enter the way of an army that goes by sea; return whether it does.

    A convoy order counts as matching if fleets on the board could take the army there at all; an
    army that none could take, and that cannot walk, is stranded (DATC 6.D.32).
    """
    if not isinstance(order, Move):
        return False
    sailor = _sailor(field, army, order)
    possible = has_chain(field.reach, sailor.start, sailor.goal, field.fleets)
    if possible:
        field.useful.update([one.fleet for one in offered])
    elif not sailor.walks:
        return False
    passage = embark(field.reach, field.profile, field.fleets, sailor, offered if possible else ())
    if passage is None:
        return False
    field.passages[army] = passage
    field.sailing.append(army)
    return True


def _sailor(field: Field, army: int, order: Move) -> Sailor:
    """Describe the move of an army that may go by sea."""
    number = field.reach.number
    start, goal = field.spots[army].number, number[order.to.province]
    facing = field.occupant[goal]
    opposite = field.orders[facing] if facing != NOBODY and facing not in field.faults else None
    opposed = isinstance(opposite, Move) and number[opposite.to.province] == start
    walks = order.to.province in field.spots[army].steps
    return Sailor(start, goal, walks, order.via_convoy, opposed)


def _enter_supports(field: Field, judge: Judge, supports: Supports) -> None:
    """Judge the supports, and enter those that match what the unit they help does."""
    spots, occupant, number = field.spots, field.occupant, field.reach.number
    landings, supporters = field.landings, field.supporters
    for supporter, order in supports:
        ref, to = order.target, order.to
        here = ref.at.province
        target = occupant[number.get(here, NOBODY)]
        spot, landing = spots[target], landings[target]
        place = here if to is None else to.province
        plain = (
            target != NOBODY
            and target != supporter
            and spot.kind is ref.kind
            and place in spots[supporter].supports
            and (to is None or (to.coast is None and place in spot.steps))
        )
        if not plain and _is_illegal(field, judge, supporter, order):
            continue
        field.supports.append(supporter)
        if to is None:
            if landing is not None:
                continue
            landing = spot
        elif (
            landing is None
            or landing.at.province != place
            or not _matches(field, supporter, target, landing, to)
        ):
            continue
        supporters[target] += (supporter,)
        field.helped[supporter], field.aim[supporter] = target, landing.number


def _matches(field: Field, supporter: int, target: int, landing: Spot, to: Location) -> bool:
    """Tell whether a unit that goes to this province does so as the support says.

    A fleet's coast must be the one named, if one is (DATC 6.B.9); a fleet does not help the army
    that only it could carry (6.D.31).
    """
    if to.coast is not None and landing.at.coast != to.coast and landing.kind is FLEET:
        return False
    passage = field.passages[target]
    return passage is None or not _only_carrier(field, supporter, passage)


def _only_carrier(field: Field, supporter: int, passage: Passage) -> bool:
    """A fleet cannot support the army that only it could carry (DATC 6.D.31)."""
    start, goal = passage.start, passage.goal
    if passage.way is not Way.SEA or field.reach.walks[start] >> goal & 1:
        return False
    others = field.fleets & ~(1 << field.spots[supporter].number)
    return not has_chain(field.reach, start, goal, others)

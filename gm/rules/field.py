"""The field: a season's orders laid out for decision.

What an order says is looked up once, in the compiled board; what is not plain there is judged by
`legality`. Who moves where, who supports whom and who is carried by whom is matched here, so that
deciding only counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gm.rules.board import Location
from gm.rules.convoys import Carriage, Passage, Sailor, Way, ship
from gm.rules.legality import normalise_move
from gm.rules.line_up import NOBODY, LineUp
from gm.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.rules.outcomes import Reason
from gm.rules.policies import Paradox, Profile
from gm.rules.reach import Reach, Spot, has_chain
from gm.rules.units import Unit, UnitKind

Judge = Callable[[int, UnitOrder], Reason | None]
"""Says why an order to a unit, given by its index, is illegal; None is legal."""

Supports = list[tuple[int, Support]]
Afar = list[tuple[int, Move]]

_ARMY, _FLEET = UnitKind.ARMY, UnitKind.FLEET


@dataclass(slots=True, eq=False)
class Field:
    """A season laid out. Lists go by unit index unless they say otherwise.

    Args:
        reach: the compiled board in force.
        profile: the rulebook.
        units: the units.
        spots: what each can do from where it stands.
        at: the number of the province it stands in.
        occupant: by province number, the unit that stands there, or NOBODY.
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

    reach: Reach
    profile: Profile
    units: Sequence[Unit]
    spots: list[Spot]
    at: list[int]
    occupant: list[int]
    orders: list[UnitOrder | None]
    faults: dict[int, Reason]
    goal: list[int]
    landings: list[Spot | None]
    movers: list[int]
    supports: list[int]
    carriers: list[int]
    attackers: list[tuple[int, ...]]
    supporters: list[tuple[int, ...]]
    aim: list[int]
    helped: list[int]
    sailing: list[int]
    passages: list[Passage | None]
    stranded: list[int]
    useful: frozenset[int]
    fleets: int

    def facing(self, mover: int) -> int:
        """Return the unit that stands where a unit goes and goes where it stands, or NOBODY."""
        other = self.occupant[self.goal[mover]]
        if other != NOBODY and self.goal[other] == self.at[mover]:
            return other
        return NOBODY

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
            and self.units[supporter].kind is _FLEET
            and self.units[helped].kind is _FLEET
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
    count = len(line_up.units)
    field = Field(
        reach=line_up.reach,
        profile=profile,
        units=line_up.units,
        spots=line_up.spots,
        at=line_up.at,
        occupant=line_up.occupant,
        orders=[*given],
        faults={**idle},
        goal=[NOBODY] * count,
        landings=[None] * count,
        movers=[],
        supports=[],
        carriers=[],
        attackers=[()] * len(line_up.reach.ids),
        supporters=[()] * count,
        aim=[NOBODY] * count,
        helped=[NOBODY] * count,
        sailing=[],
        passages=[None] * count,
        stranded=[],
        useful=frozenset(),
        fleets=0,
    )
    supports, afar = _enter_plain(field, judge)
    if afar or field.carriers:
        _enter_convoys(field, line_up, judge, afar)
    for supporter, order in supports:
        _enter_support(field, line_up, judge, supporter, order)
    return field


def is_convoyed(field: Field, mover: int) -> bool:
    """Tell whether the unit goes by sea or not at all."""
    passage = field.passages[mover]
    return passage is not None and passage.way is Way.SEA


def _enter_plain(field: Field, judge: Judge) -> tuple[Supports, Afar]:
    """Enter the moves that units make by themselves; return the supports and all other moves."""
    spots, faults = field.spots, field.faults
    supports: Supports = []
    afar: Afar = []
    for unit, order in enumerate(field.orders):
        if order is None or unit in faults:
            continue
        if isinstance(order, Move):
            landing = spots[unit].steps.get(order.to)
            if landing is None or order.via_convoy:
                afar.append((unit, order))
            else:
                _enter_move(field, unit, order, landing)
        elif isinstance(order, Support):
            supports.append((unit, order))
        elif isinstance(order, Hold) or _is_illegal(field, judge, unit, order):
            continue
        elif isinstance(order, Convoy):
            field.carriers.append(unit)
    return supports, afar


def _enter_move(field: Field, mover: int, order: Move, landing: Spot) -> None:
    goal = field.goal[mover] = landing.number
    field.landings[mover] = landing
    field.movers.append(mover)
    field.attackers[goal] += (mover,)
    if order.to != landing.at:
        field.orders[mover] = Move(order.unit, landing.at, order.via_convoy)


def _is_illegal(field: Field, judge: Judge, unit: int, order: UnitOrder) -> bool:
    fault = judge(unit, order)
    if fault is None:
        return False
    field.faults[unit] = fault
    return True


def _enter_convoys(field: Field, line_up: LineUp, judge: Judge, afar: Afar) -> None:
    """Enter the moves that go by sea, or wish to, or need a closer look, and who carries whom."""
    board, units, reach = field.reach.board, field.units, field.reach
    legal: dict[int, Move] = {}
    for unit, order in afar:
        written = normalise_move(board, units[unit], order)
        field.orders[unit] = written
        if not _is_illegal(field, judge, unit, order):
            legal[unit] = written
    offered = [*_carriages(field, line_up)]
    armies = {unit: move for unit, move in legal.items() if units[unit].kind is _ARMY}
    armies |= {carriage.army: move for carriage, move in offered}
    field.fleets = line_up.fleets_at_sea()
    shipping = ship(
        reach,
        field.profile,
        field.fleets,
        [_sailor(field, army, move) for army, move in armies.items()],
        [carriage for carriage, _ in offered],
    )
    field.useful = shipping.useful
    for army, passage in shipping.passages.items():
        field.passages[army] = passage
        field.sailing.append(army)
    for unit, order in legal.items():
        landing = field.spots[unit].steps.get(order.to)
        if landing is None and field.passages[unit] is not None:
            landing = reach.armies[order.to]
        if landing is None:
            field.stranded.append(unit)
        else:
            _enter_move(field, unit, order, landing)
    field.movers.sort()


def _carriages(field: Field, line_up: LineUp) -> Iterator[tuple[Carriage, Move]]:
    """Yield the convoy orders that match an army's legal move, and that move."""
    for fleet in field.carriers:
        order = field.orders[fleet]
        if isinstance(order, Convoy):
            army = line_up.find(order.target.at)
            move = field.orders[army]
            if (
                isinstance(move, Move)
                and army not in field.faults
                and move.to.province == order.to.province
            ):
                own = field.units[army].power == field.units[fleet].power
                yield Carriage(fleet, field.at[fleet], army, own), move


def _sailor(field: Field, army: int, order: Move) -> Sailor:
    """Describe the move of an army that may go by sea."""
    start, goal = field.at[army], field.reach.number[order.to.province]
    facing = field.occupant[goal]
    opposite = field.orders[facing] if facing != NOBODY and facing not in field.faults else None
    opposed = isinstance(opposite, Move) and field.reach.number[opposite.to.province] == start
    walks = order.to in field.spots[army].steps
    return Sailor(army, start, goal, walks, order.via_convoy, opposed)


def _enter_support(
    field: Field, line_up: LineUp, judge: Judge, supporter: int, order: Support
) -> None:
    """Judge a support, and enter it if it matches what the unit it helps does."""
    to = order.to
    target = line_up.find(order.target.at)
    place = (order.target.at if to is None else to).province
    plain = (
        target not in (NOBODY, supporter)
        and field.units[target].kind is order.target.kind
        and place in field.spots[supporter].supports
        and (to is None or to in field.spots[target].steps)
    )
    if not plain and _is_illegal(field, judge, supporter, order):
        return
    field.supports.append(supporter)
    if _matches(field, supporter, target, to):
        field.supporters[target] += (supporter,)
        field.helped[supporter] = target
        aim = field.goal[target]
        field.aim[supporter] = field.at[target] if aim == NOBODY else aim


def _matches(field: Field, supporter: int, target: int, to: Location | None) -> bool:
    """Tell whether the supported unit does what the support says (DATC 6.D.7-6.D.9, 6.B.9)."""
    goal = field.goal[target]
    if to is None or goal == NOBODY:
        return to is None and goal == NOBODY
    if field.reach.ids[goal] != to.province:
        return False
    if field.units[target].kind is _FLEET:
        landing = field.landings[target]
        return to.coast is None or (landing is not None and landing.at.coast == to.coast)
    return not _only_carrier(field, supporter, target)


def _only_carrier(field: Field, supporter: int, target: int) -> bool:
    """A fleet cannot support the army that only it could carry (DATC 6.D.31)."""
    at, goal = field.at[target], field.goal[target]
    if not is_convoyed(field, target) or field.reach.walks[at] >> goal & 1:
        return False
    others = field.fleets & ~(1 << field.at[supporter])
    return not has_chain(field.reach, at, goal, others)


def is_matched(field: Field, unit: int) -> bool:
    """Tell whether a support or convoy order has what it refers to."""
    match field.orders[unit]:
        case Support():
            return field.helped[unit] != NOBODY
        case Convoy():
            return unit in field.useful
        case _:
            return True

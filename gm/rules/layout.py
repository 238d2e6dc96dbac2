"""How a season is laid out: every order looked up once, judged if it must be, and matched.

What an order says is looked up in the compiled board; what is not plain there is judged by
`legality`, which alone knows reasons. Moves come first, then convoys, then supports, for each has
to match what those before it do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.board import Location
from gm.rules.boarding import Afar, Convoys, enter_convoys
from gm.rules.convoys import Passage, Way
from gm.rules.field import Field, Judge
from gm.rules.line_up import NOBODY, LineUp
from gm.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.rules.outcomes import Reason
from gm.rules.policies import Profile
from gm.rules.reach import has_chain
from gm.rules.spots import Spot
from gm.rules.units import FLEET

Supports = list[tuple[int, Support]]


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
    field = Field(line_up, given, profile, judge, idle)
    supports, afar, convoys = _enter_plain(field)
    if afar or convoys:
        enter_convoys(field, line_up, afar, convoys)
    _enter_supports(field, line_up, supports)
    return field


def _enter_plain(field: Field) -> tuple[Supports, Afar, Convoys]:
    """Enter the moves that units make by themselves; return supports, other moves and convoys."""
    supports: Supports = []
    afar: Afar = []
    convoys: Convoys = []
    for unit, order in enumerate(field.orders):
        if order is None or unit in field.faults:
            continue
        if isinstance(order, Move):
            landing = field.spots[unit].landing(order.to)
            if landing is None or order.via_convoy:
                afar.append((unit, order))
                continue
            field.enter_move(unit, landing)
            if landing.at.coast != order.to.coast:
                field.orders[unit] = Move(order.unit, landing.at)
        elif isinstance(order, Support):
            supports.append((unit, order))
        elif isinstance(order, Convoy):
            convoys.append((unit, order))
        elif not isinstance(order, Hold):
            field.is_illegal(unit, order)
    return supports, afar, convoys


def _enter_supports(field: Field, line_up: LineUp, supports: Supports) -> None:
    """Judge the supports, and enter those that match what the unit they help does."""
    spots, landings = field.spots, field.landings
    for supporter, order in supports:
        ref, to = order.target, order.to
        target = line_up.find(ref.at)
        spot, landing = spots[target], landings[target]
        place = (ref.at if to is None else to).province
        plain = (
            target != NOBODY
            and target != supporter
            and spot.kind is ref.kind
            and place in spots[supporter].supports
            and (to is None or (to.coast is None and place in spot.steps))
        )
        if not plain and field.is_illegal(supporter, order):
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
        field.supporters[target] += (supporter,)
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

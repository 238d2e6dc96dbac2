"""The field: a season's legal orders laid out for decision, by small numbers.

Every unit has an index. Who moves where, who supports whom and who is carried by whom is matched
here once, so that deciding only counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gm.rules.board import Location, ProvinceId
from gm.rules.convoys import Passage, Shipping, Way, ship
from gm.rules.orders import Convoy, Move, Support, UnitOrder
from gm.rules.policies import Paradox, Profile
from gm.rules.reach import Reach, has_chain
from gm.rules.units import Unit, UnitKind

NOBODY = -1
"""The index of no unit, and the number of no province."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A season laid out. Lists go by unit index unless they say otherwise.

    Args:
        reach: the compiled board in force.
        profile: the rulebook.
        shipping: who sails.
        units: the units.
        orders: the legal order of each; None stands.
        at: the number of the province it stands in.
        goal: the number of the province it moves to, or NOBODY.
        passages: its crossing, if it goes by sea or might.
        supporters: the units whose support matches what it does.
        aim: for a matching support, the province it works in; else NOBODY.
        helped: for a matching support, the unit supported; else NOBODY.
        occupant: by province number, the unit that stands there, or NOBODY.
        attackers: by province number, the units that move there.
    """

    reach: Reach
    profile: Profile
    shipping: Shipping
    units: tuple[Unit, ...]
    orders: tuple[UnitOrder | None, ...]
    at: list[int]
    goal: list[int]
    passages: list[Passage | None]
    supporters: list[list[int]]
    aim: list[int]
    helped: list[int]
    occupant: list[int]
    attackers: list[list[int]]

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
            and self.units[supporter].kind is UnitKind.FLEET
            and self.units[helped].kind is UnitKind.FLEET
            and bool(passage.needed >> self.goal[helped] & 1)
        )


def lay_out(
    reach: Reach,
    units: Mapping[ProvinceId, Unit],
    orders: Mapping[ProvinceId, UnitOrder],
    profile: Profile,
) -> Field:
    """Lay out a season's legal orders; a unit without one stands."""
    shipping = ship(reach, units, orders, profile)
    count = len(units)
    index = {place: number for number, place in enumerate(units)}
    field = Field(
        reach=reach,
        profile=profile,
        shipping=shipping,
        units=tuple(units.values()),
        orders=tuple(orders.get(place) for place in units),
        at=[reach.number[place] for place in units],
        goal=[NOBODY] * count,
        passages=[shipping.sailing.get(place) for place in units],
        supporters=[[] for _ in range(count)],
        aim=[NOBODY] * count,
        helped=[NOBODY] * count,
        occupant=[NOBODY] * len(reach.ids),
        attackers=[[] for _ in reach.ids],
    )
    for number, place in enumerate(field.at):
        field.occupant[place] = number
    _enter_moves(field)
    _enter_supports(field, index)
    return field


def is_convoyed(field: Field, mover: int) -> bool:
    """Tell whether the unit goes by sea or not at all."""
    passage = field.passages[mover]
    return passage is not None and passage.way is Way.SEA


def _enter_moves(field: Field) -> None:
    number = field.reach.number
    for mover, order in enumerate(field.orders):
        if isinstance(order, Move) and order.unit.at.province not in field.shipping.stranded:
            goal = number[order.to.province]
            field.goal[mover] = goal
            field.attackers[goal].append(mover)


def _enter_supports(field: Field, index: Mapping[ProvinceId, int]) -> None:
    for supporter, order in enumerate(field.orders):
        if not isinstance(order, Support):
            continue
        target = index[order.target.at.province]
        if _matches(field, supporter, target, order.to):
            field.supporters[target].append(supporter)
            field.helped[supporter] = target
            aim = field.goal[target]
            field.aim[supporter] = field.at[target] if aim == NOBODY else aim


def _matches(field: Field, supporter: int, target: int, to: Location | None) -> bool:
    """Tell whether the supported unit does what the support says (DATC 6.D.7-6.D.9, 6.B.9)."""
    if to is None or field.goal[target] == NOBODY:
        return to is None and field.goal[target] == NOBODY
    order = field.orders[target]
    if not isinstance(order, Move) or order.to.province != to.province:
        return False
    army = field.units[target].kind is UnitKind.ARMY
    if not army and to.coast is not None and to.coast != order.to.coast:
        return False
    return not (army and _only_carrier(field, supporter, target))


def _only_carrier(field: Field, supporter: int, target: int) -> bool:
    """A fleet cannot support the army that only it could carry (DATC 6.D.31)."""
    at, goal = field.at[target], field.goal[target]
    if not is_convoyed(field, target) or field.reach.walks[at] >> goal & 1:
        return False
    others = field.shipping.fleets & ~(1 << field.at[supporter])
    return not has_chain(field.reach, at, goal, others)


def is_matched(field: Field, unit: int) -> bool:
    """Tell whether a support or convoy order has what it refers to."""
    match field.orders[unit]:
        case Support():
            return field.helped[unit] != NOBODY
        case Convoy():
            return field.units[unit].at.province in field.shipping.useful
        case _:
            return True

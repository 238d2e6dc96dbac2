"""The field: a season laid out for decision, by small numbers.

Who moves where, who supports whom and who is carried by whom; `gm.rules.layout` enters it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gm.rules.convoys import Passage
from gm.rules.line_up import NOBODY, LineUp
from gm.rules.orders import UnitOrder
from gm.rules.outcomes import Reason
from gm.rules.policies import Paradox, Profile
from gm.rules.spots import Spot
from gm.rules.units import FLEET

Judge = Callable[[int, UnitOrder], Reason | None]
"""Says why an order to a unit, given by its index, is illegal; None is legal."""


class Field:
    """A season laid out. A plain class, for this is where the time goes.

    Lists go by unit index unless they say otherwise.

    Args:
        line_up: the units where they stand.
        given: the order of each; None stands.
        profile: the rulebook.
        judge: says why an order is illegal, where that is not plain; such units stand.
        idle: units that do not obey, and why.

    Attributes:
        reach, units, spots, occupant: those of the line-up.
        profile, judge: as given.
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
        "judge",
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
        judge: Judge,
        idle: Mapping[int, Reason],
    ) -> None:
        count = len(given)
        self.reach = line_up.reach
        self.units = line_up.units
        self.spots = line_up.spots
        self.occupant = line_up.occupant
        self.profile = profile
        self.judge = judge
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

    def is_illegal(self, unit: int, order: UnitOrder) -> bool:
        """Judge an order, and note why it is illegal if it is."""
        fault = self.judge(unit, order)
        if fault is None:
            return False
        self.faults[unit] = fault
        return True

    def enter_move(self, mover: int, landing: Spot) -> None:
        """Enter a unit that moves."""
        self.goal[mover] = landing.number
        self.landings[mover] = landing
        self.attackers[landing.number] += (mover,)
        self.movers.append(mover)

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

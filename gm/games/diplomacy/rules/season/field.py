"""The field: a season laid out for decision, by small numbers.

Who moves where, who supports whom and who is carried by whom; `gm.games.diplomacy.rules.season.layout` enters it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.policies import Paradox, Profile
from gm.games.diplomacy.rules.season.convoys import Passage
from gm.games.diplomacy.rules.season.line_up import LineUp
from gm.games.diplomacy.rules.season.tasks import NOBODY, Task
from gm.games.diplomacy.rules.units import FLEET

Judge = Callable[[int, UnitOrder], Reason | None]
"""Says why an order to a unit, given by its index, is illegal; None is legal."""


class Field:
    """A season laid out. A plain class, for this is where the time goes.

    Lists go by unit index unless they say otherwise.

    Args:
        line_up: the units where they stand.
        tasks: what each is to do.
        profile: the rulebook.
        judge: says why an order is illegal, where that is not plain; such units stand.
        idle: units that do not obey, and why.

    Attributes:
        reach, units, posts, occupant: those of the line-up.
        tasks, profile, judge: as given.
        faults: why an order is illegal; its unit stands.
        goal: the number of the province it moves to, or NOBODY.
        movers: the units that move.
        supports: the units whose support matches what another does.
        unmatched: those with a legal order to support that matches nothing.
        carriers: the units with a legal order to convoy.
        attackers: by province number, the units that move there.
        supporters: the units whose support matches what it does.
        sailing: the armies that go by sea, or might.
        passages: its crossing, if it is one of these.
        stranded: the armies ordered to where no fleets on the board could take them (DATC
            6.D.32).
        useful: the carriers whose order matches an army's move.
    """

    __slots__ = (
        "_fleets",
        "attackers",
        "carriers",
        "faults",
        "goal",
        "judge",
        "movers",
        "occupant",
        "passages",
        "posts",
        "profile",
        "reach",
        "sailing",
        "stranded",
        "supporters",
        "supports",
        "tasks",
        "units",
        "unmatched",
        "useful",
    )

    def __init__(
        self,
        line_up: LineUp,
        tasks: list[Task],
        profile: Profile,
        judge: Judge,
        idle: Mapping[int, Reason],
    ) -> None:
        count = len(tasks)
        self.reach = line_up.reach
        self.units = line_up.units
        self.posts = line_up.posts
        self.occupant = line_up.occupant
        self.tasks = tasks
        self.profile = profile
        self.judge = judge
        self.faults = {**idle}
        self.goal = [task.goal for task in tasks]
        self.movers: list[int] = []
        self.supports: list[int] = []
        self.unmatched: list[int] = []
        self.carriers: list[int] = []
        self.attackers: list[tuple[int, ...]] = [()] * len(self.reach.ids)
        self.supporters: list[tuple[int, ...]] = [()] * count
        self.sailing: list[int] = []
        self.passages: list[Passage | None] = [None] * count
        self.stranded: list[int] = []
        self.useful: set[int] = set()
        self._fleets = NOBODY

    def fleets_at_sea(self) -> int:
        """Return every fleet at sea, whatever its orders, as a mask of provinces."""
        if self._fleets == NOBODY:
            self._fleets = sum([post.spot.ship for post in self.posts])
        return self._fleets

    def is_illegal(self, unit: int) -> bool:
        """Judge the order of a unit, and note why it is illegal if it is."""
        fault = self.judge(unit, self.tasks[unit].source)
        if fault is None:
            return False
        self.faults[unit] = fault
        return True

    def enter_move(self, mover: int, goal: int) -> None:
        """Enter a unit that moves to a province."""
        self.goal[mover] = goal
        self.attackers[goal] += (mover,)
        self.movers.append(mover)

    def is_spared(self, army: int, supporter: int) -> bool:
        """Tell whether a convoyed army may not cut this support under the 1971 rules (XII.5).

        A convoyed army does not cut a fleet's support of a fleet that attacks one of the fleets
        carrying it, not even by dislodging it (DATC 4.A.2 choice a).
        """
        passage = self.passages[army]
        if self.profile.paradox is not Paradox.RULES_1971 or passage is None:
            return False
        helped = self.occupant[self.tasks[supporter].place]
        return (
            supporter in self.supports
            and self.goal[helped] != NOBODY
            and self.units[supporter].kind is FLEET
            and self.units[helped].kind is FLEET
            and bool(passage.needed >> self.goal[helped] & 1)
        )

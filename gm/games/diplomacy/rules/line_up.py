"""The line-up: a season's units where they stand, by small numbers, and what each is to do.

Every unit has an index, its place in the sorted list of units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.muster import muster_of
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.reach import Reach
from gm.games.diplomacy.rules.tasks import NOBODY, Task
from gm.games.diplomacy.rules.units import Unit

Stray = tuple[PowerId, Order]
"""An order to no unit that stands there, and who gave it."""


class LineUp:
    """The units where they stand. A plain class, for this is where the time goes.

    Args:
        reach: the compiled board in force.
        units: the units, sorted.

    Attributes:
        posts: of each unit.
        occupant: by province number, the unit that stands there, or NOBODY; so is the last entry,
            which the number of no province finds.
    """

    __slots__ = ("muster", "occupant", "posts", "reach", "units")

    def __init__(self, reach: Reach, units: tuple[Unit, ...]) -> None:
        muster = muster_of(reach.board)
        posts = [muster.post(unit) for unit in units]
        occupant = [NOBODY] * (len(reach.ids) + 1)
        for index, post in enumerate(posts):
            occupant[post.number] = index
        self.muster = muster
        self.reach = muster.reach
        self.units = units
        self.posts = posts
        self.occupant = occupant

    def get(self, place: ProvinceId) -> Unit | None:
        """Return the unit that stands in a province, if any."""
        unit = self.occupant[self.reach.number.get(place, NOBODY)]
        return None if unit == NOBODY else self.units[unit]

    def find(self, at: Location) -> int:
        """Return the unit that stands in a location's province, or NOBODY."""
        return self.occupant[self.reach.number.get(at.province, NOBODY)]

    def tasks(self, drafts: Mapping[PowerId, Sequence[Order]]) -> tuple[list[Task], list[Stray]]:
        """Return what each unit is to do, by index, and the orders to none.

        The last order given to a unit counts; an order to another power's unit is ignored (DATC
        6.A.6).
        """
        posts, units = self.posts, self.units
        tasks = [post.idle for post in posts]
        strays: list[Stray] = []
        for power, orders in drafts.items():
            for order in orders:
                if not isinstance(order, UnitOrder):
                    strays.append((power, order))
                    continue
                ref = order.unit
                index = self.find(ref.at)
                if index == NOBODY or units[index].kind is not ref.kind:
                    strays.append((power, order))
                elif units[index].power == power:
                    tasks[index] = self._task(index, order)
        return tasks, strays

    def _task(self, index: int, order: UnitOrder) -> Task:
        """Return what an order asks of a unit, whose coast it may name wrongly (DATC 6.B.10)."""
        unit = self.units[index]
        if order.unit.at == unit.at:
            return self.muster.task(self.posts[index], order)
        return Task(self.posts[index], replace(order, unit=unit.ref))

    def tasks_of(self, given: Sequence[UnitOrder | None]) -> list[Task]:
        """Return what each unit is to do, by index, of the orders given to them."""
        task = self.muster.task
        return [
            post.idle if order is None else task(post, order)
            for post, order in zip(self.posts, given, strict=True)
        ]

"""The line-up: a season's units where they stand, by small numbers, and what each is to do.

Every unit has an index, its place in the sorted list of units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.muster import muster_of
from gm.games.diplomacy.rules.orders import Noted, UnitOrder
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
        reach = muster.reach
        posts = [unit.post or muster.post(unit) for unit in units]
        occupant = [NOBODY] * (len(reach.ids) + 1)
        for index, post in enumerate(posts):
            if post.reach is reach:
                occupant[post.number] = index
            else:  # of another board, where provinces have other numbers
                posts[index] = muster.post(units[index])
                occupant[posts[index].number] = index
        self.muster = muster
        self.reach = reach
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
        posts, occupant = self.posts, self.occupant
        tasks = [post.idle for post in posts]
        strays: list[Stray] = []
        for power, orders in drafts.items():
            for order in orders:
                if not isinstance(order, Noted):
                    self._enter(power, order, tasks, strays)
                    continue
                try:
                    task = order.task
                    index = occupant[task.number]
                    post = posts[index]  # the last one where nobody stands, which is another
                except (AttributeError, IndexError):  # not met before, or on a larger board
                    self._enter(power, order, tasks, strays)
                    continue
                if post is task.post and task.power == power:
                    tasks[index] = task
                else:
                    self._enter(power, order, tasks, strays)
        return tasks, strays

    def _enter(self, power: PowerId, order: Order, tasks: list[Task], strays: list[Stray]) -> None:
        """Enter what an order asks that has not been looked up for this power on this board."""
        if not isinstance(order, UnitOrder):
            strays.append((power, order))
            return
        ref = order.unit
        index = self.find(ref.at)
        if index == NOBODY or self.units[index].kind is not ref.kind:
            strays.append((power, order))
        elif self.units[index].power == power:
            unit = self.units[index]
            named = order if ref.at == unit.at else replace(order, unit=unit.ref)
            tasks[index] = self.muster.task(self.posts[index], named)

    def tasks_of(self, given: Sequence[UnitOrder | None]) -> list[Task]:
        """Return what each unit is to do, by index, of the orders given to them."""
        task = self.muster.task
        return [
            post.idle if order is None else task(post, order)
            for post, order in zip(self.posts, given, strict=True)
        ]

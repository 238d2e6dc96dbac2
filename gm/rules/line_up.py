"""The line-up: a season's units where they stand, by small numbers, and what each is to do.

Every unit has an index, its place in the sorted list of units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gm.rules.board import Location, PowerId, ProvinceId
from gm.rules.muster import muster_of
from gm.rules.orders import Order, UnitOrder
from gm.rules.reach import Reach
from gm.rules.tasks import NOBODY, Post, Task
from gm.rules.units import Unit

Stray = tuple[PowerId, Order]
"""An order to no unit that stands there, and who gave it."""

NOTHING: Final[dict[int, Task]] = {}
"""The tasks kept for a power that is not of the board."""


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
        known = muster.posts
        occupant = [NOBODY] * (len(reach.ids) + 1)
        posts: list[Post] = []
        for unit in units:
            post = known.get(unit.key)
            if post is None:
                post = muster.post(unit)
            occupant[post.number] = len(posts)
            posts.append(post)
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

    def fleets_at_sea(self) -> int:
        """Return every fleet at sea, as a mask of provinces."""
        mask = 0
        for post in self.posts:
            mask |= post.spot.ship
        return mask

    def tasks(self, drafts: Mapping[PowerId, Sequence[Order]]) -> tuple[list[Task], list[Stray]]:
        """Return what each unit is to do, by index, and the orders to none.

        The last order given to a unit counts; an order to another power's unit is ignored (DATC
        6.A.6).
        """
        known = self.muster.tasks
        given: dict[Post, Task] = {}
        strays: list[Stray] = []
        for power, orders in drafts.items():
            mine = known.get(power, NOTHING)
            for order in orders:
                task = mine.get(id(order)) or self._find_task(power, order, strays)
                if task is not None:
                    given[task.post] = task
        left = len(given)
        tasks: list[Task] = []
        for post in self.posts:
            task = given.get(post)
            if task is None:
                tasks.append(post.idle)
            else:
                tasks.append(task)
                left -= 1
        if left:
            return self._all_found(drafts)
        return tasks, strays

    def _find_task(self, power: PowerId, order: Order, strays: list[Stray]) -> Task | None:
        """Return what an order asks of a unit that stands; one to no unit is a stray."""
        if not isinstance(order, UnitOrder):
            strays.append((power, order))
            return None
        ref = order.unit
        index = self.find(ref.at)
        if index == NOBODY or self.units[index].kind is not ref.kind:
            strays.append((power, order))
            return None
        unit = self.units[index]
        if unit.power != power:
            return None
        named = order if ref.at == unit.at else replace(order, unit=unit.ref)
        return self.muster.task(self.posts[index], named)

    def _all_found(
        self, drafts: Mapping[PowerId, Sequence[Order]]
    ) -> tuple[list[Task], list[Stray]]:
        """Look at every order closely, for some are to units that are not there."""
        strays: list[Stray] = []
        given: dict[Post, Task] = {}
        for power, orders in drafts.items():
            for order in orders:
                task = self._find_task(power, order, strays)
                if task is not None:
                    given[task.post] = task
        return [given.get(post) or post.idle for post in self.posts], strays

    def tasks_of(self, given: Sequence[UnitOrder | None]) -> list[Task]:
        """Return what each unit is to do, by index, of the orders given to them."""
        task = self.muster.task
        return [
            post.idle if order is None else task(post, order)
            for post, order in zip(self.posts, given, strict=True)
        ]

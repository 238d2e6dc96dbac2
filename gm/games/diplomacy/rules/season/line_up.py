"""The muster: the posts and tasks of one board, made when they are first met and kept.

What is kept depends on the board alone and is bounded: by the places and powers of the board, and
by `ROOM` for the tasks. Nothing is kept of a position or of a season.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.reach import Reach, reach_of
from gm.games.diplomacy.rules.season.tasks import NOBODY, Post, Task
from gm.games.diplomacy.rules.units import Unit

ROOM: Final = 16384
"""How many tasks are kept for a board, before all are forgotten: some fifteen megabytes."""


class Muster:
    """The posts and tasks of one compiled board.

    Args:
        reach: the compiled board.
        room: how many tasks are kept, before all are forgotten.
    """

    __slots__ = ("_kept", "_posts", "_room", "reach")

    def __init__(self, reach: Reach, room: int = ROOM) -> None:
        self.reach = reach
        self._room = room
        self._kept = 0
        self._posts: dict[str, Post] = {}

    def __len__(self) -> int:
        """Return how many tasks are kept."""
        return self._kept

    def post(self, unit: Unit) -> Post:
        """Return the post of a unit."""
        post = self._posts.get(unit.key)
        if post is None:
            post = Post(self.reach, unit)
            if unit.power in self.reach.board.powers:
                self._posts[unit.key] = post
        return post

    def task(self, post: Post, order: UnitOrder) -> Task:
        """Return what an order asks of a unit."""
        # By which order it is, for hashing what it says costs half as much as a whole season; readers
        # return the same order for the same text. As its task keeps it, no other has its identity.
        task = post.tasks.get(id(order))
        if task is None:
            if self._kept >= self._room:
                self._forget()
            task = post.tasks[id(order)] = Task(post, order)
            self._kept += 1
        return task

    def _forget(self) -> None:
        """Forget every task; the posts stay, for there are only so many."""
        for post in self._posts.values():
            post.tasks.clear()
        self._kept = 0


@lru_cache(maxsize=64)
def muster_of(board: Board) -> Muster:
    """Return the muster of a board."""
    return Muster(reach_of(board))


# The line-up: a season's units where they stand, by small numbers, and what each is to do.
#
# Every unit has an index, its place in the sorted list of units.

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

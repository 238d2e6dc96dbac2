"""The muster: the posts and tasks of one board, made when they are first met and kept.

What is kept depends on the board alone and is bounded: by the places and powers of the board, and
by `ROOM` for the tasks. Nothing is kept of a position or of a season.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gm.rules.board import Board, PowerId
from gm.rules.orders import UnitOrder
from gm.rules.reach import Reach, reach_of
from gm.rules.tasks import Post, Task
from gm.rules.units import Unit

ROOM: Final = 32768
"""How many tasks are kept for a board, before all are forgotten."""


class Muster:
    """The posts and tasks of one compiled board.

    Args:
        reach: the compiled board.

    Attributes:
        posts: by the sorting key of the unit.
        tasks: by power and by the identity of the order last met with that value.
            The task holds that order, so nothing else can have its identity.
    """

    __slots__ = ("_by_order", "posts", "reach", "tasks")

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.posts: dict[str, Post] = {}
        self.tasks: dict[PowerId, dict[int, Task]] = {power: {} for power in reach.board.powers}
        self._by_order: dict[tuple[PowerId, UnitOrder], Task] = {}

    def post(self, unit: Unit) -> Post:
        """Return the post of a unit."""
        post = self.posts.get(unit.key)
        if post is None:
            post = Post(self.reach, unit)
            if unit.power in self.tasks:
                self.posts[unit.key] = post
        return post

    def task(self, post: Post, order: UnitOrder) -> Task:
        """Return what an order asks of a unit; a plain one is kept."""
        key = (post.power, order)
        task = self._by_order.get(key)
        if task is None:
            task = Task(post, order, True)
            if post.power not in self.tasks:
                return task
            self._by_order[key] = task
        by_identity = self.tasks[post.power]
        by_identity.pop(id(task.source), None)
        task.source = order
        by_identity[id(order)] = task
        if len(self._by_order) > ROOM:
            self._forget()
        return task

    def _forget(self) -> None:
        self._by_order.clear()
        for tasks in self.tasks.values():
            tasks.clear()


@lru_cache(maxsize=256)
def muster_of(board: Board) -> Muster:
    """Return the muster of a board."""
    return Muster(reach_of(board))

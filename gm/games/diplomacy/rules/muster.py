"""The muster: the posts and tasks of one board, made when they are first met and kept.

What is kept depends on the board alone and is bounded: by the places and powers of the board, and
by `ROOM` for the tasks. Nothing is kept of a position or of a season.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.reach import Reach, reach_of
from gm.games.diplomacy.rules.tasks import Post, Task
from gm.games.diplomacy.rules.units import Unit

ROOM: Final = 16384
"""How many tasks are kept for a board, before all are forgotten: some fifteen megabytes."""


class Muster:
    """The posts and tasks of one compiled board.

    Args:
        reach: the compiled board.
        room: how many tasks are kept, before all are forgotten.
    """

    __slots__ = ("_by_order", "_posts", "_room", "reach")

    def __init__(self, reach: Reach, room: int = ROOM) -> None:
        self.reach = reach
        self._room = room
        self._posts: dict[str, Post] = {}
        self._by_order: dict[tuple[PowerId, UnitOrder], Task] = {}

    def __len__(self) -> int:
        """Return how many tasks are kept."""
        return len(self._by_order)

    def post(self, unit: Unit) -> Post:
        """Return the post of a unit; the unit carries it from now on."""
        post = self._posts.get(unit.key)
        if post is None:
            post = Post(self.reach, unit)
            if unit.power in self.reach.board.powers:
                self._posts[unit.key] = post
        unit.note(post)
        return post

    def task(self, post: Post, order: UnitOrder) -> Task:
        """Return what an order asks of a unit; the order carries it from now on."""
        key = (post.power, order)
        task = self._by_order.get(key)
        if task is None or task.post is not post:
            task = Task(post, order)
            if len(self._by_order) >= self._room:
                self._by_order.clear()
            self._by_order[key] = task
        order.note(task)
        return task


@lru_cache(maxsize=64)
def muster_of(board: Board) -> Muster:
    """Return the muster of a board."""
    return Muster(reach_of(board))

"""The muster: the posts and tasks of one board, made when they are first met and kept.

What is kept depends on the board alone and is bounded: by the places and powers of the board, and
by `ROOM` for the tasks. Nothing is kept of a position or of a season.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gm.games.diplomacy.rules.board import Board
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

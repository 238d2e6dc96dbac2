"""Coroutines that hardly ever wait: each is run at once, and is a task only if it must wait.

A task for each would cost a turn of the event loop; Python itself can do without from 3.12 on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any

_Work = Coroutine[Any, Any, None]


def begin(loop: asyncio.AbstractEventLoop, work: _Work) -> asyncio.Task[None] | None:
    """Run a coroutine until it ends, or waits; return the task of what is then left of it.

    It must not ask which task it is in, and what it raises before it waits is raised here.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return loop.create_task(_finish(work, waits_for))


async def _finish(work: _Work, waits_for: Any) -> None:
    await _Rest(work, waits_for)


class _Rest:
    """What is left of a coroutine that waits for something."""

    def __init__(self, work: _Work, waits_for: Any) -> None:
        self._work = work
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        while True:
            try:
                try:
                    found = yield waits_for
                except BaseException as fault:
                    waits_for = self._work.throw(fault)
                else:
                    waits_for = self._work.send(found)
            except StopIteration:
                return

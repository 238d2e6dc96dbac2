"""Several processes share the lines of a large file; the answers keep the sequence of the lines."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing.connection import wait

from gm.cli.adjudicate_lines import Answered, answer_block

AHEAD = 2
"""How many blocks are read for each process: the one it works on and the next."""

WORTHWHILE = 1 << 21
"""How many bytes make a process worth its start: some thousand phases."""


def processes_for(size: int | None) -> int:
    """Return how many processes an input is worth.

    Args:
        size: in bytes; None if nobody knows, as with a pipe, whose lines may be a conversation.
    """
    return max(1, min(_cores(), (size or 0) // WORTHWHILE))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def answer_all(
    lines: Iterator[bytes], jobs: int, *, explain: bool
) -> Generator[Answered, None, None]:
    """Yield the answers to all blocks in their sequence; of the input little is held at a time.

    The first block is answered here, so that processes begin with the boards it needed.

    Raises:
        ChildProcessError: a process was ended from outside.
    """
    work = partial(answer_block, explain=explain)
    if jobs == 1:
        yield from map(work, lines)
        return
    yield from map(work, islice(lines, 1))
    with ProcessPoolExecutor(jobs, _context(), _watch_parent) as pool:
        waiting: deque[Future[Answered]] = deque()
        try:
            for block in lines:
                with _undisturbed():
                    waiting.append(pool.submit(work, block))
                if len(waiting) >= jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenExecutor as fault:
            raise ChildProcessError(
                "A process that shared the work was ended from outside."
            ) from fault
        finally:
            for future in waiting:
                future.cancel()


def _context() -> multiprocessing.context.BaseContext:
    # A copy of this process is ready at once, but is safe only of a process without threads.
    forks = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if forks else "spawn")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let Ctrl-C wait, also for ever in the processes begun meanwhile: their parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch_parent() -> None:
    """End this process when the one that began it is gone, however it went."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)

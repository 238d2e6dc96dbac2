"""Recorded steps as text: lines of JSON in, a line of JSON for each out, block by block, by several processes."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from typing import Any

import orjson

from gm.bootstrap.games import records_of
from gm.contract.records import AskedStep
from gm.errors import GmError, UnreadableInput

# Recorded steps as text: lines of JSON in, a line of JSON for each out, block by block.
#
# Which game a line is of, its `variant` says; that game's room reads it, plays it and writes the answer.
#
# Input is taken as it comes, and every line of a block is answered before the next block is asked
# for; so nothing is read ahead, and another program may ask, read the answer, and ask again.

BLOCK = 1 << 17
"""How many bytes are read at once: some hundred phases, if they are there."""

TOGETHER = 16
"""How many lines take each step together.

A step that follows itself finds its code and tables in the processor's caches, where reading,
resolving and writing in turn drive out each other's.
"""

_UNSAID = "standard"
"""The variant of a record that names none, as the first records did."""

_PLAIN_IDS = (str, int, type(None))
"""Ids that the fast reader returns as they were; it turns a long number into a rounded one."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers to a block of lines.

    Args:
        text: a line for each phase.
        size: how many bytes were read.
        phases: how many phases they were.
        faults: how many of them could not be adjudicated.
    """

    text: bytes
    size: int
    phases: int
    faults: int


def blocks(source: io.BufferedIOBase, size: int = BLOCK) -> Iterator[bytes]:
    """Yield what there is to read in whole lines, about so many bytes at a time."""
    begun: list[bytes] = []
    while piece := source.read1(size):
        end = piece.rfind(b"\n") + 1
        if end:
            yield b"".join((*begun, piece[:end]))
            begun.clear()
        if end < len(piece):
            begun.append(piece[end:])
    if begun:
        yield b"".join(begun)


def answer_block(block: bytes, *, explain: bool) -> Answered:
    """Return the answers to the lines of a block, in their sequence; blank lines have none."""
    text = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in block else block
    lines = [line for line in text.split(b"\n") if line.strip()]
    answered: list[tuple[bytes, bool]] = []
    for start in range(0, len(lines), TOGETHER):
        answered += _answers(lines[start : start + TOGETHER], explain=explain)
    answers = b"".join([answer + b"\n" for answer, _ in answered])
    return Answered(answers, len(block), len(answered), sum(not good for _, good in answered))


def answer_line(line: bytes, *, explain: bool) -> tuple[bytes, bool]:
    """Return the answer to one line as JSON text, and whether it could be adjudicated."""
    (answered,) = _answers([line], explain=explain)
    return answered


def _answers(lines: Sequence[bytes], *, explain: bool) -> list[tuple[bytes, bool]]:
    work = [_Line(line, explain) for line in lines]
    for step in (_Line.read, _Line.ask, _Line.play, _Line.write):
        for line in work:
            line.take(step)
    return [(line.told, line.good) for line in work]


class _Line:
    """A line on its way to its answer, step by step.

    Args:
        text: the line.
        explain: as in `adjudicate`.

    Attributes:
        record: its JSON value.
        asked: the step.
        made: what became of it.
        told: the answer, or the refusal; empty while there is none.
        good: it has not been refused.
    """

    __slots__ = ("asked", "explain", "good", "made", "record", "text", "told")
    asked: AskedStep
    made: Any

    def __init__(self, text: bytes, explain: bool) -> None:
        self.text = text
        self.explain = explain
        self.record: Any = None
        self.told = b""
        self.good = True

    def read(self) -> None:
        """Read the JSON."""
        self.record = _read(self.text)
        if not isinstance(self.record, dict):
            raise UnreadableInput("The line is no JSON object.")

    def ask(self) -> None:
        """Read the position and the orders."""
        self.asked = records_of(self.record.get("variant", _UNSAID)).ask(self.record)

    def play(self) -> None:
        """Resolve it."""
        self.made = self.asked.play()

    def write(self) -> None:
        """Write the answer."""
        self.told = _written(self.asked.answer(self.made, explain=self.explain))

    def take(self, step: Callable[[_Line], None]) -> None:
        """Take a step; what goes wrong with it is the answer, and later steps are left out."""
        if self.told:
            return
        try:
            step(self)
        except (ValueError, RecursionError) as fault:
            self.refuse(f"The line cannot be read: {fault}")
        except GmError as fault:
            self.refuse(str(fault))
        except Exception as fault:  # a bug of ours; the other lines are still to be answered
            self.refuse(f"This is a fault of gm itself: {type(fault).__name__}: {fault}")

    def refuse(self, error: str) -> None:
        """Answer by what is wrong."""
        self.told, self.good = _refusal(self.record, error), False


def _read(line: bytes) -> Any:
    """Return the JSON value of a line; ValueError or RecursionError if there is none."""
    try:
        value = orjson.loads(line)
    except ValueError:
        return json.loads(line.decode("utf-8-sig", errors="replace"))
    if isinstance(value, dict) and not isinstance(value.get("id"), _PLAIN_IDS):
        return json.loads(line)
    return value


def _refusal(record: object, error: str) -> bytes:
    name = record.get("id") if isinstance(record, dict) else None
    try:
        return _written({"id": name, "error": error})
    except RecursionError:
        return _written({"id": None, "error": error})


def _written(answer: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(answer)
    except TypeError:  # what only the slow reader takes, such as half a surrogate pair
        return json.dumps(answer, separators=(",", ":")).encode("ascii")


# Several processes share the lines of a large file; the answers keep the sequence of the lines.

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

"""Recorded steps as text: lines of JSON in, a line of JSON for each out, block by block.

Which game a line is of, its `variant` says; that game's room reads it, plays it and writes the answer.

Input is taken as it comes, and every line of a block is answered before the next block is asked
for; so nothing is read ahead, and another program may ask, read the answer, and ask again.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from gm.bootstrap.games import records_of
from gm.contract.records import AskedStep
from gm.errors import GmError, UnreadableInput

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
    told: list[tuple[bytes, bool]] = []
    for start in range(0, len(lines), TOGETHER):
        told += _answers(lines[start : start + TOGETHER], explain=explain)
    answers = b"".join([answer + b"\n" for answer, _ in told])
    return Answered(answers, len(block), len(told), sum(not good for _, good in told))


def answer_line(line: bytes, *, explain: bool) -> tuple[bytes, bool]:
    """Return the answer to one line as JSON text, and whether it could be adjudicated."""
    (told,) = _answers([line], explain=explain)
    return told


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

"""Recorded phases as text: lines of JSON in, a line of JSON for each out, block by block.

Input is taken as it comes, and every line of a block is answered before the next block is asked
for; so nothing is read ahead, and another program may ask, read the answer, and ask again.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from gm.adapters.maps.boards import load_board
from gm.app.recorded.adjudicate import adjudicate
from gm.errors import GmError

BLOCK = 1 << 17
"""How many bytes are read at once: some hundred phases, if they are there."""

_boards = lru_cache(maxsize=16)(load_board)

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
    told = [answer_line(line, explain=explain) for line in text.split(b"\n") if line.strip()]
    answers = b"".join([answer + b"\n" for answer, _ in told])
    return Answered(answers, len(block), len(told), sum(not good for _, good in told))


def answer_line(line: bytes, *, explain: bool) -> tuple[bytes, bool]:
    """Return the answer to one line as JSON text, and whether it could be adjudicated."""
    record: Any = None
    try:
        record = _read(line)
        if not isinstance(record, dict):
            return _refusal(None, "The line is no JSON object.")
        return _written(adjudicate(record, _boards, explain=explain)), True
    except (ValueError, RecursionError) as fault:
        return _refusal(record, f"The line cannot be read: {fault}")
    except GmError as fault:
        return _refusal(record, str(fault))
    except Exception as fault:  # a bug of ours; the other lines are still to be answered
        return _refusal(record, f"This is a fault of gm itself: {type(fault).__name__}: {fault}")


def _read(line: bytes) -> Any:
    """Return the JSON value of a line; ValueError or RecursionError if there is none."""
    try:
        value = orjson.loads(line)
    except ValueError:
        return json.loads(line.decode("utf-8-sig", errors="replace"))
    if isinstance(value, dict) and not isinstance(value.get("id"), _PLAIN_IDS):
        return json.loads(line)
    return value


def _refusal(record: object, error: str) -> tuple[bytes, bool]:
    name = record.get("id") if isinstance(record, dict) else None
    try:
        return _written({"id": name, "error": error}), False
    except RecursionError:
        return _written({"id": None, "error": error}), False


def _written(answer: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(answer)
    except TypeError:  # what only the slow reader takes, such as half a surrogate pair
        return json.dumps(answer, separators=(",", ":")).encode("ascii")

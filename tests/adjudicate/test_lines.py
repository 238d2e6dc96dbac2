"""Lines of JSON in, lines out: how far they are read ahead, and what odd text comes to."""

from __future__ import annotations

import gc
import io
import json
import threading
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from gm.cli import adjudicate_lines
from gm.cli.adjudicate_lines import (
    AHEAD,
    TOGETHER,
    WORTHWHILE,
    answer_all,
    answer_block,
    answer_line,
    blocks,
    processes_for,
)
from tests.adjudicate.comparing import SAMPLE

LINES = SAMPLE.read_bytes().splitlines(keepends=True)


class Repeated(io.RawIOBase):
    """A very large file that is never made: some lines, again and again; it counts what is read."""

    def __init__(self, lines: bytes, times: int) -> None:
        super().__init__()
        self.lines, self.times = lines, times
        self.taken = 0

    def read1(self, size: int) -> bytes:
        """Return at most so many bytes, up to the end of a repetition."""
        times, at = divmod(self.taken, len(self.lines))
        if times >= self.times:
            return b""
        piece = self.lines[at : at + size]
        self.taken += len(piece)
        return piece


def phase(**more: Any) -> bytes:
    """A line with a small Republic phase."""
    record = {"id": 1, "variant": "republic", "phase": "S1016M", "units": {"MUNSTER": ["A Ker"]}}
    return json.dumps({**record, **more}).encode()


def answer(line: bytes) -> dict[str, Any]:
    """The answer to a line."""
    text, _ = answer_line(line, explain=False)
    told = json.loads(text)
    assert isinstance(told, dict)
    return told


@pytest.mark.parametrize("size", [1, 7, 100, 4096, 1 << 20])
def test_blocks_are_whole_lines(size: int) -> None:
    """However the pieces fall, each block ends with a line, and nothing is lost or doubled."""
    text = b"".join(LINES[:3]) + b"\n\nno end of line"
    found = list(blocks(io.BufferedReader(io.BytesIO(text)), size))
    assert b"".join(found) == text
    assert all(block.endswith(b"\n") for block in found[:-1])


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_as_on_any_system(end: bytes) -> None:
    """Two phases are two phases with the line ends of any system."""
    answered = answer_block(phase() + end + phase(id=2), explain=False)
    assert [json.loads(line)["id"] for line in answered.text.splitlines()] == [1, 2]
    assert (answered.phases, answered.faults) == (2, 0)


def test_a_mark_at_the_beginning_of_the_file_is_no_fault() -> None:
    """Some editors write a byte order mark before the first line."""
    assert "results" in answer(b"\xef\xbb\xbf" + phase())


@pytest.mark.parametrize(
    "name",
    [
        0,
        -1.5,
        None,
        True,
        "\u00e9\u2028\U0001f3b2",
        "\ud800",
        123456789012345678901234567890,
        [123456789012345678901234567890, {"deep": ["er"]}],
    ],
)
def test_an_id_comes_back_as_it_was(name: object) -> None:
    """Whatever it is, also with an order that cannot be read."""
    assert answer(phase(id=name))["id"] == name
    refused = answer(phase(id=name, orders={"MUNSTER": ["go"]}))
    assert (refused["id"], "error" in refused) == (name, True)


def test_a_deeply_nested_id_costs_only_its_line() -> None:
    """What is too deep to write is answered all the same."""
    for depth in (200, 900, 5000):
        deep = b"[" * depth + b"]" * depth
        told = answer(phase().replace(b'"id": 1', b'"id": ' + deep))
        assert "results" in told or "error" in told


def test_each_line_of_a_block_has_the_answer_it_has_alone() -> None:
    """Lines take each step together; what one is refused for, at any step, is its own matter."""
    odd = [
        b"no JSON\n",
        b"[]\n",
        phase(orders={"MUNSTER": ["go"]}) + b"\n",
        phase(variant="chess") + b"\n",
        phase(id=9) + b"\n",
    ]
    lines = [line for at in range(0, 75, 15) for line in (*LINES[at : at + 15], odd[at // 15])]
    assert len(lines) > 2 * TOGETHER
    answered = answer_block(b"".join(lines), explain=True)
    assert answered.text.splitlines() == [answer_line(one, explain=True)[0] for one in lines]
    assert (answered.phases, answered.faults) == (80, 4)


def test_one_process_reads_no_further_than_it_has_answered() -> None:
    """A block is read when the last one is answered."""
    source = Repeated(b"".join(LINES[:20]), 50)
    answers = answer_all(blocks(source, 10_000), 1, explain=False)
    seen = sum(next(answers).size for _ in range(10))
    assert source.taken - seen <= 10_000
    answers.close()


@pytest.mark.slow
def test_several_processes_read_little_ahead() -> None:
    """The file waits for the work: what is read and not yet answered is a few blocks."""
    source = Repeated(b"".join(LINES[:20]), 50)
    answers = answer_all(blocks(source, 10_000), 2, explain=False)
    furthest = seen = 0
    for answered in answers:
        seen += answered.size
        furthest = max(furthest, source.taken - seen)
    assert seen == source.taken == len(source.lines) * 50
    # A piece that ends within a line is kept for the next block.
    assert 10_000 < furthest <= (2 * AHEAD + 1) * 10_000


@pytest.mark.slow
def test_memory_does_not_grow_with_the_input() -> None:
    """A large input is answered in a small part of the memory that it would take."""
    source = Repeated(b"".join(LINES[:20]), 40)
    answer_block(source.lines, explain=False)  # what is remembered of boards and orders
    done = 0
    gc.freeze()
    tracemalloc.start()
    try:
        for answered in answer_all(blocks(source, 5_000), 1, explain=False):
            done += answered.phases
            gc.collect()  # empties the lists of pieces that Python keeps to use again
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.unfreeze()
    assert done == 20 * 40
    assert peak < source.taken / 8


def test_large_files_are_shared_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process must be worth its start; no more begin than there are cores."""
    monkeypatch.setattr(adjudicate_lines, "_cores", lambda: 4)
    sizes = [None, 0, WORTHWHILE, 2 * WORTHWHILE, 3 * WORTHWHILE, 100 * WORTHWHILE]
    assert [processes_for(size) for size in sizes] == [1, 1, 1, 2, 3, 4]


@pytest.fixture
def busy_thread() -> Iterator[None]:
    """Another thread of this process."""
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    yield
    over.set()
    thread.join()


@pytest.mark.slow
@pytest.mark.usefixtures("busy_thread")
def test_a_process_with_threads_is_not_copied() -> None:
    """A copy would have the locks of threads that it has not; new processes do the work."""
    assert adjudicate_lines._context().get_start_method() == "spawn"
    source = Repeated(b"".join(LINES[:10]), 4)
    answers = list(answer_all(blocks(source, 1 << 16), 2, explain=False))
    assert sum(answered.phases for answered in answers) == 40
    assert not any(answered.faults for answered in answers)


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_answers_keep_the_sequence_of_the_lines(jobs: int) -> None:
    """Several processes give what one gives, bad lines included."""

    def told(processes: int) -> Iterator[bytes]:
        text = b"".join([*LINES[:50], b"no JSON\n", *LINES[50:120]])
        for answered in answer_all(
            blocks(io.BufferedReader(io.BytesIO(text)), 6000), processes, explain=True
        ):
            yield answered.text

    assert b"".join(told(jobs)) == b"".join(told(1))

"""The whole of `gm adjudicate` with one worker, JSON and text included, start-up excluded."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.adjudicate_sides import Record, differences, recorded

ROUNDS = 5
TIMES = 120


@dataclass(frozen=True, slots=True)
class Command:
    """What was measured, in seconds a phase, round by round; and what came out wrong.

    Both sides are means: a file takes as long as all its phases together.
    """

    phases: int
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    wrong: tuple[str, ...]

    @property
    def ratio(self) -> float:
        """Their median over ours."""
        return statistics.median(self.theirs) / statistics.median(self.ours)

    def report(self) -> str:
        """Return the figures for people."""
        ours, theirs = (
            f"{statistics.median(times) * 1e6:.0f} ({min(times) * 1e6:.0f} to "
            f"{max(times) * 1e6:.0f})"
            for times in (self.ours, self.theirs)
        )
        lines = [
            "The whole of gm adjudicate --jobs 1, JSON and text included, start-up excluded",
            f"{self.phases} phases of the same file, repeated, in each of {len(self.ours)} rounds",
            f"microseconds a phase on average, median of the rounds: {ours}",
            f"diplomacy process, on average: {theirs}",
            f"ratio: {self.ratio:.1f}",
            *self.wrong[:5],
        ]
        return "\n".join(lines)


def time_command(
    phases: Sequence[Record],
    theirs: Callable[[], float],
    rounds: int = ROUNDS,
    times: int = TIMES,
) -> Command:
    """Time the command and the other side in turn.

    Args:
        phases: what is adjudicated.
        theirs: measures the other side once and returns its mean, in seconds a phase.
        rounds: how often both have their turn.
        times: how many times more phases the long file has than the short one.
    """
    ours: list[float] = []
    other: list[float] = []
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="gm-bench-") as name:
        folder = Path(name)
        short = _write(folder / "short.jsonl", phases, 1)
        long = _write(folder / "long.jsonl", phases, times)
        for _ in range(rounds):
            less, more = _run(short), _run(long)
            ours.append((more - less) / (len(phases) * (times - 1)))
            other.append(theirs())
        wrong.extend(_faults(long, [*phases] * times))
    return Command(len(phases) * times, tuple(ours), tuple(other), tuple(wrong))


def _write(file: Path, phases: Sequence[Record], times: int) -> Path:
    """Write a file of phases as they are given to be adjudicated: without their results."""
    asked = [{key: one[key] for key in one if key not in ("results", "after")} for one in phases]
    file.write_text("".join(json.dumps(one) + "\n" for one in asked) * times, encoding="utf-8")
    return file


def _run(file: Path) -> float:
    """Adjudicate a file into another beside it and return how many seconds it took.

    The program finds its modules where this one does, so both run the same gm, compiled or not.
    """
    path = os.pathsep.join(one for one in sys.path if one)
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
    with file.with_suffix(".out").open("wb") as answers:
        command = [sys.executable, "-m", "gm", "adjudicate", "--jobs", "1", str(file)]
        begun = time.perf_counter()
        subprocess.run(
            command, stdout=answers, stderr=subprocess.PIPE, env=environment, check=True
        )
        return time.perf_counter() - begun


def _faults(file: Path, phases: Sequence[Record]) -> Iterator[str]:
    """Yield what the answers to a file say otherwise than recorded."""
    lines = file.with_suffix(".out").read_text(encoding="utf-8").splitlines()
    if len(lines) != len(phases):
        yield f"{len(phases)} phases were answered by {len(lines)} lines"
    for line, record in zip(lines, phases, strict=False):
        answer = json.loads(line)
        if answer.get("id") != record["id"] or "after" not in answer:
            yield f"{record['id']} was answered by {line[:200]}"
        else:
            yield from differences(recorded(answer), record).values()

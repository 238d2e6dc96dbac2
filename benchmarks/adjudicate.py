"""Movement phases adjudicated: ours and PyPI `diplomacy`, interleaved on the same phases.

One unit is one movement phase. Timed are, in one thread, `DiplomacyRules.resolve` of gm - what
`gm process` calls: every outcome with its reason, retreat options, the events and the next state -
and `Game.process` of PyPI diplomacy. Position and orders are made ready before, anew for each
call; results are compared after it with those recorded, ours as well as theirs. What of ours came
out otherwise makes the exit code 1.

In turn: a block of phases by one side, the same block by the other, the next block; the side that
begins changes from round to round. With `--block 1` they alternate call by call, and each finds
the processor's caches filled by the other: that costs the quicker side more. Python's garbage
collector is off while either is timed and runs between blocks (`--collector` leaves it on for
both): that helps the side that makes more garbage, which is theirs.

Median and 99th percentile are taken over the phases, each phase counting with the median of its
repetitions: that is how much one phase differs from another. Beside them stands the 99th
percentile over single calls, which holds the noise of the machine too. On a busy machine the
longer call is interrupted more often, which raises the ratio of medians: the ratio of the quickest
calls, printed after it, is nearly free of that.

Nothing of a position or a season is kept between calls. What the core does keep are tables of the
board, and what orders ask on it, counted below the figures; the time of each phase's very first call,
in which most orders are new, stands beside the others. So do the modules of gm that were
imported compiled. To measure a compiled form that lies in a folder of
its own: `PYTHONPATH=FOLDER:. python -P -m benchmarks.adjudicate`.

Then the whole of `gm adjudicate --jobs 1` is timed on the same phases as a program of its own,
JSON and text included, in rounds that alternate with theirs. What starting takes falls out, since
the time of a short file is taken from that of a long one.

    python -m benchmarks.adjudicate [--phases FILE] [--repeat N] [--json]
"""

import argparse
import gc
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.adjudicate_command import Command, time_command
from benchmarks.adjudicate_pypi import Pypi
from benchmarks.adjudicate_sides import (
    Gm,
    Record,
    Side,
    compiled_modules,
    differences,
    remembered,
)
from benchmarks.machine import describe

PHASES = Path(__file__).parents[1] / "tests" / "data" / "phases-sample.jsonl"
RESOLUTIONS = 2000
BLOCK = 200
"""Phases by one side before the other has its turn."""


@dataclass(slots=True)
class Timing:
    """The times of one side: by phase, the seconds of each call in order, and what was wrong."""

    name: str
    calls: list[list[float]]
    wrong: list[dict[str, str]] = field(default_factory=list)

    @property
    def medians(self) -> list[float]:
        """The median of each phase."""
        return [statistics.median(times) for times in self.calls]

    @property
    def median(self) -> float:
        """The median over the phases."""
        return statistics.median(self.medians)

    @property
    def p99(self) -> float:
        """The 99th percentile over the phases."""
        return percentile(self.medians, 99)

    @property
    def p99_calls(self) -> float:
        """The 99th percentile over single calls."""
        return percentile([one for times in self.calls for one in times], 99)

    @property
    def quickest(self) -> float:
        """The median over the phases of the quickest call: what is least disturbed."""
        return statistics.median(map(min, self.calls))

    @property
    def first(self) -> float:
        """The median over the phases of the first call."""
        return statistics.median(times[0] for times in self.calls)

    @property
    def mean(self) -> float:
        """The mean of all calls."""
        return sum(map(sum, self.calls)) / sum(map(len, self.calls))


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that so many per cent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[-(-len(ordered) * percent // 100) - 1]


def movement_phases(file: Path) -> list[Record]:
    """Return the movement phases of standard Diplomacy in a file of recorded phases.

    Raises:
        SystemExit: there are none.
    """
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    phases = [one for one in records if one["phase"].endswith("M") and "options" not in one]
    phases = [one for one in phases if one.get("variant", "standard") == "standard"]
    if not phases:
        raise SystemExit(f"{file} holds no movement phase of standard Diplomacy.")
    return phases


def measure(
    phases: Sequence[Record],
    sides: Sequence[Side],
    rounds: int,
    *,
    block: int = BLOCK,
    collector: bool = False,
) -> list[Timing]:
    """Time the sides in turn, block by block, and compare everything they bring."""
    timings = [Timing(side.name, [[] for _ in phases]) for side in sides]
    pairs = list(zip(sides, timings, strict=True))
    for _ in range(rounds):
        for start in range(0, len(phases), block):
            _time_block(pairs, phases, range(len(phases))[start : start + block], collector)
        pairs.reverse()
    return timings


def _time_block(
    pairs: Sequence[tuple[Side, Timing]],
    phases: Sequence[Record],
    block: Sequence[int],
    collector: bool,
) -> None:
    calls = [[side.ready(phases[index]) for index in block] for side, _ in pairs]
    if not collector:
        gc.collect(1)
        gc.disable()
    try:
        made = [
            [_timed(call, timing.calls[index]) for index, call in zip(block, ready, strict=True)]
            for (_, timing), ready in zip(pairs, calls, strict=True)
        ]
    finally:
        gc.enable()
    for (side, timing), ready, ended in zip(pairs, calls, made, strict=True):
        for index, call, one in zip(block, ready, ended, strict=True):
            found = differences(side.brought(phases[index], call, one), phases[index])
            if found:
                timing.wrong.append(found)


def _timed(call: Callable[[], Any], times: list[float]) -> Any:
    begun = time.perf_counter()
    made = call()
    times.append(time.perf_counter() - begun)
    return made


def report(timings: Sequence[Timing], phases: Sequence[Record], *, collector: bool) -> str:
    """Return the figures as a table for people."""
    ours, theirs = timings
    units = statistics.mean(sum(map(len, one["units"].values())) for one in phases)
    ratios = theirs.median / ours.median, theirs.quickest / ours.quickest
    average, times = f"{units:.1f} units on average", f"{len(ours.calls[0])} times each"
    lines = [
        "Movement phases adjudicated, position and orders already read, one thread",
        f"{len(phases)} phases of {average}, {times}; collector {'on' if collector else 'off'}",
        ", ".join(f"{key} {value}" for key, value in describe().items()),
        f"compiled: {', '.join(compiled_modules()) or 'no, plain Python'}",
        "",
        f"{'microseconds':24} median     p99  p99/median  p99 of calls  quickest  first call  phases/s",
        *map(_row, timings),
        "ratio of medians: {:.1f}; of quickest calls: {:.1f}".format(*ratios),
        "",
        *map(_compared, timings),
        "kept by gm.games.diplomacy.rules between calls: "
        + (", ".join(f"{name} {size}" for name, size in remembered().items()) or "nothing"),
    ]
    return "\n".join(lines)


def _row(one: Timing) -> str:
    return (
        f"{one.name:24} {one.median * 1e6:6.1f} {one.p99 * 1e6:7.1f} {one.p99 / one.median:11.2f} "
        f"{one.p99_calls * 1e6:13.1f} {one.quickest * 1e6:9.1f} {one.first * 1e6:11.1f} {1 / one.mean:9.0f}"
    )


def _compared(one: Timing) -> str:
    total = sum(map(len, one.calls))
    text = f"{one.name}: {total - len(one.wrong)} of {total} results are those recorded"
    kinds = Counter(kind for found in one.wrong for kind in found)
    if kinds:
        first = {kind: said for found in reversed(one.wrong) for kind, said in found.items()}
        told = [f"\n  {count} other {kind}: {first[kind]}" for kind, count in kinds.items()]
        text += "".join(told)
    return text


def figures(timings: Sequence[Timing]) -> dict[str, float | bool]:
    """Return what `--json` prints."""
    ours, theirs = timings
    return {
        "ours_us": round(ours.median * 1e6, 2),
        "diplomacy_us": round(theirs.median * 1e6, 2),
        "ratio": round(theirs.median / ours.median, 2),
        "p99_over_median": round(ours.p99 / ours.median, 3),
        "compiled": bool(compiled_modules()),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; SystemExit with 1 if something of ours came out wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--phases", type=Path, default=PHASES, help="recorded phases, JSON lines")
    parser.add_argument("--repeat", type=int, help=f"rounds; enough for {RESOLUTIONS} calls")
    parser.add_argument("--block", type=int, default=BLOCK, help="phases by one side in a row")
    parser.add_argument("--collector", action="store_true", help="leave the collector on")
    parser.add_argument("--no-command", action="store_true", help="leave `gm adjudicate` out")
    parser.add_argument("--json", action="store_true", help="end with a line for a program")
    wanted = parser.parse_args(arguments)
    phases = movement_phases(wanted.phases)
    rounds = wanted.repeat or -(-RESOLUTIONS // len(phases))
    theirs = Pypi()
    settings = {"block": wanted.block, "collector": wanted.collector}
    timings = measure(phases, [Gm(), theirs], rounds, **settings)
    print(report(timings, phases, collector=wanted.collector))
    command: Command | None = None
    if not wanted.no_command:
        command = time_command(phases, lambda: measure(phases, [theirs], 1, **settings)[0].mean)
        print(f"\n{command.report()}")
    if wanted.json:
        print(json.dumps(figures(timings)))
    if timings[0].wrong or (command is not None and command.wrong):
        sys.exit(1)


if __name__ == "__main__":
    main()

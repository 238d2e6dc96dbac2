"""Irish Diplomacy late in a game: what a season costs, and the board that the hat has made.

The seasons are those of `benchmarks.irish_seasons`: forty splits, six black holes, orders for all 23
powers, gifts of points and three special units that walk (more than are left by then on average; five
with `--specials 5`). Timed is `DiplomacyRules.resolve`, the walk,
the contacts, the gifts and the hat included, beside the same function on the full seasons recorded of
standard Diplomacy, those with at least 32 units; position and orders are read before, anew for each
call. The first call of each season stands beside the median: there most orders are new. So does the
median of the quickest calls, which is nearly free of what else the machine does.

Then the next board: splitting a province once more, closing what is closed, checking what has
changed, compiling it for the rules and its names for the reader of orders. What all that takes is
compared with one movement phase of PyPI `diplomacy`, of the same recorded seasons.

All are timed in turn, in one thread, Python's collector off, by the processor time of that thread, so
that a busy machine changes little. Medians are over the seasons, each counting with the median of its
calls.

    python -m benchmarks.irish [--seasons N] [--specials N] [--repeat N] [--json]
"""

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from benchmarks.adjudicate import PHASES, movement_phases
from benchmarks.adjudicate_pypi import Pypi
from benchmarks.adjudicate_sides import Gm, Record, compiled_modules
from benchmarks.irish_seasons import LEFT, SPLITS, Made, make_seasons
from benchmarks.machine import describe
from gm.games.diplomacy.language.binding.names import lexicon_of
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Entry
from gm.games.diplomacy.rules.board_check import check_changes
from gm.games.diplomacy.rules.board_now import board_now, with_entries
from gm.games.diplomacy.rules.board_split import Split, halves_of, line_neighbours, split_board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.reach import reach_of
from gm.games.diplomacy.rules.season.line_up import muster_of
from gm.games.diplomacy.variants import ruleset_for

GAMES = 2
SEASONS = 12
"""Of each game."""
ROUNDS = 15
FULL = 32
"""So many units make a full season of standard Diplomacy, which has 34 centres."""
MOST_SEASONS = 3
"""A season may cost so many standard ones."""
MOST_PHASES = 10
"""The next board may cost so many phases of PyPI diplomacy."""


@dataclass(slots=True)
class Times:
    """What was timed: for each season or board, the seconds of its calls in order."""

    calls: dict[int, list[float]] = field(default_factory=dict)

    def add(self, index: int, seconds: float) -> None:
        """Enter one call."""
        self.calls.setdefault(index, []).append(seconds)

    @property
    def median(self) -> float:
        """The median over all, each with the median of its calls."""
        return statistics.median(map(statistics.median, self.calls.values()))

    @property
    def first(self) -> float:
        """The median over the first calls."""
        return statistics.median(times[0] for times in self.calls.values())

    @property
    def quickest(self) -> float:
        """The median over the quickest calls."""
        return statistics.median(map(min, self.calls.values()))


@dataclass(slots=True)
class Results:
    """All that is measured."""

    irish: Times = field(default_factory=Times)
    standard: Times = field(default_factory=Times)
    pypi: Times = field(default_factory=Times)
    steps: dict[str, Times] = field(default_factory=dict)

    @property
    def board(self) -> float:
        """The whole of the next board."""
        return sum(times.median for times in self.steps.values())

    @property
    def season_ratio(self) -> float:
        """How many standard seasons one of Irish Diplomacy takes."""
        return self.irish.median / self.standard.median

    @property
    def quickest_ratio(self) -> float:
        """The same of the quickest calls."""
        return self.irish.quickest / self.standard.quickest

    @property
    def board_ratio(self) -> float:
        """How many phases of PyPI diplomacy the next board takes."""
        return self.board / self.pypi.median


@contextmanager
def collector_off() -> Iterator[None]:
    """Leave Python's collector out of what is timed; it has cleared up before."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return how many seconds a call took, and what it returned."""
    begun = time.thread_time()
    made = call()
    return time.thread_time() - begun, made


def measure(seasons: Sequence[Made], rounds: int) -> Results:
    """Time the seasons in turn, then the boards, round by round."""
    results = Results()
    phases = full_phases()
    sides = Gm(), ruleset_for("irish", load_board("irish"), {})
    for turn in range(rounds):
        time_seasons(results, sides, seasons, phases, turn)
    theirs = Pypi()
    for turn in range(rounds):
        with collector_off():
            for index, phase in enumerate(phases):
                results.pypi.add(index, timed(theirs.ready(phase))[0])
        for index, made in enumerate(seasons):
            with collector_off():
                next_board(results, index, made, Random(turn))
    return results


def time_seasons(
    results: Results,
    sides: tuple[Gm, DiplomacyRules],
    seasons: Sequence[Made],
    phases: Sequence[Record],
    turn: int,
) -> None:
    """Time every season of either kind once; the kind that begins changes from turn to turn."""
    standard, rules = sides
    for made in seasons:
        rules.board_in(made.read()[0])  # derived when the season before it ended
    ready = [
        (results.irish, [partial(rules.resolve, *made.read()) for made in seasons]),
        (results.standard, [standard.ready(phase) for phase in phases]),
    ]
    if turn % 2:
        ready.reverse()
    with collector_off():
        for times, calls in ready:
            for index, call in enumerate(calls):
                times.add(index, timed(call)[0])


def full_phases() -> list[Record]:
    """Return the recorded seasons of standard Diplomacy on a full board."""
    found = movement_phases(PHASES)
    return [it for it in found if sum(map(len, it["units"].values())) >= FULL]


def next_board(results: Results, index: int, made: Made, chance: Random) -> None:
    """Time each step of the way to the board after one more split."""
    before = board_now(load_board("irish"), (), made.splits, (), ())
    split = one_more(before, chance)
    holes = dict.fromkeys(made.holes, Entry.HOLE)

    def step(name: str, call: Callable[[], Any]) -> Any:
        seconds, made = timed(call)
        results.steps.setdefault(name, Times()).add(index, seconds)
        return made

    divided = step("split", lambda: split_board(before, split))
    step("check", lambda: check_changes(before, divided))
    board: Board = step("holes", lambda: with_entries(divided, holes))
    step("compile for the rules", lambda: (reach_of(board), muster_of(board)))
    step("compile the names", lambda: lexicon_of(board))


def one_more(board: Board, chance: Random) -> Split:
    """Return one more split, drawn as the hat draws it."""
    place = chance.choice([it for it in board.provinces if it != "IRE"])
    first, second = chance.sample(line_neighbours(board, place), 2)
    return Split(place, (first, second), halves_of(board, place))


def report(results: Results, seasons: Sequence[Made], rounds: int) -> str:
    """Return the figures as a table for people."""
    units = statistics.mean(made.units() for made in seasons)
    orders = statistics.mean(sum(map(len, made.orders.values())) for made in seasons)
    first = results.irish.first / results.standard.first
    lines = [
        f"Irish Diplomacy after {SPLITS} splits, one thread, collector off",
        f"{len(seasons)} seasons, {units:.0f} units and {orders:.0f} orders each, {rounds} times",
        ", ".join(f"{key} {value}" for key, value in describe().items()),
        f"gm.games.diplomacy.rules compiled: {', '.join(compiled_modules()) or 'no, plain Python'}",
        "",
        f"{'microseconds':36} median  quickest  first call",
        row("a season of Irish Diplomacy", results.irish),
        row("a season of standard Diplomacy", results.standard),
        f"ratio: {results.season_ratio:.2f}, at most {MOST_SEASONS} is wanted",
        f"of quickest calls: {results.quickest_ratio:.2f}; of first calls: {first:.2f}",
        "",
        *(row(f"next board: {name}", times) for name, times in results.steps.items()),
        f"{'next board: all':36} {results.board * 1e6:6.0f}",
        row("a phase of PyPI diplomacy", results.pypi),
        f"ratio: {results.board_ratio:.2f}, less than {MOST_PHASES} is wanted",
    ]
    return "\n".join(lines)


def row(name: str, times: Times) -> str:
    """Return one line of the table."""
    figures = f"{times.median * 1e6:6.0f} {times.quickest * 1e6:9.0f} {times.first * 1e6:11.0f}"
    return f"{name:36} {figures}"


def figures(results: Results) -> dict[str, float | bool]:
    """Return what `--json` prints."""
    return {
        "season_us": round(results.irish.median * 1e6, 1),
        "standard_us": round(results.standard.median * 1e6, 1),
        "season_ratio": round(results.season_ratio, 2),
        "season_ratio_quickest": round(results.quickest_ratio, 2),
        "board_us": round(results.board * 1e6, 1),
        "diplomacy_us": round(results.pypi.median * 1e6, 1),
        "board_ratio": round(results.board_ratio, 2),
        "compiled": bool(compiled_modules()),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seasons", type=int, default=SEASONS, help="of each game")
    parser.add_argument("--specials", type=int, default=LEFT, help="special units that walk")
    parser.add_argument("--repeat", type=int, default=ROUNDS, help="rounds")
    parser.add_argument("--json", action="store_true", help="end with a line for a program")
    wanted = parser.parse_args(arguments)
    seasons = [
        made
        for game in range(GAMES)
        for made in make_seasons(game, wanted.seasons, wanted.specials)
    ]
    results = measure(seasons, wanted.repeat)
    print(report(results, seasons, wanted.repeat))
    if wanted.json:
        print(json.dumps(figures(results)))


if __name__ == "__main__":
    main()

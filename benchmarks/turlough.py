"""The Triumphs of Turlough: what whole games cost in the rules, and a war turn of six players.

The games are those of the simple players of the tests, all seven scenarios in turn; their packets are
made before. Timed is `TurloughRules.resolve` alone, dice and facts included, in one thread, Python's
collector off, by the processor time of that thread. Every step must come to the position it has led to
before.

    python -m benchmarks.turlough [--games N] [--repeat N] [--json]
"""

import argparse
import gc
import json
import statistics
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.machine import describe
from gm.contract.draws import SeededDraws
from gm.contract.rules import Drafts
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from tests.games.turlough.greedy import packet_of, played, rules_with

GAMES = 1000
REPEAT = 3

WarTurn = tuple[TurloughRules, TurloughState, Drafts, SeededDraws, TurloughState]
"""A step: the rules, the position, the packets, the dice, and the position it leads to."""


def made_steps(games: int) -> list[WarTurn]:
    """Return every step of so many games."""
    steps: list[WarTurn] = []
    years = tuple(load_tables().scenarios)
    for seed in range(1, games + 1):
        rules = rules_with(years[seed % len(years)])
        draws = SeededDraws(seed.to_bytes(32, "big"))
        for before, made in played(seed, rules):
            drafts = {seat.id: packet_of(rules, before, seat.id) for seat in rules.seats}
            steps.append((rules, before, drafts, draws, made.state))
    return steps


def seconds_for(steps: Sequence[WarTurn]) -> float:
    """Return how long all steps take in the rules; ValueError if one comes to another end."""
    gc.collect()
    gc.disable()
    try:
        begun = time.thread_time()
        ends = [
            rules.resolve(before, drafts, draws).state for rules, before, drafts, draws, _ in steps
        ]
        taken = time.thread_time() - begun
    finally:
        gc.enable()
    if ends != [after for *_, after in steps]:
        raise ValueError("a step came to another end")
    return taken


def measured(games: int, repeat: int) -> dict[str, Any]:
    """Return what so many games cost, the median of some rounds."""
    steps = made_steps(games)
    rounds = [seconds_for(steps) for _ in range(repeat)]
    middle = statistics.median(rounds)
    return {
        "machine": describe(),
        "games": games,
        "steps": len(steps),
        "repeat": repeat,
        "seconds": round(middle, 2),
        "spread": round(max(rounds) - min(rounds), 2),
        "ms_per_game": round(1000 * middle / games, 2),
        "ms_per_step": round(1000 * middle / len(steps), 3),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What whole games of Turlough cost.")
    parser.add_argument("--games", type=int, default=GAMES, help="whole games")
    parser.add_argument("--repeat", type=int, default=REPEAT, help="rounds; the median counts")
    parser.add_argument("--json", action="store_true", help="as JSON")
    asked = parser.parse_args(arguments)
    found = measured(asked.games, asked.repeat)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{found['machine']}\n{found['games']} games, {found['steps']} steps")
    print(
        f"{found['seconds']} s, {found['ms_per_game']} ms a game, {found['ms_per_step']} ms a step"
    )


if __name__ == "__main__":
    main()

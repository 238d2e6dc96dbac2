"""Irish Freedom: what whole games cost in the rules, and a turn of them.

The games are those of the simple player of the tests; his orders are made before. Timed is
`FreedomRules.resolve` alone, dice and facts included, in one thread, Python's collector off, by the
processor time of that thread. Every turn must come to the position it has led to before.

    python -m benchmarks.irish_freedom [--games N] [--repeat N] [--json]
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
from gm.contract.orders import Order
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import PLAYER, FreedomState
from tests.games.irish_freedom.greedy import played, rules_with

GAMES = 1000
REPEAT = 3

Turn = tuple[FreedomState, list[Order], SeededDraws, FreedomState]
"""A turn: the position, what is ordered, the dice, and the position it leads to."""


def made_turns(rules: FreedomRules, games: int) -> list[Turn]:
    """Return every turn of so many games."""
    turns: list[Turn] = []
    for seed in range(1, games + 1):
        draws = SeededDraws(seed.to_bytes(32, "big"))
        for before, orders, made in played(seed, rules):
            turns.append((before, orders, draws, made.state))
    return turns


def seconds_for(rules: FreedomRules, turns: Sequence[Turn]) -> float:
    """Return how long all turns take in the rules; ValueError if one comes to another end."""
    gc.collect()
    gc.disable()
    try:
        begun = time.thread_time()
        ends = [
            rules.resolve(before, {PLAYER: orders}, draws).state
            for before, orders, draws, _ in turns
        ]
        taken = time.thread_time() - begun
    finally:
        gc.enable()
    if ends != [after for *_, after in turns]:
        raise ValueError("a turn came to another end")
    return taken


def measured(games: int, repeat: int) -> dict[str, Any]:
    """Return what so many games cost, the median of some rounds."""
    rules = rules_with()
    turns = made_turns(rules, games)
    rounds = [seconds_for(rules, turns) for _ in range(repeat)]
    middle = statistics.median(rounds)
    return {
        "machine": describe(),
        "games": games,
        "turns": len(turns),
        "repeat": repeat,
        "seconds": round(middle, 2),
        "spread": round(max(rounds) - min(rounds), 2),
        "ms_per_game": round(1000 * middle / games, 2),
        "ms_per_turn": round(1000 * middle / len(turns), 3),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What whole games of Irish Freedom cost.")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--repeat", type=int, default=REPEAT)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    found = measured(chosen.games, chosen.repeat)
    if chosen.json:
        print(json.dumps(found))
        return
    print("Irish Freedom, whole games through the rules")
    print(", ".join(f"{name} {told}" for name, told in found["machine"].items()))
    print(
        f"{found['games']} games of {found['turns']} turns: {found['seconds']} s, the median of"
        f" {found['repeat']} (spread {found['spread']} s); {found['ms_per_game']} ms a game,"
        f" {found['ms_per_turn']} ms a turn"
    )


if __name__ == "__main__":
    main()

"""The Triumphs of Turlough: what whole games cost in the rules, and a war turn of six players.

The games are those of the simple players of the tests, all seven scenarios in turn; their packets are
made before. Timed is `TurloughRules.resolve` alone, dice and facts included, in one thread, Python's
collector off, by the processor time of that thread. Every step must come to the position it has led to
before.

A war turn in the server is one of six players of 1277, by the clock: from the deadline to the mails of all
in the outbox - packets read from the store, the war turn resolved, every report written as text and HTML,
all of it committed. What reading a packet's mail takes, its receipt included, stands beside it.

    python -m benchmarks.turlough [--games N] [--repeat N] [--turns N] [--json]
"""

import argparse
import gc
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.machine import describe
from gm.app.codec import codec_for
from gm.contract.draws import SeededDraws
from gm.contract.rules import Drafts
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.game import STORED
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState
from tests.app.world import World
from tests.contract.test_die_leaks import die_world
from tests.games.turlough.greedy import packet_of, played, rules_with
from tests.games.turlough.playing import THE_GAME, address_of, begin

GAMES = 1000
REPEAT = 3
TURNS = 12
PLAYERS = 6
DAY = 86400

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


def server_turns(turns: int) -> tuple[list[float], list[float]]:
    """Return how long war turns of six players take in a server, and how long each packet takes to read."""
    turned: list[float] = []
    heard: list[float] = []
    with TemporaryDirectory() as folder, die_world(Path(folder), THE_GAME) as world:
        rules = rules_with("1277", PLAYERS)
        people = {seat.id: seat.name for seat in rules.seats}
        lengths = {"war": DAY, "opening": DAY, "remind": 0}
        options = {"players": str(PLAYERS)}
        begin(world.services, options, people=people, lengths=lengths)
        world.tick(days=1)
        while len(turned) < turns and (state := _open_state(world)) is not None:
            for seat in rules.seats:
                if written := "\n".join(map(order_line, packet_of(rules, state, seat.id))):
                    begun = time.perf_counter()
                    world.mail(address_of(seat.id), written)
                    heard.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            world.tick(days=1)
            turned.append(time.perf_counter() - begun)
    return turned, heard


def _open_state(world: World) -> TurloughState | None:
    """Return the position that lies open; None when the game is over."""
    phase = world.phase()
    if phase is None:
        return None
    state = codec_for(STORED).load_state(phase.state)
    assert isinstance(state, TurloughState)
    return state


def measured(games: int, repeat: int, turns: int) -> dict[str, Any]:
    """Return what so many games cost, the median of some rounds, and what war turns do in a server."""
    steps = made_steps(games)
    rounds = [seconds_for(steps) for _ in range(repeat)]
    middle = statistics.median(rounds)
    turned, heard = server_turns(turns)
    return {
        "machine": describe(),
        "games": games,
        "steps": len(steps),
        "repeat": repeat,
        "seconds": round(middle, 2),
        "spread": round(max(rounds) - min(rounds), 2),
        "ms_per_game": round(1000 * middle / games, 2),
        "ms_per_step": round(1000 * middle / len(steps), 3),
        "server_turns": len(turned),
        "server_turn_seconds": round(statistics.median(turned), 3),
        "server_turn_longest": round(max(turned), 3),
        "packet_seconds": round(statistics.median(heard), 3),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What whole games of Turlough cost.")
    parser.add_argument("--games", type=int, default=GAMES, help="whole games")
    parser.add_argument("--repeat", type=int, default=REPEAT, help="rounds; the median counts")
    parser.add_argument("--turns", type=int, default=TURNS, help="war turns in a server")
    parser.add_argument("--json", action="store_true", help="as JSON")
    asked = parser.parse_args(arguments)
    found = measured(asked.games, asked.repeat, asked.turns)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    print(f"{found['machine']}\n{found['games']} games, {found['steps']} steps")
    print(
        f"{found['seconds']} s, {found['ms_per_game']} ms a game, {found['ms_per_step']} ms a step"
    )
    print(
        f"a war turn of {PLAYERS} in a server: {found['server_turn_seconds']} s, the longest of"
        f" {found['server_turns']} {found['server_turn_longest']} s; a packet {found['packet_seconds']} s"
    )


if __name__ == "__main__":
    main()

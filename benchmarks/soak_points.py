"""A server killed at each failpoint, twenty times at each, then the audit of the soak.

The games, players and senders are those of `benchmarks.soak`. Here every life of the server ends at a
failpoint that was chosen for it, at its first, second or third time there, and people do what brings
it there: they write, are reminded, say yes to a question, or a deadline comes. Each start is the
restart after the death before; when all points have had their deaths the server may come to rest and
is judged. A database that is being made has deaths of its own.

The failpoint of a mailbox has its deaths in `benchmarks.soak_mailbox`.

    python -m benchmarks.soak_points [--each N] [--points NAME ...] [--seed N] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.soak import LENGTHS, Life, Post, live_and_die, prepare, settle
from benchmarks.soak_audit import Audit, audit
from benchmarks.soak_faults import unseen
from gm.bootstrap.services import open_services
from gm.failpoints import FAILPOINTS
from tests.integration import processes

MIGRATING = "migrate.midway"
ELSEWHERE = ("source.", "draws.", "migrate.")
POINTS = [point for point in FAILPOINTS if not point.startswith(ELSEWHERE)]

OFTEN = ("accept.", "inbox.", "outbox.")
LATEST = 3
"""A server comes to a failpoint so often at most before it dies there, if it comes there often."""

PATIENCE = 180.0
"""Seconds in which a server comes to its failpoint, once it listens."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended.

    Args:
        deaths: how often the server was killed at each point.
    """

    deaths: dict[str, int]
    seconds: int
    audit: Audit
    faults_unseen: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found, and every fault made on purpose was."""
        return not self.audit.findings and not self.faults_unseen


def soak(folder: Path, each: int, seed: int, points: Sequence[str] = POINTS) -> Outcome:
    """Kill a server so often at each point, let it come to rest, and audit.

    Raises:
        RuntimeError: a server never came to its failpoint.
    """
    chance, begun, deaths = random.Random(seed), time.monotonic(), Counter[str]()
    home = folder / "games"
    home.mkdir()
    settings, command = prepare(home, LENGTHS)
    with open_services(settings) as services:
        post = Post()
        life = Life(services, post, 0, seed)
        for point in (one for _ in range(each) for one in chance.sample(points, len(points))):
            at = chance.randint(1, LATEST) if point.startswith(OFTEN) else 1
            process = processes.start(command, f"{point}:{at}")
            if not live_and_die(
                settings, process, post, PATIENCE, lambda point=point: life.stir(point)
            ):
                raise RuntimeError(f"the server never came to {point}")
            deaths[point] += 1
        settle(settings, command, post, life)
    for number in range(each):
        die_migrating(folder / f"new-{number}")
        deaths[MIGRATING] += 1
    return Outcome(
        dict(deaths),
        round(time.monotonic() - begun),
        audit(settings, post.taken),
        unseen(home, post.taken),
    )


def die_migrating(folder: Path) -> None:
    """Kill a server that makes its database; the next one makes it whole, and takes mail."""
    folder.mkdir()
    command = [*processes.HARNESS, str(folder), "0.2"]
    if not processes.killed(processes.start(command, MIGRATING)):
        raise RuntimeError(f"the server never came to {MIGRATING}")
    with processes.running(command, folder) as (process, port):
        mail = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nA KkW - Wat\r\n"
        if processes.mail_in(port, mail) != 250 or processes.stop(process):
            raise RuntimeError(f"the server is not well: {process.words()}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill and print what was found; 1 if anything was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--each", type=int, default=20, help="deaths at each failpoint")
    parser.add_argument("--points", nargs="+", choices=POINTS, default=POINTS, metavar="NAME")
    parser.add_argument("--seed", type=int, default=1, help="of the order and the orders")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gm-soak-") as folder:
        outcome = soak(Path(folder), wanted.each, wanted.seed, wanted.points)
    if wanted.json:
        print(json.dumps(asdict(outcome)))
        return int(not outcome.is_sound)
    for name, figure in {**outcome.deaths, "seconds": outcome.seconds}.items():
        print(f"{name:32}{figure:>8}")
    for name, figure in asdict(outcome.audit).items():
        print(f"{name:32}{len(figure) if name == 'findings' else figure:>8}")
    for finding in outcome.audit.findings[:50]:
        print(f"  {finding}")
    for fault in outcome.faults_unseen:
        print(f"a fault made on purpose was not seen: {fault}")
    print("SOUND" if outcome.is_sound else "NOT SOUND")
    return int(not outcome.is_sound)


if __name__ == "__main__":
    sys.exit(main())

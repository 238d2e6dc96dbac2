"""How many season reports a server writes and hands over in a second, with pictures and without.

One unit is one report of a movement season of standard Diplomacy with all its orders: nine a game, to seven
players, the list and the GM. Measured is from the deadline - the season is resolved, the reports are
written and stored - until the last of them is taken by a way out that only keeps it. The orders were
read before. The pictures, two a game, are drawn by the server's own process beside it; its start and the
first drawing of the board are inside the time.

    python -m benchmarks.reports [--games N] [--json]
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from pathlib import Path

from benchmarks.machine import describe
from gm.adapters.maps.picture_folder import PictureFolder
from gm.app.play.seasons import resolve_due
from gm.app.reporting.illustrating import Illustrator
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.studio import Studio
from tests.app.conftest import a_world
from tests.app.standard import SEASONS
from tests.app.world import World

READERS = 9
PICTURES = 2


@dataclass(frozen=True, slots=True)
class Figure:
    """How fast reports go out.

    Args:
        pictures: whether they have some.
        games, reports: how many.
        written: seconds until all were resolved and stored; sent: until all were handed over.
        a_second: reports by that.
        bytes: of all mails together.
    """

    pictures: bool
    games: int
    reports: int
    written: float
    sent: float
    a_second: float
    bytes: int


def measure(games: int, *, pictures: bool) -> Figure:
    """Play a spring of so many games, and send its reports.

    Raises:
        RuntimeError: a report is missing, or has not its pictures.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gm-bench-")))
        world = stack.enter_context(a_world(folder))
        world.services = replace(world.services, mail_pictures=pictures)
        studio = Studio(MapFolders(None))
        stack.callback(studio.close)
        illustrator = Illustrator(
            world.services, studio, PictureFolder(folder / "pictures"), patience=timedelta(days=1)
        )
        stack.callback(illustrator.close)
        _make_ready(world, games)
        world.prepare = illustrator.ready
        begun = time.perf_counter()
        world.clock.advance(hours=1)
        while resolve_due(world.services):
            pass
        written = time.perf_counter() - begun
        before = len(world.carrier.sent)
        wanted = games * READERS
        seen = time.perf_counter()
        while len(world.carrier.sent) - before < wanted:
            world.send()
            time.sleep(0.01)
            now = time.perf_counter()
            world.clock.advance(seconds=now - seen)
            seen = now
        sent = time.perf_counter() - begun
        mails = [mail.raw for mail in world.carrier.sent[before:]]
    if any(raw.count(b"Content-Type: image/png") != PICTURES * pictures for raw in mails):
        raise RuntimeError("a report lacks its pictures")
    return Figure(
        pictures,
        games,
        wanted,
        round(written, 2),
        round(sent, 2),
        round(wanted / sent, 1),
        sum(map(len, mails)),
    )


def _make_ready(world: World, games: int) -> None:
    """Begin games, and have the orders of their first spring in and everything sent."""
    for number in range(games):
        name = f"game-{number}"
        world.start(name, "standard")
        for power, orders in SEASONS[0].items():
            world.mail(power, orders, to=f"gm+{name}@gm.example.org")
    world.prepare = None
    world.send()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args(arguments)
    found = [measure(wish.games, pictures=one) for one in (False, True)]
    if wish.json:
        print(json.dumps([asdict(one) for one in found]))
        return
    print("Season reports, from the deadline until they are handed over")
    print(describe())
    for one in found:
        what = "with two pictures " if one.pictures else "without pictures  "
        print(
            f"{what} {one.a_second:6.1f} a second: {one.reports} reports of {one.games} games in "
            f"{one.sent:.1f} s, written after {one.written:.1f} s; {one.bytes / one.reports / 1000:.0f} "
            "kB each"
        )


if __name__ == "__main__":
    main(sys.argv[1:])

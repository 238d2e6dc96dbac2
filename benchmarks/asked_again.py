"""What one mail and one season ask for again and again, counted while they run.

One order mail is four lines for one power of a game of Republic, one of them unreadable, from its bytes
in the inbox until its orders and its receipt are committed: acted on twice, once in rehearsal. One season
is the resolving of its first movement phase with those orders in, until its reports are committed.

Printed are the modules and functions of gm that were entered, the calls of them, and how often each fact
was asked for that could have been carried on. A figure here is no time: it says where a thing that is known
is found out anew.

    python -m benchmarks.asked_again [--calls N] [--json]
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from gm import __file__ as package
from gm.app.addresses.destinations import seat_address
from gm.app.addresses.tokens import token_of
from gm.app.play.seasons import process
from tests.app.conftest import world_at
from tests.app.world import World

PACKAGE = f"{Path(package).parent}/"
FACTS = {
    "what an address of ours means": ("destination",),
    "the secrets in a mail": ("_tokens_in",),
    "the question it answers": ("question_in",),
    "whose address its From line names": ("IdentityTables.person_of_address",),
    "which game it names": ("_game_told", "_game_of_secret"),
    "a game's row": ("GameTables.game", "GameTables.game_by_id", "GameTables.games"),
    "a game's seats": ("GameTables.seats",),
    "a game's settings": ("settings_of",),
    "a game's rules": ("rules_of",),
    "the table laid": ("table_at",),
    "a position read from JSON": ("load_state",),
}
"""What could have been carried on, by the functions that find it out."""

ORDERS = ("A KkW - Lao", "A Tip H", "F Cos - CEL with all its might", "A Lim H")


class Calls:
    """Every call of a function of gm, by its module and name."""

    def __init__(self) -> None:
        self.made = Counter[tuple[str, str]]()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what is called inside."""
        sys.setprofile(self._seen)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _seen(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE):
            self.made[code.co_filename.removeprefix(PACKAGE), code.co_qualname] += 1

    def of(self, names: Sequence[str]) -> int:
        """Return how often functions of these names were called."""
        return sum(count for (_, name), count in self.made.items() if _bare(name) in names)

    def figures(self) -> dict[str, int]:
        """Return what is printed."""
        found = {
            "modules entered": len({module for module, _ in self.made}),
            "functions entered": len(self.made),
            "calls": self.made.total(),
        }
        return found | {fact: self.of(names) for fact, names in FACTS.items()}


def _bare(name: str) -> str:
    """Return the name of a function, with that of its class if it stands in the store."""
    return name if name.partition(".")[0].endswith("Tables") else name.rpartition(".")[2]


def order_mail(world: World) -> None:
    """Read a mail to the reply address of a seat."""
    with world.services.store.write() as transaction:
        secret = token_of(world.services, transaction, transaction.game("tara"), "MUNSTER").token
    to = seat_address(world.services.identity, "tara", secret)
    world.mail("MUNSTER", "\n".join(ORDERS), to=to)


def season(world: World) -> None:
    """Resolve the open phase, as its GM says."""
    process(world.services, "tara", early=True, without=True)


def measure() -> dict[str, Calls]:
    """Return the calls of one mail and of one season, each done before as something warms up."""
    found: dict[str, Calls] = {}
    with tempfile.TemporaryDirectory() as folder, world_at(Path(folder) / "gm.sqlite3") as world:
        world.start()
        steps: dict[str, Callable[[World], None]] = {"order mail": order_mail, "season": season}
        for step in steps.values():
            step(world)
        for name, step in steps.items():
            found[name] = calls = Calls()
            with calls.counted():
                step(world)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=0, help="the functions called most")
    parser.add_argument("--json", action="store_true", help="for a program")
    chosen = parser.parse_args(arguments)
    found = measure()
    figures = {name: calls.figures() for name, calls in found.items()}
    if chosen.json:
        print(json.dumps(figures))
        return
    print(f"{'':40}" + "".join(f"{name:>14}" for name in figures))
    for fact in next(iter(figures.values())):
        print(f"{fact:40}" + "".join(f"{each[fact]:14,}" for each in figures.values()))
    for name, calls in found.items():
        for (module, function), count in calls.made.most_common(chosen.calls):
            print(f"{name:12}{count:8,}  {module} {function}")


if __name__ == "__main__":
    main()

"""A server under attack for as long as one likes: forgers, floods and hostile bytes, and sudden deaths.

The game, the forgers and the floods are those of `tests/attacks`, which runs each of them once. Here
forged mails are also spoilt at random (bytes changed, taken out, doubled; lines swapped), floods are as
large as a mail may be, and the server is killed now and then. Afterwards

- nothing that only people who are believed can change is other than before the forgers came,
- every mail that was taken has been looked at, and no secret went to anybody else,
- every player's own orders count and were answered, and `gm audit` finds nothing wrong.

    python -m benchmarks.soak_attacks [--forged N] [--size BYTES] [--kills N] [--seed N]
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.attacks.floods import LINES, long_line, text
from tests.attacks.siege import ATTACKER, MALLORY, MISCHIEF, VICTIMS, Siege, forgers
from tests.integration import processes
from tests.integration.republic import HOST, NAME, Game

PATIENCE: Final = 1800.0
"""Seconds in which everything that was sent is looked at."""

ROOM: Final = {
    "sender_mails_a_day": 100_000,
    "sender_mb_a_day": 100_000,
    "strangers_mb_a_day": 100_000,
    "connections_per_peer": 100,
}
"""Settings under which nothing of an attack is turned away for its number alone."""

TRIES: Final = 200
"""How often a mail is handed in again where the server is being killed."""

Send = Callable[[int], int]
"""Hands a mail to the server that listens on a port; returns its answer, 0 for none."""


class Life:
    """A server that is killed and started again.

    Args:
        siege: its game.
        chance: decides when it dies; kills: how often it does, at most.
    """

    def __init__(self, siege: Siege, chance: random.Random, kills: int) -> None:
        self._siege, self._chance, self._kills = siege, chance, kills
        self._process, self._port = self._start()

    def _start(self) -> tuple[processes.Process, int]:
        process = processes.start(self._siege.game.command)
        return process, processes.port_of(self._siege.game.settings.data_dir, process)

    def hand_in(self, send: Send, *, mortal: bool = True) -> None:
        """Hand a mail in until the server has taken or refused it, with a death in between."""
        if mortal and self._kills and self._chance.random() < 1 / 40:
            self._kills -= 1
            self._process.kill()
            self._process.wait()
            self._process, self._port = self._start()
        for _ in range(TRIES):
            if send(self._port) in (250, 500, 501, 550, 552, 553, 554):
                return
            time.sleep(0.2)
        raise AssertionError(f"the server took no mail, saying: {self._process.words()[-2000:]}")

    def rest(self, what: str) -> None:
        """Wait until every mail has been looked at and every answer sent."""
        processes.until(self._siege.at_rest, what, PATIENCE)

    def stop(self) -> None:
        """End it as a service manager does."""
        processes.stop(self._process)


def spoilt(raw: bytes, chance: random.Random) -> bytes:
    """Return the bytes of a mail with a few of them changed, taken out, doubled or put elsewhere."""
    made = bytearray(raw)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(max(len(made), 1))
        match chance.randrange(5):
            case 0:
                made[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del made[at : at + chance.randrange(1, 20)]
            case 2:
                made[at:at] = made[at : at + chance.randrange(1, 60)]
            case 3:
                made[at:at] = chance.choice([b"\r", b"\n", b"\x00", b"\t", b"\r\n", b"(", b'"'])
            case _:
                lines = bytes(made).split(b"\r\n")
                head = lines[:4]
                chance.shuffle(head)
                lines[:4] = head
                made = bytearray(b"\r\n".join(lines))
    return bytes(made)


def forged(siege: Siege, chance: random.Random, number: int) -> Send:
    """Return a forged mail that is to be handed in."""
    forger, mischief = chance.choice(forgers()), chance.choice([*MISCHIEF.values()])
    values = siege.values(chance.choice(VICTIMS))
    raw, sender, to = forger.mail(values, mischief, number)
    made = spoilt(raw, chance)
    return lambda port: processes.mail_in(port, made, to, sender)


def floods(siege: Siege, size: int) -> Iterator[Send]:
    """Yield every flood, of growing sizes, from inside and from outside."""
    insider = (Game.address(ATTACKER), siege.secrets[ATTACKER])
    stranger = (MALLORY, f"gm+{NAME}@{HOST}")
    for part in (64, 8, 1):
        for name in LINES:
            for made in (text(name, size // part), long_line(name, size // part)):
                for who in (insider, stranger):
                    yield lambda port, made=made, who=who: siege.flood(port, made, *who)


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder for a game, and throw it away."""
    with tempfile.TemporaryDirectory(prefix="gm-attacks-") as made:
        yield Path(made)


def attack(count: int, size: int, kills: int, seed: int) -> list[str]:
    """Attack a server and return what is wrong afterwards."""
    chance = random.Random(seed)
    with folder() as place:
        siege = Siege(place, **ROOM)
        life = Life(siege, chance, kills)
        try:
            life.rest("the opening mails")
            siege.learn()
            for number in range(count):
                life.hand_in(forged(siege, chance, number))
            life.rest("the forged mails")
            faults = [
                f"forgers changed {table}: {rows}" for table, rows in siege.changes().items()
            ]
            for flood in floods(siege, size):
                life.hand_in(flood)
            for power in VICTIMS:
                life.hand_in(lambda port, power=power: siege.honest(port, power), mortal=False)
            life.rest("the floods")
        finally:
            life.stop()
        faults += [f"{power} has no order" for power in VICTIMS if not siege.game.book(power)]
        faults += [
            f"{power} has no receipt" for power in VICTIMS if not siege.game.receipts(power)
        ]
        return [*faults, *siege.leaks(), *siege.game.findings()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack, and print what was found; 1 if anything was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--forged", type=int, default=2000, help="forged mails")
    parser.add_argument("--size", type=int, default=2_000_000, help="bytes of the largest floods")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    began = time.perf_counter()
    faults = attack(wanted.forged, wanted.size, wanted.kills, wanted.seed)
    print(
        f"{wanted.forged} forged mails and {len(LINES) * 12} floods of up to {wanted.size} bytes, "
        f"{wanted.kills} deaths, in {time.perf_counter() - began:.0f} s: "
        f"{len(faults) or 'no'} faults"
    )
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())

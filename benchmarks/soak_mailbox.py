"""A real Dovecot and a real `gm serve` that reads it by IMAP, each failing in turn, then a count.

In each round every player's mail is delivered into the mailbox, and something goes wrong: Dovecot is
killed and started again, or frozen while another mail arrives; its list of UIDs is deleted; the server
is killed anywhere, or after it has stored a mail and before it moves it away. When all is well again
each mail must have been answered, once, and `gm audit` must find nothing.

    python -m benchmarks.soak_mailbox [--rounds N] [--seed N] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gm.adapters.sql.store import SqlStore
from gm.app.mail_records import MailSource
from gm.app.records import InboxState
from tests.integration import processes
from tests.integration.republic import POWERS, Game
from tests.peers.dovecot import PASSWORD, Dovecot, running_dovecot

FAULTS = (
    "dovecot killed",
    "dovecot frozen",
    "uids forgotten",
    "server killed",
    "killed before move",
)
PATIENCE = 180.0
"""Seconds in which a round must be answered; a frozen Dovecot is given up after thirty."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; all but the first four should be nought or nothing.

    Args:
        faults: how often each thing went wrong.
        seen_again: how many mails were fetched twice and known again.
        answered_wrong: mails that were not answered exactly once.
        left: mails that are in no final state.
    """

    rounds: int
    mails: int
    faults: dict[str, int]
    seen_again: int
    answered_wrong: int
    left: int
    findings: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether every mail was answered once."""
        return not (self.answered_wrong or self.left or self.findings)


class Table:
    """A game of Republic whose server reads a mailbox, and what goes wrong with both.

    Attributes:
        faults: how often each thing went wrong.
    """

    def __init__(self, dovecot: Dovecot, folder: Path, chance: random.Random) -> None:
        # The mailbox bears the server's own name; what stands behind `+` all lands in it.
        self._box = f"gm{uuid.uuid4().hex[:12]}"
        self.game = Game(
            folder,
            server_local_part=self._box,
            imap_host="127.0.0.1",
            imap_port=dovecot.imap,
            imap_tls="none",
            imap_user=self._box,
            imap_password=PASSWORD,
            imap_poll_seconds=1,
            imap_done_folder="Processed",
            answers_a_day=100_000,
            sender_mails_a_day=100_000,
            log_level="warning",
        )
        self.faults: Counter[str] = Counter()
        self._dovecot = dovecot
        self._chance = chance
        self._server: processes.Process | None = None
        self.game.begin()
        self._to = {power: self.game.reply_address(power).partition("@")[0] for power in POWERS}

    def start(self, point: str | None = None) -> processes.Process:
        """Start the server, and wait until it is there."""
        self._server = processes.start(self.game.command, point)
        processes.port_of(self.game.settings.data_dir, self._server)
        return self._server

    def end(self) -> None:
        """Stop the server, as a service manager does."""
        if self._server is not None:
            processes.stop(self._server)

    def sources(self) -> tuple[MailSource, ...]:
        """Return what the server knows of its mailbox."""
        with SqlStore(self.game.settings.database_place) as store, store.read() as transaction:
            return transaction.sources()

    def go_through(self, number: int, fault: str) -> None:
        """Let every player's mail of this number arrive while something goes wrong."""
        assert self._server is not None
        self.faults[fault] += 1
        match fault:
            case "dovecot killed":
                self._deliver(number, POWERS)
                self._dovecot.daemon.kill()
                self._dovecot.start()
            case "dovecot frozen":
                self._deliver(number, POWERS[1:])
                self._dovecot.daemon.freeze()
                self._drop_in(number, POWERS[0])
                self._dovecot.daemon.thaw()
            case "uids forgotten":
                self._forget_uids()
                self._deliver(number, POWERS)
            case "server killed":
                self._deliver(number, POWERS)
                time.sleep(self._chance.uniform(0, 2))
                self._server.kill()
                self._server.wait()
                self.start()
            case _:
                self.end()
                dying = self.start(f"source.before_move:{self._chance.randint(1, len(POWERS))}")
                self._deliver(number, POWERS)
                if not processes.killed(dying):
                    raise RuntimeError(f"the server ended by itself: {dying.words()}")
                self.start()

    def _deliver(self, number: int, powers: Sequence[str]) -> None:
        for power in powers:
            raw = self.game.raw(power, number)
            self._dovecot.deliver(self._to[power], raw, self.game.address(power))

    def _drop_in(self, number: int, power: str) -> None:
        """Put a mail into the folder beside Dovecot, as another program would."""
        to = f"Delivered-To: {self._to[power]}@{self.game.settings.mail_domain}\r\n"
        raw = to.encode() + self.game.raw(power, number)
        self._dovecot.drop_in(self._box, f"{number}.{power}", raw)

    def _forget_uids(self) -> None:
        """Delete the list of UIDs, once the next one must have another name: a later second."""
        (source,) = self.sources()
        processes.until(lambda: int(time.time()) > int(source.validity), "another second")
        self._dovecot.forget_uids(self._box)

    def is_answered(self, rounds: int) -> bool:
        """Whether every player has an answer to each of so many mails."""
        return all(self.game.receipts(power) >= rounds for power in POWERS)


def soak(dovecot: Dovecot, folder: Path, rounds: int, seed: int) -> Outcome:
    """Let everything go wrong in turn, and count.

    Args:
        folder: an empty one, for the server.
        rounds: how often; each fault has its turn before any has another.
        seed: of the order and of the moments.
    """
    chance = random.Random(seed)
    table = Table(dovecot, folder, chance)
    table.start()
    try:
        # What lies in a mailbox at the first look is answered by nobody.
        processes.until(lambda: any(one.polled_at for one in table.sources()), "the first look")
        for number, fault in zip(range(rounds), _turns(chance), strict=False):
            table.go_through(number, fault)
            processes.until(lambda n=number: table.is_answered(n + 1), fault, PATIENCE)
        processes.until(table.game.quiet, "a server at rest")
    finally:
        table.end()
    return _count(table, rounds)


def _turns(chance: random.Random) -> Iterator[str]:
    while True:
        yield from chance.sample(FAULTS, len(FAULTS))


def _count(table: Table, rounds: int) -> Outcome:
    states = Counter(one.state for one in table.game.inbox())
    receipts = [table.game.receipts(power) for power in POWERS]
    return Outcome(
        rounds=rounds,
        mails=rounds * len(POWERS),
        faults=dict(table.faults),
        seen_again=states[InboxState.DUPLICATE],
        answered_wrong=sum(abs(count - rounds) for count in receipts),
        left=sum(
            count
            for state, count in states.items()
            if state not in (InboxState.DONE, InboxState.DUPLICATE)
        )
        + abs(states[InboxState.DONE] - rounds * len(POWERS)),
        findings=tuple(table.game.findings()),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak and print what came of it; 1 if anything was lost or twice."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100, help="each fault has a fifth of them")
    parser.add_argument("--seed", type=int, default=1, help="of the order and the moments")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gm-soak-") as place, running_dovecot() as dovecot:
        outcome = soak(dovecot, Path(place), wanted.rounds, wanted.seed)
    if wanted.json:
        print(json.dumps(asdict(outcome)))
    else:
        for name, figure in asdict(outcome).items():
            print(f"{name.replace('_', ' '):24}{figure!s:>10}")
        print("SOUND" if outcome.is_sound else "NOT SOUND")
    return int(not outcome.is_sound)


if __name__ == "__main__":
    sys.exit(main())

"""Many mails and many crashes, then a count of what was lost or repeated.

A server that answers every mail with one letter takes mails from ten senders while it is killed
by SIGKILL every 0.7 to 2 seconds and started again. A sender repeats a mail until it is told 250.
In the end every mail that was told 250 must be in the inbox byte for byte and answered, each
exactly once. With a fault built in on purpose (`--fault early`, `--fault keyless`) the count must
not come out even: that proves the count.

    python -m benchmarks.intake_soak [--mails N] [--seed N] [--fault early|keyless] [--json]
"""

import argparse
import json
import queue
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.intake import mail
from gm.app.records import InboxState, OutboxState
from tests.integration import processes

SENDERS = 10


@dataclass(frozen=True, slots=True)
class Count:
    """What came of a soak; all but the first four figures should be nought."""

    mails: int
    kills: int
    duplicates_recognised: int
    seconds: float
    lost: int
    unread: int
    unanswered: int
    answered_twice: int
    unsent: int

    @property
    def is_even(self) -> bool:
        """Whether nothing was lost, repeated or left lying."""
        faults = (self.lost, self.unread, self.unanswered, self.answered_twice, self.unsent)
        return not any(faults)


class Senders:
    """Threads that send each mail until it is told 250, to whichever server runs now."""

    def __init__(self, mails: dict[str, bytes]) -> None:
        self.port = 0
        self._waiting: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        for item in mails.items():
            self._waiting.put(item)
        self._threads = [threading.Thread(target=self._run, daemon=True) for _ in range(SENDERS)]

    def start(self) -> None:
        """Begin to send."""
        for thread in self._threads:
            thread.start()

    @property
    def are_done(self) -> bool:
        """Whether every mail was told 250."""
        return not any(thread.is_alive() for thread in self._threads)

    def _run(self) -> None:
        while True:
            try:
                sender, raw = self._waiting.get_nowait()
            except queue.Empty:
                return
            while not self.port or processes.mail_in(self.port, raw, sender=sender) != 250:
                time.sleep(0.02)


def soak(total: int, seed: int, fault: str, folder: Path) -> Count:
    """Send, kill, start again, wait until all is quiet, and count."""
    chance = random.Random(seed)
    mails = {f"p{number}@example.org": mail(number) for number in range(total)}
    command = [*processes.HARNESS, str(folder), "0.5", *([fault] if fault else [])]
    senders, kills, begun = Senders(mails), 0, time.monotonic()
    senders.start()
    while not senders.are_done:
        with processes.running(command, folder) as (_, port):
            senders.port = port
            end = time.monotonic() + chance.uniform(0.7, 2)
            while time.monotonic() < end and not senders.are_done:
                time.sleep(0.01)
        kills += 1
    with processes.running(command, folder) as (process, _):
        _settle(folder)
        processes.stop(process)
    return _count(folder, mails, kills, time.monotonic() - begun)


def _settle(folder: Path) -> None:
    """Wait until nothing changes any more: every mail read and every letter sent, or given up."""
    last, since = None, time.monotonic()
    while time.monotonic() - since < 3:
        now = (
            Counter(one.state for one in processes.inbox(folder / "gm.sqlite3")),
            Counter(one.state for one in processes.outbox(folder / "gm.sqlite3")),
        )
        if now != last:
            last, since = now, time.monotonic()
        time.sleep(0.5)


def _count(folder: Path, mails: dict[str, bytes], kills: int, seconds: float) -> Count:
    inbox = processes.inbox(folder / "gm.sqlite3")
    stored = {(one.envelope_from, one.raw) for one in inbox}
    letters = Counter(str(one["Delivered-To"]) for one in processes.delivered(folder / "mailbox"))
    return Count(
        mails=len(mails),
        kills=kills,
        duplicates_recognised=sum(one.state is InboxState.DUPLICATE for one in inbox),
        seconds=round(seconds, 1),
        lost=sum((sender, raw) not in stored for sender, raw in mails.items()),
        unread=sum(one.state is InboxState.NEW for one in inbox),
        unanswered=sum(letters[sender] == 0 for sender in mails),
        answered_twice=sum(letters[sender] > 1 for sender in mails),
        unsent=sum(
            one.state is not OutboxState.SENT for one in processes.outbox(folder / "gm.sqlite3")
        ),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak and print the count; 1 if it does not come out as it should."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--fault", choices=["early", "keyless"], default="")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gm-soak-") as folder:
        count = soak(wanted.mails, wanted.seed, wanted.fault, Path(folder))
    if wanted.json:
        print(json.dumps(asdict(count)))
    else:
        for name, figure in asdict(count).items():
            print(f"{name.replace('_', ' '):24}{figure:>10}")
        print("nothing lost, nothing twice" if count.is_even else "THE COUNT IS NOT EVEN")
    return int(count.is_even == bool(wanted.fault))


if __name__ == "__main__":
    sys.exit(main())

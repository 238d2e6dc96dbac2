"""Many mails through a real Postfix into a server that dies again and again, then a count.

Postfix takes the mails at once and hands them on, four at a time, by LMTP to a real `gm serve` with a
game of Republic, by SMTP to the harness; the server is killed by SIGKILL every 0.7 to 2 seconds, half
of the times in the midst of a transaction, and started again at the same port. A mail is Postfix's
until it is told 250, and ours from then on. In the end every mail must be in the inbox, with the text
that was written, read, and answered exactly once. With a fault built into the harness on purpose
(`--fault early`, `--fault keyless`) the count must not come out even: that proves the count.

    python -m benchmarks.soak_postfix [--mails N] [--seed N] [--fault early|keyless] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import smtplib
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Protocol

from benchmarks.intake_soak import Count
from benchmarks.soak_gm import CarefulGm
from benchmarks.through_smtp import at_once
from gm.app.records import InboxMail, InboxState, OutboxMail, OutboxState
from gm.bootstrap.services import open_services
from gm.failpoints import FAILPOINTS
from tests.integration import processes
from tests.integration.republic import HOST, POWERS, Game
from tests.peers.postfix import Postfix, lmtp_to, running_postfix, smtp_to
from tests.peers.programs import free_port

SENDERS = 4
POINTS = [point for point in FAILPOINTS if point.startswith(("accept.", "inbox.", "outbox."))]
LEAST_KILLS = 3
PATIENCE = 900.0
"""Seconds after which mail that still waits is counted as lost; ten thousand take a fifth of it."""


class Subject(Protocol):
    """A server that is tried.

    Attributes:
        route: where Postfix finds mail for which domain.
    """

    command: Sequence[str]
    data_dir: Path
    route: Mapping[str, str]

    def mail(self, number: int) -> tuple[str, str, bytes]:
        """Return the sender, the recipient and the text of a mail, with its number in it."""
        ...

    def inbox(self) -> tuple[InboxMail, ...]:
        """Return what it has stored."""
        ...

    def outbox(self) -> tuple[OutboxMail, ...]:
        """Return what it has written."""
        ...

    def answered(self) -> Counter[int]:
        """Count the answers in its mailbox, by the number of the mail."""
        ...

    def look_after_mail(self) -> bool:
        """Have mails read again that sudden deaths interrupted; return whether there were none."""
        ...


class RealServer:
    """`gm serve` with a game: each mail orders builds and is answered by a receipt."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self._game = Game(
            folder,
            listen_protocol="lmtp",
            listen_port=port,
            answers_a_day=100_000,
            sender_mails_a_day=100_000,
            log_level="warning",
        )
        self._game.begin()
        self._gm = CarefulGm()
        self._to = {power: self._game.reply_address(power) for power in POWERS}
        self.command = self._game.command
        self.data_dir = self._game.settings.data_dir
        self.route = {HOST: lmtp_to(port)}

    def mail(self, number: int) -> tuple[str, str, bytes]:
        """Return a mail of one of the players."""
        power = POWERS[number % len(POWERS)]
        return Game.address(power), self._to[power], self._game.raw(power, number)

    def inbox(self) -> tuple[InboxMail, ...]:
        """Return what it has stored."""
        return self._game.inbox()

    def outbox(self) -> tuple[OutboxMail, ...]:
        """Return what it has written."""
        return self._game.outbox()

    def answered(self) -> Counter[int]:
        """Count the receipts by the mail they answer."""
        answers = processes.delivered(self._game.settings.mailbox_path)
        replied = (str(one["In-Reply-To"]) for one in answers if one["In-Reply-To"])
        return Counter(int(one.strip("<").partition(".")[0]) for one in replied)

    def look_after_mail(self) -> bool:
        """Have mails read again that sudden deaths interrupted; return whether there were none."""
        with open_services(self._game.settings) as services:
            return self._gm.look_after(services)


class Harness:
    """The harness server, which can have a fault: every mail is answered by a letter."""

    def __init__(self, folder: Path, fault: str) -> None:
        port = free_port()
        self.command = (*processes.HARNESS, str(folder), "0.2", fault, str(port))
        self.data_dir = folder
        self.route = {"gm.test": smtp_to(port)}

    def mail(self, number: int) -> tuple[str, str, bytes]:
        """Return a mail of a sender of its own."""
        sender = f"{number}@example.org"
        head = f"From: {sender}\r\nMessage-ID: <{number}.x@example.org>\r\n"
        text = f"{head}Date: Sun, 1 Nov 2026 12:00:00 +0000\r\n\r\nA KkW - Wat\r\n"
        return sender, "gm@gm.test", text.encode()

    def inbox(self) -> tuple[InboxMail, ...]:
        """Return what it has stored."""
        return processes.inbox(self.data_dir / "gm.sqlite3")

    def outbox(self) -> tuple[OutboxMail, ...]:
        """Return what it has written."""
        return processes.outbox(self.data_dir / "gm.sqlite3")

    def answered(self) -> Counter[int]:
        """Count the letters by their recipient, who has written one mail."""
        letters = processes.delivered(self.data_dir / "mailbox")
        return Counter(int(str(one["Delivered-To"]).partition("@")[0]) for one in letters)

    def look_after_mail(self) -> bool:
        """Nothing is there to look after: it has no GM."""
        return True


def subject_of(folder: Path, fault: str = "") -> Subject:
    """Make the server that is tried in a folder: the real one, or one with a fault."""
    return Harness(folder, fault) if fault else RealServer(folder)


def soak(subject: Subject, postfix: Postfix, total: int, seed: int, most: int = 10**6) -> Count:
    """Hand mails to Postfix, kill and start the server until all are through, and count.

    Args:
        most: how often the server is killed at most; then it may live.
    """
    chance, kills, begun = random.Random(seed), 1, time.monotonic()
    postfix.set_routes(subject.route)
    mails = [subject.mail(number) for number in range(total)]
    handing = threading.Thread(target=at_once, args=(partial(_hand_in, postfix), mails, SENDERS))
    handing.start()
    # The first death is after a commit and before its 250: Postfix is bound to send that mail again.
    # Mails that wait together are committed together: a hundred may be no more than a handful of commits.
    _live(subject, f"accept.before_reply:{chance.randint(2, 6)}", 30)

    def is_busy() -> bool:
        return (
            handing.is_alive() or bool(postfix.queue())
        ) and time.monotonic() < begun + PATIENCE

    while kills < most and (is_busy() or kills < LEAST_KILLS):
        point = chance.choice(POINTS) if chance.random() < 0.5 else None
        _live(subject, point and f"{point}:{chance.randint(1, 50)}", chance.uniform(0.7, 2))
        kills += 1
    with processes.running(subject.command, subject.data_dir) as (process, _):
        while is_busy():
            time.sleep(0.05)
        _settle(subject)
        processes.stop(process)
    return _count(subject, mails, kills, time.monotonic() - begun)


def _live(subject: Subject, point: str | None, seconds: float) -> None:
    """Let a server live so long from when it listens, or until its failpoint, and kill it."""
    with processes.running(subject.command, subject.data_dir, point) as (process, _):
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)


def _hand_in(postfix: Postfix, mails: Sequence[tuple[str, str, bytes]]) -> None:
    with smtplib.SMTP("127.0.0.1", postfix.smtp, timeout=60) as client:
        for sender, recipient, raw in mails:
            client.sendmail(sender, [recipient], raw)


def _settle(subject: Subject) -> None:
    """Wait until every mail is read and every letter sent; a while more if that comes to a halt."""
    last, since = None, time.monotonic()
    while True:
        inbox = Counter(one.state for one in subject.inbox())
        outbox = Counter(one.state for one in subject.outbox())
        if (inbox, outbox) != last:
            last, since = (inbox, outbox), time.monotonic()
        done = not inbox[InboxState.NEW] and not outbox[OutboxState.PENDING]
        if done and not subject.look_after_mail():
            continue
        if time.monotonic() - since > (0.5 if done else 20):
            return
        time.sleep(0.1)


def _count(
    subject: Subject, mails: Sequence[tuple[str, str, bytes]], kills: int, seconds: float
) -> Count:
    inbox, answers = subject.inbox(), subject.answered()
    # Postfix has set its Received line before each; what was written stands behind it, byte for byte.
    counting = Counter(
        one.raw.partition(b"\nFrom: ")[2] for one in inbox if one.state is not InboxState.DUPLICATE
    )
    return Count(
        mails=len(mails),
        kills=kills,
        duplicates_recognised=sum(one.state is InboxState.DUPLICATE for one in inbox),
        seconds=round(seconds, 1),
        lost=sum(not counting[raw.partition(b"From: ")[2]] for _, _, raw in mails),
        unread=sum(one.state is InboxState.NEW for one in inbox),
        unanswered=sum(answers[number] == 0 for number in range(len(mails))),
        answered_twice=sum(answers[number] > 1 for number in range(len(mails))),
        unsent=sum(one.state is not OutboxState.SENT for one in subject.outbox()),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak and print the count; 1 if it does not come out as it should."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--fault", choices=["early", "keyless"], default="")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="gm-soak-") as place, running_postfix() as postfix:
        folder = Path(place)
        count = soak(subject_of(folder, wanted.fault), postfix, wanted.mails, wanted.seed)
    if wanted.json:
        print(json.dumps(asdict(count)))
    else:
        for name, figure in asdict(count).items():
            print(f"{name.replace('_', ' '):24}{figure:>10}")
        print("nothing lost, nothing twice" if count.is_even else "THE COUNT IS NOT EVEN")
    return int(count.is_even == bool(wanted.fault))


if __name__ == "__main__":
    sys.exit(main())

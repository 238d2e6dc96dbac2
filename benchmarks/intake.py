"""Order mails accepted per second: through SMTP into the database, each committed before its 250.

One unit is one order mail of 1.2 kB with seven orders. Inside the measured time: connecting
(unless connections are kept), the SMTP dialogue, and a durable commit of the raw mail for its one
recipient, `synchronous=FULL`. The server is a process of its own and reads nothing meanwhile;
making the mails and starting the server are outside. Senders are threads of this process.

    python -m benchmarks.intake [--mails N] [--rounds N] [--json]
"""

import argparse
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import through_smtp
from benchmarks.through_smtp import as_json, at_once, heading, options
from gm.adapters.clock import SystemClock
from gm.adapters.server import STATUS_NAME, Duties, Server
from gm.adapters.smtp_in import Listener
from gm.adapters.store import SqlStore
from gm.app.intake import accept

ORDERS = (
    "A KkW - Wat\nA Dub S A KkW - Wat\nF Cork H\nA Gal - May\nF Sli - Don\nA Lim S F Cork\nPay 2\n"
)
# A mail of ordinary size: most of it is what mail programs and servers write above the orders.
FILLER = "".join(
    f"X-Filler-{n}: what servers and programs add to a mail on its way\n" for n in range(15)
)


@dataclass(frozen=True, slots=True)
class Figure(through_smtp.Figure):
    """A row for so many senders, and whether each kept its connection."""

    sessions: int
    kept: bool


def mail(number: int) -> bytes:
    """Return one order mail, different from every other."""
    text = (
        f"From: Ann <p{number % 7}@example.org>\nTo: gm+tara@gm.test\n"
        f"Message-ID: <{number}.{time.time_ns()}@example.org>\n"
        f"Date: Sun, 1 Nov 2026 12:00:00 +0000\nSubject: [tara] Orders\n{FILLER}\n{ORDERS}"
    )
    return text.replace("\n", "\r\n").encode()


class Client:
    """The least that speaks SMTP, so that the client costs little of what is measured."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._replies = self._socket.makefile("rb")
        self._read(220)
        self._ask(b"EHLO bench.example.org\r\n", 250)

    def send(self, raw: bytes, to: str = "gm+tara@gm.test") -> None:
        """Send one mail and wait for its 250."""
        self._ask(b"MAIL FROM:<ann@example.org>\r\n", 250)
        self._ask(f"RCPT TO:<{to}>\r\n".encode(), 250)
        self._ask(b"DATA\r\n", 354)
        self._ask(raw + b".\r\n", 250)

    def close(self) -> None:
        """Say goodbye and leave."""
        self._ask(b"QUIT\r\n", 221)
        self._replies.close()
        self._socket.close()

    def _ask(self, command: bytes, expected: int) -> None:
        self._socket.sendall(command)
        self._read(expected)

    def _read(self, expected: int) -> None:
        while True:
            line = self._replies.readline()
            if line[3:4] != b"-":
                break
        if int(line[:3] or 0) != expected:
            raise RuntimeError(f"expected {expected}, got {line!r}")


def deliver(port: int, mails: Sequence[bytes], *, kept: bool) -> None:
    """Send mails one after the other, on one connection or each on its own."""
    if kept:
        with closing(Client(port)) as client:
            for raw in mails:
                client.send(raw)
        return
    for raw in mails:
        with closing(Client(port)) as client:
            client.send(raw)


def rate(port: int, sessions: int, count: int, *, kept: bool) -> float:
    """Return how many mails a second were accepted from so many senders together."""
    mails = [mail(number) for number in range(count)]
    begun = time.perf_counter()
    at_once(partial(deliver, port, kept=kept), mails, sessions)
    return count / (time.perf_counter() - begun)


def measure(count: int, rounds: int) -> list[Figure]:
    """Run every kind of sending in turn, round after round, and return the figures.

    Raises:
        RuntimeError: a mail was refused, or the database does not hold what was accepted.
    """
    kinds = [(1, False), (10, False), (1, True), (10, True)]
    rates: dict[tuple[int, bool], list[float]] = {kind: [] for kind in kinds}
    with tempfile.TemporaryDirectory(prefix="gm-bench-") as folder:
        data_dir = Path(folder)
        server = subprocess.Popen([sys.executable, "-m", "benchmarks.intake", "--serve", folder])
        try:
            port = _port(data_dir)
            deliver(port, [mail(number) for number in range(20)], kept=True)
            for _ in range(rounds):
                for sessions, kept in kinds:
                    rates[sessions, kept].append(rate(port, sessions, count, kept=kept))
        finally:
            server.terminate()
            server.wait()
        _check(data_dir, 20 + count * rounds * len(kinds))
    return [
        Figure(count, rounds, statistics.median(found), min(found), max(found), *kind)
        for kind, found in rates.items()
    ]


def _port(data_dir: Path) -> int:
    for _ in range(500):
        try:
            return int(json.loads((data_dir / STATUS_NAME).read_text())["port"])
        except (OSError, ValueError):
            time.sleep(0.02)
    raise RuntimeError("the server did not start")


def _check(data_dir: Path, expected: int) -> None:
    with SqlStore(data_dir / "gm.sqlite3") as store, store.read() as transaction:
        stored = transaction.unread_before(SystemClock().now())
    if stored != expected:
        raise RuntimeError(f"{expected} mails were accepted and {stored} are stored")


def serve(data_dir: Path) -> None:
    """Be the server: take mail in, and do nothing else."""
    clock = SystemClock()
    with SqlStore(data_dir / "gm.sqlite3") as store:
        duties = Duties(
            accept=lambda raw, sender, to: accept(store, clock, raw, sender, to, "smtp"),
            is_ours=lambda address: address.endswith("@gm.test"),
            read_mail=lambda: 0,
            resolve_due=lambda: 0,
            remind_due=lambda: 0,
            send_due=lambda: 0,
        )
        Server(duties, Listener(), data_dir).run()


def report(figures: Sequence[Figure]) -> str:
    """Return the figures as a table for people."""
    title = "Order mails accepted per second: SMTP on loopback -> one durable commit each -> 250"
    lines = [
        *heading(title, f"mails of {len(mail(0))} bytes"),
        "sessions  connections    mails x rounds   median/s   lowest   highest",
    ]
    for one in figures:
        kept = "kept" if one.kept else "one a mail"
        runs = f"{one.mails} x {one.rounds}"
        lines.append(
            f"{one.sessions:8}  {kept:11}  {runs:>16} {one.median:10.0f} "
            f"{one.lowest:8.0f} {one.highest:9.0f}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = options(__doc__, mails=500)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args(arguments)
    if wanted.serve:
        serve(wanted.serve)
        return
    figures = measure(wanted.mails, wanted.rounds)
    print(as_json(figures) if wanted.json else report(figures))


if __name__ == "__main__":
    main()

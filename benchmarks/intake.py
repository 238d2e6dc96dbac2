"""Order mails accepted per second, each kept for good before its 250; beside Postfix doing the same.

One unit is one order mail of 1.2 kB with seven orders. Inside the measured time: connecting
(unless connections are kept), the SMTP dialogue, and a durable commit of the raw mail for its one
recipient, `synchronous=FULL`, in WAL mode and with the rollback journal; or a file in Postfix's
own queue, synced; `benchmarks.takers` says more. Nothing of gm is read meanwhile. Each server is a
process of its own, or several; making the mails and starting the servers are outside. Senders are
threads of this process and the same for all. Every round lets each server take the same number of
mails, one server after the other, and a ratio is that of one round, so that what else the machine
does falls out.

    python -m benchmarks.intake [--mails N] [--rounds N] [--alone] [--json]
"""

import socket
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import through_smtp
from benchmarks.takers import HOLDING, RELAYING, ROLLBACK, WAL, Taker, has_postfix, taking
from benchmarks.through_smtp import as_json, at_once, heading, options

ORDERS = (
    "A KkW - Wat\nA Dub S A KkW - Wat\nF Cork H\nA Gal - May\nF Sli - Don\nA Lim S F Cork\nPay 2\n"
)
# A mail of ordinary size: most of it is what mail programs and servers write above the orders.
FILLER = "".join(
    f"X-Filler-{n}: what servers and programs add to a mail on its way\n" for n in range(15)
)


@dataclass(frozen=True, slots=True)
class Figure(through_smtp.Figure):
    """A row for so many senders.

    Args:
        taker: who took the mails.
        sessions: how many senders; kept: each kept its connection.
        ratio, to_held: how many mails it took for one that Postfix took, and for one that a Postfix
            took that held them, the medians of the rounds; None without Postfix.
    """

    taker: str
    sessions: int
    kept: bool
    ratio: float | None
    to_held: float | None


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


Kind = tuple[int, bool]
"""How many senders, and whether their connections are kept."""

KINDS: tuple[Kind, ...] = ((1, False), (10, False), (1, True), (10, True))
WARMING = 20


def measure(count: int, rounds: int, names: Sequence[str]) -> list[Figure]:
    """Run every kind of sending in turn, round after round, and return the figures.

    Args:
        count: mails in each round; rounds: how many.
        names: who takes them, as `benchmarks.takers` knows them.

    Raises:
        RuntimeError: a mail was refused, or a server does not hold what it has accepted.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gm-bench-")))
        takers = [stack.enter_context(taking(name, folder)) for name in names]
        for taker in takers:
            deliver(taker.port, [mail(number) for number in range(WARMING)], kept=True)
        rates = {taker.name: _empty() for taker in takers}
        for number in range(rounds):
            for kind in KINDS:
                # Who begins changes, so that nobody always follows the same one.
                for taker in [*takers[number % len(takers) :], *takers[: number % len(takers)]]:
                    found = rate(taker.port, kind[0], count, kept=kind[1])
                    taker.rest()
                    rates[taker.name][kind].append(found)
        for taker in takers:
            _check(taker, WARMING + count * rounds * len(KINDS))
    return [_figure(count, rates, name, kind) for kind in KINDS for name in rates]


def _empty() -> dict[Kind, list[float]]:
    return {kind: [] for kind in KINDS}


def _figure(
    count: int, rates: Mapping[str, Mapping[Kind, Sequence[float]]], name: str, kind: Kind
) -> Figure:
    ours = rates[name][kind]

    def ratio(other: str) -> float | None:
        if other not in rates:
            return None
        pairs = zip(ours, rates[other][kind], strict=True)
        return statistics.median(one / theirs for one, theirs in pairs)

    return Figure(
        count,
        len(ours),
        statistics.median(ours),
        min(ours),
        max(ours),
        name,
        *kind,
        ratio(RELAYING),
        ratio(HOLDING),
    )


def _check(taker: Taker, expected: int) -> None:
    if (stored := taker.stored()) != expected:
        raise RuntimeError(f"{taker.name} accepted {expected} mails and keeps {stored}")


def report(figures: Sequence[Figure]) -> str:
    """Return the figures as a table for people."""
    title = "Order mails accepted per second: SMTP on loopback -> kept for good -> 250"
    lines = [
        *heading(title, f"mails of {len(mail(0))} bytes"),
        "sessions  connections  taker          mails x rounds   median/s   lowest   highest   to Postfix   to it held",
    ]
    for one in figures:
        kept = "kept" if one.kept else "one a mail"
        runs = f"{one.mails} x {one.rounds}"
        ratios = "".join(f"{it:13.2f}" for it in (one.ratio, one.to_held) if it is not None)
        lines.append(
            f"{one.sessions:8}  {kept:11}  {one.taker:13} {runs:>15} {one.median:10.0f} "
            f"{one.lowest:8.0f} {one.highest:9.0f}{ratios}".rstrip()
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = options(__doc__, mails=300)
    parser.add_argument("--alone", action="store_true", help="without Postfix beside it")
    wanted = parser.parse_args(arguments)
    alone = wanted.alone or not has_postfix()
    names = (WAL, ROLLBACK) if alone else (WAL, ROLLBACK, RELAYING, HOLDING)
    figures = measure(wanted.mails, wanted.rounds, names)
    print(as_json(figures) if wanted.json else report(figures))


if __name__ == "__main__":
    main()

"""How long a player waits for his receipt, while mails come in at a steady rate.

One unit is one order mail of some 1 kB with the orders of one power of standard Diplomacy, four on
average, in five spellings of mail (plain, quoted-printable, base64, with HTML, above a quote), to
the secret address of its seat. The mails are sent at their appointed times, so many a second, over
ten kept connections. A wait begins at the appointed time of the mail, and so includes any time for
which the sender had to wait for the server; it ends when an SMTP server on loopback, a process of
its own, has said 250 to the receipt. In between the mail is committed before its 250, read, its
orders and receipt committed, and the receipt handed over. Everything is `synchronous=FULL`.

    python -m benchmarks.receipts [--mails N] [--rate N] [--games N] [--apart] [--json]
"""

import argparse
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.due_games import Seat, copy_of_games, seats_of
from benchmarks.intake import Client
from benchmarks.machine import describe
from benchmarks.order_mails import order_mail
from benchmarks.reading import serve_command
from benchmarks.sink import Sink, running_sink
from benchmarks.thousand_games import processor_seconds, settings_in
from benchmarks.through_smtp import DATABASE, heading
from gm.app.services import Services
from gm.bootstrap.services import open_services
from tests.integration import processes

SESSIONS = 10
PATIENCE = 900.0
ROLES = ("receive", "work", "send")


@dataclass(frozen=True, slots=True)
class Figure:
    """How long receipts took.

    Args:
        mails: how many; rate: mails a second that were sent.
        median, percentile99, longest: seconds from a mail's appointed time to its receipt.
        accepted: seconds to the 250 of a mail, at the 99th percentile.
        processor: milliseconds of processor time of the server for each mail.
        load: how busy the machine was.
    """

    mails: int
    rate: float
    median: float
    percentile99: float
    longest: float
    accepted: float
    processor: float
    load: str


@dataclass(slots=True)
class _Letter:
    """A mail to be sent: when, to whom, and when it was accepted."""

    at: float
    to: str
    raw: bytes
    message_id: str
    accepted: float = 0.0


def letters(seats: Sequence[Seat], count: int, rate: float) -> list[_Letter]:
    """Return so many mails, one after the other, from the players of the seats in turn."""
    found = []
    for number in range(count):
        seat = seats[number % len(seats)]
        raw = order_mail(number, seat.address, seat.reply_to, seat.orders)
        domain = seat.address.partition("@")[2]
        found.append(_Letter(number / rate, seat.reply_to, raw, f"<orders.{number}@{domain}>"))
    return found


def deliver(port: int, mails: Sequence[_Letter], begun: float) -> None:
    """Send mails on one connection, each at its time or as soon as the one before is through."""
    with closing(Client(port)) as client:
        for mail in mails:
            time.sleep(max(0.0, begun + mail.at - time.perf_counter()))
            client.send(mail.raw, mail.to)
            mail.accepted = time.perf_counter() - begun


def measure(
    mails: int, rate: float, games: int, *, apart: bool, kept: Path | None = None
) -> Figure:
    """Send so many mails and return how long their receipts took.

    Args:
        mails: how many; rate: how many a second.
        games: how many games they are for.
        apart: receiving, working and sending are three processes.
        kept: where the databases of games are kept from run to run.

    Raises:
        RuntimeError: a mail was not answered once, or not with a receipt.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gm-bench-")))
        sink = stack.enter_context(running_sink(folder))
        settings = settings_in(folder, sink)
        copy_of_games(kept or folder / "kept", games, folder, ordered=False)
        services = stack.enter_context(open_services(settings))
        port, pids = _start(stack, folder, settings.data_dir, apart=apart)
        sent = letters(seats_of(services), mails, rate)
        deliver(port, letters(seats_of(services)[-1:], 1, rate), time.perf_counter())
        processes.until(lambda: sink.count() >= 1, "the first receipt", PATIENCE)
        spent = sum(map(processor_seconds, pids))
        begun = time.perf_counter() + 0.2
        _deliver_all(port, sent, begun)
        processes.until(lambda: sink.count() > mails, "the last receipt", PATIENCE)
        processor = sum(map(processor_seconds, pids)) - spent
        waits = _waits(services, sink, sent, begun)
    slow = sorted(one.accepted - one.at for one in sent)
    return Figure(
        mails,
        rate,
        statistics.median(waits),
        percentile99(waits),
        max(waits),
        percentile99(slow),
        1000 * processor / mails,
        describe()["load"],
    )


def _start(
    stack: ExitStack, folder: Path, data_dir: Path, *, apart: bool
) -> tuple[int, tuple[int, ...]]:
    command = serve_command(folder)
    if not apart:
        process, port = stack.enter_context(processes.running(command, data_dir))
        return port, (process.pid,)
    port, pids = 0, []
    for role in ROLES:
        running = processes.start([*command, "--role", role])
        stack.callback(running.wait)
        stack.callback(running.terminate)
        pids.append(running.pid)
        if role == "receive":
            port = _port_of(data_dir)
    return port, tuple(pids)


def _port_of(data_dir: Path) -> int:
    status = data_dir / "serve-receive.json"
    processes.until(status.exists, "a receiver", PATIENCE)
    return int(json.loads(status.read_text())["port"])


def _deliver_all(port: int, mails: Sequence[_Letter], begun: float) -> None:
    threads = [
        threading.Thread(target=deliver, args=(port, mails[start::SESSIONS], begun))
        for start in range(SESSIONS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _waits(services: Services, sink: Sink, sent: Sequence[_Letter], begun: float) -> list[float]:
    kept = sink.kept()[1:]
    answered = {one.answers: one.at - begun for one in kept}
    if len(kept) != len(sent) or len(answered) != len(sent):
        raise RuntimeError(f"{len(sent)} mails were sent and {len(kept)} answered")
    with services.store.read() as transaction:
        receipts = transaction.count_outbox("receipt ")
    if receipts != len(sent) + 1:
        raise RuntimeError(f"{len(sent)} mails were sent and {receipts - 1} have a receipt")
    return sorted(answered[one.message_id] - one.at for one in sent)


def percentile99(sorted_values: Sequence[float]) -> float:
    """Return the value that 99 of 100 do not exceed."""
    return sorted_values[-(-99 * len(sorted_values) // 100) - 1]


def report(figures: Sequence[Figure], *, apart: bool) -> str:
    """Return the figures as a table for people."""
    where = "three processes" if apart else "one process"
    lines = [
        *heading(f"From an order mail to its receipt; the server is {where}", "10 connections"),
        "  mails   a second   median s   99th s   longest s   250 at 99th s   processor ms   load",
    ]
    lines += [
        f"{one.mails:7} {one.rate:10.0f} {one.median:10.2f} {one.percentile99:8.2f} "
        f"{one.longest:11.2f} {one.accepted:15.2f} {one.processor:14.1f} {one.load:>6}"
        for one in figures
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mails", type=int, default=10_000, help="how many mails")
    parser.add_argument("--rate", type=float, default=40.0, help="how many a second")
    parser.add_argument("--games", type=int, default=200, help="for how many games they are")
    parser.add_argument("--apart", action="store_true", help="receive, work and send apart")
    parser.add_argument("--kept", type=Path, help="a folder where the made games are kept")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    found = measure(wanted.mails, wanted.rate, wanted.games, apart=wanted.apart, kept=wanted.kept)
    if wanted.json:
        rows = [asdict(found)]
        print(json.dumps({"machine": describe(), "database": DATABASE, "figures": rows}))
    else:
        print(report([found], apart=wanted.apart))


if __name__ == "__main__":
    main(sys.argv[1:])

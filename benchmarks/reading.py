"""Order mails read per second: parsed only, and end to end through SMTP into the database.

One unit is one mail with seven orders, in five spellings and five forms (plain, quoted-printable,
base64, text with HTML, a reply above its quote), on the board of Republic.

Parsed only: the raw bytes -> its text, without MIME, quotes and signatures -> seven typed orders,
checked against the position. In one thread; no database, no network. Board, grammar and position
are made ready before.

End to end: a real `gm serve` takes the mails by SMTP on loopback, each committed before its 250
(`synchronous=FULL`), reads them, and commits the seven orders and the receipt of each; every mail
is the first in a game of its own. Measured from the first connection until the last receipt is in
the outbox; the server goes on to put receipts into its mailbox meanwhile. Games and mails are
made ready before.

    python -m benchmarks.reading [--mails N] [--rounds N] [--json]
"""

import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks import through_smtp
from benchmarks.intake import Client
from benchmarks.order_mails import ORDERS, POWER, order_mail, position
from benchmarks.through_smtp import as_json, at_once, heading, options
from gm.app.records import GameRecord, GameStatus, InboxState, Person, SeatRecord
from gm.app.services import Services
from gm.app.settings.checks import checked_lengths
from gm.app.table import rules_of
from gm.app.timing.phases import open_phase
from gm.bootstrap.services import open_services
from gm.config import Settings, load_settings, sample_config
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.pages.opening_page import KINDS
from gm.games.diplomacy.wording.notation import order_text
from gm.mail.reading import read_mail
from tests.integration import processes

HOST = "gm.test"
SESSIONS = (1, 10)


@dataclass(frozen=True, slots=True)
class Figure(through_smtp.Figure):
    """A row for one way of reading."""

    what: str

    @property
    def lines(self) -> float:
        """Order lines per second."""
        return self.median * len(ORDERS)


def figure(what: str, mails: int, rates: Sequence[float]) -> Figure:
    """Return the row of several rounds."""
    return Figure(mails, len(rates), statistics.median(rates), min(rates), max(rates), what)


def parse_rate(count: int, seed: int) -> float:
    """Return how many mails a second were read into typed, checked orders.

    Raises:
        RuntimeError: a mail was not read as its seven orders.
    """
    context = position()
    mails = [order_mail(seed + n, "brian@example.org", f"gm+tara@{HOST}") for n in range(count)]
    begun = time.perf_counter()
    read = [read_orders(read_mail(raw).lines, context) for raw in mails]
    seconds = time.perf_counter() - begun
    for one in read:
        if tuple(map(order_text, one.orders)) != ORDERS:
            raise RuntimeError(f"a mail was misread: {one}")
    return count / seconds


def make_games(services: Services, first: int, count: int) -> None:
    """Start games in Spring 1016, in each of which Munster has seven units to order."""
    state, now = position().state, services.clock.now()
    with services.store.write() as transaction:
        person = transaction.save_person(Person(0, "Brian", "brian@example.org"))
        for number in range(first, first + count):
            game = transaction.add_game(
                GameRecord(
                    0,
                    f"game-{number}",
                    "republic",
                    "Maeve",
                    f"maeve@{HOST}",
                    now,
                    lengths=checked_lengths(KINDS, {}),
                )
            )
            rules = rules_of(services, game)
            for seat in rules.meta.seats:
                player = person if seat == SeatId(POWER) else None
                transaction.save_seat(SeatRecord(0, game.id, seat, player))
            transaction.set_game_status(game.id, GameStatus.RUNNING)
            open_phase(services, transaction, game, rules, state, number=1)


def deliver(port: int, mails: Sequence[tuple[str, bytes]]) -> None:
    """Send mails one after the other on one connection, each to its own game."""
    with closing(Client(port)) as client:
        for to, raw in mails:
            client.send(raw, to)


def send_rate(services: Services, port: int, first: int, count: int, sessions: int) -> float:
    """Return how many mails a second went from a player's program to a receipt in the outbox."""
    make_games(services, first, count)
    mails = [
        (to, order_mail(number, "brian@example.org", to))
        for number in range(first, first + count)
        for to in [f"gm+game-{number}@{HOST}"]
    ]
    begun = time.perf_counter()
    at_once(partial(deliver, port), mails, sessions)
    processes.until(lambda: not _waiting(services), "the last receipt", 120)
    return count / (time.perf_counter() - begun)


def _waiting(services: Services) -> int:
    with services.store.read() as transaction:
        return transaction.unread_before(services.clock.now())


def measure(count: int, rounds: int) -> list[Figure]:
    """Run every kind in turn, round after round, and return the figures.

    Raises:
        RuntimeError: a mail was misread or refused, or its orders or its receipt are missing.
    """
    parse_rate(25, 0)
    parsed = [parse_rate(count, number) for number in range(rounds)]
    figures = [figure("parsed only", count, parsed)]
    with tempfile.TemporaryDirectory(prefix="gm-bench-") as folder:
        rates = _with_server(Path(folder), count, rounds)
    for sessions, found in rates.items():
        plural = "connection" if sessions == 1 else "connections"
        figures.append(figure(f"end to end, {sessions} {plural}", count, found))
    return figures


def _with_server(folder: Path, count: int, rounds: int) -> dict[int, list[float]]:
    settings = settings_in(folder)
    rates: dict[int, list[float]] = {sessions: [] for sessions in SESSIONS}
    with open_services(settings) as services:
        with processes.running(serve_command(folder), settings.data_dir) as (process, port):
            send_rate(services, port, 0, 20, 1)
            done = 20
            for _ in range(rounds):
                for sessions, found in rates.items():
                    _pause(services)
                    found.append(send_rate(services, port, done, count, sessions))
                    done += count
            processes.stop(process)
        _check(services, done)
    return rates


def _pause(services: Services) -> None:
    """Wait until the server is idle: the receipts of the round before are in its mailbox."""

    def is_idle() -> bool:
        with services.store.read() as transaction:
            now = services.clock.now()
            return all(mail.next_at > now for mail in transaction.unsent_outbox(now))

    processes.until(is_idle, "an idle server", 120)


def _check(services: Services, mails: int) -> None:
    with services.store.read() as transaction:
        states = Counter(one.state for one in transaction.inbox())
        receipts = transaction.count_outbox("receipt ")
        phases = [transaction.open_phase(game.id) for game in transaction.games()]
        booked = sum(len(transaction.active_orders(one.id)) for one in phases if one is not None)
    found = (states[InboxState.DONE], receipts, booked)
    if found != (mails, mails, mails * len(ORDERS)):
        raise RuntimeError(f"of {mails} mails {found} were done, answered, booked: {states}")


def settings_in(folder: Path) -> Settings:
    """Write a settings file for a server on loopback and read it."""
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": HOST,
        "identity": "sender",
        "listen_port": 0,
        "sender_mails_a_day": 100_000,
        "log_level": "warning",
    }
    config.write_text(sample_config(values), encoding="utf-8")
    return load_settings(config)


def serve_command(folder: Path) -> list[str]:
    """Return the command line of a server with the settings file in a folder."""
    return [sys.executable, "-m", "gm", "--config", str(folder / "gm.toml"), "serve"]


def report(figures: Sequence[Figure]) -> str:
    """Return the figures as a table for people."""
    size = statistics.mean(
        len(order_mail(n, "brian@example.org", "gm@gm.test")) for n in range(25)
    )
    title = (
        "Order mails read per second: parsed only, and through SMTP to orders and receipt stored"
    )
    lines = [
        *heading(title, f"mails of {len(ORDERS)} orders, {size:.0f} bytes on average"),
        "                             mails x rounds   median/s   lowest   highest   lines/s",
    ]
    for one in figures:
        runs = f"{one.mails} x {one.rounds}"
        lines.append(
            f"{one.what:28} {runs:>14} {one.median:10.0f} {one.lowest:8.0f} "
            f"{one.highest:9.0f} {one.lines:9.0f}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    wanted = options(__doc__, mails=200).parse_args(arguments)
    figures = measure(wanted.mails, wanted.rounds)
    print(as_json(figures) if wanted.json else report(figures))


if __name__ == "__main__":
    main()

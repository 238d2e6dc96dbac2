"""A thousand games due at the same minute: until all are resolved, and all their mail is out.

One unit is one season of standard Diplomacy, a movement phase with 28 units on average and the
orders of all seven players in. Inside the measured time, which begins with the deadline: that the
server notices it (it looks every second), the adjudication, the report for each of the seven
players and the GM, in text and HTML, one transaction for each season, committed with
`synchronous=FULL`; and that every report is handed to an SMTP server on loopback, a process of its
own, and marked as sent. Making the games and starting the server are outside. `--seasons` runs
further ones, for which nobody has sent orders, and compares the memory. With `--postgres` the games
are in a PostgreSQL of our own, and two processes resolve while a third sends; processor time and
memory are theirs, without the database server's.

    python -m benchmarks.thousand_games [--games N] [--seasons N] [--lists] [--postgres] [--json]
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.due_games import all_due_at, copy_of_games, make_games
from benchmarks.machine import describe
from benchmarks.reading import HOST, serve_command
from benchmarks.sink import Sink, running_sink
from benchmarks.through_smtp import DATABASE, heading
from gm.app.services import Services
from gm.bootstrap.services import open_services
from gm.config import Settings, load_settings, sample_config
from tests.integration import processes
from tests.peers.postgres import running_postgres

PATIENCE = 900.0
LEAD = timedelta(seconds=0.5)
"""How long before their deadline the games are made due; and so much for each of them:"""
LEAD_EACH = timedelta(milliseconds=5)


@dataclass(frozen=True, slots=True)
class Season:
    """What one season of all games took.

    Args:
        games, mails: how many were resolved and handed over.
        resolved: seconds from the deadline until the last was resolved.
        sent: seconds until the last mail was handed over.
        processor: seconds of processor time that the server took, on all cores.
        memory: megabytes of the server when all was done; most: at most until then.
    """

    games: int
    mails: int
    resolved: float
    sent: float
    processor: float
    memory: float
    most: float


def settings_in(folder: Path, sink: Sink, url: str = "") -> Settings:
    """Write the settings of a server that hands its mail to the sink, and read them.

    Args:
        folder: of the settings and the data; sink: who takes the mail.
        url: of a PostgreSQL database; "" for SQLite.
    """
    config = folder / "gm.toml"
    values: dict[str, str | int | float | Path] = {
        "data_dir": "data",
        "mail_domain": HOST,
        "listen_port": 0,
        "log_level": "warning",
        "tick_seconds": 1,
        "transport": "smtp",
        "relay_port": sink.port,
        "mail_pictures": False,  # `benchmarks.reports` tells what they cost
    }
    values |= {"database_url": url} if url else {}
    config.write_text(sample_config(values), encoding="utf-8")
    return load_settings(config)


def measure(
    games: int,
    seasons: int,
    *,
    lists: bool = False,
    kept: Path | None = None,
    postgres: bool = False,
) -> list[Season]:
    """Run so many seasons of so many games, and return what each took.

    Args:
        games, seasons: how many.
        lists: each game has a mailing list.
        kept: where SQLite databases of games are kept from run to run.
        postgres: on PostgreSQL, with two processes that resolve and one that sends.

    Raises:
        RuntimeError: a game was not resolved once, or somebody did not get his report once.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="gm-bench-")))
        sink = stack.enter_context(running_sink(folder))
        if postgres:
            url = stack.enter_context(running_postgres()).new_database()
            settings = settings_in(folder, sink, url)
        else:
            settings = settings_in(folder, sink)
            copy_of_games(kept or folder / "kept", games, folder, lists=lists)
        services = stack.enter_context(open_services(settings))
        if postgres:
            make_games(services, games, lists=lists, ordered=True)
        pids = _start(stack, folder, settings.data_dir, apart=postgres)
        processes.until(lambda: _alive(services) == len(pids), "signs of life", PATIENCE)
        found = []
        for number in range(1, seasons + 1):
            found.append(_season(services, sink, pids, number, games, 8 + lists))
            _check(services, sink, number, games, lists=lists)
    return found


def _start(stack: ExitStack, folder: Path, data_dir: Path, *, apart: bool) -> tuple[int, ...]:
    command = serve_command(folder)
    if not apart:
        process, _ = stack.enter_context(processes.running(command, data_dir))
        return (process.pid,)
    found = [processes.start([*command, "--role", role]) for role in ("work", "work", "send")]
    for one in found:
        stack.callback(one.wait)
        stack.callback(one.terminate)
    return tuple(one.pid for one in found)


def _alive(services: Services) -> int:
    with services.store.read() as transaction:
        return len(transaction.beats())


def _season(
    services: Services,
    sink: Sink,
    pids: Sequence[int],
    number: int,
    games: int,
    readers: int,
) -> Season:
    mails = games * readers
    wanted = number * mails
    deadline = datetime.now(UTC) + LEAD + games * LEAD_EACH
    games = all_due_at(services, deadline)
    begun = time.perf_counter() + (deadline - datetime.now(UTC)).total_seconds()
    spent = sum(map(processor_seconds, pids))
    processes.until(lambda: sink.count() >= wanted, "the last report", PATIENCE)
    sent = max(one.at for one in sink.kept()) - begun
    processes.until(lambda: not _pending(services), "the last mark", PATIENCE)
    memory = [_memory(pid) for pid in pids]
    return Season(
        games,
        sink.count() - wanted + mails,
        (_last_resolved(services, number) - deadline).total_seconds(),
        sent,
        sum(map(processor_seconds, pids)) - spent,
        sum(one["VmRSS"] for one in memory),
        sum(one["VmHWM"] for one in memory),
    )


def _pending(services: Services) -> bool:
    now = services.clock.now()
    with services.store.read() as transaction:
        return any(mail.next_at <= now for mail in transaction.unsent_outbox(now))


def _last_resolved(services: Services, number: int) -> datetime:
    with services.store.read() as transaction:
        phases = [transaction.phases(game.id)[number - 1] for game in transaction.games()]
    return max(one.resolved_at for one in phases if one.resolved_at is not None)


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process and its children have taken until now."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task").glob("*/children")
    return own + sum(
        processor_seconds(int(one)) for it in children for one in it.read_text().split()
    )


def _memory(pid: int) -> Mapping[str, float]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    pairs = (line.split(":") for line in lines if line.startswith("Vm"))
    return {name: int(figure.split()[0]) / 1024 for name, figure in pairs}


def _check(services: Services, sink: Sink, seasons: int, games: int, *, lists: bool) -> None:
    with services.store.read() as transaction:
        every = transaction.games()
        results = [
            sum(transaction.result(phase.id) is not None for phase in transaction.phases(game.id))
            for game in every
        ]
    if results != [seasons] * games:
        raise RuntimeError(f"games by their resolved phases: {Counter(results)}")
    kept = sink.kept()
    ids = Counter(one.message_id for one in kept)
    people = Counter(one.recipient for one in kept)
    if set(ids.values()) != {1} or set(people.values()) != {seasons}:
        raise RuntimeError(f"mails by their repetitions: {Counter(ids.values())}")
    if len(people) != games * (8 + lists):
        raise RuntimeError(f"{len(people)} people have had mail")


def report(seasons: Sequence[Season], *, postgres: bool = False) -> str:
    """Return the figures as a table for people."""
    where = "PostgreSQL, two workers and a sender" if postgres else "SQLite, one process"
    lines = [
        *heading(
            f"Games due at the same minute: {where}", "reports to seven players and the GM of each"
        ),
        "season   games   mails   resolved s   mail out s   processor s   memory MB   at most MB",
    ]
    if postgres:
        lines[1] = "PostgreSQL, synchronous_commit on; reports to seven players and the GM of each"
    lines += [
        f"{at:6} {one.games:7} {one.mails:7} {one.resolved:12.1f} {one.sent:12.1f} "
        f"{one.processor:13.1f} {one.memory:11.0f} {one.most:12.0f}"
        for at, one in enumerate(seasons, start=1)
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="how many games")
    parser.add_argument("--seasons", type=int, default=2, help="how many seasons of each")
    parser.add_argument("--lists", action="store_true", help="each game has a mailing list")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, three processes")
    parser.add_argument("--kept", type=Path, help="a folder where the made games are kept")
    parser.add_argument("--json", action="store_true", help="print JSON for a program")
    wanted = parser.parse_args(arguments)
    found = measure(
        wanted.games,
        wanted.seasons,
        lists=wanted.lists,
        kept=wanted.kept,
        postgres=wanted.postgres,
    )
    if wanted.json:
        rows = [asdict(one) for one in found]
        print(json.dumps({"machine": describe(), "database": DATABASE, "seasons": rows}))
    else:
        print(report(found, postgres=wanted.postgres))


if __name__ == "__main__":
    main(sys.argv[1:])

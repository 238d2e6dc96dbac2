"""Who takes mail in `benchmarks.intake`: gm on either journal, and a Postfix of our own.

Each runs as processes of its own on loopback. gm keeps what it is given in its inbox, committed
before its 250, and reads nothing meanwhile. Postfix keeps it in its queue, a file written and synced
before its 250: as it comes out of the box, handing it on to a server that takes everything, and
with everything held, so that it does nothing but take mail.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.sink import running_sink
from gm.adapters.clock import SystemClock
from gm.adapters.post.smtp_in import Listener
from gm.adapters.serving.server import STATUS_NAME, Duties, Server
from gm.adapters.sql import engine_sqlite
from gm.adapters.sql.store import SqlStore
from gm.app.mail_in.intake import IncomingMail, accept, accept_all
from tests.integration import processes
from tests.peers.postfix import Postfix, running_postfix, smtp_to
from tests.peers.programs import PeerFailed, find

RELAYING, HOLDING = "Postfix", "Postfix, held"
WAL, ROLLBACK = "wal", "delete"

FREE = """
# New mail waits for no delivery.
in_flow_delay = 0
"""
HOLD = """
smtpd_recipient_restrictions = check_client_access static:hold, permit_mynetworks, reject
"""


@dataclass(frozen=True, slots=True)
class Taker:
    """A server that takes mail.

    Args:
        name: for people; port: where it listens.
        stored: counts what it keeps, or has handed on.
        rest: waits until it is idle.
    """

    name: str
    port: int
    stored: Callable[[], int]
    rest: Callable[[], None] = lambda: None


def has_postfix() -> bool:
    """Tell whether there is a Postfix to compare with."""
    try:
        return bool(find("postfix"))
    except PeerFailed:
        return False


@contextmanager
def taking(name: str, folder: Path) -> Iterator[Taker]:
    """Run a taker for the length of a `with`: RELAYING, HOLDING, or gm with a journal."""
    if name in (RELAYING, HOLDING):
        with running_postfix() as postfix, running_sink(folder) as sink:
            main = postfix.folder / "etc" / "main.cf"
            settings = FREE + (HOLD if name == HOLDING else "")
            main.write_text(main.read_text(encoding="utf-8") + settings, encoding="utf-8")
            postfix.set_routes({"gm.test": smtp_to(sink.port)})
            if name == HOLDING:
                yield Taker(name, postfix.smtp, lambda: len(postfix.queue()))
            else:
                yield Taker(name, postfix.smtp, sink.count, lambda: _empty(postfix))
        return
    data = folder / name
    data.mkdir()
    command = [sys.executable, "-m", "benchmarks.takers", str(data), name]
    server = subprocess.Popen(command, cwd=Path(__file__).parents[1])
    try:
        yield Taker(f"gm, {name}", _port(data), lambda: _stored(data, name))
    finally:
        server.terminate()
        server.wait()


def _empty(postfix: Postfix) -> None:
    processes.until(lambda: not postfix.queue(), "an empty queue", 120)


def _port(data_dir: Path) -> int:
    for _ in range(1500):
        try:
            return int(json.loads((data_dir / STATUS_NAME).read_text())["port"])
        except (OSError, ValueError):
            time.sleep(0.02)
    raise RuntimeError("the server did not start")


def _stored(data_dir: Path, journal: str) -> int:
    with _store(data_dir, journal) as store, store.read() as transaction:
        return transaction.unread_before(SystemClock().now())


def _store(data_dir: Path, journal: str) -> SqlStore:
    # Which journal a database has is decided by the driver alone; no setting chooses it.
    before = engine_sqlite.JOURNAL
    engine_sqlite.JOURNAL = journal
    try:
        return SqlStore(data_dir / "gm.sqlite3")
    finally:
        engine_sqlite.JOURNAL = before


def serve(data_dir: Path, journal: str) -> None:
    """Be the server: take mail in, and do nothing else."""
    clock = SystemClock()
    with _store(data_dir, journal) as store:
        duties = Duties(
            accept=lambda raw, sender, to: accept(store, clock, raw, sender, to, "smtp"),
            accept_all=lambda mails: accept_all(
                store, clock, [IncomingMail(*one, "smtp") for one in mails]
            ),
            is_ours=lambda address: address.endswith("@gm.test"),
            read_mail=lambda: 0,
            resolve_due=lambda: 0,
            remind_due=lambda: 0,
            send_due=lambda: 0,
        )
        Server(duties, Listener(), data_dir).run()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), sys.argv[2])

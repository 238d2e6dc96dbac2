"""A database that somebody else holds, that dies, or that two servers share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gm.adapters.sql.engine_sqlite import DRIVER
from gm.adapters.sql.store import SqlStore
from gm.app.records import InboxState, OutboxState
from tests.integration import processes
from tests.integration.republic import BUILDS, POWERS, Game
from tests.peers.postgres import Postgres


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the write lock of a SQLite database."""
    with closing(DRIVER.connect(str(path), isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_locked_database_is_for_later(tmp_path: Path) -> None:
    """While another program holds it mail is 451; afterwards it is taken and answered."""
    game = Game(tmp_path)
    game.begin()
    with processes.running(game.command, game.settings.data_dir) as (process, port):
        with locked(game.settings.database_path):
            assert game.mail(port, "MUNSTER") == 451
        assert game.mail(port, "MUNSTER") == 250
        processes.until(lambda: game.receipts("MUNSTER") == 1, "the receipt")
        assert processes.stop(process) == 0


@pytest.mark.slow
def test_postgresql_killed_under_a_server(
    tmp_path: Path, postgres: Postgres, postgres_url: str
) -> None:
    """Without its database mail is 451; when it is back the same server takes and answers it."""
    game = Game(tmp_path, database_url=postgres_url)
    game.begin()
    with processes.running(game.command, game.settings.data_dir) as (process, port):
        assert game.mail(port, "ULSTER") == 250
        processes.until(lambda: game.receipts("ULSTER") == 1, "a receipt")
        to = game.reply_address("MUNSTER")
        mail = game.raw("MUNSTER"), to, game.address("MUNSTER")
        postgres.daemon.kill()
        assert processes.mail_in(port, *mail) == 451
        postgres.start()
        processes.until(lambda: processes.mail_in(port, *mail) == 250, "a mail taken")
        processes.until(lambda: game.receipts("MUNSTER") == 1 and game.quiet(), "the receipt")
        assert process.poll() is None
        assert processes.stop(process) == 0


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.server("postgres"))])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Game, Game]:
    """A game on two servers with a folder each and one database."""
    shared: dict[str, str | Path] = {"database": tmp_path / "shared.sqlite3"}
    if request.param == "postgres":
        shared = {"database_url": request.getfixturevalue("postgres_url")}
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    mailbox = tmp_path / "mailbox"
    one, two = (Game(folder, mailbox=mailbox, **shared) for folder in folders)
    one.begin()
    return one, two


def hand_in(game: Game, number: int, ports: Sequence[int]) -> None:
    """Hand a mail of every player to both servers, as one does whom the first did not answer."""
    for place, power in enumerate(POWERS):
        codes = {game.mail(ports[(place + turn) % 2], power, number) for turn in (0, 1)}
        assert codes == {250}


def let_claims_lapse(game: Game) -> None:
    """Let the minutes pass for which a dead server's work is left to it."""
    with SqlStore(game.settings.database_place) as store, store.write() as transaction:
        transaction.release_claims()


@pytest.mark.slow
def test_two_servers_on_one_database(pair: tuple[Game, Game]) -> None:
    """Whichever takes a mail and whichever dies: each is answered once, each season resolved once."""
    one, two = pair
    rounds = 4
    with processes.running(one.command, one.settings.data_dir) as (first, port):
        with processes.running(two.command, two.settings.data_dir) as (_, other):
            for number in range(rounds - 1):
                hand_in(one, number, (port, other))
        # The second was killed in the midst of its work; the first goes on alone.
        hand_in(one, rounds - 1, (port, port))
        assert processes.stop(first) == 0
    let_claims_lapse(one)
    with (
        processes.running(one.command, one.settings.data_dir) as (first, _),
        processes.running(two.command, two.settings.data_dir) as (second, _),
    ):
        processes.until(lambda: all(one.receipts(power) == rounds for power in POWERS), "receipts")
        one.make_due()
        processes.until(lambda: one.phases() == 2 and one.quiet(), "the season")
        assert [processes.stop(first), processes.stop(second)] == [0, 0]
    states = Counter(mail.state for mail in one.inbox())
    assert states == {
        InboxState.DONE: rounds * len(BUILDS),
        InboxState.DUPLICATE: rounds * len(BUILDS),
    }
    assert {mail.state for mail in one.outbox()} == {OutboxState.SENT}
    written = Counter(mail.message_id for mail in one.outbox())
    lying = Counter(
        str(mail["Message-ID"]) for mail in processes.delivered(one.settings.mailbox_path)
    )
    assert lying == written
    reports = [mail.key for mail in one.outbox() if mail.key.startswith("report ")]
    assert len(reports) == len(set(reports)) == len(POWERS) + 1

"""The server in parts: receivers, workers and senders that are processes of their own."""

import json
import signal
import socket
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from gm.adapters.serving.processes import InstanceLock, ServerRole
from gm.adapters.sql.store import SqlStore
from gm.app.records import InboxState
from gm.errors import AlreadyThere
from tests.integration import processes
from tests.integration.republic import POWERS, Game


def ports(game: Game, role: str, process: processes.Process) -> Callable[[], bool]:
    """Whether a part says that it runs."""

    def there() -> bool:
        assert process.poll() is None, f"it ended: {process.words()}"
        try:
            status = json.loads((game.settings.data_dir / f"serve-{role}.json").read_text())
        except (OSError, ValueError):
            return False
        return bool(status["pid"] == process.pid and status["role"] == role)

    return there


@contextmanager
def part(game: Game, role: str) -> Iterator[processes.Process]:
    """Run one part for the length of a `with`."""
    process = processes.start([*game.command, "--role", role])
    try:
        processes.until(ports(game, role, process), f"the part that is to {role}")
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def port(game: Game) -> int:
    """Where the receiver listens."""
    status = json.loads((game.settings.data_dir / "serve-receive.json").read_text())
    return int(status["port"])


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game that has begun."""
    game = Game(tmp_path_factory.mktemp("begun"))
    game.begin()
    return game


@pytest.mark.slow
def test_three_parts_do_what_one_server_does(begun: Game, tmp_path: Path) -> None:
    """Mail in by one process, read by a second, answered by a third; each killed in between."""
    game = begun.copy(tmp_path)
    with ExitStack() as running:
        receiver = running.enter_context(part(game, "receive"))
        assert game.mail(port(game), "MUNSTER") == 250
        assert [one.state for one in game.inbox()] == [InboxState.NEW], "nobody reads yet"
        worker = running.enter_context(part(game, "work"))
        processes.until(lambda: bool(game.book("MUNSTER")), "the orders")
        assert not game.receipts("MUNSTER"), "nobody sends yet"
        sender = running.enter_context(part(game, "send"))
        processes.until(lambda: game.receipts("MUNSTER") == 1, "the receipt")
        worker.kill()
        worker.wait()
        assert game.mail(port(game), "ULSTER") == 250
        again = running.enter_context(part(game, "work"))
        processes.until(lambda: game.receipts("ULSTER") == 1, "the receipt after the kill")
        assert [processes.stop(one) for one in (receiver, again, sender)] == [0, 0, 0]
    assert game.receipts("MUNSTER") == 1
    assert not list(game.settings.data_dir.glob("serve-*.json"))
    with SqlStore(game.settings.database_path) as store, store.read() as transaction:
        beats = Counter(one.role for one in transaction.beats())
    assert beats == {"receive": 1, "work": 2, "send": 1}, "each life has a row of its own"


@pytest.mark.slow
def test_one_process_for_each_part(begun: Game, tmp_path: Path) -> None:
    """On one machine with SQLite a second worker, and a whole server, are refused."""
    game = begun.copy(tmp_path)
    with part(game, "work") as worker:
        for role in ("work", "all"):
            second = processes.start([*game.command, "--role", role])
            assert processes.death(second) == 73
            assert f"already (process {worker.pid})" in second.words()
        with part(game, "send"):
            pass


def test_a_whole_server_is_all_parts(tmp_path: Path) -> None:
    """Its lock is that of every part, and it lets all of them go."""
    whole, one = InstanceLock(tmp_path), InstanceLock(tmp_path, ServerRole.RECEIVE)
    one.take()
    with pytest.raises(AlreadyThere):
        whole.take()
    third = InstanceLock(tmp_path, ServerRole.SEND)
    third.take()
    third.release()
    one.release()
    whole.take()
    with pytest.raises(AlreadyThere):
        one.take()
    whole.release()
    one.take()
    one.release()


def _on_postgres(folder: Path, url: str) -> Game:
    """A machine of its own on a database that others use, too."""
    folder.mkdir()
    return Game(folder, database_url=url)


@pytest.mark.slow
def test_two_of_each_on_one_postgres(tmp_path: Path, postgres_url: str) -> None:
    """Two receivers, two workers, two senders: every mail is stored, read and answered once."""
    game, other = (_on_postgres(tmp_path / name, postgres_url) for name in ("first", "second"))
    game.begin()
    with ExitStack() as running:
        for one in (game, other):
            for role in ("receive", "work", "send"):
                running.enter_context(part(one, role))
        for number in range(1, 7):
            for power in POWERS:
                through = game if number % 2 else other
                assert game.mail(port(through), power, number) == 250
        processes.until(
            lambda: all(one.state is not InboxState.NEW for one in game.inbox()), "every mail read"
        )
        processes.until(game.quiet, "every mail sent")
    assert Counter(one.state for one in game.inbox()) == {InboxState.DONE: 30}
    answers = {power: game.receipts(power) + other.receipts(power) for power in POWERS}
    assert answers == dict.fromkeys(POWERS, 6)
    assert {power: len(game.book(power)) for power in POWERS} == dict.fromkeys(POWERS, 1)


def test_a_port_in_use_is_said_in_a_sentence(begun: Game, tmp_path: Path) -> None:
    """Who starts it by hand reads what is wrong, and no trace."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        other = begun.copy(tmp_path)
        process = processes.start(other.command, more={"GM_LISTEN_PORT": str(port)})
        assert processes.death(process) == 78
        assert "the server cannot listen" in process.words()
        assert "Traceback" not in process.words()


def test_the_page_of_figures_is_served_once_for_all(begun: Game, tmp_path: Path) -> None:
    """Parts that share a machine share a port: the first has it, the others run without."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    game = begun.copy(tmp_path)
    config = game.folder / "gm.toml"
    config.write_text(f"health_port = {port}\n" + config.read_text())
    page = f"http://127.0.0.1:{port}/metrics"
    with (
        part(game, "work"),
        part(game, "send"),
        urllib.request.urlopen(page, timeout=30) as answer,
    ):
        assert b"gm_inbox_mails" in answer.read()


def test_the_service_manager_is_told(begun: Game, tmp_path: Path) -> None:
    """When it is ready, that it lives, and when it stops."""
    game = begun.copy(tmp_path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(processes.PATIENCE)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        process = processes.start(game.command, more=told)
        try:
            heard = {manager.recv(100).decode() for _ in range(2)}
            assert heard == {"READY=1", "WATCHDOG=1"}
            assert processes.stop(process) == 0
            assert manager.recv(100) == b"STOPPING=1"
        finally:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_hangup_reads_the_certificate_and_serves_on(begun: Game, tmp_path: Path) -> None:
    """SIGHUP is what renews a certificate by hand; without one nothing happens, least of all an end."""
    game = begun.copy(tmp_path)
    with processes.running(game.command, game.settings.data_dir) as (process, at):
        process.send_signal(signal.SIGHUP)
        assert game.mail(at, "MUNSTER") == 250
        processes.until(lambda: game.receipts("MUNSTER") == 1, "the receipt")
        assert processes.stop(process) == 0

"""`gm receive` as a mail system runs it: what is stored, and with which code it ends."""

import os
import sqlite3
import subprocess
import sys
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from gm.app.records import InboxState
from tests.integration import processes
from tests.integration.processes import inbox
from tests.integration.republic import HOST, Game

MAIL = b"From: a@x.org\nTo: gm+tara@gm.example.org\nMessage-ID: <1@x>\nSubject: x\n\nHELP\n"

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game that has begun."""
    game = Game(tmp_path_factory.mktemp("begun"), max_message_bytes=100_000)
    game.begin()
    return game


@pytest.fixture
def game(begun: Game, tmp_path: Path) -> Game:
    """A copy of it."""
    return begun.copy(tmp_path / "game")


@dataclass(frozen=True, slots=True)
class Done:
    """How a pipe ended: its code, and what it said."""

    code: int
    words: str


def pipe(
    game: Game, *words: str, mail: bytes = MAIL, config: Path | None = None, **environment: str
) -> processes.Process:
    """Begin to pipe a mail to it."""
    given = game.folder / uuid.uuid4().hex
    given.write_bytes(mail)
    place = config or game.folder / "gm.toml"
    command = [sys.executable, "-m", "gm", "--config", str(place), "receive", *words]
    return processes.start(command, more=environment, given=given)


def receive(
    game: Game, *words: str, mail: bytes = MAIL, config: Path | None = None, **environment: str
) -> Done:
    """Pipe a mail to it."""
    process = pipe(game, *words, mail=mail, config=config, **environment)
    code = processes.death(process)
    return Done(code, process.words())


def receive_with(game: Game, path: Sequence[Path], *words: str) -> Done:
    """Pipe a mail to it as a mail system does, with little else in the environment."""
    python = os.pathsep.join(map(str, [*path, ROOT]))
    done = subprocess.run(
        [sys.executable, "-m", "gm", "--config", str(game.folder / "gm.toml"), "receive", *words],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": python},
        input=MAIL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=100,
    )
    return Done(done.returncode, done.stdout.decode())


def recipients(game: Game) -> list[str]:
    """Whom the stored mails came to."""
    return [one.recipient for one in inbox(game.settings.database_path)]


@pytest.mark.slow
def test_what_the_command_line_says(game: Game) -> None:
    """Recipients and sender are arguments; the mail is read at once."""
    words = (f"gm+tara@{HOST}", f"gm@{HOST}", "--sender", "a@x.org")
    assert receive_with(game, [], *words) == Done(0, "")
    first, second = inbox(game.settings.database_path)
    assert (first.recipient, second.recipient) == (f"gm+tara@{HOST}", f"gm@{HOST}")
    assert (first.envelope_from, first.source, first.raw) == ("a@x.org", "pipe", MAIL)
    assert first.state is not InboxState.NEW


def test_what_the_mail_system_says(game: Game) -> None:
    """Postfix sets variables; the address as it was written first counts, where it is ours."""
    told = {
        "ORIGINAL_RECIPIENT": f"gm+tara@{HOST}",
        "RECIPIENT": f"gm@{HOST}",
        "SENDER": "b@x.org",
    }
    assert receive(game, **told).code == 0
    assert receive(game, mail=MAIL + b"2\n", RECIPIENT="root@localhost").code == 0
    first, second = inbox(game.settings.database_path)
    assert (first.recipient, first.envelope_from) == (f"gm+tara@{HOST}", "b@x.org")
    assert second.recipient == f"gm+tara@{HOST}", "by its header"


def test_without_a_word_the_header_tells(game: Game) -> None:
    """Procmail says nothing; a mail that names no address of ours is for the server."""
    stray = MAIL.replace(b"gm+tara@gm.example.org", b"list@elsewhere.org")
    assert receive(game).code == receive(game, mail=stray).code == 0
    assert recipients(game) == [f"gm+tara@{HOST}", f"gm@{HOST}"]


def test_the_same_mail_again_is_taken_again(game: Game) -> None:
    """A mail system that is not sure pipes it once more: no fault, and no second effect."""
    assert [receive(game).code for _ in range(2)] == [0, 0]
    states = [one.state for one in inbox(game.settings.database_path)]
    assert states[1] is InboxState.DUPLICATE


def test_a_mail_too_large_is_refused(game: Game) -> None:
    """It will be as large tomorrow: the sender gets it back, and is told why."""
    done = receive(game, mail=MAIL + b"x" * 100_000)
    assert done.code == 65
    assert "larger than the 100000 bytes" in done.words
    assert recipients(game) == []


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Somebody else writes into the database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.slow
def test_a_locked_database_is_for_later(game: Game) -> None:
    """75, and nothing is stored."""
    with locked(game.settings.database_path):
        done = receive(game)
    assert done.code == 75, done.words
    assert receive(game).code == 0
    assert len(recipients(game)) == 1


@pytest.mark.slow
def test_every_fault_of_ours_is_for_later(game: Game, tmp_path: Path) -> None:
    """No settings, broken ones, no database, a database of somebody else's, a wrong option: 75."""
    broken = tmp_path / "broken.toml"
    broken.write_text("listen_port = 'x'\n")
    assert receive(game, config=tmp_path / "nothing.toml").code == 75
    assert receive(game, config=broken).code == 75
    assert receive(game, "--no-such-option").code == 75
    assert receive(game, GM_FAILPOINT="no.such.point").code == 75
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE theirs (x)")
    assert receive(game, GM_DATABASE=str(foreign)).code == 75
    (tmp_path / "file").write_text("")
    assert receive(game, GM_DATABASE=str(tmp_path / "file" / "gm.sqlite3")).code == 75
    assert recipients(game) == []


@pytest.mark.slow
def test_a_mail_that_is_stored_is_never_piped_again(game: Game, tmp_path: Path) -> None:
    """What breaks after the mail is stored is no fault of the pipe: it ends well."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(
        "import gm.app.answering.inbox\n"
        "def broken(_services):\n"
        "    raise RuntimeError('the reader is broken')\n"
        "gm.app.answering.inbox.read_inbox = broken\n"
    )
    done = receive_with(game, [site])
    assert (done.code, "the reader is broken" in done.words) == (0, True)
    assert [one.state for one in inbox(game.settings.database_path)] == [InboxState.NEW]


def test_many_pipes_at_once_lose_nothing(game: Game) -> None:
    """A mail system runs one for each mail, all at once."""
    mails = [MAIL.replace(b"<1@x>", f"<{number}@x>".encode()) for number in range(5)]
    pipes = [pipe(game, mail=mail) for mail in mails]
    assert [processes.death(one) for one in pipes] == [0] * 5
    assert len(recipients(game)) == 5

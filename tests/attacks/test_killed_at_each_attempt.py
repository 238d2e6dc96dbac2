"""A mail that ends the server each time: the real process, started again as by its supervisor.

It is killed, as a watchdog kills; it ends itself over what never ends; it takes back what takes too
long. After the third time the mail is set aside, and whoever wrote after it is answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from gm.app.mail_in.reading_attempts import TRIES
from gm.app.records import InboxState
from tests.integration import processes
from tests.integration.republic import Game

HANGING = str(Path(__file__).with_name("hanging_server.py"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game that has begun; its mails wait to be sent."""
    game = Game(
        tmp_path_factory.mktemp("begun"), admin_address="keeper@example.org", mail_pictures=False
    )
    game.begin()
    return game


@pytest.fixture
def game(begun: Game, tmp_path: Path) -> Game:
    """A copy of that game, for one test."""
    return begun.copy(tmp_path)


def hostile(game: Game, port: int, subject: str) -> int:
    """Send the mail of the attacker, who plays; return the code of the answer."""
    raw = game.raw("MUNSTER").replace(b"Subject: builds", f"Subject: {subject}".encode())
    return processes.mail_in(port, raw, game.reply_address("MUNSTER"), game.address("MUNSTER"))


def hanging(game: Game) -> Sequence[str]:
    """The command of the same server with something in it that hangs."""
    python, _, _, *rest = game.command
    return [python, HANGING, *rest]


def check_set_aside(game: Game, attempts: int) -> None:
    """The first mail is set aside after so many attempts, and its GM and the keeper are told once."""
    aside = game.inbox()[0]
    assert (aside.state, aside.attempts) == (InboxState.SHUNTED, attempts)
    told = [mail.recipient for mail in game.outbox() if mail.key.startswith(f"shunted {aside.id}")]
    assert sorted(told) == ["keeper@example.org", "maeve@example.org"]
    assert game.book("MUNSTER") == []
    assert game.findings() == []


def answered(game: Game, command: Sequence[str]) -> None:
    """Start the server once more: another player's mail is answered."""
    with processes.running(command, game.settings.data_dir) as (process, port):
        assert game.mail(port, "ULSTER") == 250
        processes.until(lambda: game.receipts("ULSTER") == 1, "the other player's receipt")
        assert processes.stop(process) == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("point", ["inbox.read", "inbox.before_commit"])
def test_killed_at_each_attempt(game: Game, point: str) -> None:
    """Three times by SIGKILL over the same mail, as systemd's watchdog does it."""
    folder = game.settings.data_dir
    for attempt in range(TRIES):
        process = processes.start(game.command, point)
        if attempt == 0:
            assert game.mail(processes.port_of(folder, process), "MUNSTER") in (0, 250)
        assert processes.killed(process)
    answered(game, game.command)
    check_set_aside(game, TRIES + 1)


@pytest.mark.slow
def test_what_never_ends_ends_the_server(game: Game) -> None:
    """A search in C code that holds the interpreter: the process ends by itself and says where."""
    folder = game.settings.data_dir
    for attempt in range(TRIES):
        process = processes.start(hanging(game), more={"HANGING": "1"})
        if attempt == 0:
            assert hostile(game, processes.port_of(folder, process), "freeze") in (0, 250)
        assert processes.death(process) == 1
        assert "Timeout (0:00:02)!" in process.words()
        assert "read_inbox" in process.words()
    answered(game, hanging(game))
    check_set_aside(game, TRIES + 1)


def test_what_takes_too_long_is_taken_back_and_the_server_goes_on(game: Game) -> None:
    """One process throughout: three attempts within their limit, then the next mail."""
    with processes.running(hanging(game), game.settings.data_dir) as (process, port):
        assert hostile(game, port, "crawl") == 250
        assert game.mail(port, "ULSTER") == 250
        processes.until(lambda: game.receipts("ULSTER") == 1, "the other player's receipt")
        assert "TookTooLong" in process.words()
        assert processes.stop(process) == 0
    check_set_aside(game, TRIES)

"""`gm serve` killed by SIGKILL at each point of a game's life: nothing lost, nothing sent twice."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from gm.app.deadlines import move_deadline
from gm.app.games import NewGame, add_player, new_game
from gm.app.records import InboxState, PhaseStatus
from gm.app.starting import start_game
from gm.bootstrap import open_services
from gm.config import Settings, load_settings, sample_config
from tests.integration import processes

HOST = "gm.example.org"
POWERS = ("BRITAIN", "CONNAUGHT", "LEINSTER", "MUNSTER", "ULSTER")
BUILDS = {
    "BRITAIN": "Build F Devon West",
    "CONNAUGHT": "Build A Galway South",
    "LEINSTER": "Build A Dublin South",
    "MUNSTER": "Build A Cork Central",
    "ULSTER": "Build A Belfast South",
}

AROUND_A_MAIL = (
    "accept.before_insert",
    "accept.before_commit",
    "accept.before_reply",
    "inbox.claimed",
    "inbox.read",
    "inbox.before_commit",
    "inbox.after_commit",
    "outbox.before_send",
    "outbox.after_send",
)
AROUND_A_DEADLINE = (
    "phase.resolved",
    "phase.before_commit",
    "phase.after_commit",
    "outbox.before_send",
    "outbox.after_send",
)
AROUND_A_REMINDER = (
    "reminders.before_commit",
    "reminders.after_commit",
    "outbox.before_send",
    "outbox.after_send",
)


class Game:
    """A game of Republic in a folder, on a server that is started, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        config = folder / "gm.toml"
        if not config.exists():
            values = {"data_dir": "data", "mail_domain": HOST, "listen_port": 0}
            config.write_text(sample_config({**values, "tick_seconds": 0.1}), encoding="utf-8")
        self.settings: Settings = load_settings(config)
        self.command: Sequence[str] = (
            sys.executable,
            "-m",
            "gm",
            "--config",
            str(config),
            "serve",
        )

    def begin(self) -> None:
        """Seat everybody and start the game."""
        with open_services(self.settings) as services:
            new_game(services, NewGame("tara", "republic", "Maeve", "maeve@example.org"))
            for power in POWERS:
                add_player(services, "tara", power, power.title(), self.address(power))
            start_game(services, "tara")

    def copy(self, folder: Path) -> Game:
        """Return a copy of the game and its server, as it lies while no server runs."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Game(folder)

    def make_due(self) -> None:
        """Move the deadline to the next moment; everybody is told of it."""
        with open_services(self.settings) as services:
            soon = services.clock.now() + timedelta(seconds=0.2)
            move_deadline(services, "tara", soon, earlier=True)

    def remind_now(self) -> None:
        """Let the moment of the reminders be now."""
        with open_services(self.settings) as services, services.store.write() as transaction:
            phase = transaction.open_phase(transaction.game("tara").id)
            assert phase is not None
            transaction.set_reminder(phase, services.clock.now())

    @staticmethod
    def address(power: str) -> str:
        """The registered address of a power's player."""
        return f"{power.lower()}@example.org"

    def raw(self, power: str) -> bytes:
        """A power's first order mail, the same bytes each time."""
        address = self.address(power)
        return (
            f"From: {address}\r\nTo: gm+tara@{HOST}\r\nSubject: builds\r\n"
            f"Message-ID: <first.{power}@example.org>\r\n\r\n{BUILDS[power]}\r\n"
        ).encode()

    def mail(self, port: int, power: str) -> int:
        """Send it and return the code of the answer, 0 for none."""
        return processes.mail_in(port, self.raw(power), f"gm+tara@{HOST}", self.address(power))

    def receipts(self, power: str) -> int:
        """How many answers to mails lie in the mailbox for a power."""
        return self.sent()[self.address(power), "auto-replied"]

    def sent(self) -> Counter[tuple[str, str]]:
        """How many mails lie in the mailbox, by recipient and kind."""
        found = processes.delivered(self.settings.mailbox_path)
        return Counter(
            (str(one["To"]).split()[-1].strip("<>"), one["Auto-Submitted"]) for one in found
        )

    def quiet(self) -> bool:
        """Whether nothing waits to be sent."""
        waiting = processes.outbox(self.settings.database_path)
        return all(mail.sent_at is not None for mail in waiting)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game that has begun: everybody has the opening mail."""
    game = Game(tmp_path_factory.mktemp("begun"))
    game.begin()
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(game.quiet, "the opening mails")
        assert processes.stop(process) == 0
    return game


@pytest.fixture(scope="module")
def due(begun: Game, tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The same game with everybody's orders in, answered, and the deadline upon it."""
    game = begun.copy(tmp_path_factory.mktemp("due"))
    with processes.running(game.command, game.settings.data_dir) as (process, port):
        for power in POWERS:
            assert game.mail(port, power) == 250
        processes.until(lambda: all(game.receipts(one) for one in POWERS), "the receipts")
        processes.until(game.quiet, "a server at rest")
        assert processes.stop(process) == 0
    game.make_due()
    return game


@pytest.mark.parametrize("point", AROUND_A_MAIL)
def test_a_mail_survives_the_death_of_the_server(begun: Game, tmp_path: Path, point: str) -> None:
    """A mail is recorded once and answered once, wherever the server dies; a peer tries again."""
    game = begun.copy(tmp_path)
    with processes.running(game.command, game.settings.data_dir, point) as (process, port):
        code = game.mail(port, "MUNSTER")
        assert processes.killed(process)
    with processes.running(game.command, game.settings.data_dir) as (process, port):
        if code != 250:
            assert game.mail(port, "MUNSTER") == 250
        processes.until(lambda: game.receipts("MUNSTER") > 0 and game.quiet(), "the receipt")
        assert processes.stop(process) == 0
    assert game.receipts("MUNSTER") == 1
    states = Counter(mail.state for mail in processes.inbox(game.settings.database_path))
    assert states[InboxState.DONE] == 1
    assert set(states) <= {InboxState.DONE, InboxState.DUPLICATE}
    with open_services(game.settings) as services, services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game("tara").id)
        assert phase is not None
        orders = [one.canonical for one in transaction.active_orders(phase.id)]
    assert orders == ["B A CoC"]


@pytest.mark.parametrize("point", AROUND_A_DEADLINE)
def test_a_season_survives_the_death_of_the_server(due: Game, tmp_path: Path, point: str) -> None:
    """A phase is resolved once and each player gets one report, wherever the server dies."""
    game = due.copy(tmp_path)
    dying = processes.start(game.command, point)
    assert processes.killed(dying)
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: _phases(game) == 2 and game.quiet(), "the reports")
        assert processes.stop(process) == 0
    news = {power: game.sent()[game.address(power), "auto-generated"] for power in POWERS}
    assert set(news.values()) == {3}, "the opening, the moved deadline, the report"
    assert {power: game.receipts(power) for power in POWERS} == dict.fromkeys(POWERS, 1)


def _phases(game: Game) -> int:
    """How many phases have begun; each that is over has its result."""
    with open_services(game.settings) as services, services.store.read() as transaction:
        phases = transaction.phases(transaction.game("tara").id)
        resolved = [one for one in phases if one.status is PhaseStatus.RESOLVED]
        assert all(transaction.result(one.id) is not None for one in resolved)
    return len(phases)


@pytest.mark.parametrize("point", AROUND_A_REMINDER)
def test_a_reminder_survives_the_death_of_the_server(
    begun: Game, tmp_path: Path, point: str
) -> None:
    """Each player who lacks orders is reminded once, wherever the server dies."""
    game = begun.copy(tmp_path)
    game.remind_now()
    dying = processes.start(game.command, point)
    assert processes.killed(dying)
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: _reminders(game) >= len(POWERS) and game.quiet(), "reminders")
        assert processes.stop(process) == 0
    news = {power: game.sent()[game.address(power), "auto-generated"] for power in POWERS}
    assert set(news.values()) == {2}, "the opening, the reminder"


def _reminders(game: Game) -> int:
    """How many reminders lie in the outbox, sent or not."""
    written = processes.outbox(game.settings.database_path)
    return sum(mail.key.startswith("reminder ") for mail in written)

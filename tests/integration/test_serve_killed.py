"""`gm serve` killed by SIGKILL at each point of a game's life: nothing lost, nothing sent twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from gm.app.records import InboxState
from tests.integration import processes
from tests.integration.republic import POWERS, Game
from tests.tiers import mostly_slow

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


@pytest.mark.parametrize("point", mostly_slow(AROUND_A_MAIL, "inbox.before_commit"))
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
    assert game.book() == ["B A CoC"]


@pytest.mark.slow
@pytest.mark.parametrize("point", AROUND_A_DEADLINE)
def test_a_season_survives_the_death_of_the_server(due: Game, tmp_path: Path, point: str) -> None:
    """A phase is resolved once and each player gets one report, wherever the server dies."""
    game = due.copy(tmp_path)
    dying = processes.start(game.command, point)
    assert processes.killed(dying)
    with processes.running(game.command, game.settings.data_dir) as (process, _):
        processes.until(lambda: game.phases() == 2 and game.quiet(), "the reports")
        assert processes.stop(process) == 0
    news = {power: game.sent()[game.address(power), "auto-generated"] for power in POWERS}
    assert set(news.values()) == {3}, "the opening, the moved deadline, the report"
    assert {power: game.receipts(power) for power in POWERS} == dict.fromkeys(POWERS, 1)


@pytest.mark.slow
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

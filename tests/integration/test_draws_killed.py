"""A draw that the GM entered by hand, and a server that dies before, while and after it acts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from gm.app.history.draw_check import verify_game
from gm.app.history.draw_words import draw_list
from gm.app.play.seasons import process
from gm.app.seats.players import add_player
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.bootstrap.services import open_services
from gm.games.diplomacy.rules.mechanics.changes import ProvinceHoled
from gm.games.diplomacy.stored import load_events
from tests.integration import processes
from tests.integration.republic import Game

SEED = "20" * 32
DEATHS = (
    ("phase.resolved",),
    ("phase.before_commit",),
    ("phase.after_commit",),
    ("phase.before_commit", "phase.after_commit"),
)


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """An Irish game in its first spring, the hat not yet drawn."""
    game = Game(tmp_path_factory.mktemp("spring"))
    with open_services(game.settings) as services:
        wish = NewGame("tara", "irish", "Maeve", "maeve@example.org", seed=SEED)
        new_game(services, wish)
        for power in ("FRANCE", "ITALY", "NORWAY"):
            add_player(services, "tara", power, power.title(), game.address(power))
        start_game(services, "tara", close_unfilled=True)
        process(services, "tara", early=True)
    return game


def enter(game: Game, failpoint: str = "") -> int:
    """Type `gm draws set tara hole SYR`, and return how the command ended."""
    command = [sys.executable, "-m", "gm", "--config", str(game.folder / "gm.toml")]
    words = ["draws", "set", "tara", "hole", "SYR", "--reason", "a real hat"]
    return processes.death(processes.start([*command, *words], failpoint or None))


def entered(game: Game) -> list[str]:
    """What is entered for the season to come."""
    with open_services(game.settings) as services:
        return [f"{one.label} {one.chosen}" for one in draw_list(services, "tara").entered]


def test_an_entry_is_stored_whole_or_not_at_all(spring: Game, tmp_path: Path) -> None:
    """The command dies before its commit: nothing stands; typed again, it does."""
    game = spring.copy(tmp_path)
    assert enter(game, "draws.before_commit") < 0
    assert entered(game) == []
    assert enter(game) == 0
    assert entered(game) == ["S1974 hole SYR"]


@pytest.mark.slow
@pytest.mark.parametrize("deaths", DEATHS, ids=" ".join)
def test_an_entered_draw_acts_once(spring: Game, tmp_path: Path, deaths: Sequence[str]) -> None:
    """Wherever the server dies around its season, the province entered is holed, and once."""
    game = spring.copy(tmp_path)
    with processes.running(game.command, game.settings.data_dir) as (server, _):
        assert enter(game) == 0
        server.kill()
        server.wait()
    game.make_due()
    for point in deaths:
        dying = processes.start(game.command, point)
        assert processes.killed(dying)
    with processes.running(game.command, game.settings.data_dir) as (server, _):
        processes.until(lambda: phases(game)[-1] == "F1974M" and game.quiet(), "the autumn")
        assert processes.stop(server) == 0
    assert phases(game) == ["S1974P", "S1974M", "F1974M"]
    assert holes(game) == ["SYR"]
    with open_services(game.settings) as services:
        done = verify_game(services, "tara")
        assert (done.difference, done.by_hand) == ("", ("S1974 hole",))
    results = [one for one in told(game, "ITALY") if "Results of Spring 1974;" in one]
    assert [told(game, "ITALY")[one] for one in results] == [1]


def phases(game: Game) -> list[str]:
    """The phases of the game by their short names."""
    with open_services(game.settings) as services, services.store.read() as transaction:
        found = transaction.phases(transaction.game("tara").id)
    return [one.name for one in found]


def holes(game: Game) -> list[str]:
    """The provinces that were black-holed, in all results."""
    with open_services(game.settings) as services, services.store.read() as transaction:
        found = transaction.phases(transaction.game("tara").id)
        results = [transaction.result(one.id) for one in found]
    return [
        event.place
        for result in results
        if result is not None
        for event in load_events(result.events)
        if isinstance(event, ProvinceHoled)
    ]


def told(game: Game, power: str) -> Counter[str]:
    """How often a player was sent each subject."""
    found = processes.delivered(game.settings.mailbox_path)
    return Counter(
        str(one["Subject"]) for one in found if game.address(power) in str(one["Delivered-To"])
    )

"""`gm serve` killed around an autumn whose winter orders are in: each counts once, whenever it dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from gm.app.answering.inbox import read_inbox
from gm.app.mail_in.intake import accept
from gm.app.play.seasons import process
from gm.app.records import PhaseStatus
from gm.app.seats.players import add_player
from gm.app.services import Services
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.starting import start_game
from gm.bootstrap.services import open_services
from tests.integration import processes
from tests.integration.republic import BUILDS, HOST, POWERS, Game

AHEAD = "Build A Cork South\nPay 3 to Ulster\nIf Munster owns CoC then build F CoC"
KEPT = ["B A CoS", "IF MUNSTER OWNS CoC THEN B F CoC", "PAY 3 ULSTER"]
AUTUMN, WINTER = "Results of Autumn 1016", "Results of Winter 1016"

ONE_DEATH = (("phase.before_commit",), ("phase.after_commit",))
IN_WINTER = tuple(("phase.after_commit", *death) for death in ONE_DEATH)
"""Killed between the two phases, and again while the second is resolved."""


def autumn_of(folder: Path, winters: str) -> Game:
    """A game that lies in Autumn 1016, due, with Munster's winter orders in."""
    game = Game(folder)
    with open_services(game.settings) as services:
        options = {"winters": winters}
        new_game(services, NewGame("tara", "republic", "Maeve", "maeve@example.org", options))
        for power in POWERS:
            add_player(services, "tara", power, power.title(), game.address(power))
        start_game(services, "tara")
        for power in POWERS:
            _mail(services, game, power, BUILDS[power])
        process(services, "tara", early=True)
        process(services, "tara", early=True)
        _mail(services, game, "MUNSTER", AHEAD)
    game.make_due()
    return game


def _mail(services: Services, game: Game, power: str, body: str) -> None:
    address, to = game.address(power), f"gm+tara@{HOST}"
    raw = f"From: {address}\r\nTo: {to}\r\nSubject: o\r\nMessage-ID: <{len(body)}.{power}@x>\r\n\r\n{body}\r\n"
    accept(services.store, services.clock, raw.encode(), address, [to], "smtp")
    read_inbox(services)


@pytest.fixture(scope="module")
def joint(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A due autumn whose winter is resolved with it."""
    return autumn_of(tmp_path_factory.mktemp("joint"), "joint")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A due autumn whose winter has a deadline of its own."""
    return autumn_of(tmp_path_factory.mktemp("own"), "own")


def play_on(game: Game, deaths: Sequence[str], last: str) -> None:
    """Serve, die at each of the points in turn, then serve until a phase is open and all is sent."""
    for point in deaths:
        dying = processes.start(game.command, point)
        assert processes.killed(dying)
    with processes.running(game.command, game.settings.data_dir) as (process_, _):
        processes.until(lambda: open_name(game) == last and game.quiet(), f"{last} and its mails")
        assert processes.stop(process_) == 0


def open_name(game: Game) -> str:
    """The short name of the open phase."""
    with open_services(game.settings) as services, services.store.read() as transaction:
        phase = transaction.open_phase(transaction.game("tara").id)
    return phase.name if phase is not None else ""


def winters_book(game: Game) -> list[str]:
    """The orders that were ever entered for Winter 1016, and that it is resolved at most once."""
    with open_services(game.settings) as services, services.store.read() as transaction:
        phases = transaction.phases(transaction.game("tara").id)
        assert [one.number for one in phases] == [*range(1, len(phases) + 1)]
        (winter,) = [one for one in phases if one.name == "W1016A"]
        resolved = winter.status is PhaseStatus.RESOLVED
        assert (transaction.result(winter.id) is not None) is resolved
        return [one.canonical for one in transaction.order_history(winter.id)]


def told(game: Game, power: str) -> Counter[str]:
    """How often a player was sent each subject."""
    found = processes.delivered(game.settings.mailbox_path)
    return Counter(
        str(one["Subject"]) for one in found if game.address(power) in str(one["Delivered-To"])
    )


@pytest.mark.slow
@pytest.mark.parametrize("deaths", [*ONE_DEATH, *IN_WINTER], ids=" ".join)
def test_a_joint_winter_is_resolved_once(
    joint: Game, tmp_path: Path, deaths: Sequence[str]
) -> None:
    """Wherever the server dies both phases are resolved once, with the orders on file once."""
    game = joint.copy(tmp_path)
    play_on(game, deaths, "S1017M")
    assert winters_book(game) == KEPT
    for power in POWERS:
        news = told(game, power)
        assert [count for one, count in news.items() if AUTUMN in one] == [1]
        assert [count for one, count in news.items() if WINTER in one] == [1]


@pytest.mark.slow
@pytest.mark.parametrize("deaths", ONE_DEATH, ids=" ".join)
def test_an_own_winter_opens_with_them_once(
    own: Game, tmp_path: Path, deaths: Sequence[str]
) -> None:
    """The winter's book holds each order once, and their sender has one receipt for them."""
    game = own.copy(tmp_path)
    play_on(game, deaths, "W1016A")
    assert winters_book(game) == KEPT
    ahead = [count for one, count in told(game, "MUNSTER").items() if "sent ahead" in one]
    assert ahead == [1]

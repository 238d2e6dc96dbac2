"""A game of one player that one mail makes and begins; after how long he is reminded is his own affair."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from gm.app.overriding.rollback import roll_back
from gm.app.records import GameRecord, GameStatus
from gm.app.setup.game_changes import change_game
from tests.app.world import GM, HOST, World
from tests.contract.test_die_leaks import die_world
from tests.games.irish_freedom.playing import THE_GAME

SERVER = f"gm@{HOST}"
GAME = "if-12"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A server that plays Irish Freedom, and nothing on it yet."""
    with die_world(tmp_path, THE_GAME) as server:
        yield server


def created(world: World, below: str = "") -> list[str]:
    """Ask for a game, say yes, and return the texts of the mails that come then."""
    world.mail(GM, f"NEW GAME IF-12 irish-freedom\n{below}", to=SERVER)
    asked = world.new_mail(GM)[-1]
    world.mail(GM, "yes", to=str(asked["Reply-To"]))
    return [plain(str(mail.get_body(("plain",)).get_content())) for mail in world.new_mail(GM)]


def begun(world: World, below: str = "") -> None:
    """Begin a game by mail."""
    created(world, below)
    assert world.phase(GAME) is not None


def plain(text: str) -> str:
    """A mail as one line."""
    return " ".join(text.split())


def says(world: World, body: str) -> str:
    """Mail the game, and return the answer as one line."""
    world.mail(GM, body, to=f"gm+{GAME}@{HOST}")
    return plain(world.last_text(GM))


def got(world: World) -> list[str]:
    """Return the new mails as lines."""
    return [plain(str(mail.get_body(("plain",)).get_content())) for mail in world.new_mail(GM)]


def game_now(world: World) -> GameRecord:
    """The game as it is stored."""
    with world.services.store.read() as transaction:
        return transaction.game(GAME)


def reminded_after(world: World) -> timedelta | None:
    """How long from now the player is reminded."""
    phase = world.phase(GAME)
    assert phase is not None
    return None if phase.remind_at is None else phase.remind_at - world.clock.now()


def test_a_yes_seats_and_begins(world: World) -> None:
    """Player and master are one person with one address: the opening follows at once."""
    letter, opening = created(world)
    assert "You play it yourself, and it has begun" in letter
    assert "THE WAR OF INDEPENDENCE BEGINS" in opening
    assert "Dave Kershaw" in opening
    assert "TURN 2 IS OPEN" in says(world, "RECRUIT ULS\nPASS")


def test_a_game_for_others_waits_for_its_player(world: World) -> None:
    """Who opens the sign-up wants somebody else to play."""
    (letter,) = created(world, "sign-up = open")
    assert "To begin: GM game start." in letter
    assert game_now(world).status is GameStatus.FORMING


@pytest.mark.slow
def test_nothing_falls_due(world: World) -> None:
    """The player is reminded once, warned before the year is over, and heard whenever he writes."""
    opening = created(world)[-1]
    assert "No deadline: the game waits until 1 Nov 2027, then it is abandoned." in opening
    world.tick(days=13)
    assert got(world) == []
    world.tick(days=1)
    (reminder,) = got(world)
    assert "2 MORE ACTIONS, OR PASS, ARE STILL TO COME" in reminder
    world.tick(days=100)
    assert got(world) == []
    assert "ONE MORE ACTION, OR PASS, IS STILL TO COME" in says(world, "RECRUIT ULS")
    assert "PASS: done" in says(world, "RECRUIT ULS\nPASS")


@pytest.mark.slow
def test_a_game_is_abandoned_after_a_year(world: World) -> None:
    """A month after the warning; it can be taken up again from any of its turns."""
    begun(world, "remind = 0")
    world.tick(days=334)
    assert got(world) == []
    world.tick(days=1)
    (warning,) = got(world)
    assert "The game will be abandoned on" in warning
    world.tick(days=30)
    (ended,) = got(world)
    assert "THE GAME IS ABANDONED, AND NOBODY WINS IT" in ended
    assert game_now(world).status is GameStatus.FINISHED
    seed = game_now(world).seed
    assert seed in ended
    warned = roll_back(world.services, GAME, "W1")
    assert "the seed of its hat has been published" in warned.warning
    roll_back(world.services, GAME, "W1", sure=True, reason="I am back")
    assert "TURN 2 IS OPEN" in says(world, "PASS")
    assert game_now(world).status is GameStatus.RUNNING


@pytest.mark.slow
def test_any_mail_keeps_a_game(world: World) -> None:
    """Who asks for its status is still there, though no order of his came."""
    begun(world)
    world.tick(days=200)
    got(world)
    assert "No order of yours stands" in says(world, "STATUS")
    world.tick(days=165)
    assert got(world) == []
    world.tick(days=5)
    assert game_now(world).status is GameStatus.RUNNING


@pytest.mark.slow
def test_a_turn_that_waits_without_end_is_never_abandoned(world: World) -> None:
    """Where the game is set so."""
    begun(world, "silence = wait")
    for _ in range(5):
        world.tick(days=200)
    assert game_now(world).status is GameStatus.RUNNING


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("REMIND after 3 days", 3),
        ("remind me in 2 weeks", 14),
        ("REMIND 36h", 1.5),
        ("ERINNERUNG nach 5 Tagen", 5),
        ("MEABHRÚCHÁN tar éis 6 lá", 6),
    ],
)
def test_the_player_says_when_he_is_reminded(world: World, words: str, days: float) -> None:
    """In any language, for the turn that is open and for those to come."""
    begun(world)
    assert "you are reminded after" in says(world, words)
    assert reminded_after(world) == timedelta(days=days)
    says(world, "PASS")
    assert reminded_after(world) == timedelta(days=days)


def test_never_is_a_time_as_well(world: World) -> None:
    """But for the warning before the end."""
    begun(world)
    assert "You are not reminded of this game any more." in says(world, "REMIND never")
    assert reminded_after(world) == timedelta(days=335)


def test_the_setting_is_the_same_one(world: World) -> None:
    """Its master writes it as `remind`, when he asks for the game and later."""
    begun(world, "remind = 4d")
    assert reminded_after(world) == timedelta(days=4)
    change_game(world.services, GAME, {"remind": "9d"})
    got(world)
    says(world, "PASS")
    assert reminded_after(world) == timedelta(days=9)


@pytest.mark.slow
def test_the_time_counts_from_the_last_order(world: World) -> None:
    """Who sends half a turn is not reminded a day later."""
    begun(world, "remind = 10d")
    world.tick(days=9)
    says(world, "RECRUIT ULS")
    world.tick(days=2)
    assert got(world) == []
    world.tick(days=8)
    assert "ONE MORE ACTION" in got(world)[0]

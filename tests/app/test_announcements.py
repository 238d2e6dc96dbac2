"""The server's list of announcements: games that take players, begin and end, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gm.app.play.endings import EndWish, end_game
from gm.app.setup.game_changes import change_game
from gm.app.setup.games import NewGame, create_game, described
from gm.app.setup.starting import start_game
from gm.contract.events import Ending
from gm.languages import gettext, speaking
from tests.app.world import GM, HOST, LIST, World, text_of

ANNOUNCE = "announce@lists.example.org"


@pytest.fixture
def world(world: World) -> World:
    """A server with a list of announcements."""
    services = world.services
    identity = replace(services.identity, announce_address=ANNOUNCE)
    world.services = replace(services, identity=identity)
    return world


def subjects(world: World) -> list[str]:
    """The subjects of all announcements so far."""
    world.send()
    return [str(one["Subject"]) for one in world.carrier.messages(ANNOUNCE)]


@pytest.mark.slow
def test_a_game_is_announced_when_it_begins_and_ends_and_not_between(world: World) -> None:
    """No season is told there, nor a moved deadline; both mails make one thread."""
    world.start(variant="standard")
    for _ in range(3):
        world.tick(minutes=61)
    assert subjects(world) == ["[tara] A game of Diplomacy has begun"]
    end_game(world.services, "tara", EndWish(Ending.ABANDONED, (), "all agreed"), sure=True)
    assert subjects(world)[1:] == ["[tara] A game of Diplomacy is over"]
    begun, over = world.carrier.messages(ANNOUNCE)
    assert over["In-Reply-To"] == over["References"] == begun["Message-ID"]
    assert begun["List-Id"] == f"The game master <announcements.{HOST}>"
    assert begun["Reply-To"] == f"gm@{HOST}"
    assert f"Its reports go to {LIST}." in text_of(begun)
    assert "OBSERVE tara" in text_of(begun)
    assert "nobody wins it" in text_of(over)


def test_a_game_that_takes_players_is_announced_once(world: World) -> None:
    """At its creation or when its GM opens it, however often the setting is written."""
    wish = NewGame("tara", "standard", "Maeve", GM, list_address=LIST)
    create_game(world.services, described(world.services, wish))
    assert subjects(world) == []
    for sign_up in ("open", "invited", "open"):
        change_game(world.services, "tara", {"sign-up": sign_up})
    open_ = replace(wish, name="cashel", settings={"sign-up": "open"})
    create_game(world.services, described(world.services, open_))
    title = "A game of Diplomacy looks for players"
    assert subjects(world) == [f"[tara] {title}", f"[cashel] {title}"]
    words = text_of(world.carrier.messages(ANNOUNCE)[0])
    assert "7 of its 7 powers are free" in " ".join(words.split())
    assert "JOIN tara" in words
    start_game(world.services, "tara", with_empty_seats=True)
    assert subjects(world)[2:] == ["[tara] A game of Diplomacy has begun"]
    opened, _, begun = world.carrier.messages(ANNOUNCE)
    assert begun["References"] == opened["Message-ID"]


def test_announcements_are_in_the_servers_language(world: World) -> None:
    """Whatever the game's own is, and its GM's."""
    identity = replace(world.services.identity, language="de")
    world.services = replace(world.services, identity=identity)
    world.start(variant="standard", settings={"language": "en"})
    (begun,) = subjects(world)
    with speaking("de"):
        title = gettext("A game of {title} has begun", title="Diplomacy")
    assert begun == f"[tara] {title}"
    assert "has begun" not in begun


def test_a_game_of_which_nobody_else_shall_know_is_not_announced(world: World) -> None:
    """`announced=no`; nor is any game where the server has no such list."""
    world.start(variant="standard", settings={"announced": "no", "sign-up": "open"})
    assert subjects(world) == []
    identity = replace(world.services.identity, announce_address=None)
    world.services = replace(world.services, identity=identity)
    world.start("cashel", variant="standard")
    assert subjects(world) == []

"""An answer that nothing was recorded shows what stands: so nobody takes a wrong order for changed."""

from __future__ import annotations

import pytest

from gm.languages import gettext, speaking
from tests.app.world import World, text_of


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901."""
    world.start(variant="standard")
    world.new_mail("ENGLAND")
    return world


@pytest.mark.parametrize(
    "text", ["What a lovely morning it is in Cork.", "Das Wetter ist schön heute.", "1"]
)
def test_orders_that_stand_are_shown(game: World, text: str) -> None:
    """Each on a line of its own, in text and HTML."""
    game.mail("ENGLAND", "A Lvp - Yor\nF Edi - NTH")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", text)
    (answer,) = game.new_mail("ENGLAND")
    assert "nothing recorded" in answer["Subject"]
    assert "YOUR ORDERS AS THEY STAND A LVP - YOR F EDI - NTH" in plain(text_of(answer))
    page = answer.get_body(("html",))
    assert page is not None
    assert ">A LVP - YOR</li>" in page.get_content()
    assert game.orders("ENGLAND") == ["A LVP - YOR", "F EDI - NTH"]


def test_that_none_stands_is_said(game: World) -> None:
    """In the reader's language."""
    game.mail("ENGLAND", "What a lovely morning it is in Cork.")
    with speaking("en"):
        none = gettext("No order of yours stands.")
    assert none in plain(game.last_text("ENGLAND"))


def test_orders_of_every_stage_are_shown(game: World) -> None:
    """What is sent ahead has a line of its own."""
    game.mail("ENGLAND", "A Lvp - Yor\nRetreats:\nF Edi - NTH")
    game.new_mail("ENGLAND")
    game.mail("ENGLAND", "What a lovely morning it is.")
    told = plain(game.last_text("ENGLAND"))
    assert "A LVP - YOR Spring 1901 retreats: F EDI R NTH" in told


def test_whoever_is_not_believed_reads_nothing(game: World) -> None:
    """A stranger's mail is answered without anybody's orders."""
    game.mail("ENGLAND", "A Lvp - Yor")
    game.new_mail("ENGLAND")
    game.mail("stranger@example.org", "What a lovely morning it is in Cork.")
    assert "A LVP" not in plain(game.last_text("stranger@example.org"))

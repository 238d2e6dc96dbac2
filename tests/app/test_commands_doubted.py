"""Commands with a line below them that takes them back, doubts them or hangs them on something."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.app.world import World, text_of

MAILS = tomllib.loads(
    Path(__file__).with_name("commands_doubted.toml").read_text(encoding="utf-8")
)
WHY = "leaves open whether it counts, so it was not done."


@pytest.fixture
def game(world: World) -> World:
    """A standard game in Spring 1901 with two orders of England's."""
    world.start(variant="standard")
    world.mail("ENGLAND", "A Lvp - Yor\nF Edi - NTH")
    world.new_mail("ENGLAND")
    return world


def told(world: World) -> str:
    """Return all that England was mailed, in one line."""
    return " ".join(" ".join(text_of(mail).split()) for mail in world.new_mail("ENGLAND"))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("body", MAILS["not_done"])
def test_a_doubted_command_is_not_done(game: World, body: str) -> None:
    """Nothing that he said no to in the next line happens."""
    game.mail("ENGLAND", body)
    assert WHY in told(game)
    assert sorted(game.orders("ENGLAND")) == ["A LVP - YOR", "F EDI - NTH"]
    assert not game.new_mail("FRANCE")[1:]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("body", MAILS["done"])
def test_what_stands_below_a_command_is_talk(game: World, body: str) -> None:
    """Reasons, courtesies, orders and other commands take nothing back."""
    game.mail("ENGLAND", body)
    assert WHY not in told(game)


ASKED = (
    "ADDRESS ann@new.example.org\nfrom next year",
    "RESIGN\non principle",
    "RESIGN\nab nächstem Jahr",
)


@pytest.mark.parametrize("body", ASKED)
def test_what_stands_below_a_command_stands_in_the_question(game: World, body: str) -> None:
    """Where a command is asked about, its writer sees that the rest of his mail is not part of it."""
    game.mail("ENGLAND", body)
    below = body.partition("\n")[2]
    assert f"Below it your mail says “{below}”. The question does not take that in" in told(game)


@pytest.mark.parametrize(
    "body", ["RESIGN\nThanks,\nEngland", "ADDRESS ann@new.example.org\n\nRegards"]
)
def test_a_greeting_below_a_command_is_not_shown(game: World, body: str) -> None:
    """It says nothing."""
    game.mail("ENGLAND", body)
    assert "Below it your mail says" not in told(game)

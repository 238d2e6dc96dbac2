"""Mails to one game that name another of their writer's."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.app.world import World, text_of

MAILS = tomllib.loads(Path(__file__).with_name("other_games.toml").read_text(encoding="utf-8"))


@pytest.fixture
def two(world: World) -> World:
    """Two games of Republic with the same players."""
    world.start()
    world.start("boyne")
    world.new_mail("MUNSTER")
    return world


@pytest.mark.sampled(7)
@pytest.mark.parametrize("body", MAILS["asked"])
def test_a_mail_that_names_another_game_is_asked_about(two: World, body: str) -> None:
    """It came to tara; which it is for its writer says."""
    two.mail("MUNSTER", body)
    (answer,) = two.new_mail("MUNSTER")
    text = " ".join(text_of(answer).split())
    assert "Your mail came to the game tara, and its text names boyne." in text
    assert "gm+boyne@gm.example.org" in text
    assert not two.orders("MUNSTER")
    assert not two.orders("MUNSTER", "boyne")


@pytest.mark.sampled(7)
@pytest.mark.parametrize("body", MAILS["taken"])
def test_other_words_name_no_game(two: World, body: str) -> None:
    """Nor does a message to others, or a mail that names its own game besides."""
    two.mail("MUNSTER", body)
    assert two.orders("MUNSTER") == ["B A CoC"]


def test_a_subject_names_a_game_too(two: World) -> None:
    """The address counts for nothing against it, as the orders may be for either."""
    two.mail("MUNSTER", "Build A CoC", subject="boyne: orders")
    assert "its text names boyne" in " ".join(two.last_text("MUNSTER").split())
    assert not two.orders("MUNSTER")


def test_a_game_of_others_is_none_of_the_writers(world: World) -> None:
    """A word that is the name of a game in which he does not play names none."""
    world.start()
    world.mail("MUNSTER", "for boyne\nBuild A CoC")
    assert world.orders("MUNSTER") == ["B A CoC"]

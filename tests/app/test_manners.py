"""Whose reports are in the judges' manner: the game says it, and every reader for himself."""

from __future__ import annotations

import pytest

from tests.app.standard import SEASONS
from tests.app.world import GM, LIST, World, text_of


def spring(world: World, **settings: str) -> dict[str, str]:
    """Play a spring and return the text of everybody's report; Italy wants the judges' manner."""
    world.start(variant="standard", settings=settings)
    world.mail("ITALY", "MAILS judge")
    world.mail("TURKEY", "MAILS zine")
    for power, orders in SEASONS[0].items():
        world.mail(power, orders)
    readers = ("FRANCE", "ITALY", "TURKEY", LIST, GM)
    for who in readers:
        world.new_mail(who)
    world.tick(hours=1)
    return {who: text_of(world.new_mail(who)[-1]) for who in readers}


def judged(texts: dict[str, str]) -> list[str]:
    """Return whose report begins as a judge's does."""
    return [who for who, text in texts.items() if text.startswith(":: Judge: GM  Game: tara")]


@pytest.mark.slow
def test_a_reader_chooses_for_himself(world: World) -> None:
    """In a game as usual one reader has the judges' text, with his own form below it."""
    texts = spring(world)
    assert judged(texts) == ["ITALY"]
    assert "Movement results for Spring of 1901.  (tara.001)" in texts["ITALY"]
    assert texts["ITALY"].rstrip().endswith("A TYR ____")


def test_a_game_chooses_for_those_who_have_not(world: World) -> None:
    """With manner=judge all have it, the list too, but for him who wants words."""
    texts = spring(world, manner="judge")
    assert judged(texts) == ["FRANCE", "ITALY", LIST, GM]
    assert "THE OTHER POWERS" in texts["TURKEY"]


def test_a_copy_comes_as_its_reader_wants_it(world: World) -> None:
    """REPORT brings the judges' text to him who has it."""
    spring(world)
    world.mail("ITALY", "REPORT")
    assert world.last_text("ITALY").startswith(":: Judge: GM  Game: tara")

"""Winter orders sent before the hat split or holed their province: asked about once, by number."""

from __future__ import annotations

import pytest

from gm.app.play.hand_draws import enter_draw
from tests.app.kept import kept
from tests.app.world import World, text_of


def plain(text: str) -> str:
    """Return a mail as one line."""
    return " ".join(text.split())


def draw(world: World, *words: str) -> None:
    """Enter what the GM's own hat has drawn."""
    enter_draw(world.services, "tara", words)


def name_of(world: World) -> str:
    """Return the name of the open phase."""
    phase = world.phase()
    assert phase is not None
    return phase.name


def no_longer(world: World, *powers: str) -> None:
    """Pass over all mail so far."""
    for power in powers:
        world.new_mail(power)


@pytest.fixture
def autumn(world: World) -> World:
    """Autumn 1974: the black hole took England's fleet, so that it may build."""
    in_autumn(world)
    return world


@kept
def in_autumn(world: World) -> None:
    """Play the first spring, whose draws are entered."""
    world.start(variant="irish")
    while name_of(world) != "S1974M":
        world.tick(hours=1)
    world.mail("ENGLAND", "F Lon - NTH\nA Lvp - Wal")
    draw(world, "hole", "NTH")
    draw(world, "split", "SYR")
    world.tick(hours=1)
    while name_of(world) != "F1974M":
        world.tick(hours=1)
    no_longer(world, "ENGLAND", "FRANCE")


def to_winter(world: World) -> None:
    """Run what is left of the autumn."""
    while name_of(world) != "W1974A":
        world.tick(hours=1)


@pytest.mark.slow
def test_a_split_home_is_asked_about_with_numbers(autumn: World) -> None:
    """One mail with the choices; until it is answered the lowest half counts (Irish 9)."""
    autumn.mail("ENGLAND", "A Wal - Lvp\nBuild A Lon\nBuild F Edi")
    no_longer(autumn, "ENGLAND")
    draw(autumn, "split", "LON")
    draw(autumn, "hole", "BLA")
    to_winter(autumn)
    assert autumn.orders("ENGLAND")[0] == "B A LON1"
    _, receipt = autumn.new_mail("ENGLAND")
    text = plain(text_of(receipt))
    assert "London was split" in text
    assert "3. Build Army London 1" in text  # 1 and 2 are halves of London
    assert "4. Build Army London 2" in text
    assert "Until you answer, the first counts." in text
    autumn.mail("ENGLAND", "4")
    assert autumn.orders("ENGLAND")[0] == "B A LON2"
    assert len(autumn.orders("ENGLAND")) == 1
    autumn.mail("ENGLAND", "LON 1")
    assert autumn.orders("ENGLAND")[0] == "B A LON1"


def test_a_home_that_is_a_hole_is_told_and_asked_for(autumn: World) -> None:
    """What became impossible is left out, and the other homes are offered (Irish 4)."""
    autumn.mail("ENGLAND", "A Wal H\nBuild A Lon")
    no_longer(autumn, "ENGLAND")
    draw(autumn, "hole", "LON")
    draw(autumn, "split", "BLA")
    to_winter(autumn)
    assert autumn.orders("ENGLAND") == []
    _, receipt = autumn.new_mail("ENGLAND")
    text = plain(text_of(receipt))
    assert "London is a black hole" in text


def test_a_condition_names_what_the_hat_has_split(autumn: World) -> None:
    """Of London its halves are meant, and England owns both; the gift stays the rules' affair."""
    autumn.mail(
        "ENGLAND",
        "A Wal - Yor\nIf I own Lon then build A Lvp else build F Lon\n"
        "If I own Edi then give France 2 points",
    )
    told = plain(autumn.last_text("ENGLAND"))
    assert "If England owns London then build Army Liverpool" in told
    draw(autumn, "split", "LON")
    to_winter(autumn)
    assert autumn.orders("ENGLAND") == ["B A LVP"]
    told = plain(text_of(autumn.new_mail("ENGLAND")[-1]))
    assert "The condition is met: what follows “then” counts." in told

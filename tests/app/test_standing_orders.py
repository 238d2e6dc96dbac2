"""Mails that speak of orders which stand from an earlier mail: asked about, for each power they may mean."""

from __future__ import annotations

import pytest

from tests.app.irish import in_autumn
from tests.app.world import World, text_of

BEFORE = "France:\nA Par - Bur\nGive Italy 2\n\nSweden:\nA Swe - Nwy\nGive Italy 1"
"""What Ann has ordered for two of her three powers."""


def told(world: World, who: str) -> str:
    """Return the newest mail to a player as one line."""
    return " ".join(text_of(world.new_mail(who)[-1]).split())


def books(world: World) -> tuple[list[str], list[str]]:
    """Return what stands for Ann's two powers."""
    return sorted(world.orders("france")), sorted(world.orders("sweden"))


@pytest.fixture
def two(world: World) -> World:
    """Autumn 1974, Ann has ordered for two powers."""
    in_autumn(world)
    world.mail("ann", BEFORE)
    world.new_mail("ann")
    return world


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("text", "answer", "then"),
    [
        ("Cancel Brest", "1", ["A PAR - BUR", "F BRE H"]),
        ("not Bur but Pic", "1", ["A PAR - PIC", "F BRE - MAO"]),
        ("I am not moving to Burgundy after all", "2", ["A PAR - BUR", "F BRE - MAO"]),
        ("On second thoughts, scrap that.", "CLEAR", []),
    ],
)
def test_a_move_that_stands_is_asked_about(
    world: World, text: str, answer: str, then: list[str]
) -> None:
    """It stands until the answer, and the receipt says so."""
    world.start(variant="standard")
    world.mail("FRANCE", "A Par - Bur\nF Bre - MAO")
    world.new_mail("FRANCE")
    world.mail("FRANCE", text)
    assert sorted(world.orders("FRANCE")) == ["A PAR - BUR", "F BRE - MAO"]
    receipt = told(world, "FRANCE")
    assert "Your orders stand as they are" in receipt or "nothing was changed" in receipt
    world.mail("FRANCE", answer)
    assert sorted(world.orders("FRANCE")) == then


def test_all_but_one_hold(world: World) -> None:
    """The exception of such a line is an order like any other."""
    world.start(variant="standard")
    world.mail("FRANCE", "All units hold, except A Par - Bur")
    assert sorted(world.orders("FRANCE")) == ["A MAR H", "A PAR - BUR", "F BRE H"]


def test_all_gifts_are_those_of_all_powers(two: World) -> None:
    """Who plays two powers and cancels all gifts means those of both."""
    two.mail("ann", "Cancel all gifts", subject="Re: [tara F1974M] France receipt 1: complete")
    assert books(two) == (["A PAR - BUR"], ["A SWE - NWY"])
    receipt = told(two, "ann")
    assert "== FRANCE: receipt 2" in receipt
    assert "== SWEDEN: receipt 2" in receipt


@pytest.mark.parametrize("text", ["Cancel my gifts", "hold everything"])
def test_whose_are_meant_is_asked(two: World, text: str) -> None:
    """Whose receipt is answered does not tell it, where the words fit several powers."""
    before = books(two)
    two.mail("ann", text, subject="Re: [tara F1974M] France receipt 1: complete")
    assert books(two) == before
    assert "It may be an order of France" in told(two, "ann")


@pytest.mark.parametrize("text", ["scrap everything", "Italy gets nothing", "No gifts to Italy"])
def test_each_power_concerned_is_told(two: World, text: str) -> None:
    """What speaks of orders of both is told for both, and changes nothing."""
    before = books(two)
    two.mail("ann", text)
    assert books(two) == before
    receipt = told(two, "ann")
    assert "== FRANCE: receipt 2" in receipt
    assert "== SWEDEN: receipt 2" in receipt


def test_only_the_power_that_has_gifts_cancels_them(two: World) -> None:
    """Where one power alone has gifts nobody else can be meant."""
    two.mail("ann", "Sweden:\nCancel my gifts")
    two.mail("ann", "Cancel my gifts")
    assert books(two) == (["A PAR - BUR"], ["A SWE - NWY"])


def test_a_removal_is_no_take_back(two: World) -> None:
    """`Scrap Paris` among the moves may mean the order or the unit; `remove` means the unit."""
    two.mail("ann", "Scrap Paris")
    assert "1. Army Paris holds." in told(two, "ann")
    assert "A PAR - BUR" in books(two)[0]

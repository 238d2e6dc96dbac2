"""Rulings of the GM: in the next report, in the rules from then on, taken back with a reason."""

from __future__ import annotations

import pytest

from gm.app.history.rulings import add_ruling, list_rulings, take_back_ruling
from gm.app.setup.games import NewGame, new_game
from gm.app.setup.rulebooks import rulebook_of_game
from gm.errors import InputError, NotAllowed
from gm.report.pages.rules_page import rules_page_of, rules_record, rules_text
from tests.app.world import GM, World, text_of

RULING = "A fleet that converts may not be supported"
WHY = "The seed says nothing, and both players agreed"


def _rules(world: World) -> str:
    book = rulebook_of_game(world.services, "tara")
    page = rules_page_of(book.meta, book.played, book.settings, book.precedents)
    return " ".join(rules_text(page).split())


def test_a_ruling_stands_in_the_next_report_and_in_the_rules(world: World) -> None:
    """Everybody reads it once in a report, and always in the rules, with number, day and reason."""
    world.start(variant="standard")
    add_ruling(world.services, "tara", RULING, WHY)
    assert ". RULED IN THIS GAME" in _rules(world)
    assert f"Ruling: {RULING}. Why: {WHY}. [1, 1 Nov 2026]" in _rules(world)
    world.new_mail("france")
    world.tick(hours=1)
    report = " ".join(text_of(world.new_mail("france")[-1]).split())
    assert f"The GM ruled (1): {RULING}. Why: {WHY}." in report
    world.tick(hours=1)
    later = " ".join(text_of(world.new_mail("france")[-1]).split())
    assert "The GM ruled" not in later


def test_a_ruling_before_the_start_stands_in_the_opening(world: World) -> None:
    """The opening mail carries the rules as they are played in this very game."""
    from gm.app.setup.starting import start_game

    new_game(
        world.services, NewGame("tara", "standard", "Maeve", GM, list_address="l@example.org")
    )
    add_ruling(world.services, "tara", RULING)
    start_game(world.services, "tara", with_empty_seats=True)
    assert f"Ruling: {RULING}." in " ".join(text_of(world.new_mail("l@example.org")[-1]).split())


def test_a_ruling_is_taken_back(world: World) -> None:
    """It leaves the rules, stays in the list, and the next report says so."""
    world.start(variant="standard")
    add_ruling(world.services, "tara", RULING)
    world.tick(hours=1)
    world.tick(hours=1)
    with pytest.raises(InputError):
        take_back_ruling(world.services, "tara", 1, " ")
    take_back_ruling(world.services, "tara", 1, "It was a slip")
    assert RULING not in _rules(world)
    assert [one.stands for one in list_rulings(world.services, "tara")] == [False]
    with pytest.raises(NotAllowed):
        take_back_ruling(world.services, "tara", 1, "again")
    world.new_mail("france")
    world.tick(hours=1)
    report = " ".join(text_of(world.new_mail("france")[-1]).split())
    assert f"Ruling 1 was taken back: {RULING}." in report


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
def test_a_ruling_says_something_and_not_too_much(world: World, text: str) -> None:
    """An empty one or a book is refused."""
    world.start(variant="standard")
    with pytest.raises(InputError):
        add_ruling(world.services, "tara", text)
    assert list_rulings(world.services, "tara") == ()


def test_a_program_reads_the_rulings_too(world: World) -> None:
    """`gm rules --game tara --json` lists them."""
    world.start(variant="standard")
    add_ruling(world.services, "tara", RULING)
    book = rulebook_of_game(world.services, "tara")
    found = rules_record(book.meta, book.played, book.settings, book.precedents)
    assert found["rulings"] == [
        {"number": 1, "day": "1 Nov 2026", "text": f"{RULING}.", "reason": ""}
    ]

"""A line that has several units hold means those that the rest of the mail leaves it."""

from __future__ import annotations

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.wording.notation import order_text
from tests.interpret.conftest import position

THREE = position(
    "standard", "S1901M", "FRANCE", dict.fromkeys(("F BRE", "A PAR", "A MAR"), "FRANCE")
)
TWO = position("standard", "S1901M", "FRANCE", dict.fromkeys(("F BRE", "A PAR"), "FRANCE"))
WINTER = position("standard", "W1901A", "FRANCE", {"A PAR": "FRANCE"})
EVERY = ["F BRE H", "A MAR H", "A PAR H"]


def read(context: Context, mail: str) -> tuple[LineReading, ...]:
    """Return the readings of a mail's lines."""
    return read_orders(mail.split("\n"), context).lines


def orders(lines: tuple[LineReading, ...]) -> list[str]:
    """Return all that was ordered."""
    return [order_text(order) for line in lines for order in line.orders]


@pytest.mark.parametrize(
    "text",
    [
        "hold all",
        "All hold.",
        "everything holds",
        "Hold everything!",
        "All units hold their ground",
        "Please hold all my units",
        "everyone stays put",
        "All my units should hold this turn",
    ],
)
def test_all_units_hold(text: str) -> None:
    """Alone in a mail it is an order for each unit."""
    found = read(THREE, text)
    assert orders(found) == EVERY
    assert all(line.problem is None for line in found)


@pytest.mark.parametrize(
    ("mail", "ordered"),
    [
        ("All armies hold\nF Bre - MAO", ["A MAR H", "A PAR H", "F BRE - MAO"]),
        ("F Bre - MAO\nThe rest hold", ["F BRE - MAO", "A MAR H", "A PAR H"]),
        ("F Bre - MAO\nEverything else holds.", ["F BRE - MAO", "A MAR H", "A PAR H"]),
        ("All others stand\nA Par - Bur", ["F BRE H", "A MAR H", "A PAR - BUR"]),
        ("A Par and F Bre\nboth hold", ["A PAR H", "F BRE H"]),
        ("A Par and F Bre: both hold", ["A PAR H", "F BRE H"]),
        ("A Par, A Mar and F Bre all hold", ["A PAR H", "A MAR H", "F BRE H"]),
    ],
)
def test_the_other_lines_tell_which_units(mail: str, ordered: list[str]) -> None:
    """What other lines name or leave is what such a line is about."""
    found = read(THREE, mail)
    assert orders(found) == ordered
    assert all(line.problem is None for line in found)


def test_both_are_the_two_units_of_a_player() -> None:
    """Who has two units need not name them."""
    assert orders(read(TWO, "Both hold")) == ["F BRE H", "A PAR H"]


@pytest.mark.parametrize(
    ("mail", "ordered", "asked", "says"),
    [
        ("both hold", [], [], "Which two units hold?"),
        ("A Par - Bur\nall hold", ["A PAR - BUR"], [EVERY[:2], EVERY], "Do all your units hold"),
        ("everything else holds", [], [EVERY], "Do all your units hold"),
        ("A Par - Bug\nthe rest holds", [], [EVERY], "Do all your units hold"),
    ],
)
def test_what_may_mean_two_things_is_asked(
    mail: str, ordered: list[str], asked: list[list[str]], says: str
) -> None:
    """Beside other orders, or without any, nothing is guessed."""
    found = read(THREE, mail)
    assert orders(found) == ordered
    line = found[-1]
    assert line.verdict is Verdict.AMBIGUOUS
    assert line.problem is not None
    assert line.problem.message.startswith(says)
    assert [[order_text(order) for order in one] for one in line.choices] == asked


@pytest.mark.parametrize(
    "text", ["All the best", "Hold on everyone", "everyone stays home this summer", "Stand by all"]
)
def test_talk_holds_no_units(text: str) -> None:
    """Words of talk stay talk."""
    assert all(line.verdict is Verdict.CHATTER for line in read(THREE, text))


def test_a_winter_has_nothing_to_hold() -> None:
    """Only moves are held back."""
    (line,) = read(WINTER, "All units hold")
    assert not line.orders
    assert line.problem is not None

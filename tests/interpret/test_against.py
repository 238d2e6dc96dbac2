"""Talk that denies or doubts an order in words of its writer's own: that order waits for an answer."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gm.games.diplomacy.desk.reading import canonical, context_of
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.readings import Reading

CASES = tomllib.loads((Path(__file__).parent / "against.toml").read_text(encoding="utf-8"))


def read(position: str, *talk: str) -> Reading:
    """Return what is read of the orders of a position with some lines below them."""
    world: dict[str, Any] = CASES["positions"][position]
    text = "\n".join([world["orders"], "", *talk])
    return read_orders(text.splitlines(), context_of({**world, "text": text}, load_board))


def recorded(position: str, *talk: str) -> list[str]:
    """Return the orders that are recorded."""
    return [*canonical(read(position, *talk).orders)]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("position", "line", "waits"),
    [(position, *case) for position, cases in CASES["waits"].items() for case in cases],
)
def test_what_talk_speaks_against_waits(position: str, line: str, waits: str) -> None:
    """The order it names, and no other; a YES would record it."""
    every = recorded(position)
    assert len(every) == 3
    found = read(position, line)
    held = waits.split(", ")
    assert [*canonical(found.orders)] == [order for order in every if order not in held]
    assert [[*canonical(choice)] for reading in found.lines for choice in reading.choices] == [
        held
    ]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("position", "line"),
    [(position, line) for position, lines in CASES["stands"].items() for line in lines],
)
def test_talk_that_names_no_order_costs_no_question(position: str, line: str) -> None:
    """All are recorded, and nothing is asked."""
    found = read(position, line)
    assert [*canonical(found.orders)] == recorded(position)
    assert not any(reading.choices for reading in found.lines)


STANDING = ("Build A GaS", "Build F GaW")


def read_beside(*lines: str) -> Reading:
    """Return what is read of lines of a winter in which a list of builds stands."""
    world = {key: value for key, value in CASES["positions"]["opening"].items() if key != "orders"}
    context = context_of({**world, "text": "\n".join(lines)}, load_board)
    stood = read_orders(list(STANDING), context).orders
    return read_orders(list(lines), replace(context, standing=stood))


@pytest.mark.parametrize(
    "line",
    ["Also build bridge GaW-GaC", "Build bridge GaW-GaC too", "Tóg droichead GaW-GaC freisin"],
)
def test_what_is_added_counts_on_the_list_that_stands(line: str) -> None:
    """A bridge beside a unit that the list builds is possible; by itself it would not be."""
    assert [*canonical(read_beside(line).orders)] == ["B BRIDGE GaC-GaW"]
    assert not read_beside("Build bridge GaW-GaC").orders


def test_what_is_added_and_doubted_is_chosen_with_its_list() -> None:
    """The answer replaces the list, so it holds what stood in it."""
    found = read_beside("Build bridge GaW-GaC too", "Not sure about this")
    assert not found.orders
    choices = [[*canonical(choice)] for line in found.lines for choice in line.choices]
    assert choices == [["B A GaS", "B F GaW", "B BRIDGE GaC-GaW"]]


@pytest.mark.parametrize("line", [*CASES["stands"]["winter"], *CASES["beside"]["standing"]])
def test_talk_beside_a_list_that_stands_costs_no_question(line: str) -> None:
    """It names nothing of the list, or denies nothing."""
    found = read_beside(line)
    assert not any(reading.choices or reading.reserves for reading in found.lines)

"""Talk that denies or doubts an order in words of its writer's own: that order waits for an answer."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from gm.games.diplomacy.desk.mail_in.reading import canonical, context_of
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.values import Reading
from gm.games.diplomacy.map.files.boards import load_board

CASES = tomllib.loads((Path(__file__).parent / "against.toml").read_text(encoding="utf-8"))


def read(position: str, *talk: str) -> Reading:
    """Return what is read of the orders of a position with some lines below them."""
    world: dict[str, Any] = CASES["positions"][position]
    text = "\n".join([world["orders"], "", *talk])
    return read_orders(text.splitlines(), context_of({**world, "text": text}, load_board))


def recorded(position: str, *talk: str) -> list[str]:
    """Return the orders that are recorded."""
    return [*canonical(read(position, *talk).orders)]


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


@pytest.mark.parametrize(
    ("position", "line"),
    [(position, line) for position, lines in CASES["stands"].items() for line in lines],
)
def test_talk_that_names_no_order_costs_no_question(position: str, line: str) -> None:
    """All are recorded, and nothing is asked."""
    found = read(position, line)
    assert [*canonical(found.orders)] == recorded(position)
    assert not any(reading.choices for reading in found.lines)

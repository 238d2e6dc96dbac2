"""Lifelike lines of Irish Diplomacy, good and wrong, with the reading or the complaint expected."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.choices import with_choices
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.language.walks import read_walks
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.wording.notation import order_text
from tests.interpret.irish_board import changed

FILE = Path(__file__).parent / "irish-spellings.toml"
TABLES: Mapping[str, Mapping[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
LINES = [(name, line) for name, table in TABLES.items() for line in table["lines"]]


@lru_cache(maxsize=32)
def position(table: str) -> Context:
    """Return the position of a table."""
    return changed(**{key: value for key, value in TABLES[table].items() if key != "lines"})


def read(table: str, text: str) -> tuple[LineReading, ...]:
    """Return the readings of a line, with the choices that its sender would be offered."""
    context = position(table)
    if context.power == "GM":
        return read_walks([text], context).lines
    return with_choices(read_orders([text], context, strict=True), context).lines


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("table", "line"), LINES, ids=[f"{table}-{line['text']}" for table, line in LINES]
)
def test_a_line_of_irish_diplomacy(table: str, line: dict[str, Any]) -> None:
    """Each line gives the orders it means, with what is remarked on, or the complaint that helps."""
    found = read(table, line["text"])
    orders = [order_text(order) for one in found for order in one.orders]
    remarks = [remark for one in found if one.orders for remark in one.remarks]
    problems = [one for one in found if one.problem is not None]
    assert orders == line.get("reads", []), [one.problem for one in problems]
    assert remarks == line.get("remarks", [])
    assert any(one.ahead for one in found) is line.get("ahead", False)
    assert [one.verdict for one in problems] == [Verdict[name] for name in _refused(line)]
    assert [one.problem.message for one in problems if one.problem] == _says(line)
    assert [len(one.choices) for one in problems] == [line.get("choices", 0) for _ in problems]


def _refused(line: Mapping[str, Any]) -> list[str]:
    return [line["refused"]] if "refused" in line else []


def _says(line: Mapping[str, Any]) -> list[str]:
    return [line["says"]] if "says" in line else []


@pytest.mark.parametrize("text", ["Irish Sea is nice", "A Ven - Tri", "Thanks, Maeve", ""])
def test_what_is_no_walk_is_left_to_others(text: str) -> None:
    """The GM may play a seat, and talk: only lines that name a special unit are walks."""
    assert read_walks([text], position("walks")).lines == ()


@pytest.mark.parametrize(
    ("text", "now", "later"),
    [
        ("Cancel my gifts", ("gift",), ("gift",)),
        ("No gifts please", ("gift",), ("gift",)),
        ("Cancel my promises", ("gift",), ("gift",)),
        ("Withdraw my builds", (), ("build",)),
        ("Cancel my gifts and builds", ("gift",), ("gift", "build")),
    ],
)
def test_gifts_are_taken_back_as_a_list(text: str, now: object, later: object) -> None:
    """In autumn gifts are taken back in both books, builds in the winter's alone (Irish 15)."""
    reading = read_orders([text], position("ahead"))
    assert reading.withdrawn(ahead=False) == now
    assert reading.withdrawn(ahead=True) == later


def test_in_spring_only_gifts_are_taken_back() -> None:
    """There are no builds in a spring."""
    reading = read_orders(["Cancel my gifts and builds"], position("promises"))
    assert reading.withdrawn(ahead=False) == ("gift",)
    assert reading.withdrawn(ahead=True) == ()

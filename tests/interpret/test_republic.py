"""Lifelike lines of Republic, good and wrong, with the reading or the complaint expected."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.wording.notation import order_text

TABLES = tomllib.loads((Path(__file__).parent / "republic.toml").read_text(encoding="utf-8"))
LINES = [(name, line) for name, table in TABLES.items() for line in table["lines"]]


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("table", "line"), LINES, ids=[f"{table}-{line['text']}" for table, line in LINES]
)
def test_a_line_of_republic(
    table: str, line: dict[str, Any], position: Callable[..., Context]
) -> None:
    """Each line gives the orders it means, or the complaint that helps."""
    where = TABLES[table]
    context = position(
        "republic",
        where["phase"],
        where["power"],
        where["units"],
        centres=where.get("centres"),
        bridges=tuple(where["bridges"]),
    )
    read = read_orders([line["text"]], context, strict=True).lines[0]
    said = read.problem.message if read.problem is not None else ""
    assert [order_text(order) for order in read.orders] == line.get("reads", []), said
    if "refused" in line:
        assert read.verdict is Verdict[line["refused"]], said
        assert line["says"] in said


def test_a_removal_is_remarked_on_only_if_the_mail_makes_none_due(
    position: Callable[..., Context],
) -> None:
    """Republic 6: points paid away may make a removal due that is not by itself."""
    context = position(
        "republic",
        "W1016A",
        "MUNSTER",
        {"A Ker": "MUNSTER", "A Wat": "MUNSTER"},
        centres={"CoC": "MUNSTER", "CoS": "MUNSTER"},
    )
    alone = read_orders(["Remove A Ker"], context)
    assert [line.remarks for line in alone.lines] == [
        ("By itself this has no effect: you need not remove anything.",)
    ]
    paying = read_orders(["Pay 10 to Ulster", "Remove A Ker"], context)
    assert [line.remarks for line in paying.lines] == [(), ()]
    assert len(paying.orders) == 2


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Build armies in both Dublins", ["B A DbN", "B A DbS"]),
        ("build fleets in both of the Dublins", ["B F DbN", "B F DbS"]),
        ("Build armies in both halves of Dublin", ["B A DbN", "B A DbS"]),
        ("Baue Armeen in beiden Dublins", ["B A DbN", "B A DbS"]),
    ],
)
def test_both_provinces_of_a_name_are_built_in(
    text: str, orders: list[str], position: Callable[..., Context]
) -> None:
    """Where two provinces carry a name, both of it are these two."""
    homes = dict.fromkeys(("DbN", "DbS", "KkE", "LiE"), "LEINSTER")
    context = position("republic", "W1016A", "LEINSTER", {}, centres=homes)
    read = read_orders([text], context)
    assert [order_text(order) for order in read.orders] == orders


@pytest.mark.parametrize(
    ("text", "orders"),
    [("Both Dublins hold", ["A DbN H", "F DbS H"]), ("Both Corks hold", [])],
)
def test_both_units_of_a_name_hold(
    text: str, orders: list[str], position: Callable[..., Context]
) -> None:
    """Three provinces have Cork in their names, so nobody knows which two."""
    units = dict.fromkeys(("A DbN", "F DbS", "A CoN"), "LEINSTER")
    read = read_orders([text], position("republic", "S1016M", "LEINSTER", units))
    assert [order_text(order) for order in read.orders] == orders
    assert bool(read.problems) != bool(orders)

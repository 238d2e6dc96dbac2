"""Mails that speak of orders which stand already: those in `standing.toml`, in any language."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.mails import read_orders
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import Location, ProvinceId
from gm.games.diplomacy.rules.orders import key_of
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import Dislodged
from gm.games.diplomacy.wording.notation import order_text
from tests.interpret.conftest import position

MAILS = tomllib.loads(Path(__file__).with_name("standing.toml").read_text("utf-8"))["mails"]
CASES = [pytest.param(mail, text, id=text) for mail in MAILS for text in mail["text"]]
UNITS = {"A PAR": "FRANCE", "A MAR": "FRANCE", "F BRE": "FRANCE", "A MUN": "GERMANY"}
STANDS = ["A Par - Bur", "A Mar S A Par - Bur", "F Bre - MAO"]


def written(order: Order, context: Context) -> str:
    """Return an order in short, as a record of its phase has it."""
    return order_text(order, retreat=context.kind is PhaseKind.RETREAT)


def before(mail: dict[str, Any]) -> Context:
    """Return what a mail is read against, its writer's orders of before included."""
    context = position(
        mail.get("board", "standard"),
        mail.get("phase", "S1901M"),
        mail.get("power", "FRANCE"),
        mail.get("units", UNITS),
        centres=dict.fromkeys(mail.get("centres", []), mail.get("power", "FRANCE")),
    )
    if places := mail.get("dislodged"):
        open_to = tuple(Location(ProvinceId(place)) for place in places)
        out = tuple(Dislodged(unit, None, open_to) for unit in context.state.units)
        context = replace(context, state=replace(context.state, units=(), dislodged=out))
    orders = read_orders(mail.get("stands", STANDS), context).orders
    lists = tuple(order for order in orders if " " not in key_of(order, context.kind))
    stood = tuple(
        LineReading(0, written(order, context), Verdict.ACCEPTED, (order,)) for order in orders
    )
    return replace(context, standing=lists, stood=stood)


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("mail", "text"), CASES)
def test_what_stands_is_spoken_of(mail: dict[str, Any], text: str) -> None:
    """It is asked about with what it would be and what it is; or taken, where it orders plainly."""
    context = before(mail)
    read = read_orders(text.split("\n"), context)
    assert [written(order, context) for order in read.orders] == mail.get("takes", [])
    asking = [line for line in read.lines if line.problem is not None]
    assert bool(asking) is bool({"offers", "fails"} & mail.keys())
    assert not ("fails" in mail and any(line.reserves for line in asking))
    assert not read.withdrawn(ahead=False) or "withdraws" in mail
    offered = [
        "; ".join(written(order, context) for order in choice)
        for line in asking
        for choice in line.choices
    ]
    assert offered == mail.get("offers", [])

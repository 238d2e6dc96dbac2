"""Packets in German and Irish: read as the same orders, printed in English; a denial never acts."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from gm.contract.draws import SeededDraws
from gm.contract.language import Desk
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.language import TurloughLanguage
from gm.games.turlough.language.lines import in_block, order_line, order_lines
from gm.games.turlough.rules.orders import FactionOrder
from gm.games.turlough.rules.state import Wait
from tests.games.turlough.greedy import rules_with

LINES = tomllib.loads((Path(__file__).parent / "tongues.toml").read_text("utf-8"))
READER = order_lines(load_tables())


@pytest.mark.parametrize(
    ("line", "printed"), [pair for tongue in ("de", "ga") for pair in LINES[tongue].items()]
)
def test_a_line_is_read_as_its_english_one(line: str, printed: str) -> None:
    """Verbs in two parts and at the end, changed beginnings of names; what is not sure is no order."""
    made = READER.read(line).made
    if made is None:
        assert printed == ""
        return
    assert isinstance(made, FactionOrder)
    told = order_line(in_block(made, made.faction or "CT")).removeprefix("CT: ")
    assert told == printed
    assert READER.read(told).made is not None


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "line", [line for tongue in LINES["denied"].values() for line in tongue["lines"]]
)
def test_a_denial_orders_nothing(line: str) -> None:
    """It is asked about, or stands in the receipt as not read."""
    rules = rules_with("1277")
    state = replace(rules.new_game(SeededDraws(bytes(32))).state, wait=Wait.PACKETS, war_turn=1)
    seat = SeatId("CT")
    read = TurloughLanguage().read((line,), Desk(Position(rules, state), (seat,)))
    assert not read.seats[0].given
    told = [each for each in read.seats[0].lines if each.problem is not None]
    assert told or [unread.text for unread in read.unread] == [line]

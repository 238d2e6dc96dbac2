"""Packets as people type them on telephones: what each orders, asks or is told not to have said."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from gm.contract.draws import SeededDraws
from gm.contract.language import Desk, Read
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.turlough.language.language import TurloughLanguage
from gm.games.turlough.language.lines import order_line
from gm.games.turlough.rules.events import ArmySet
from gm.games.turlough.rules.state import Army, TurloughState
from tests.games.turlough.greedy import rules_with

RULES = rules_with("1277")
QUIET = ("Thanks!", "OK", "👍", "Hallo Maeve,", "My orders are:", "R")
"""What says nothing, and is passed over."""

PACKETS = tomllib.loads((Path(__file__).parent / "packets.toml").read_text("utf-8"))["packets"]


def at_war() -> TurloughState:
    """A first war turn; Clann Turlough's army stands in Ruan."""
    draws = SeededDraws(bytes(32))
    state = RULES.resolve(RULES.new_game(draws).state, {}, draws).state
    return RULES.amend(state, [ArmySet("CT", Army("CT", "RUA", 6, 6))])


STATE = at_war()


def read(seat: str, says: str) -> Read:
    """A mail as it is read for a seat."""
    desk = Desk(Position(RULES, STATE), (SeatId(seat),))
    return TurloughLanguage().read(tuple(says.split("\n")), desk)


def told_of(found: Read) -> dict[str, Any]:
    """What a mail orders, what is asked about it, and what is told to be wrong, by line."""
    (seat,) = found.seats
    asked = {
        line.text: [[order_line(order) for order in choice] for choice in line.choices]
        for line in seat.lines
        if line.choices
    }
    wrong = [line.text for line in seat.lines if line.problem is not None and not line.choices]
    return {
        "orders": [order_line(given.order) for given in seat.given],
        "asked": asked,
        "wrong": wrong,
        "unread": [unread.text for unread in found.unread],
    }


@pytest.mark.sampled(10)
@pytest.mark.parametrize("packet", PACKETS, ids=lambda packet: packet["says"][:50])
def test_what_a_packet_comes_to(packet: dict[str, Any]) -> None:
    """As its author means it, or asked about; a denial never acts."""
    empty: dict[str, Any] = {"orders": [], "asked": {}, "wrong": [], "unread": []}
    seat, says = packet["seat"], packet["says"]
    expected = empty | {key: packet[key] for key in empty if key in packet}
    assert told_of(read(seat, says)) == expected


@pytest.mark.sampled(10)
@pytest.mark.parametrize("packet", PACKETS, ids=lambda packet: packet["says"][:50])
def test_no_line_vanishes(packet: dict[str, Any]) -> None:
    """Each is an order, a question, a complaint, a command, a message, or says nothing and is known for that."""
    found = read(packet["seat"], packet["says"])
    (seat,) = found.seats
    unread = {line.text for line in found.unread}
    for line in seat.lines:
        told = line.orders or line.choices or line.problem is not None or line.known or line.waits
        assert told or line.text.strip() in unread or line.text in QUIET, line

"""Diplomacy and what is played like it keep what every game must."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gm.bootstrap.games import games_in
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.laid import board_of
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.phases import PhaseKind
from tests.contract.checks import GameChecks, Player
from tests.properties.irish_games import orders_of

DIPLOMACY = games_in(None).family_of("standard")
POWERS = ("ULSTER", "MUNSTER", "LEINSTER", "CONNAUGHT", "BRITAIN")


def irish_orders(at: Position[Any], seat: SeatId, chance: Random) -> Sequence[Order]:
    """Return any orders at all, now and then a gift."""
    return [*orders_of(chance, board_of(at), at.state, PowerId(seat))]


def orders(at: Position[Any], seat: SeatId, chance: Random) -> Sequence[Order]:
    """Return any orders at all."""
    return [*orders_of(chance, board_of(at), at.state, PowerId(seat), gifts=False)]


def republic_orders(at: Position[Any], seat: SeatId, chance: Random) -> Sequence[Order]:
    """Return orders, and in winters payments with a reason that only two powers may read."""
    given = [*orders(at, seat, chance)]
    if at.state.phase.kind is PhaseKind.ADJUSTMENT:
        given = [order for order in given if chance.random() < 0.5]
        given += (
            pay
            for other in POWERS
            if other != seat
            for pay in (Pay(1, PowerId(other), marker(seat, other)), Receive(1, PowerId(other)))
        )
    return given


def marker(payer: str, receiver: str) -> str:
    """Return a reason for a payment that is found in no other text."""
    return f"secret {payer.lower()} {receiver.lower()} reason"


def is_theirs(seat: SeatId, text: str) -> bool:
    """Whoever pays or gets a payment knows what it is for."""
    return seat.lower() in text


class TestStandard(GameChecks):
    """Seven powers."""

    player = Player(DIPLOMACY, "standard", orders)


class TestIrish(GameChecks):
    """Draws, black holes and splits."""

    player = Player(DIPLOMACY, "irish", irish_orders, steps=6)


class TestRepublic(GameChecks):
    """Private payments."""

    player = Player(
        DIPLOMACY,
        "republic",
        republic_orders,
        {"payments": "private"},
        steps=8,
        markers=frozenset(
            marker(one, other) for one in POWERS for other in POWERS if one != other
        ),
        knows=is_theirs,
    )

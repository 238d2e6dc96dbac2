"""Irish Freedom keeps what every game must."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gm.bootstrap.games import games_in
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.irish_freedom.game import irish_freedom
from gm.games.irish_freedom.rules.orders import (
    Continue,
    Move,
    NominateGuards,
    Pass,
    Recruit,
    SetAfterTreaty,
    SetAreas,
    SetUpgrade,
    Stop,
    UnitNamed,
    Upgrade,
    UseCollins,
)
from gm.games.irish_freedom.rules.state import AfterTreaty, Preference, UpgradeChoice, Wait
from tests.contract.checks import GameChecks, Player

AREAS = tuple(irish_freedom().rules("irish-freedom", {}).tables.areas)  # type: ignore[attr-defined]


def one_order(at: Position[Any], chance: Random) -> Order:
    """An order that may be good or senseless."""
    area, unit = chance.choice(AREAS), chance.choice(at.state.units)
    named = chance.choice(
        [
            UnitNamed(id=unit.id),
            UnitNamed(new=True),
            UnitNamed(area=unit.area, type=unit.type.value, colour=unit.colour.value),
        ]
    )
    orders: list[Order] = [
        Recruit(place=area[:-1]),
        Recruit(chance.choice(["REG", "ART", "AC"]), chance.choice(["DUB3", "DUB6"])),
        Upgrade(named),
        Move(named, area),
        Move(named, area, by_sea=True, landing=chance.random() < 0.5, attached=("ART",)),
        UseCollins(area),
        NominateGuards(named),
        Pass(),
        SetUpgrade(chance.choice([*UpgradeChoice])),
        SetAreas(chance.choice([*Preference]), tuple(chance.sample(AREAS, 2))),
        SetAfterTreaty(AfterTreaty.CONTINUE),
    ]
    return chance.choice(orders)


def orders(at: Position[Any], seat: SeatId, chance: Random) -> Sequence[Order]:
    """What somebody could send."""
    if at.state.wait is Wait.TREATY:
        return chance.choice([(Continue(),), (Stop(),), ()])
    return [one_order(at, chance) for _ in range(chance.randrange(5))]


class TestIrishFreedom(GameChecks):
    """One player, whole games."""

    player = Player(irish_freedom(), "irish-freedom", orders, steps=25)


class TestIrishFreedomOtherwise(GameChecks):
    """With settings of the other kind, and every turn played by whatever comes."""

    player = Player(
        irish_freedom(),
        "irish-freedom",
        orders,
        {"events": "no", "turn": "first-mail", "cw_recruit": "GUE", "united_ireland": "yes"},
        steps=25,
    )


def test_it_is_in_the_list_of_games() -> None:
    """By the name that masters write."""
    family = games_in(None).family_of("irish-freedom")
    assert family is irish_freedom()
    assert family.variants["irish-freedom"].designer == "Dave Kershaw"

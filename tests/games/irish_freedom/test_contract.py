"""Irish Freedom keeps what every game must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from gm.bootstrap.games import games_in
from gm.contract.draws import SeededDraws
from gm.contract.events import Drawn, Ending, GameEnded
from gm.contract.facts import Part, Viewer
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.contract.told import known_step
from gm.games.irish_freedom.game import irish_freedom
from gm.games.irish_freedom.rules.events import DecksShuffled
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
from gm.games.irish_freedom.rules.state import (
    HIDDEN,
    PLAYER,
    AfterTreaty,
    Preference,
    UpgradeChoice,
    Wait,
)
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


def test_the_decks_are_hidden_until_the_game_is_over() -> None:
    """Their order stands in no view, no fact and no draw that anybody is told before the end."""
    rules = irish_freedom().rules("irish-freedom", {})
    made = rules.new_game(SeededDraws(bytes(32)))
    deck = made.state.woi_deck
    assert sorted(deck) != [*deck]
    for viewer in (Viewer(Part.PLAYER, (PLAYER,)), Viewer(Part.LIST), Viewer(Part.ARCHIVE)):
        told = known_step(rules, made.state, made, viewer)
        assert set(told.after.woi_deck) == {HIDDEN}
        assert not any(isinstance(event, DecksShuffled) for event in told.events)
        assert not any("deck" in draw.label for draw in told.draws)
        assert all(event.draw in told.draws for event in told.events if isinstance(event, Drawn))
    for _ in range(25):
        made = rules.resolve(made.state, {}, SeededDraws(bytes(32)))
    assert made.state.wait is Wait.OVER
    assert rules.view(made.state, None) == made.state


def test_a_stage_that_waits_lacks_what_is_still_to_come() -> None:
    """Actions, unless PASS ends the turn; an answer after the Treaty; nothing when all is over."""
    rules = irish_freedom().rules("irish-freedom", {})
    quick = irish_freedom().rules("irish-freedom", {"turn": "first-mail"})
    state = rules.new_game(SeededDraws(bytes(32))).state
    recruit = Recruit(place="COR")
    assert rules.lacking(state, PLAYER, {}) == ("action 1", "action 2")
    assert rules.lacking(state, PLAYER, {PLAYER: [recruit]}) == ("action 2",)
    assert rules.lacking(state, PLAYER, {PLAYER: [recruit, Pass()]}) == ()
    assert rules.lacking(state, PLAYER, {PLAYER: [recruit] * 2}) == ()
    assert quick.lacking(state, PLAYER, {PLAYER: [recruit]}) == ()
    assert quick.lacking(state, PLAYER, {}) == ("action 1", "action 2")
    treaty = replace(state, wait=Wait.TREATY)
    assert rules.lacking(treaty, PLAYER, {}) == ("answer",)
    assert rules.lacking(treaty, PLAYER, {PLAYER: [Stop()]}) == ()
    assert rules.lacking(replace(state, wait=Wait.OVER), PLAYER, {}) == ()


def test_who_ends_a_game_says_who_has_won() -> None:
    """A master may give it to the player, or to nobody."""
    rules = irish_freedom().rules("irish-freedom", {})
    state = rules.new_game(SeededDraws(bytes(32))).state
    for winners in ((PLAYER,), ()):
        ended = rules.replay(state, [GameEnded(Ending.CONCESSION, winners, "Maeve", "late")])
        assert rules.pending(ended) == ()
        assert rules.fate(ended).winners == winners

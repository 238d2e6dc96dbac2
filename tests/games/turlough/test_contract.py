"""The Triumphs of Turlough keeps what every game must."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from gm.app.codec import codec_for
from gm.bootstrap.games import games_in
from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.errors import VariantError
from gm.games.turlough.game import turlough
from gm.games.turlough.rules.orders import (
    Conduct,
    Demobilize,
    Exile,
    FactionOrder,
    Feed,
    Food,
    Invite,
    Lead,
    Mobilize,
    Move,
    MoveTo,
    OfferHostage,
    Pay,
    Raid,
    React,
    Reaction,
    Stay,
    Trigger,
)
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import HIDDEN, Wait
from tests.contract.checks import GameChecks, Player


def rules_of(**chosen: str) -> TurloughRules:
    """The rules with some settings."""
    rules = turlough().rules("turlough", chosen)
    assert isinstance(rules, TurloughRules)
    return rules


TABLES = rules_of().tables
HEXES, FACTIONS = tuple(TABLES.hexes), tuple(TABLES.factions)


def one_line(at: Position[Any], faction: str, chance: Random) -> FactionOrder:
    """A line that may be good or senseless."""
    hex_, other = chance.choice(HEXES), chance.choice(FACTIONS)
    army = at.state.army(faction)
    beside = tuple(chance.sample([*TABLES.steps[army.hex]], 1)) if army is not None else (hex_,)
    lines: list[FactionOrder] = [
        Mobilize(faction),
        Mobilize(faction, pay=Pay(coyne=2, tuarastal=1)),
        Move(faction, way=beside),
        MoveTo(faction, target=hex_),
        Invite(faction, target=other),
        OfferHostage(faction),
        Conduct(faction, avoid=True),
        Conduct(faction, target=other),
        Raid(faction),
        Demobilize(faction),
        Exile(faction),
        Stay(faction),
        React(faction, trigger=Trigger.ATTACKED, reaction=Reaction.DISENGAGE, to=(hex_,)),
        React(faction, trigger=Trigger.BATTLE, reaction=Reaction.FIGHT),
        Feed(faction, kinds=(Food.CATTLE, Food.COYNE)),
        Lead(faction, yes=True),
    ]
    return chance.choice(lines)


def orders(at: Position[Any], seat: SeatId, chance: Random) -> Sequence[Order]:
    """What somebody could send: a packet for his factions, and now and then none."""
    own = at.state.commanded_by(seat)
    if not own or chance.random() < 0.1:
        return ()
    return [one_line(at, faction, chance) for faction in own for _ in range(chance.randrange(5))]


class TestTurlough(GameChecks):
    """Five players, 1277."""

    player = Player(turlough(), "turlough", orders, steps=25)


class TestTurloughOtherwise(GameChecks):
    """Three players, a late year, other dice."""

    player = Player(
        turlough(),
        "turlough",
        orders,
        {"scenario": "1317", "players": "3", "combat_dice": "d6_plus_battles", "war_limit": "3"},
        steps=25,
    )


class TestTurloughSix(GameChecks):
    """Six players."""

    player = Player(turlough(), "turlough", orders, {"scenario": "1315", "players": "6"}, steps=20)


class TestTurloughInTurn(GameChecks):
    """One faction after the other; packets are shown when their war is over."""

    player = Player(
        turlough(),
        "turlough",
        orders,
        {"live_sequential": "yes", "packets_shown": "yes", "players": "4"},
        steps=40,
    )


def test_it_is_in_the_list_of_games() -> None:
    """By the name that masters write."""
    family = games_in(None).family_of("turlough")
    assert family is turlough()
    assert family.variants["turlough"].designer == "Vinicius Marino Carvalho"


def test_six_need_allies_to_divide() -> None:
    """In 1276 and 1284 no side has two (1)."""
    for year in ("1276", "1284"):
        with pytest.raises(VariantError, match="too few allies"):
            rules_of(scenario=year, players="6")
    seats = [seat.id for seat in rules_of(scenario="1277", players="6").seats]
    assert "CTB" in seats


@pytest.mark.parametrize("year", TABLES.scenarios)
@pytest.mark.parametrize("players", ["3", "4", "5"])
def test_every_scenario_is_played_to_its_end_by_silence(year: str, players: str) -> None:
    """Nobody sends anything: the king wins by the goal, soon (16)."""
    rules = rules_of(scenario=year, players=players)
    draws = SeededDraws(year.encode().ljust(32, b"-"))
    state = rules.new_game(draws).state
    for _ in range(8):
        if state.wait is Wait.OVER:
            break
        state = rules.resolve(state, {}, draws).state
    assert state.result is not None
    assert state.result.claimant == TABLES.scenarios[year].king


def test_packets_and_the_deck_are_sealed() -> None:
    """Neither another's lines, nor what came of them, nor the order of the deck (12)."""
    rules = rules_of()
    draws = SeededDraws(bytes(32))
    first = rules.new_game(draws).state
    line = React("CUL", trigger=Trigger.ATTACKED, reaction=Reaction.FIGHT)
    made = rules.resolve(first, {SeatId("CTA"): [line]}, draws)
    assert made.state.standing == {"CUL": (line,)}
    assert rules.view(made.state, [SeatId("CTA")]).standing == made.state.standing
    for seats in ([SeatId("CT")], None):
        seen = rules.view(made.state, seats)
        assert not seen.standing
        assert set(seen.deck) == {HIDDEN}
        assert not rules.disclosed(first, made, seats).outcomes
    assert rules.disclosed(first, made, [SeatId("CTA")]).outcomes == made.outcomes


def test_what_was_stored_plays_on_alike() -> None:
    """Tables that are stored keep no order; nothing hangs on it."""
    rules, codec = rules_of(scenario="1315"), codec_for(turlough().stored)
    chance, draws = Random(7), SeededDraws(b"7" * 32)
    state = rules.new_game(draws).state
    for _ in range(12):
        again = codec.load_state(codec.dump(state))
        at = Position(rules, state)
        drafts = {seat.id: orders(at, seat.id, chance) for seat in rules.seats}
        made = rules.resolve(state, drafts, draws)
        assert rules.resolve(again, drafts, draws) == made
        state = made.state

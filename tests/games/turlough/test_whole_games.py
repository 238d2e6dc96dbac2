"""Whole games of simple players: they end, and nothing leaves its bounds."""

from __future__ import annotations

from collections import Counter

import pytest

from gm.games.turlough.data.files import load_tables
from gm.games.turlough.records.positions import position_read, position_written
from gm.games.turlough.records.steps import reader_of
from gm.games.turlough.rules.state import (
    MOST_BATTLES,
    MOST_CATTLE,
    MOST_DEVASTATION,
    TurloughState,
    Wait,
)
from gm.games.turlough.rules.tables import CLAIMANTS
from tests.games.turlough.greedy import played, rules_with

YEARS = tuple(load_tables().scenarios)


def check_bounds(state: TurloughState, goal: int) -> None:
    """Herds, stacks, armies and lands are within what the page allows (2)."""
    assert all(0 <= standing.cattle <= MOST_CATTLE for _, standing in state.standings())
    assert all(height >= 0 for _, height in state.stacks())
    assert all(state.febas[claimant] <= goal for claimant in CLAIMANTS)
    assert all(1 <= army.battles <= MOST_BATTLES and army.provisions >= 0 for army in state.armies)
    assert len({army.faction for army in state.armies}) == len(state.armies)
    assert all(0 <= points <= MOST_DEVASTATION for points in state.devastation.values())
    assert all(state.devastation[hex_] == MOST_DEVASTATION for hex_ in state.destroyed)
    assert state.pounds >= 0


@pytest.mark.sampled(10)
@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_ends_within_its_bounds(year: str, seed: int) -> None:
    """Every position is one that a record can hold, and the facts lead to it."""
    rules, last = rules_with(year), None
    for state, made in played(seed, rules):
        check_bounds(made.state, rules.settings.febas_goal)
        assert rules.replay(state, made.events) == made.state
        written = position_written(made.state, rules.tables)
        assert position_read(written, rules.tables, reader_of()) == made.state
        last = made.state
    assert last is not None
    assert last.wait is Wait.OVER
    assert last.result is not None
    winner = last.result.claimant
    assert winner in last.result.winners
    assert last.febas[winner] > 0


@pytest.mark.parametrize("players", [3, 4, 6])
def test_other_tables(players: int) -> None:
    """Fewer or more at the table: whoever leads whom, a game ends."""
    *_, (_, made) = played(5, rules_with("1315", players))
    assert made.state.result is not None


@pytest.mark.slow
def test_both_claimants_win() -> None:
    """Over many games of all years neither is without hope."""
    won: Counter[str] = Counter()
    for seed in range(8):
        for year in YEARS:
            *_, (_, made) = played(seed, rules_with(year))
            assert made.state.result is not None
            won[made.state.result.claimant] += 1
    assert set(won) == set(CLAIMANTS)

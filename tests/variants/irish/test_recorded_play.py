"""Games played by lot, each phase written down and adjudicated again from its record alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gm.games.diplomacy.records.adjudicate import adjudicate
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.mechanics.promises import IncomePaid, PointsPart
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.variants import ruleset_for
from tests.adjudicate.comparing import boards
from tests.variants.irish.recording import play, position_of, record_of

GAMES: list[tuple[int, dict[str, str], list[str], int]] = [
    (1, {}, [], 6),
    (2, {"landlocked_twin": "stranded"}, ["PORTUGAL", "AUSTRIA"], 8),
    (3, {"ireland": "passable", "goal": "60"}, ["ICELAND", "TURKEY", "SWITZERLAND"], 8),
    (4, {"profile": "1971", "final_year": "1976"}, [], 9),
]
"""Seed, settings, countries nobody plays, and the most years."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("seed", "options", "unplayed", "years"), GAMES)
def test_a_record_leads_where_the_game_went(
    seed: int, options: dict[str, str], unplayed: list[str], years: int
) -> None:
    """The answer to one phase is the position of the next, and the game's own, to its end."""
    rules = ruleset_for("irish", boards("irish"), options)
    position: dict[str, Any] | None = None
    for number, (state, orders, made) in enumerate(play(rules, seed, years, unplayed)):
        position = position or position_of(state)
        record = {**record_of(str(number), state.phase, position, orders, made.draws)}
        record["options"] = options
        answer = adjudicate(json.loads(json.dumps(record)), boards)
        after, expected = answer["after"], position_of(made.state)
        assert {key: after.get(key, expected[key]) for key in expected} == expected
        assert after.get("winners", []) == [*made.state.winners]
        position = {**after, "closed": expected["closed"]}


@pytest.mark.parametrize(("seed", "options", "unplayed", "years"), GAMES)
def test_points_come_from_winters_only(
    seed: int, options: dict[str, str], unplayed: list[str], years: int
) -> None:
    """All that is held was paid in some winter; the facts lead from each state to the next."""
    rules = ruleset_for("irish", boards("irish"), options)
    paid = 0
    for state, _, made in play(rules, seed, years, unplayed):
        assert replay(state, made.events) == made.state
        incomes = [one.incomes for one in made.events if isinstance(one, IncomePaid)]
        assert bool(incomes) == (state.phase.kind is PhaseKind.ADJUSTMENT)
        paid += sum(sum(one.values()) for one in incomes)
        balances = made.state.part(PointsPart).balances
        assert sum(balances.values()) == paid
        assert min(balances.values(), default=0) >= 0

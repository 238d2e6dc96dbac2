"""The benchmark of Irish Diplomacy: its seasons are what it says, and its figures are worked out right.

No test here looks at how long anything took, and none needs the program gm is compared with.
"""

from random import Random

import pytest

from benchmarks.irish import Results, Times, figures, full_phases, next_board, report
from benchmarks.irish_seasons import HOLES, LEFT, SPLITS, Made, make_seasons
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board_check import check_board
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Result
from gm.games.diplomacy.rules.position import position_faults
from gm.games.diplomacy.variants import ruleset_for

RULES = ruleset_for("irish", load_board("irish"), {})
SEASONS = make_seasons(0, 3)


@pytest.mark.parametrize("made", SEASONS)
def test_seasons_are_late_and_crowded(made: Made) -> None:
    """Forty splits, six holes, pieces of all 23 powers, where pieces can stand."""
    state, orders, _ = made.read()
    board = RULES.board_in(state)
    assert check_board(board) == ()
    assert position_faults(board, state) == []
    assert (len(made.splits), len(made.holes)) == (SPLITS, HOLES)
    assert {unit.power for unit in state.units} == set(board.powers) == set(orders)
    assert len(state.units) >= 45


@pytest.mark.parametrize("made", SEASONS)
def test_seasons_are_lively_and_come_out(made: Made) -> None:
    """Every unit has an order, most are possible, and the facts lead to the next position."""
    state, orders, draws = made.read()
    played = RULES.resolve(state, orders, draws)
    assert replay(state, played.events) == played.state
    given = [one for one in played.outcomes if isinstance(one.order, UnitOrder) and one.ordered]
    assert len(given) == len(state.units)
    results = [one.result for one in given]
    assert results.count(Result.VOID) <= len(given) // 5
    assert min(results.count(Result.OK), results.count(Result.BOUNCE)) >= 5
    assert len(played.draws) >= LEFT


def test_a_season_is_the_same_each_time() -> None:
    """The seasons of a game follow from its number alone."""
    assert make_seasons(0, 2) == SEASONS[:2]
    assert make_seasons(1, 1) != SEASONS[:1]


def test_full_seasons_of_standard_diplomacy_are_full() -> None:
    """They have nearly as many units as there are centres."""
    counts = [sum(map(len, phase["units"].values())) for phase in full_phases()]
    assert len(counts) >= 20
    assert min(counts) >= 32


def test_the_next_board_is_timed_step_by_step() -> None:
    """Splitting, checking, holing and compiling are timed once for each board."""
    results = Results()
    for index, made in enumerate(SEASONS):
        next_board(results, index, made, Random(index))
    assert len(results.steps) == 5
    assert all(len(times.calls) == len(SEASONS) for times in results.steps.values())


def test_ratios_are_of_medians() -> None:
    """A season by standard seasons, a board by phases of the other program."""
    results = Results(
        Times({0: [3.0, 1.0, 2.0], 1: [6.0]}),
        Times({0: [2.0]}),
        Times({0: [0.5]}),
        {"split": Times({0: [1.0]}), "check": Times({0: [2.0]})},
    )
    told = figures(results)
    assert (told["season_ratio"], told["board_ratio"]) == (2.0, 6.0)
    assert told["season_ratio_quickest"] == 1.75
    text = report(results, SEASONS, 3)
    assert "ratio: 2.00, at most 3 is wanted" in text
    assert "ratio: 6.00, less than 10 is wanted" in text

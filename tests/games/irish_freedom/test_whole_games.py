"""Whole games by a simple player: what must always hold, and how games end."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from gm.contract.draws import SeededDraws
from gm.contract.events import Drawn
from gm.games.irish_freedom.rules.course import USUAL, Course, FreedomOptions
from gm.games.irish_freedom.rules.events import CombatRound, UnitPlaced
from gm.games.irish_freedom.rules.outcomes import LineResult
from gm.games.irish_freedom.rules.scoring import morale
from gm.games.irish_freedom.rules.state import FreedomState, Result, Wait, id_order
from gm.games.irish_freedom.rules.tables import UnitType, side_of
from tests.games.irish_freedom.greedy import played, rules_with

RULES = rules_with()

OTHERWISE = FreedomOptions(
    overwhelm=True,
    cw_upgrade=False,
    cw_recruit=UnitType.GUERRILLA,
    swap_c17_c18=True,
    churchill_any=True,
    united_ireland=True,
    loop_guard=2,
)


def valid(state: FreedomState) -> None:
    """Assert that a position can be: ids sorted, each once and given; Areas known; nobody among enemies."""
    for pieces in (state.units, state.attachments):
        ids = [id_order(piece.id) for piece in pieces]
        assert ids == sorted(set(ids))
        assert all(number < state.next_id[letter] for letter, number in ids)
        assert all(piece.area in RULES.tables.areas for piece in pieces)
    for unit in state.units:
        assert unit.id[0] == unit.colour.letter
        assert unit.colour in RULES.tables.units[unit.type].colours
    sides: dict[str, set[object]] = {}
    for unit in state.units:
        sides.setdefault(unit.area, set()).add(side_of(state.war, unit.colour))
    assert all(len(there) == 1 for there in sides.values())
    cards = [*state.woi_deck, *state.woi_discard, *state.cw_deck, *state.cw_discard]
    assert len(cards) == len(set(cards)) == 18
    assert (state.result is not None) == (state.wait is Wait.OVER)


@pytest.mark.parametrize("options", [USUAL, OTHERWISE, FreedomOptions(events=False)])
@pytest.mark.parametrize("seed", range(1, 9))
def test_what_always_holds(seed: int, options: FreedomOptions) -> None:
    """Ids are never given twice, boards are valid, draws have labels of their own and can be repeated."""
    rules, draws = rules_with(options), SeededDraws(seed.to_bytes(32, "big"))
    placed = set[str]()
    labels = [draw.label for draw in rules.new_game(draws).draws]
    for before, orders, made in played(seed, rules):
        valid(made.state)
        for event in made.events:
            if isinstance(event, UnitPlaced):
                assert event.unit.id not in placed
                placed.add(event.unit.id)
        drawn = [event.draw for event in made.events if isinstance(event, Drawn)]
        assert tuple(drawn) == made.draws
        assert all(draws.draw(draw.label, draw.candidates) == draw for draw in drawn)
        labels += [draw.label for draw in drawn]
        assert rules.replay(before, made.events) == made.state
        assert len(made.outcomes) == len(orders)
    assert len(labels) == len(set(labels))


def test_the_board_is_set_up_with_a_morale_of_ten() -> None:
    """Six Regions and four City Areas: the check of the map's reconstruction (4)."""
    state = RULES.set_up()
    valid(state)
    course = Course(RULES.tables, USUAL, SeededDraws(bytes(32)), state)
    assert morale(course).total == 10
    assert [unit.id for unit in state.units if unit.area == "KER1"] == ["G04"]


def test_the_same_dice_play_the_same_game() -> None:
    """Of one seed one course."""
    assert [made.state for *_, made in played(3)] == [made.state for *_, made in played(3)]


def near(count: int, of: int, share: float, leeway: float) -> bool:
    """Tell whether a count is what a share makes expected, within a leeway and three deviations."""
    return abs(count / of - share) <= leeway + 3 * sqrt(share * (1 - share) / of)


@pytest.mark.parametrize("games", [40, pytest.param(2000, marks=pytest.mark.slow)])
def test_how_games_end(games: int) -> None:
    """As the table of the rules has it (15).

    The simple player of the page is told in a sentence, so ours differs a little from him: some hundredths
    are allowed beside sampling, and some more in the second war, where more hangs on who attacks first.
    """
    results, treaties, rounds = Counter[Result](), Counter[int](), 0
    first_morale = list[int]()
    for seed in range(1, games + 1):
        state = RULES.set_up()
        for before, _, made in played(seed, RULES):
            assert all(told.result is LineResult.DONE for told in made.outcomes)
            state = made.state
            rounds += sum(isinstance(event, CombatRound) for event in made.events)
            if state.wait is Wait.TREATY:
                treaties[state.turn] += 1
            if before.wait is Wait.TREATY and state.wait is Wait.PLAYER:
                course = Course(RULES.tables, USUAL, SeededDraws(bytes(32)), state)
                first_morale.append(morale(course).total)
        assert state.result is not None
        results[state.result] += 1
    signed = sum(treaties.values())
    won = sum(results[result] for result in Result if result.value.startswith("cw_"))
    assert results[Result.BRITISH_VICTORY] == games - signed
    assert near(signed, games, 0.77, 0.03)
    assert near(won, signed, 0.64, 0.08)
    assert near(sum(treaties[turn] for turn in (6, 7, 8)), signed, 0.51, 0.05)
    assert near(results[Result.CW_MAJOR] + results[Result.CW_GOOD], won, 0.73, 0.07)
    assert abs(sum(first_morale) / len(first_morale) - 9.9) < 0.3 + 6 / sqrt(len(first_morale))
    assert 20 <= rounds / games <= 45
    assert set(treaties) <= {*range(2, 11)}

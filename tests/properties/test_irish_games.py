"""What holds in every game of Irish Diplomacy, whatever is ordered and whatever is drawn."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.app.codec import load_draws
from gm.contract.draws import HandDraws, ScriptedDraws
from gm.contract.events import Drawn, Event
from gm.games.diplomacy.rules.board import Entry
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart, in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart, is_irish
from gm.games.diplomacy.rules.outcomes import Result, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.position import position_faults
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.stored import dump, load_events, load_state
from tests.properties.irish_games import PRINTED, Drafts, Game

LONG = 40
"""Movement seasons."""

OPTIONS = (
    {},
    {"ireland": "passable"},
    {"landlocked_twin": "stranded", "gm_walk": "off"},
    {"profile": "1971", "goal": "9999"},
)

games = st.builds(Game, st.integers(0, 2**32), st.sampled_from(OPTIONS).map(dict))


def check_board(rules: DiplomacyRules, state: GameState) -> None:
    """Nothing stands where it cannot, and nobody owns what is no centre."""
    board = rules.board_in(state)
    assert position_faults(board, state) == []
    part = state.part(ChangesPart)
    for place in part.holes:
        assert board.province(place).entry is Entry.HOLE
    assert len(set(part.holes)) == len(part.holes)
    assert {PRINTED.provinces[whole].id for whole in board.gone} == {
        split.province for split in part.splits if split.province in PRINTED.provinces
    }


def check_specials(rules: DiplomacyRules, state: GameState) -> None:
    """Special units stand on open spaces, and no two that annihilate each other in one."""
    part, board = state.part(WanderersPart), rules.board_in(state)
    assert list(part.places) == sorted(part.places)
    if part.waiting:
        return
    for place in part.places.values():
        assert board.province(place).entry is Entry.ALL
        kinds = {is_irish(one) for one in part.standing_in(place)}
        assert len(kinds) == 1


def check_anarchy(state: GameState, made: SeasonResolution) -> None:
    """Only standing units are in anarchy; none obeyed, none retreats."""
    listed = made.state.part(AnarchyPart).units
    assert set(listed) <= set(made.state.units)
    assert not {one.unit for one in made.state.dislodged} & set(state.part(AnarchyPart).units)
    if state.phase.kind is not PhaseKind.MOVEMENT:
        return
    refs = {unit.ref for unit in in_anarchy(state)}
    for outcome in made.outcomes:
        unit = getattr(outcome.order, "unit", None)
        if outcome.ordered and unit in refs and outcome.result is not Result.VOID:
            raise AssertionError(f"{unit} obeyed in anarchy")


def check_hat(state: GameState, made: SeasonResolution) -> None:
    """Each season has one hole and one split when it is over, and six holes from 1977 on."""
    over = state.phase.kind is not PhaseKind.ADJUSTMENT and made.state.phase != state.phase
    over = over and (state.phase.year, state.phase.season) != (
        made.state.phase.year,
        made.state.phase.season,
    )
    count = 1 if over else 0
    assert sum(isinstance(event, ProvinceHoled) for event in made.events) == count
    assert sum(isinstance(event, ProvinceSplit) for event in made.events) == count
    assert len(made.state.part(ChangesPart).holes) <= 6


def labels(events: Iterable[Event]) -> list[str]:
    """Return the labels of the draws among some facts."""
    return [event.draw.label for event in events if isinstance(event, Drawn)]


@settings(max_examples=6)
@given(games)
def test_a_long_game_of_any_orders(game: Game) -> None:
    """Forty seasons keep every promise of the rules, and their facts and states survive as text."""
    seen: list[str] = []
    for state, _, made in game.phases(LONG):
        assert replay(state, made.events) == made.state
        check_board(game.rules, made.state)
        check_specials(game.rules, made.state)
        check_anarchy(state, made)
        check_hat(state, made)
        assert min(made.state.part(PointsPart).balances.values(), default=0) >= 0
        assert load_state(dump(made.state)) == made.state
        assert load_events(dump(made.events)) == made.events
        assert load_draws(dump(made.draws)) == made.draws
        seen += labels(made.events)
    assert len(seen) == len(set(seen))


@settings(max_examples=4)
@given(games)
def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    """Whoever knows the seed and the orders repeats everything, the orders in any sequence."""
    again = game.first.state
    for state, given_orders, made in game.phases(12):
        assert state == again
        backwards: Drafts = dict(reversed(given_orders.items()))
        repeated = game.rules.resolve(again, backwards, game.draws)
        assert repeated.events == made.events
        again = repeated.state


@settings(max_examples=4)
@given(games)
def test_a_game_can_be_scripted(game: Game) -> None:
    """A season whose draws are entered by hand as the seed made them is the same season."""
    for state, given_orders, made in game.phases(8):
        script = {draw.label: draw.chosen for draw in made.draws}
        entered = HandDraws(ScriptedDraws(), script)
        by_hand = game.rules.resolve(state, given_orders, entered)
        assert by_hand.state == made.state
        assert by_hand.outcomes == made.outcomes
        assert all(draw.by_hand for draw in by_hand.draws)


@settings(max_examples=4)
@given(st.integers(0, 2**32))
def test_no_landlocked_fleet(seed: int) -> None:
    """By the ruling no fleet ever stands in a half without a sea."""
    game = Game(seed, {"goal": "9999"})
    for _, _, made in game.phases(LONG):
        board = game.rules.board_in(made.state)
        for unit in made.state.units:
            inland = board.province(unit.at.province).terrain.value == "inland"
            assert not (inland and unit.kind is UnitKind.FLEET)


@pytest.mark.parametrize("seed", range(3))
def test_check_and_resolve_agree(seed: int) -> None:
    """What a receipt refuses for good is void, and what it takes is not impossible afterwards."""
    game = Game(seed)
    for state, given_orders, made in game.phases(10):
        if state.phase.kind is not PhaseKind.MOVEMENT:
            continue
        void = {
            (one.power, one.order)
            for one in made.outcomes
            if one.result is Result.VOID and one.reason and one.reason.why is Why.ANARCHY
        }
        refused = {
            (seat, check.order)
            for seat, orders in given_orders.items()
            for check in game.rules.check(state, seat, orders)
            if check.refused is not None and check.refused.why is Why.ANARCHY
        }
        assert void == refused

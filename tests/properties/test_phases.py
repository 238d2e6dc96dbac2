"""What always holds of whole phases, played by the rules as a game plays them."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import (
    Board,
    Location,
    PowerId,
    ProvinceId,
    army_moves,
    fleet_moves,
)
from gm.games.diplomacy.rules.board_check import check_board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import UnitDislodged, UnitsMoved, replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.orders import Disband, Move, Retreat, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.policies import DATC, RULES_1971, Profile
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, unit_key
from gm.games.diplomacy.variants import ruleset_for
from tests.properties.made_up import make_board
from tests.properties.strategies import STANDARD, Season, make_season
from tests.properties.test_movement import resolve as resolve_alone

SEEDS = st.integers(0, 2**40)
PROFILES = st.sampled_from([DATC, RULES_1971])
Drafts = dict[SeatId, list[Order]]


def rules_on(board: Board, profile: Profile) -> DiplomacyRules:
    """Return the standard rules on another board, under a rulebook."""
    standard = ruleset_for("standard", STANDARD, {"profile": profile.name})
    return replace(standard, board=board)


def opening(season: Season) -> tuple[GameState, Drafts]:
    """Return a season's position, and its orders by power."""
    empty = GameState(Phase.parse("S1901M"))
    orders: Drafts = {SeatId(power): [] for power in season.board.powers}
    for place, order in season.orders.items():
        orders[SeatId(season.units[place].power)].append(order)
    return empty.with_units(season.units.values()), orders


def play(season: Season, profile: Profile) -> tuple[GameState, SeasonResolution]:
    """Return a season's position and what its moves came to."""
    state, orders = opening(season)
    rules = rules_on(season.board, profile)
    return state, rules.resolve(state, orders, ScriptedDraws())


def shuffled(chance: Random, orders: Drafts) -> Drafts:
    """Return the same orders, seats and lists in another sequence."""
    seats = chance.sample(list(orders), len(orders))
    return {seat: chance.sample(orders[seat], len(orders[seat])) for seat in seats}


def steps(board: Board, unit: Unit) -> set[Location]:
    """Return where a unit could go without a convoy, going by the borders alone."""
    if unit.kind is UnitKind.FLEET:
        return set(fleet_moves(board, unit.at))
    return {Location(place) for place in army_moves(board, unit.at.province)}


def beaten_position(chance: Random, season: Season) -> GameState:
    """Return a season's units, some of them dislodged, free to go where nobody stands."""
    beaten = chance.sample(list(season.units.values()), chance.randint(1, 4))
    standing = {unit.at.province for unit in season.units.values() if unit not in beaten}
    waiting = [
        Dislodged(
            unit,
            None,
            tuple(
                sorted(
                    (to for to in steps(season.board, unit) if to.province not in standing),
                    key=str,
                )
            ),
        )
        for unit in sorted(beaten, key=unit_key)
    ]
    empty = GameState(Phase.parse("S1901R"), dislodged=tuple(waiting))
    return empty.with_units(season.units[place] for place in standing)


def retreats_for(chance: Random, state: GameState) -> Drafts:
    """Return retreats, mostly to the places that several units could go to."""
    orders: Drafts = {}
    liked: set[ProvinceId] = set()
    for one in state.dislodged:
        ref, seat = one.unit.ref, SeatId(one.unit.power)
        crowded = [place for place in one.retreats if place.province in liked]
        order: Order = Disband(ref)
        if one.retreats and chance.random() < 0.9:
            to = chance.choice(crowded or list(one.retreats))
            liked.add(to.province)
            order = Retreat(ref, to)
        if chance.random() < 0.95:
            orders.setdefault(seat, []).append(order)
    return orders


@given(seed=SEEDS)
def test_made_up_boards_are_sound(seed: int) -> None:
    """The boards of the properties have none of the faults a map could have."""
    assert check_board(make_board(Random(seed))) == ()


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=200)
def test_what_is_given_is_never_changed(seed: int, profile: Profile) -> None:
    """Resolving is pure: position and orders stay as they were, and again comes out the same."""
    season = make_season(seed)
    state, orders = opening(season)
    before = deepcopy((state, orders))
    rules = rules_on(season.board, profile)
    first = rules.resolve(state, orders, ScriptedDraws())
    told = deepcopy(first)
    rules.resolve(first.state, {}, ScriptedDraws())
    assert rules.resolve(state, orders, ScriptedDraws()) == told
    assert first == told
    assert (state, orders) == before


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=300)
def test_order_of_input_never_matters(seed: int, profile: Profile) -> None:
    """Shuffled seats and orders give the same outcomes, facts and state."""
    season = make_season(seed)
    state, orders = opening(season)
    rules = rules_on(season.board, profile)
    one, other = (
        rules.resolve(state, listed, ScriptedDraws())
        for listed in (orders, shuffled(Random(seed), orders))
    )
    assert (one.state, one.events, one.outcomes) == (other.state, other.events, other.outcomes)


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=300)
def test_one_outcome_per_order_and_one_unit_per_province(seed: int, profile: Profile) -> None:
    """Each unit has one outcome, each order is told in one; no two units share a province."""
    season = make_season(seed)
    state, resolution = play(season, profile)
    judged = [outcome.order for outcome in resolution.outcomes]
    refs = [order.unit for order in judged if isinstance(order, UnitOrder)]
    assert sorted(map(str, refs)) == sorted(str(unit) for unit in state.units)
    ordered = {
        ref.at.province for ref, one in zip(refs, resolution.outcomes, strict=True) if one.ordered
    }
    assert ordered == set(season.orders)
    standing = [unit.at.province for unit in resolution.state.units]
    assert len(standing) == len(set(standing))
    assert replay(state, resolution.events) == resolution.state


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=400)
def test_retreats_are_those_of_the_rulebook(seed: int, profile: Profile) -> None:
    """A dislodged unit may go to all places it could move to but those closed to it.

    Closed are those with a unit, those left empty by a standoff, and where its attacker came
    from, unless by sea.
    """
    season = make_season(seed)
    _, resolution = play(season, profile)
    alone = resolve_alone(season, profile)
    moved = {
        new
        for event in resolution.events
        if isinstance(event, UnitsMoved)
        for _, new in event.moves
    }
    gone = set(alone.arrivals) | set(alone.dislodged_by)
    taken = {unit.at.province for unit in moved} | (set(season.units) - gone)
    for event in resolution.events:
        if isinstance(event, UnitDislodged):
            one = event.dislodged
            closed = taken | alone.contested
            if one.attacker_from not in alone.convoyed:
                closed |= {one.attacker_from}
            open_places = {to for to in steps(season.board, one.unit) if to.province not in closed}
            assert set(one.retreats) == open_places
            assert list(one.retreats) == sorted(one.retreats, key=str)


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=600)
def test_retreats_are_made_all_at_once(seed: int, profile: Profile) -> None:
    """Units that choose one province are all disbanded, in whatever sequence they ordered."""
    season, chance = make_season(seed), Random(seed)
    state = beaten_position(chance, season)
    orders = retreats_for(chance, state)
    rules = rules_on(season.board, profile)
    done = rules.resolve(state, orders, ScriptedDraws())
    again = rules.resolve(state, shuffled(chance, orders), ScriptedDraws())
    assert (done.state, done.events, done.outcomes) == (again.state, again.events, again.outcomes)
    goals = [
        order.to.province
        for listed in orders.values()
        for order in listed
        if isinstance(order, Retreat)
    ]
    assert len(done.outcomes) == len(state.dislodged)
    for outcome in done.outcomes:
        assert outcome.result is wanted(outcome, goals)
    standing = [unit.at.province for unit in done.state.units]
    assert len(standing) == len(set(standing))
    assert len(standing) == len(state.units) + sum(goals.count(goal) == 1 for goal in goals)


def wanted(outcome: Outcome, goals: list[ProvinceId]) -> Result:
    """Return what a retreat order comes to, given where everybody retreats to."""
    if not isinstance(outcome.order, Retreat):
        return Result.DISBAND
    alone = goals.count(outcome.order.to.province) == 1
    return Result.OK if alone else Result.BOUNCE_DISBAND


@given(seed=SEEDS)
@settings(max_examples=300)
def test_a_tag_is_ignored_under_1971(seed: int) -> None:
    """With VIA on every move or on none, the 1971 rulebook gives the same (DATC 4.A.3)."""
    season = make_season(seed)
    told = []
    for tag in (True, False):
        orders = {
            place: Move(order.unit, order.to, tag) if isinstance(order, Move) else order
            for place, order in season.orders.items()
        }
        state, resolution = play(Season(season.board, season.units, orders), RULES_1971)
        words = [(one.result, one.reason, one.dislodged) for one in resolution.outcomes]
        told.append((words, resolution.state, resolution.events, state))
    assert told[0] == told[1]


@given(seed=SEEDS, profile=PROFILES)
@settings(max_examples=300)
def test_powers_are_only_names(seed: int, profile: Profile) -> None:
    """With the powers' names exchanged, the same units do the same."""
    season = make_season(seed)
    names = list(season.board.powers)[:3]
    turned: dict[PowerId, PowerId] = dict(zip(names, names[1:] + names[:1], strict=True))
    units = {
        place: Unit(turned[unit.power], unit.kind, unit.at) for place, unit in season.units.items()
    }
    one = resolve_alone(season, profile)
    other = resolve_alone(Season(season.board, units, season.orders), profile)
    assert one.dislodged_by == other.dislodged_by
    assert one.contested == other.contested
    assert {place: unit.at for place, unit in one.arrivals.items()} == {
        place: unit.at for place, unit in other.arrivals.items()
    }

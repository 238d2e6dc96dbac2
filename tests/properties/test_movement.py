"""What always holds of resolved moves, on boards of all kinds."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.rules.legality import check_movement, normalise
from gm.rules.movement import MovementResult, resolve_moves
from gm.rules.policies import DATC, RULES_1971, Profile
from gm.rules.retreats import retreat_options
from tests.properties.checker import Judge
from tests.properties.strategies import Season, seasons

PROFILES = st.sampled_from([DATC, RULES_1971])


def resolve(season: Season, profile: Profile) -> MovementResult:
    """Resolve a season as the game does: legal orders carried out, illegal ones known."""
    faults = {}
    given_ = {}
    for place, order in season.orders.items():
        unit = season.units[place]
        fault = check_movement(season.board, season.units, unit.power, order)
        given_[place] = normalise(season.board, unit, order)
        if fault is not None:
            faults[place] = fault
    return resolve_moves(season.board, season.units, given_, faults, profile)


def legal_orders(season: Season, result: MovementResult) -> Judge:
    """Return the judge of a season; it is shown the orders as carried out."""
    orders = {
        place: result.outcomes[place].order
        for place, order in season.orders.items()
        if check_movement(season.board, season.units, season.units[place].power, order) is None
    }
    return Judge(season.board, DATC, season.units, orders, result)  # type: ignore[arg-type]


@given(season=seasons(), profile=PROFILES)
@settings(max_examples=1500)
def test_resolution_is_a_fixed_point(season: Season, profile: Profile) -> None:
    """Every rule agrees with the outcome, whoever decided what first."""
    result = resolve(season, profile)
    judge = legal_orders(season, result)
    judged = Judge(judge.board, profile, judge.units, judge.orders, result)
    assert judged.complaints() == []


@given(season=seasons(), profile=PROFILES, seed=st.integers(0, 99))
def test_order_of_input_never_matters(season: Season, profile: Profile, seed: int) -> None:
    """Shuffled units and orders resolve alike."""
    places, orders = list(season.units), list(season.orders)
    shuffler = random.Random(seed)
    shuffler.shuffle(places)
    shuffler.shuffle(orders)
    shuffled = Season(
        season.board,
        {place: season.units[place] for place in places},
        {place: season.orders[place] for place in orders},
    )
    assert resolve(shuffled, profile) == resolve(season, profile)


@given(season=seasons(), profile=PROFILES)
def test_one_outcome_per_unit_and_one_unit_per_province(season: Season, profile: Profile) -> None:
    """Each unit has one outcome; after the moves no two stand in one province."""
    result = resolve(season, profile)
    assert set(result.outcomes) == set(season.units)
    standing = [
        (result.arrivals.get(place) or unit).at.province
        for place, unit in season.units.items()
        if place not in result.dislodged_by
    ]
    assert len(standing) == len(set(standing))


@given(season=seasons(), profile=PROFILES)
def test_nobody_dislodges_his_own(season: Season, profile: Profile) -> None:
    """A power never dislodges its own unit."""
    result = resolve(season, profile)
    for beaten, origin in result.dislodged_by.items():
        assert season.units[beaten].power != season.units[origin].power


@given(season=seasons())
def test_no_retreat_to_where_the_attacker_came_from(season: Season) -> None:
    """Nor to an occupied or contested province."""
    result = resolve(season, DATC)
    moved = {unit.at.province for unit in result.arrivals.values()}
    stayed = set(season.units) - set(result.arrivals) - set(result.dislodged_by)
    for beaten, origin in result.dislodged_by.items():
        barred = None if origin in result.convoyed else origin
        options = retreat_options(
            season.board, season.units[beaten], barred, moved | stayed, result.contested
        )
        places = {option.province for option in options}
        assert not places & (moved | stayed | result.contested)
        assert barred not in places

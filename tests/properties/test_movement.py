"""What always holds of resolved moves, on boards of all kinds."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.games.diplomacy.rules.legality import check_movement
from gm.games.diplomacy.rules.policies import (
    DATC,
    RULES_1971,
    AdjacentConvoy,
    ConvoyRoutes,
    Paradox,
    Profile,
    Removal,
)
from gm.games.diplomacy.rules.season.movement import MovementResult, resolve_moves
from tests.properties.checker import Judge
from tests.properties.laying_out import laid_out
from tests.properties.strategies import Season, seasons

PROFILES = st.sampled_from([DATC, RULES_1971])
RULEBOOKS = st.builds(
    Profile,
    st.just("any"),
    st.sampled_from(ConvoyRoutes),
    st.sampled_from(Paradox),
    st.sampled_from(AdjacentConvoy),
    st.just(Removal.RULES_2023),
)
"""Every choice of the policies that decide moves, each by itself."""


def resolve(season: Season, profile: Profile) -> MovementResult:
    """Resolve a season as the game does: legal orders carried out, illegal ones known."""
    return resolve_moves(laid_out(season, profile))


def judge_of(season: Season, profile: Profile, result: MovementResult) -> Judge:
    """Return the judge of a season; it is shown the orders as carried out."""
    orders = {
        place: result.outcomes[place].order
        for place, order in season.orders.items()
        if check_movement(season.board, season.units, season.units[place].power, order) is None
    }
    return Judge(season.board, profile, season.units, orders, result)  # type: ignore[arg-type]


@given(season=seasons(), profile=RULEBOOKS)
@settings(max_examples=1500)
def test_resolution_is_a_fixed_point(season: Season, profile: Profile) -> None:
    """Every rule agrees with the outcome, whoever decided what first."""
    assert judge_of(season, profile, resolve(season, profile)).complaints() == []


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
    one, other = resolve(shuffled, profile), resolve(season, profile)
    assert one.outcomes == other.outcomes
    assert one.arrivals == other.arrivals
    assert one.dislodged_by == other.dislodged_by
    assert (one.convoyed, one.contested) == (other.convoyed, other.contested)


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

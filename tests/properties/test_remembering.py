"""Nothing of a season is remembered: played after many others, it comes out as if it were the first."""

from __future__ import annotations

import copy

import pytest

from gm.games.diplomacy.rules.policies import DATC, RULES_1971, Profile
from gm.games.diplomacy.rules.season.line_up import muster_of
from gm.games.diplomacy.rules.season.movement import MovementResult, resolve_moves
from tests.properties.laying_out import laid_out
from tests.properties.strategies import Season, make_season, make_tangle


def played_first(season: Season, profile: Profile) -> MovementResult:
    """Return a season's moves where nothing at all has been looked up before."""
    muster_of.cache_clear()
    orders = copy.deepcopy(season.orders)
    units = copy.deepcopy(season.units)
    return resolve_moves(laid_out(Season(season.board, units, orders), profile))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("profile", [DATC, RULES_1971], ids=["datc", "1971"])
@pytest.mark.parametrize("make", [make_season, make_tangle])
def test_a_season_comes_out_as_if_it_were_the_first(make: object, profile: Profile) -> None:
    """With all that other seasons left behind, every outcome and its reason are the same."""
    assert callable(make)
    seasons = [make(seed) for seed in range(60)]
    for _ in range(2):
        told = [resolve_moves(laid_out(season, profile)) for season in seasons]
    for season, one in zip(seasons, told, strict=True):
        assert played_first(season, profile) == one

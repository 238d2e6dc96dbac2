"""What is plain is plain: the rules of the decisions come to the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.games.diplomacy.rules import paradoxes
from gm.games.diplomacy.rules.contests import Made, decide_plain
from gm.games.diplomacy.rules.decisions import Decisions
from gm.games.diplomacy.rules.field import Field
from gm.games.diplomacy.rules.paradoxes import settle
from gm.games.diplomacy.rules.policies import DATC, RULES_1971, Profile
from tests.properties.laying_out import laid_out
from tests.properties.strategies import Season, make_season, seasons

PROFILES = st.sampled_from([DATC, RULES_1971])


def nothing_is_plain(field: Field, moves: Made, given_: Made, ways: Made) -> None:
    """Leave every decision to the decisions."""


def decided(season: Season, profile: Profile) -> tuple[Decisions, frozenset[int]]:
    """Return a season's decisions, and the armies that failed by the paradox rule."""
    made = Decisions(laid_out(season, profile))
    return made, settle(made)


@given(season=seasons(), profile=PROFILES)
def test_what_is_plain_agrees_with_all_the_rules(season: Season, profile: Profile) -> None:
    """With nothing decided by counting, every decision and every paradox comes out the same."""
    plain, paradox = decided(season, profile)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(paradoxes, "decide_plain", nothing_is_plain)
        weighed, weighed_paradox = decided(season, profile)
    assert (plain.moves, plain.given, plain.ways) == (weighed.moves, weighed.given, weighed.ways)
    assert paradox == weighed_paradox


def test_most_seasons_have_something_plain() -> None:
    """Of made-up seasons full of trouble, most decisions are plain all the same."""
    plain = left = 0
    for seed in range(200):
        made = Decisions(laid_out(make_season(seed), DATC))
        decide_plain(made.field, made.moves, made.given, made.ways)
        open_ = sum(map(len, made.undecided()))
        field = made.field
        plain += len(field.movers) + len(field.supports) + len(field.sailing) - open_
        left += open_
    assert plain > left > 0

"""Every reason is true: its strengths, and what the units it names had ordered."""

from __future__ import annotations

from hypothesis import given, settings

from gm.games.diplomacy.rules.policies import Profile
from tests.properties.reasons import Reader
from tests.properties.strategies import Season, seasons
from tests.properties.test_movement import RULEBOOKS, judge_of, resolve


@given(season=seasons(), profile=RULEBOOKS)
@settings(max_examples=1000)
def test_every_reason_is_true(season: Season, profile: Profile) -> None:
    """What was not done has a reason, whose strengths and units are those of the season."""
    judge = judge_of(season, profile, resolve(season, profile))
    assert Reader(judge).complaints() == []

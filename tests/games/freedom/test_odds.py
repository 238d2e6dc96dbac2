"""Odds are those of the page's table, and of what lies open alone."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from gm.games.freedom.data.files import load_tables
from gm.games.freedom.rules.odds import attack_odds, help_odds, plea_odds, raid_odds, shot_odds
from gm.games.freedom.rules.setup import first_position
from gm.games.freedom.rules.tables import IMP, INS

TABLES = load_tables()
START = first_position(TABLES)


@pytest.mark.parametrize(
    ("damage", "target", "rewarded", "need", "of_64"),
    [
        (0, "3-3", False, 8, 15),
        (1, "3-3", False, 7, 28),
        (2, "3-3", False, 6, 39),
        (1, "3-3", True, 5, 48),
        (2, "3-3", True, 4, 55),
        (0, "3-4", False, 9, 0),
        (1, "3-4", False, 8, 15),
        (0, "3-4", True, 7, 28),
    ],
)
def test_imperial_attacks(damage: int, target: str, rewarded: bool, need: int, of_64: int) -> None:
    """The success table of section 5."""
    state = replace(START, wall={target: damage} if damage else {})
    odds = attack_odds(state, TABLES, IMP, "4-4", target, rewarded=rewarded)
    assert (odds.need, odds.hit) == (need, Fraction(of_64, 64))


def test_other_dice() -> None:
    """Attacks of INS, raids, shots, pleas and help."""
    assert attack_odds(START, TABLES, INS, "3-3", "4-3").hit == Fraction(3, 8)
    assert attack_odds(START, TABLES, INS, "3-3", "3-4").hit == Fraction(4, 8)
    assert raid_odds().hit == Fraction(4, 8)
    shot = shot_odds(START, TABLES, IMP, "6-4", "3-4")
    assert (shot.need, shot.hit, shot.hits) == (6, Fraction(11, 36), Fraction(1, 36))
    assert shot_odds(START, TABLES, INS, "3-6", "6-6").need == 5
    with pytest.raises(ValueError, match="does not reach"):
        shot_odds(START, TABLES, INS, "3-4", "7-4")
    assert plea_odds(START) == Fraction(35, 36)
    assert help_odds(START) == Fraction(1, 36)
    assert help_odds(replace(START, plea={IMP: 0, INS: None})) == 0

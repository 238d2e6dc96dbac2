"""How likely dice are to do what a side hopes for, from what lies open on the table (5, 7, 8)."""

from __future__ import annotations

from fractions import Fraction

from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.freedom.rules.actions import PLEA_GOAL
from gm.games.freedom.rules.cannons import need_now
from gm.games.freedom.rules.fighting import FACES, IMPERIAL_DICE, RAID_NEED, attack_need
from gm.games.freedom.rules.state import SiegeState
from gm.games.freedom.rules.tables import IMP, INS, Tables

_SHOT_FACES = 6
_SUMS = tuple(first + second for first in range(1, 7) for second in range(1, 7))
"""What two dice show together, each way to roll them once."""


@value
class DiceOdds:
    """What each of some dice must show, and how likely that is.

    Args:
        need: of each die. dice: how many. hit, hits: the chance that at least one of them hits, and that two do.
    """

    need: int
    dice: int
    hit: Fraction
    hits: Fraction = Fraction(0)


def attack_odds(
    state: SiegeState,
    tables: Tables,
    seat: SeatId,
    source: str,
    target: str,
    *,
    rewarded: bool = False,
) -> DiceOdds:
    """Return the odds of one attack (5)."""
    need = attack_need(state, tables, seat, source, target, rewarded=rewarded)
    return _odds(need, IMPERIAL_DICE if seat == IMP else 1, FACES)


def raid_odds() -> DiceOdds:
    """Return the odds of a raid (5)."""
    return _odds(RAID_NEED, 1, FACES)


def shot_odds(
    state: SiegeState, tables: Tables, seat: SeatId, cannon: str, target: str
) -> DiceOdds:
    """Return the odds of a cannon's shot; ValueError if it does not reach so far (7)."""
    return _odds(need_now(state, tables, seat, cannon, target), 2, _SHOT_FACES)


def plea_odds(state: SiegeState) -> Fraction:
    """Return how likely the Porte is to pay (5)."""
    penalty = state.plea[IMP] or 0
    return Fraction(sum(shown + penalty < PLEA_GOAL for shown in _SUMS), len(_SUMS))


def help_odds(state: SiegeState) -> Fraction:
    """Return how likely the government's help is to come at the end of the round (8)."""
    bonus = state.plea[INS]
    if bonus is None:
        return Fraction(0)
    return Fraction(sum(shown + bonus >= PLEA_GOAL for shown in _SUMS), len(_SUMS))


def _odds(need: int, dice: int, faces: int) -> DiceOdds:
    hit = Fraction(max(0, min(faces, faces + 1 - need)), faces)
    return DiceOdds(need, dice, 1 - (1 - hit) ** dice, hit**2 if dice > 1 else Fraction(0))

"""Which payments of a winter have no other half yet, for its GM."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.matching import halves
from gm.games.diplomacy.rules.orders import Pay, Receive
from gm.games.diplomacy.rules.state import GameState


def payments_waiting(
    rules: DiplomacyRules, state: GameState, lists: Mapping[SeatId, Sequence[Order]]
) -> dict[PowerId, tuple[Pay | Receive, ...]]:
    """Return what has no other half yet and could be paid if it had, by whose it is.

    Args:
        rules, state: of the game.
        lists: the orders of its winter that stand, sent in it or ahead of it.
    """
    found: dict[PowerId, tuple[Pay | Receive, ...]] = {}
    for power, known in halves(state, lists).items():
        seat = SeatId(power)
        outlook = rules.outlook(state, seat, lists[seat])
        payable = outlook.payable(known) if outlook is not None else known
        if waiting := tuple(half.order for half in payable if not half.matched):
            found[power] = waiting
    return found

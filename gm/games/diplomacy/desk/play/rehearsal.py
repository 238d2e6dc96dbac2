"""The coming season played on paper, to learn what its hat will ask for. Nothing is stored.

The rules name their draws as they make them, so that nobody else has to know which there will be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gm.app.play.chance import draws_of
from gm.app.ports import Transaction
from gm.app.table import Table
from gm.contract.draws import Draw, Draws, HandDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.play.hat import coming_season
from gm.games.diplomacy.rules.mechanics.cards import season_of
from gm.games.diplomacy.rules.phases import PhaseKind

_MOST_PHASES = 4
"""A set-up, moves and retreats, and one to spare."""


@dataclass(slots=True)
class _Noting:
    """A source of chance that notes what it is asked for."""

    source: Draws
    asked: list[Draw] = field(default_factory=list)

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        drawn = self.source.draw(label, candidates)
        self.asked.append(drawn)
        return drawn


def rehearse(
    transaction: Transaction, table: Table, entered: Mapping[str, str]
) -> tuple[Draw, ...]:
    """Return the draws of the coming season as they would be made now.

    It is played with the orders that stand, what follows the open phase without any: which draws
    there are hangs on no player's orders, only on the walks that the GM has ordered.

    Args:
        transaction: the store; table: the game.
        entered: what is entered by hand, by label.
    """
    source = _Noting(HandDraws(draws_of(transaction, table.game).source, entered))
    state, season = table.state, coming_season(table.state.phase)
    given: Mapping[SeatId, Sequence[Order]] = table.codec.drafts(
        transaction.active_orders(table.phase.id)
    )
    for _ in range(_MOST_PHASES):
        state = table.rules.resolve(state, given, source).state
        given = {}
        over = season_of(state.phase) != season or not table.rules.pending(state)
        if over and any(draw.label.startswith(f"{season} ") for draw in source.asked):
            break
        if state.phase.kind is PhaseKind.MOVEMENT and season_of(state.phase) != season:
            break
    return tuple(draw for draw in source.asked if draw.label.startswith(f"{season} "))

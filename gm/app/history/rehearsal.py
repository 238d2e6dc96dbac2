"""The coming season played on paper, to learn what its hat will ask for. Nothing is stored.

The rules name their draws as they make them, so that nobody else has to know which there will be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.app.history.chance import draws_of
from gm.app.history.draw_list import is_of_season
from gm.app.history.plain_draws import draw_words_of
from gm.app.ports import Transaction
from gm.app.table import Table
from gm.contract.draws import Draw, HandDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId

_MOST_STAGES = 4
"""A set-up, moves and retreats, and one to spare."""


def rehearse(
    transaction: Transaction, table: Table, entered: Mapping[str, str]
) -> tuple[Draw, ...]:
    """Return the draws of the coming season as they would be made now, without the sealed ones.

    It is played with the orders that stand, what follows the open phase without any: which draws
    there are hangs on no player's orders, only on what the GM has ordered.

    Args:
        transaction: the store; table: the game.
        entered: what is entered by hand, by label.
    """
    source = HandDraws(draws_of(transaction, table.game).source, entered)
    words, rules, state = draw_words_of(table.family), table.rules, table.state
    season = words.season(table.stage)
    given: Mapping[SeatId, Sequence[Order]] = table.codec.drafts(
        transaction.active_orders(table.phase.id)
    )
    asked: list[Draw] = []
    for _ in range(_MOST_STAGES if season else 1):
        made = rules.resolve(state, given, source)
        asked += (draw for draw in made.draws if is_of_season(draw.label, season))
        state, given = made.state, {}
        if words.season(rules.stage(state)) != season or not rules.pending(state):
            break
    return tuple(draw for draw in asked if not draw.sealed)

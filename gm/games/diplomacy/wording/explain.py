"""Why an order was refused or failed, in one sentence for people, or two of two lines at most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Why
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.games.diplomacy.wording.explain_season import (
    Failure,
    cause,
    dislodgement,
    fallen_to_the_same,
    fallen_words,
)
from gm.games.diplomacy.wording.reasons import REASONS
from gm.languages import gettext

TWO_LINES: Final = 144
"""No explanation is longer: two lines of a mail."""


def sentence(outcome: Outcome, board: Board, season: Sequence[Outcome] = ()) -> str:
    """Return why an order failed, and what dislodged its unit; "" where all went well.

    Args:
        outcome: what became of it.
        board: the board.
        season: the outcomes of the whole phase: only they tell who dislodged a unit whose order
            failed for another reason, and whether an army was helped that could not sail.
    """
    reason = cause(outcome, season)
    if reason is None:
        return ""
    return _written(reason, dislodgement(outcome, season), board, outcome.order)


def reason_sentence(reason: Reason, board: Board, order: Order | None = None) -> str:
    """Return a reason as one sentence. `order` is what it was given for, where that is known."""
    return _written(reason, None, board, order)


def _written(reason: Reason, fate: Reason | None, board: Board, order: Order | None) -> str:
    """Name as many units as two lines hold; the rest are counted, at last those of the fate not."""
    words = ""
    for shown_fate in (fate, _unaided(fate)) if fate is not None else (None,):
        lists = (
            reason.by,
            reason.supporters,
            shown_fate.supporters if shown_fate is not None else (),
        )
        for most in range(max(map(len, lists)), -1, -1):
            words = _words(reason, board, order, most)
            if shown_fate is not None:
                words = f"{words} {fallen_words(shown_fate, board, most, reason)}"
            if len(words) <= TWO_LINES:
                return words
    if fate is not None and fate.by == reason.by:
        # Whoever beat the order also took its unit's place: his name need not stand twice.
        words = _words(reason, board, order, 0)
        return f"{words} {fallen_to_the_same(reason, board)}"
    return words


def _unaided(fate: Reason) -> Reason:
    """Return a dislodgement without those who supported it."""
    return Reason(fate.why, by=fate.by, place=fate.place)


def _words(reason: Reason, board: Board, order: Order | None, most: int) -> str:
    if isinstance(order, Walk):
        return _of_walk(reason, board, order)
    return REASONS[reason.why].report(Failure(reason, board, order, most))


def _of_walk(reason: Reason, board: Board, order: Walk) -> str:
    """Return why the GM's order to a special unit was refused (Irish 13)."""
    who = special_words(order.special)
    match reason.why:
        case Why.NO_SUCH_UNIT:
            return gettext("{special} is not on the board.", special=who)
        case Why.WRONG_PHASE:
            return gettext("The special units still wait in their boxes.")
        case Why.DUPLICATE:
            return gettext("A later order sends {special} elsewhere.", special=who)
        case Why.NOT_ALLOWED:
            return gettext("In this game the hat alone moves the special units.")
        case _:
            return REASONS[reason.why].report(Failure(reason, board, order))

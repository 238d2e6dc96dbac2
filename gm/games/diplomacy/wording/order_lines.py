"""Orders and their outcomes as lines: in full words, in short text, with verdict and reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Location, PowerId
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.promises import is_promise
from gm.games.diplomacy.rules.orders import (
    Build,
    Disband,
    Give,
    Hold,
    Move,
    Pay,
    Receive,
    Retreat,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitRef
from gm.games.diplomacy.wording.explain import reason_sentence, sentence
from gm.games.diplomacy.wording.notation import order_text
from gm.games.diplomacy.wording.promise_words import kept_words, unmet_words
from gm.games.diplomacy.wording.words import Owners, in_words, unit_words
from gm.languages import gettext, pgettext

__all__ = [
    "OrderLine",
    "ResultLine",
    "final_place",
    "foreign_owners",
    "order_line",
    "reason_sentence",
    "result_line",
    "verdict",
]


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order that stands.

    Args:
        words: in full; short: canonical text.
        mark: "new", "changed" or "".
        was: the order it replaced, in words, or "".
        warning: why it will do nothing, or "".
        notes: what a conditional order comes to, whether a payment is matched so far.
    """

    words: str
    short: str
    mark: str = ""
    was: str = ""
    warning: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultLine:
    """An order and what became of it.

    Args:
        verdict: "bounced", "cut, dislodged", "done" or "" where nothing need be said.
        why: a sentence, or "".
        failed: something went wrong.
        parts: what a conditional order came to, each with what became of it.
    """

    words: str
    short: str
    verdict: str
    why: str
    failed: bool
    parts: tuple[ResultLine, ...] = ()


def foreign_owners(state: GameState, power: PowerId) -> Owners:
    """Return whose a supported or convoyed unit is, told only where it is not one's own."""

    def owner(ref: UnitRef) -> PowerId | None:
        unit = state.find(ref)
        return unit.power if unit is not None and unit.power != power else None

    return owner


def order_line(
    order: Order,
    board: Board,
    state: GameState,
    power: PowerId,
    notes: tuple[str, ...] = (),
    final: Location | None = None,
    **marks: str,
) -> OrderLine:
    """Return an order that stands, in words and short; `final` is as for `in_words`."""
    retreat, owners = state.phase.kind is PhaseKind.RETREAT, foreign_owners(state, power)
    words = in_words(order, board, owners=owners, retreat=retreat, final=final)
    return OrderLine(words, order_text(order, board, retreat=retreat), notes=notes, **marks)


def final_place(outcome: Outcome, state: GameState) -> Location | None:
    """Return where an order's unit stood when all was resolved, a dislodged one where it was beaten.

    None where there was no such unit, where it left the board, and for orders of no unit.
    """
    order, done = outcome.order, outcome.result is Result.OK
    match order:
        case Build(unit):
            return unit.at if done else None
        case Move(_, to) | Retreat(_, to) if done:
            return to
        case Retreat() | Disband():
            return None
        case UnitOrder():
            return order.unit.at if state.find(order.unit) is not None else None
        case _:
            return None


def result_line(
    outcome: Outcome,
    board: Board,
    state: GameState,
    season: Sequence[Outcome] = (),
    *,
    capitals: bool = False,
) -> ResultLine:
    """Return an order and what became of it.

    Args:
        outcome: what became of it.
        board: the board in force when it was given.
        state: the position it was given in.
        season: the outcomes of the whole phase, that tell who dislodged its unit.
        capitals: the place where its unit ends stands in capitals, as the zines print it.
    """
    final = final_place(outcome, state) if capitals else None
    plain = order_line(outcome.order, board, state, outcome.power, final=final)
    words = (
        plain.words if outcome.ordered else _unordered(plain.words, outcome, board, state, final)
    )
    failed = not _went_well(outcome)
    explained = failed and (outcome.ordered or outcome.dislodged)
    parts = tuple(
        result_line(part, board, state, season, capitals=capitals) for part in outcome.parts
    )
    if parts:  # they tell it all
        why = kept_words(outcome, board) if is_promise(outcome.order) else ""
        return ResultLine(words, plain.short, "", why, failed, parts)
    if outcome.result is Result.NOT_MET:
        # That a condition was not met is the verdict, and for most orders the whole reason.
        why = unmet_words(outcome, board)
        return ResultLine(words, plain.short, verdict(outcome), why, failed)
    why = sentence(outcome, board, season) if explained else ""
    return ResultLine(words, plain.short, verdict(outcome), why, failed)


def _unordered(
    words: str, outcome: Outcome, board: Board, state: GameState, final: Location | None
) -> str:
    """Return what a unit did without an order; of one in anarchy none was asked (Irish 10)."""
    order = outcome.order
    unit = state.find(order.unit) if isinstance(order, Hold) else None
    if unit is not None and unit in in_anarchy(state):
        return gettext(
            "{unit} stands in anarchy", unit=unit_words(unit, board, final=unit.at == final)
        )
    return gettext("{order} (no order received)", order=words)


def _went_well(outcome: Outcome) -> bool:
    """Tell whether what was ordered came to pass, a disband in place of a retreat included."""
    if outcome.dislodged:
        return False
    wished = outcome.ordered and isinstance(outcome.order, Disband)
    return outcome.result is Result.OK or (wished and outcome.result is Result.DISBAND)


def verdict(outcome: Outcome) -> str:
    """Return what became of an order in one or two words; "" where it went as ordered."""
    # A dislodged fleet's convoy counts as given, but nobody would call it done.
    if outcome.dislodged and outcome.result is Result.OK:
        return pgettext("result", "dislodged")
    if _went_well(outcome):
        return _done_word(outcome.order)
    word = _result_word(outcome.result, outcome.order)
    return gettext("{result}, dislodged", result=word) if outcome.dislodged else word


def _result_word(result: Result, order: Order) -> str:
    match result:
        case Result.OK:
            return _done_word(order)
        case Result.BOUNCE:
            return pgettext("result", "bounced")
        case Result.NO_CONVOY:
            return pgettext("result", "no convoy")
        case Result.CUT:
            return pgettext("result", "cut")
        case Result.VOID:
            return pgettext("result", "void")
        case Result.FAILED:
            return pgettext("result", "failed")
        case Result.DISBAND:
            return pgettext("result", "disbanded")
        case Result.BOUNCE_DISBAND:
            return pgettext("result", "bounced and disbanded")
        case Result.UNMATCHED:
            return pgettext("result", "not matched")
        case Result.NOT_MET:
            return pgettext("result", "condition not met")
        case Result.ERROR:
            return pgettext("result", "not on this board")
        case _:
            assert_never(result)


def _done_word(order: Order) -> str:
    match order:
        case Hold():
            return ""
        case Pay() | Give():
            return pgettext("result", "paid")
        case Receive():
            return pgettext("result", "received")
        case _:
            return pgettext("result", "done")

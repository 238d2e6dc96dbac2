"""Adjudicates recorded phases: a position and orders in, results and the position after out.

No database, no mail: for what-if work, and for checking against other programs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from gm.app.phase_read import Record, order_texts, read_options, read_orders, read_position
from gm.app.phase_write import (
    by_order,
    by_unit,
    of_this_phase,
    position_after,
    reasons,
    results_by_order,
    results_by_unit,
)
from gm.app.ports import Boards
from gm.errors import UnreadableInput
from gm.interpret.canonical_names import power
from gm.rules.board import Board
from gm.rules.diplomacy import DiplomacyRules
from gm.rules.draws import ScriptedDraws
from gm.rules.mechanics.bridges import BridgePart
from gm.rules.mechanics.supply_points import PointAdjustments
from gm.rules.phases import PhaseKind
from gm.rules.ruleset import SeatId
from gm.variants import VARIANTS, ruleset_for


def adjudicate(record: Record, boards: Boards, *, explain: bool = False) -> dict[str, Any]:
    """Return the `id`, `results` and position `after` of one recorded phase.

    Args:
        record: the phase, as JSON reads it.
        boards: where boards come from.
        explain: add `why`, a sentence on each order that failed.

    Raises:
        InputError: the record is not of the schema, or an order in it is unreadable.
        DataError: nobody knows its variant or one of its options.
    """
    rules = _rules(record, boards)
    board = rules.board
    before = read_position(record, board)
    drafts = {SeatId(who): orders for who, orders in read_orders(record, board).items()}
    made = rules.resolve(before, drafts, ScriptedDraws())
    answer: dict[str, Any] = {"id": record.get("id")}
    why: dict[str, Any] = {}
    if _lists_by_order(rules, before.phase.kind):
        texts = order_texts(record)
        told = by_order(texts, {who: power(board, who) for who in texts}, made.outcomes)
        answer["results"] = results_by_order(told)
        if explain:
            why = {who: words for who, own in told.items() if (words := reasons(own, board))}
    else:
        named = by_unit(before, made.outcomes)
        answer["results"] = results_by_unit(named)
        if explain:
            why = {**reasons(named, board)}
    bridges = any(mechanism.part is BridgePart for mechanism in rules.mechanisms)
    answer["after"] = position_after(before, of_this_phase(made.events), bridges=bridges)
    return {**answer, "why": why} if explain else answer


def _rules(record: Record, boards: Boards) -> DiplomacyRules:
    variant = record.get("variant", "standard")
    if not isinstance(variant, str) or variant not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise UnreadableInput(
            f"There are no rules for variant {variant!r} yet; known are {known}."
        )
    board = boards(VARIANTS[variant].board_id)
    return _rules_of(variant, board, tuple(sorted(read_options(record).items())))


@lru_cache(maxsize=32)
def _rules_of(variant: str, board: Board, options: tuple[tuple[str, str], ...]) -> DiplomacyRules:
    return ruleset_for(variant, board, dict(options))


def _lists_by_order(rules: DiplomacyRules, kind: PhaseKind) -> bool:
    """Tell whether results are listed by power and order: where winter knows more than units."""
    return kind is PhaseKind.ADJUSTMENT and isinstance(rules.adjustments, PointAdjustments)

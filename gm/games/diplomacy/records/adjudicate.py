"""Adjudicates recorded phases: a position and orders in, results and the position after out.

No database, no mail: for what-if work, and for checking against other programs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, cast

from gm.contract.draws import ScriptedDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.errors import UnreadableInput
from gm.games.diplomacy.language.grammar.canonical import power
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.records.changing_phase import AskedOfChanging
from gm.games.diplomacy.records.phase_read import (
    Record,
    order_texts,
    read_options,
    read_orders,
    read_position,
)
from gm.games.diplomacy.records.phase_write import (
    by_order,
    by_unit,
    position_after,
    reasons,
    results_by_order,
)
from gm.games.diplomacy.records.result_words import results_by_unit
from gm.games.diplomacy.rules.board import Board, Boards
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.rules.winter.supply_points import PointAdjustments
from gm.games.diplomacy.variants import VARIANTS, ruleset_for


class AskedPhase(Protocol):
    """A recorded phase that has been read and is still to be played."""

    def play(self) -> SeasonResolution:
        """Play it; InputError if what it tells of the game cannot have been."""
        ...

    def answer(self, made: SeasonResolution, *, explain: bool) -> dict[str, Any]:
        """Return the answer, as `adjudicate` does.

        Args:
            made: what `play` returned.
            explain: as in `adjudicate`.
        """
        ...


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
    asked = ask(record, boards)
    return asked.answer(asked.play(), explain=explain)


def ask(record: Record, boards: Boards) -> AskedPhase:
    """Read a recorded phase, the first of the three steps of `adjudicate`.

    Raises:
        InputError, DataError: as `adjudicate`.
    """
    game = _game(record, boards)
    if game.changing:
        return AskedOfChanging(record, game.rules)
    before = read_position(record, game.rules.board)
    drafts = cast("Mapping[SeatId, Sequence[Order]]", read_orders(record, game.rules.board))
    return _AskedOfFixed(record, game, before, drafts)


class PhaseRecords:
    """Keeps the contract's `Records`, on the boards that come with gm."""

    def ask(self, record: Record) -> AskedPhase:
        """Read a recorded phase; InputError or DataError, as `adjudicate` raises them."""
        return ask(record, _boards)


_boards = lru_cache(maxsize=16)(load_board)


@dataclass(frozen=True, slots=True)
class _Game:
    """The rules of a record, and what they say of its answer.

    Args:
        rules: the rules.
        bridges: the answer lists bridges.
        winter_by_order: a winter's results are listed by power and order: it knows more than units.
        changing: its board changes in play.
    """

    rules: DiplomacyRules
    bridges: bool
    winter_by_order: bool
    changing: bool


@value
class _AskedOfFixed:
    """A phase on a board that does not change in play."""

    record: Record
    game: _Game
    before: GameState
    drafts: Mapping[SeatId, Sequence[Order]]

    def play(self) -> SeasonResolution:
        """Play it."""
        return self.game.rules.resolve(self.before, self.drafts, ScriptedDraws())

    def answer(self, made: SeasonResolution, *, explain: bool) -> dict[str, Any]:
        """Return what became of each unit's order, and in a winter of accounts of each order."""
        game, before, record = self.game, self.before, self.record
        board = game.rules.board
        in_force = game.rules.board_in(before) if explain else board
        answer: dict[str, Any] = {"id": record.get("id")}
        why: dict[str, Any] = {}
        if game.winter_by_order and before.phase.kind is PhaseKind.ADJUSTMENT:
            lists = order_texts(record)
            named = by_order(lists, {who: power(board, who) for who in lists}, made.outcomes)
            answer["results"] = results_by_order(named)
            if explain:
                why = {
                    who: words
                    for who, pairs in named.items()
                    if (words := reasons(pairs, in_force))
                }
        else:
            texts, outcomes = by_unit(before, made.outcomes)
            answer["results"] = results_by_unit(texts, outcomes)
            if explain:
                why = {**reasons([*zip(texts, outcomes, strict=True)], in_force)}
        answer["after"] = position_after(before, made, bridges=game.bridges)
        return {**answer, "why": why} if explain else answer


def _game(record: Record, boards: Boards) -> _Game:
    variant = record.get("variant", "standard")
    if not isinstance(variant, str) or variant not in VARIANTS:
        known = ", ".join(sorted(VARIANTS))
        raise UnreadableInput(
            f"There are no rules for variant {variant!r} yet; known are {known}."
        )
    board = boards(VARIANTS[variant].board_id)
    if "options" not in record and "goal" not in record:
        return _game_of(variant, board, ())
    has_goal = any(option.name == "goal" for option in VARIANTS[variant].options)
    options = read_options(record, goal=has_goal)
    return _game_of(variant, board, tuple(sorted(options.items())))


@lru_cache(maxsize=32)
def _game_of(variant: str, board: Board, options: tuple[tuple[str, str], ...]) -> _Game:
    rules = ruleset_for(variant, board, dict(options))
    return _Game(
        rules,
        bridges=any(mechanism.part is BridgePart for mechanism in rules.mechanisms),
        winter_by_order=isinstance(rules.adjustments, PointAdjustments),
        changing=any(mechanism.part is ChangesPart for mechanism in rules.mechanisms),
    )

"""Adjudicates a recorded phase of a game whose board changes in play, and writes the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gm.contract.events import Event
from gm.games.diplomacy.records.phase_write import (
    Told,
    facts_of_phase,
    gathered,
    of_kind,
    position_told,
    reasons,
)
from gm.games.diplomacy.records.record_draws import RecordedDraws
from gm.games.diplomacy.records.record_orders import Given, drafts_of, read_given
from gm.games.diplomacy.records.record_parts import read_whole_position
from gm.games.diplomacy.records.record_values import Record
from gm.games.diplomacy.records.result_words import word
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit

_ERROR = Result.ERROR.value
_BY_UNIT = frozenset({PhaseKind.MOVEMENT, PhaseKind.RETREAT})


class AskedOfChanging:
    """A recorded phase on a board that changes in play, read and still to be played.

    Args:
        record: the phase, as JSON reads it.
        rules: of its game.

    Raises:
        InputError: the record is not of the schema, or an order in it is unreadable.
    """

    def __init__(self, record: Record, rules: DiplomacyRules) -> None:
        self.record = record
        self.rules = rules
        self.before = read_whole_position(record, rules)
        self.given = read_given(record, rules, self.before)
        self.draws = RecordedDraws(record)

    def play(self) -> SeasonResolution:
        """Play it; UnreadableInput if the record tells of walks that are not due."""
        made = self.rules.resolve(self.before, drafts_of(self.given), self.draws)
        self.draws.check_walks()
        return made

    def answer(self, made: SeasonResolution, *, explain: bool) -> dict[str, Any]:
        """Return the results and the position after it, as `adjudicate` does."""
        told = _Told(self.before, self.given, made.outcomes, self.rules.board_in(self.before))
        answer: dict[str, Any] = {"id": self.record.get("id"), "results": told.results()}
        events, after = facts_of_phase(self.before, made)
        answer["after"] = _after(self.before, events, after)
        return {**answer, "why": told.why()} if explain else answer


class _Told:
    """What became of every order, by unit or by power and text."""

    def __init__(
        self,
        before: GameState,
        given: Sequence[Given],
        outcomes: Sequence[Outcome],
        board: Board,
    ) -> None:
        self.board = board
        self.units: list[Told] = []
        self.lists: dict[str, list[tuple[Given, Outcome | None]]] = {}
        left = [result for result in outcomes if result.ordered]
        by_unit = before.phase.kind in _BY_UNIT
        if by_unit:
            self.units = [*_by_unit(before, outcomes)]
        self.stopped = {**_last_words(given)} if by_unit else {}
        for entry in given:
            if by_unit and isinstance(entry.order, UnitOrder) and not entry.by_text:
                continue
            outcome = None if entry.error else _taken(left, entry)
            self.lists.setdefault(entry.who, []).append((entry, outcome))

    def results(self) -> dict[str, Any]:
        """Return the result words: of units by themselves, of other orders by power and text."""
        words: dict[str, Any] = {}
        for text, outcome in self.units:
            if words.get(text) != Result.OK.value:
                words[text] = word(outcome)
        for text in self.stopped:
            if text in words:
                words[text] = _ERROR + "+dislodged" * words[text].endswith("+dislodged")
        for who, own in self.lists.items():
            words[who] = gathered(
                (one.text, _ERROR if outcome is None else word(outcome)) for one, outcome in own
            )
        return words

    def why(self) -> dict[str, Any]:
        """Return a sentence on every order that failed."""
        words: dict[str, Any] = {**reasons(self.units, self.board)}
        words |= {text: one.error for text, one in self.stopped.items()}
        for who, own in self.lists.items():
            told = [(one.text, outcome) for one, outcome in own if outcome is not None]
            errors = {one.text: one.error for one, _ in own if one.error}
            if sentences := {**reasons(told, self.board), **errors}:
                words[who] = sentences
        return words


def _by_unit(before: GameState, outcomes: Iterable[Outcome]) -> Iterable[Told]:
    """Name each outcome of a unit's order by the unit as it stood before."""
    standing = {unit.at.province: unit for unit in before.units}
    if before.phase.kind is PhaseKind.RETREAT:
        standing = {dislodged.unit.at.province: dislodged.unit for dislodged in before.dislodged}
    for outcome in outcomes:
        if isinstance(outcome.order, UnitOrder):
            ref = outcome.order.unit
            unit = standing.get(ref.at.province)
            yield str(unit if unit is not None and unit.kind is ref.kind else ref), outcome


def _last_words(given: Sequence[Given]) -> dict[str, Given]:
    """Return the units whose last order is an error, by their texts."""
    last: dict[tuple[str, str], Given] = {}
    for entry in given:
        if isinstance(entry.order, UnitOrder):
            last[entry.giver, entry.order.unit.at.province] = entry
    return {str(order.stands): order for order in last.values() if order.stands is not None}


def _taken(left: list[Outcome], one: Given) -> Outcome:
    """Take the outcome of an order out of those left."""
    for index, outcome in enumerate(left):
        if outcome.power == one.giver and outcome.order == one.order:
            return left.pop(index)
    raise AssertionError(f"{one.text} has no outcome")  # every order has one


def _after(before: GameState, events: Sequence[Event], state: GameState) -> dict[str, Any]:
    kind = before.phase.kind
    after = position_told(events, state, contested=kind is PhaseKind.MOVEMENT)
    changes, points = state.part(ChangesPart), state.part(PointsPart)
    after |= {
        "opened": sorted(set(changes.opened)),
        "holes": [*changes.holes],
        "splits": [
            {"province": split.province, "line": [*split.line], "halves": [*split.halves]}
            for split in changes.splits
        ],
        "specials": dict(sorted(state.part(WanderersPart).places.items())),
        "anarchy": sorted(map(_text, in_anarchy(state))),
        "points": {who: held for who, held in sorted(points.balances.items()) if held},
    }
    if kind is PhaseKind.ADJUSTMENT:
        after["winners"] = [who for event in of_kind(events, GameWon) for who in event.winners]
    return after


def _text(unit: Unit) -> str:
    return str(unit)

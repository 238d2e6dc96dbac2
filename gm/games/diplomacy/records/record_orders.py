"""Reads the orders of a recorded phase that may use names gone since a split (Irish 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import UnreadableInput
from gm.games.diplomacy.language.canonical import read_canonical
from gm.games.diplomacy.language.canonical_names import power
from gm.games.diplomacy.language.gone_names import names_gone, only_legal, present
from gm.games.diplomacy.records.phase_read import order_texts
from gm.games.diplomacy.records.record_values import Record
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart, in_anarchy
from gm.games.diplomacy.rules.mechanics.walks import GM
from gm.games.diplomacy.rules.orders import Disband, Hold, UnitOrder
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitRef
from gm.languages import listed


@dataclass(frozen=True, slots=True)
class Given:
    """One order of a record.

    Args:
        who: its giver as the record writes it; giver: as the rules do, GM among them.
        text: as it was written.
        order: what the rules are to carry out; None where nothing is.
        stands: the unit it would be for, where its names single out no half: it stands, and the
            order is an error.
        error: a sentence: no half makes it legal, or several do; "" where all is plain.
        by_text: it names its own unit so that no single unit may be meant.
    """

    who: str
    giver: PowerId
    text: str
    order: Order | None
    stands: UnitRef | None = None
    error: str = ""
    by_text: bool = False


def read_given(record: Record, rules: DiplomacyRules, state: GameState) -> tuple[Given, ...]:
    """Return the orders of a record in their sequence, gone names understood where they can be.

    Raises:
        UnreadableOrder: one of them is no canonical order on the board in force.
        UnreadableInput: a power is listed twice, in different letters.
    """
    board = rules.board_in(state)
    if in_anarchy(state):
        # What the board allows singles out a half; that a unit does not obey comes after.
        state = state.with_part(AnarchyPart())
    found: list[Given] = []
    givers: set[PowerId] = set()
    for who, texts in order_texts(record).items():
        giver = GM if who.upper() == GM else power(board, who)
        if giver in givers:
            raise UnreadableInput(f"{who!r} has two lists of orders.", piece=who)
        givers.add(giver)
        found += _Reader(rules, state, board, who, giver).read(texts)
    return tuple(found)


def drafts_of(given: Sequence[Given]) -> dict[SeatId, tuple[Order, ...]]:
    """Return what the rules are to carry out, by seat."""
    lists: dict[SeatId, list[Order]] = {}
    for entry in given:
        own = lists.setdefault(SeatId(entry.giver), [])
        if entry.order is not None:
            own.append(entry.order)
    return {seat: tuple(own) for seat, own in lists.items()}


@dataclass(frozen=True, slots=True)
class _Reader:
    rules: DiplomacyRules
    state: GameState
    board: Board
    who: str
    giver: PowerId

    def read(self, texts: Sequence[str]) -> Iterator[Given]:
        taken: list[Order] = []
        for text in texts:
            written = read_canonical(text, self.board, self.state.phase.kind, self.giver)
            given = self._understood(text, written, taken)
            if given.order is not None:
                taken.append(given.order)
            yield given

    def _understood(self, text: str, written: Order, taken: Sequence[Order]) -> Given:
        """Put the halves in place of gone names, if only one of them makes the order legal."""
        if self.board.gone.keys().isdisjoint(text.upper().replace("/", " ").split()):
            return Given(self.who, self.giver, text, written)
        ways = present(written, self.board)
        if len(ways) == 1 and ways[0] == written:
            return Given(self.who, self.giver, text, written)
        meant = only_legal(written, self.board, lambda order: self._is_possible(order, taken))
        if meant is not None:
            return Given(self.who, self.giver, text, meant)
        unit = self._only_unit(ways)
        return Given(
            self.who,
            self.giver,
            text,
            self._standing(unit) if unit is not None else None,
            stands=unit,
            error=self._what_is_wrong(written, ways, taken),
            by_text=unit is None or self._is_gone(written),
        )

    def _is_gone(self, written: Order) -> bool:
        return isinstance(written, UnitOrder) and written.unit.at.province in self.board.gone

    def _what_is_wrong(self, written: Order, ways: Sequence[Order], taken: Sequence[Order]) -> str:
        named = dict.fromkeys(names_gone(written, self.board))
        split = "; ".join(
            f"{province} is split into {listed(self.board.gone[province])}" for province in named
        )
        possible = any(self._is_possible(order, taken) for order in ways)
        which = "more than one of them" if possible else "none of them"
        return f"{split}: the order is possible with {which}."

    def _is_possible(self, order: Order, taken: Sequence[Order]) -> bool:
        """Tell whether the rules allow an order; in winter after those that came before it."""
        winter = self.state.phase.kind is PhaseKind.ADJUSTMENT
        orders = (*taken, order) if winter else (order,)
        return self.rules.check(self.state, SeatId(self.giver), orders)[-1].refused is None

    def _only_unit(self, ways: Sequence[Order]) -> UnitRef | None:
        """Return the one unit of the giver that an order could be for, if there is one."""
        if self.state.phase.kind not in _OF_UNITS:
            return None
        own = [unit for unit in self.state.units if unit.power == self.giver]
        own += [
            dislodged.unit
            for dislodged in self.state.dislodged
            if dislodged.unit.power == self.giver
        ]
        named = {
            (unit.kind, unit.at.province): unit.ref
            for way in ways
            if isinstance(way, UnitOrder)
            for unit in own
            if (unit.kind, unit.at.province) == (way.unit.kind, way.unit.at.province)
        }
        return next(iter(named.values())) if len(named) == 1 else None

    def _standing(self, unit: UnitRef) -> Order:
        """Return what takes the place of an order that is an error: the unit stands, or is lost."""
        retreats = self.state.phase.kind is PhaseKind.RETREAT
        return Disband(unit) if retreats else Hold(unit)


_OF_UNITS = frozenset({PhaseKind.MOVEMENT, PhaseKind.RETREAT})

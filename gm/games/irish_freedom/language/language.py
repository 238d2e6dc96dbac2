"""The order language as the shell knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.language import Desk, Given, Read, SeatRead
from gm.contract.orders import Order
from gm.contract.rules import Check, Position, Rules
from gm.contract.seats import SeatId
from gm.errors import UnknownName
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.language.lines import order_line, order_lines, place_names
from gm.games.irish_freedom.refusals import no_orders_named, refusal_sentence
from gm.games.irish_freedom.rules.orders import Action, Recruit, UseCollins
from gm.games.irish_freedom.rules.outcomes import FreedomFault
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import FreedomState
from gm.games.irish_freedom.rules.tables import RuleTables
from gm.interpret.keyword_mails import KeywordMails
from gm.interpret.name_index import name_index
from gm.report.wording.complaint_words import complaint_sentence

_KEYS = {
    "turn": "turn",
    "orders": "turn",
    "actions": "turn",
    "answer": "the answer",
    "set upgrade": "set upgrade",
    "set after treaty": "set after treaty",
    "set tombarry": "set fc_target",
    "set artillery": "set art_target",
    "set treaty artillery": "set treaty_art",
    "set treaty car": "set treaty_car",
}
"""What orders are called, with what they are filed under."""


class FreedomLanguage:
    """Keeps the contract's `Language`."""

    def text(self, order: Order, at: Position[FreedomState]) -> str:
        """Return an order in its short form: `MOVE COR3 GUE -> COR5`."""
        del at
        return order_line(order)

    def words(self, order: Order, at: Position[FreedomState], stage: str = "") -> str:
        """Return an order in full words: its line, with the names of the places in it."""
        del stage
        tables, line = _tables(at.rules), order_line(order)
        named = [
            area.id for area in tables.areas.values() if area.id in line.replace(",", " ").split()
        ]
        names = [f"{id_} {tables.areas[id_].name}" for id_ in named]
        if isinstance(order, Recruit) and order.place in tables.region:
            names = [tables.region[order.place].name]
        return f"{line} ({', '.join(names)})" if names else line

    def read(self, lines: tuple[str, ...], desk: Desk[FreedomState]) -> Read:
        """Read the lines of a mail."""
        return _mails(_tables(desk.at.rules)).read(lines, desk)

    def again(self, given: Sequence[Given], desk: Desk[FreedomState]) -> SeatRead:
        """Judge what was sent ahead or left over."""
        return _mails(_tables(desk.at.rules)).again(given, desk)

    def key_named(self, text: str, at: Position[FreedomState]) -> str:
        """Return what the orders are filed under that somebody means: the turn, the answer, a setting."""
        del at
        words = " ".join(text.casefold().removeprefix("my ").removeprefix("the ").split())
        if words not in _KEYS:
            raise UnknownName(no_orders_named(text))
        return _KEYS[words]

    def named_in(
        self, line: str, choices: Sequence[Sequence[Order]], at: Position[FreedomState]
    ) -> tuple[int, ...]:
        """Return which of some choices hold an Area that a line names, and nothing else."""
        meant = place_names(_tables(at.rules))["AREA"].meant(line)
        if len(meant) != 1:
            return ()
        return tuple(
            number
            for number, choice in enumerate(choices)
            if any(meant[0] in _areas_of(order) for order in choice)
        )

    def seat(self, text: str, rules: Rules[FreedomState, Any]) -> SeatId | None:
        """Return which seat somebody means: the one there is."""
        names = name_index({seat.id: (seat.name,) for seat in rules.seats})
        meant = names.meant(text)
        return SeatId(meant[0]) if len(meant) == 1 else None


def _areas_of(order: Order) -> tuple[str, ...]:
    """Return the Areas that an order's line names."""
    if not isinstance(order, Action | UseCollins):
        return ()
    return tuple(order_line(order).split())


def _tables(rules: Rules[FreedomState, Any]) -> RuleTables:
    return rules.tables if isinstance(rules, FreedomRules) else load_tables()


def _mails(tables: RuleTables) -> KeywordMails:
    """Return how mails about an island are read; each line is judged behind those above it (8)."""
    names = place_names(tables)
    return KeywordMails(
        order_lines(tables),
        _refusal,
        complaint_sentence,
        speaks=lambda line: any(names["AREA"].meant(word) for word in line.split()),
        in_turn=True,
    )


def _refusal(check: Check[Any]) -> str:
    refused = check.refused
    return refusal_sentence(refused.reason) if isinstance(refused, FreedomFault) else ""

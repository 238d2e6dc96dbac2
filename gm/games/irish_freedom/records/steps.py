"""Recorded steps: a position in which the game waits, lines and chance in; the position after, and results, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gm.contract.orders import Order
from gm.contract.records import Record
from gm.contract.rules import Resolution
from gm.errors import UnreadableInput
from gm.games.irish_freedom.data.files import load_tables
from gm.games.irish_freedom.language.canonical import CanonicalLines, canonical_lines, spoken
from gm.games.irish_freedom.records.positions import (
    position_read,
    position_written,
)
from gm.games.irish_freedom.refusals import refusal_sentence
from gm.games.irish_freedom.rules.course import FreedomOptions
from gm.games.irish_freedom.rules.outcomes import FreedomOutcome, Reason
from gm.games.irish_freedom.rules.rules import FreedomRules
from gm.games.irish_freedom.rules.state import PLAYER, FreedomState, Wait
from gm.games.irish_freedom.rules.tables import UnitType
from gm.interpret.recorded import NumberedDraws, draws_of, lines_of, number_of

RECORDED_AS: Final = "irish_freedom"
"""The variant of its records."""

_KEYS: Final = ("id", "variant", "options", "state", "orders", "draws")
_SWITCHES: Final = (
    "overwhelm",
    "cw_upgrade",
    "events",
    "swap_c17_c18",
    "churchill_any",
    "united_ireland",
)
_RECRUITS: Final = ("REG", "GUE")
_MOST_ROUNDS: Final = 10_000
_MOST_LINES: Final = 10_000


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step that was played: what the rules made of it, and how many draws it took."""

    made: Resolution[FreedomState, FreedomOutcome]
    used: int


@dataclass(frozen=True, slots=True)
class AskedTurn:
    """A recorded step that has been read and is still to be played.

    Args:
        id: of the record. rules: by which it is played. before: the position.
        lines: what each line orders, or why it orders nothing, by its number from 1.
        numbers: the chance it has decided.
    """

    id: object
    rules: FreedomRules
    before: FreedomState
    lines: Mapping[int, Order | Reason]
    numbers: tuple[int, ...]

    def play(self) -> PlayedStep:
        """Play it; UnreadableInput if a draw is missing or impossible."""
        orders = [order for order in self.lines.values() if isinstance(order, Order)]
        draws = NumberedDraws(self.numbers)
        return PlayedStep(self.rules.resolve(self.before, {PLAYER: orders}, draws), draws.used)

    def answer(self, made: PlayedStep, *, explain: bool) -> dict[str, Any]:
        """Return the position after, how many draws were used, and what became of each line."""
        outcomes = iter(made.made.outcomes)
        results = [
            self._unread(number, line)
            if isinstance(line, Reason)
            else _result(number, next(outcomes))
            for number, line in self.lines.items()
        ]
        answer: dict[str, Any] = {
            "id": self.id,
            "after": position_written(made.made.state),
            "draws_used": made.used,
            "results": results,
        }
        if explain:
            answer["why"] = {
                str(each["line"]): refusal_sentence(Reason(each["reason"]))
                for each in results
                if each["reason"]
            }
        return answer

    def _unread(self, number: int, reason: Reason) -> dict[str, Any]:
        """Return the result of a line that cannot be read; when all is over none is heard at all (8)."""
        over = self.before.wait is Wait.OVER
        refusal = Reason.GAME_OVER if over else reason
        return _line_result(number, "refused", refusal.value)


class FreedomRecords:
    """Keeps the contract's `Records`, with the data that come with gm."""

    def ask(self, record: Record) -> AskedTurn:
        """Read a recorded step; UnreadableInput if it is not of the form."""
        for key in ("state", "draws"):
            if key not in record:
                raise UnreadableInput(f"the key {key!r} is missing.")
        tables = load_tables()
        rules = FreedomRules(tables, _options(record.get("options", {})))
        return AskedTurn(
            record.get("id"),
            rules,
            position_read(record["state"], tables),
            _lines(record.get("orders", {})),
            draws_of(record["draws"]),
        )


@lru_cache(maxsize=1)
def _reader() -> CanonicalLines:
    return canonical_lines(load_tables())


def _lines(data: object) -> dict[int, Order | Reason]:
    """Return what lines order, by their numbers; comments and empty ones are none (8)."""
    lines = lines_of(data, (PLAYER,), _MOST_LINES).get(PLAYER, [])
    texts = {number: spoken(line) for number, line in enumerate(lines, 1)}
    return {number: _reader().read(text) for number, text in texts.items() if text}


def _options(data: object) -> FreedomOptions:
    if not isinstance(data, dict):
        raise UnreadableInput("options: it is no table.")
    switches: dict[str, bool] = {}
    recruit, guard = FreedomOptions().cw_recruit, FreedomOptions().loop_guard
    for name, setting in data.items():
        if name in _SWITCHES and isinstance(setting, bool):
            switches[name] = setting
        elif name == "cw_recruit" and setting in _RECRUITS:
            recruit = UnitType(setting)
        elif name == "loop_guard":
            guard = number_of(setting, "options.loop_guard", 1, _MOST_ROUNDS)
        else:
            raise UnreadableInput(f"options: there is no {name!r} of the value {setting!r}.")
    return FreedomOptions(**switches, cw_recruit=recruit, loop_guard=guard)


def _result(number: int, outcome: FreedomOutcome) -> dict[str, Any]:
    reason = outcome.reason.value if outcome.reason is not None else None
    return _line_result(number, outcome.result.value, reason)


def _line_result(number: int, result: str, reason: str | None) -> dict[str, Any]:
    return {"seat": PLAYER, "line": number, "result": result, "reason": reason}

"""Recorded steps: a position in which the game waits, lines and chance in; the position after, and results, out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gm.contract.orders import Order
from gm.contract.records import Record
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.errors import UnreadableInput
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.language.canonical import CanonicalLines
from gm.games.freedom.records.positions import position_read, position_written
from gm.games.freedom.rules.outcomes import SiegeOutcome
from gm.games.freedom.rules.rules import MASTER, SiegeRules
from gm.games.freedom.rules.state import SiegeState, seen_by
from gm.games.freedom.rules.tables import SEATS, Tables
from gm.games.freedom.settings import OPTIONS, ruled, rulings_of
from gm.interpret.recorded import NumberedDraws, draws_of, lines_of, one_of

RECORDED_AS: Final = "freedom"
"""The variant of its records."""

_SETUP: Final = "SETUP"
_MOST_LINES: Final = 10_000


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step that was played: what the rules made of it, and how many draws it took."""

    made: Resolution[SiegeState, SiegeOutcome]
    used: int


@dataclass(frozen=True, slots=True)
class AskedPlays:
    """A recorded step that has been read and is still to be played.

    Args:
        id: of the record. rules: by which it is played.
        before: the position; None where the game is to be set up.
        drafts: the lines of each seat, and of the game's master. numbers: the chance it has decided.
    """

    id: object
    rules: SiegeRules
    before: SiegeState | None
    drafts: Mapping[SeatId, tuple[Order, ...]]
    numbers: tuple[int, ...]

    def play(self) -> PlayedStep:
        """Play it; UnreadableInput if a draw is missing or impossible."""
        draws = NumberedDraws(self.numbers)
        if self.before is None:
            return PlayedStep(self.rules.new_game(draws), draws.used)
        return PlayedStep(self.rules.resolve(self.before, self.drafts, draws), draws.used)

    def answer(self, made: PlayedStep, *, explain: bool) -> dict[str, Any]:
        """Return the position after, how many draws were used, and what became of each line."""
        del explain  # the reasons are the answer's own words
        numbers: dict[SeatId, int] = {}
        results = list[dict[str, Any]]()
        for outcome in made.made.outcomes:
            number = numbers[outcome.seat] = numbers.get(outcome.seat, 0) + 1
            results.append(_result(outcome, number))
        return {
            "id": self.id,
            "after": position_written(made.made.state, self.rules.tables),
            "draws_used": made.used,
            "results": results,
        }


@dataclass(frozen=True, slots=True)
class AskedView:
    """A recorded position that a seat, or the public, is to be shown.

    Args:
        id: of the record. tables: with which it is played. state: the position.
        seats: who is to be shown it; none is the public.
    """

    id: object
    tables: Tables
    state: SiegeState
    seats: tuple[SeatId, ...]

    def play(self) -> SiegeState:
        """Return the position without what they may not see (1)."""
        return seen_by(self.state, self.seats)

    def answer(self, made: SiegeState, *, explain: bool) -> dict[str, Any]:
        """Return what they see."""
        del explain
        return {"id": self.id, "view": position_written(made, self.tables)}


class SiegeRecords:
    """Keeps the contract's `Records`, with the data that come with gm."""

    def ask(self, record: Record) -> AskedPlays | AskedView:
        """Read a recorded step, or with `view` a position to be shown; UnreadableInput if it is neither."""
        if "view" in record:
            return _view(record)
        for key in ("state", "draws"):
            if key not in record:
                raise UnreadableInput(f"the key {key!r} is missing.")
        tables = ruled(load_tables(), rulings_of(_options(record.get("options", {}))))
        state = record["state"]
        begins = isinstance(state, dict) and state.get("step") == _SETUP
        before = None if begins else position_read(state, tables)
        lines = lines_of(record.get("orders", {}), (*SEATS, MASTER), _MOST_LINES)
        drafts = {
            SeatId(seat): tuple(reader_of().read(line) for line in said)
            for seat, said in lines.items()
        }
        rules = SiegeRules(tables)
        return AskedPlays(record.get("id"), rules, before, drafts, draws_of(record["draws"]))


def _view(record: Record) -> AskedView:
    if "state" not in record:
        raise UnreadableInput("the key 'state' is missing.")
    tables, viewer = load_tables(), record["view"]
    seats = () if viewer is None else (SeatId(one_of(viewer, "view", SEATS)),)
    return AskedView(record.get("id"), tables, position_read(record["state"], tables), seats)


def _options(data: object) -> dict[str, str]:
    """Return the settings of a record: `yes` or `no`, or true or false, and whole numbers."""
    if not isinstance(data, dict):
        raise UnreadableInput("options: it is no table.")
    options = {option.name: option for option in OPTIONS}
    chosen = dict[str, str]()
    for name, setting in data.items():
        words = {True: "yes", False: "no"}[setting] if isinstance(setting, bool) else str(setting)
        if name not in options or not options[name].takes(words):
            raise UnreadableInput(f"options: there is no {name!r} of the value {setting!r}.")
        chosen[name] = words
    return chosen


@lru_cache(maxsize=1)
def reader_of() -> CanonicalLines:
    """Return what reads lines of records, with the data that come with gm."""
    return CanonicalLines(load_tables())


def _result(outcome: SiegeOutcome, number: int) -> dict[str, Any]:
    reason = outcome.reason.value if outcome.reason is not None else None
    return {
        "seat": outcome.seat,
        "line": number,
        "result": outcome.result.value,
        "reason": reason,
    }

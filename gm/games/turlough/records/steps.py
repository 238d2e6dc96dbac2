"""Recorded steps: a position in which the game waits, packets and chance in; the position after, and results, out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gm.contract.orders import Order
from gm.contract.records import Record
from gm.contract.rules import Resolution
from gm.contract.seats import SeatId
from gm.errors import UnreadableInput
from gm.games.turlough.data.files import load_tables
from gm.games.turlough.language.canonical import CanonicalLines, spoken
from gm.games.turlough.records.positions import position_read, position_written
from gm.games.turlough.rules.course import CombatDice, TurloughOptions
from gm.games.turlough.rules.outcomes import Reason, TurloughOutcome
from gm.games.turlough.rules.rules import TurloughRules
from gm.games.turlough.rules.state import TurloughState, Wait
from gm.games.turlough.rules.tables import GROUPS
from gm.interpret.recorded import NumberedDraws, draws_of, lines_of, number_of, one_of

RECORDED_AS: Final = "turlough"
"""The variant of its records."""

_SWITCHES: Final = (
    "hazard_return",
    "halves_until_exile",
    "call_hostage",
    "live_sequential",
    "packets_shown",
)
_NUMBERS: Final = {
    "castle_dice": (1, 10),
    "ix_battles": (1, 10),
    "febas_goal": (1, 99),
    "start_febas": (1, 99),
    "war_limit": (0, 10_000),
}
_MOST_LINES: Final = 10_000


@dataclass(frozen=True, slots=True)
class PacketLine:
    """A line of a packet: whose, its place in it from 1, and what it orders, or why it orders nothing.

    `order` is None of a line that begins a faction's block.
    """

    seat: str
    number: int
    order: Order | Reason | None


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step that was played: what the rules made of it, and how many draws it took."""

    made: Resolution[TurloughState, TurloughOutcome]
    used: int


@dataclass(frozen=True, slots=True)
class AskedSeason:
    """A recorded step that has been read and is still to be played.

    Args:
        id: of the record. rules: by which it is played. before: the position.
        seats: those that sent a packet. lines: of all packets, seat by seat.
        numbers: the chance it has decided.
    """

    id: object
    rules: TurloughRules
    before: TurloughState
    seats: tuple[str, ...]
    lines: tuple[PacketLine, ...]
    numbers: tuple[int, ...]

    def play(self) -> PlayedStep:
        """Play it; UnreadableInput if a draw is missing or impossible."""
        drafts: dict[SeatId, list[Order]] = {SeatId(seat): [] for seat in self.seats}
        for line in self.lines:
            if isinstance(line.order, Order):
                drafts[SeatId(line.seat)].append(line.order)
        draws = NumberedDraws(self.numbers)
        return PlayedStep(self.rules.resolve(self.before, drafts, draws), draws.used)

    def answer(self, made: PlayedStep, *, explain: bool) -> dict[str, Any]:
        """Return the position after, how many draws were used, and what became of each line."""
        del explain  # the reasons are the answer's own words
        outcomes = iter(made.made.outcomes)
        return {
            "id": self.id,
            "after": position_written(made.made.state, self.rules.tables),
            "draws_used": made.used,
            "results": [
                _result(line, next(outcomes))
                if isinstance(line.order, Order)
                else self._unplayed(line, line.order)
                for line in self.lines
            ],
        }

    def _unplayed(self, line: PacketLine, reason: Reason | None) -> dict[str, Any]:
        """Return the result of a line that is no order; when all is over none is heard at all (11)."""
        if self.before.wait is Wait.OVER:
            reason = Reason.GAME_OVER
        if reason is None:
            return _line_result(line, "done", None)
        return _line_result(line, "refused", reason.value)


class TurloughRecords:
    """Keeps the contract's `Records`, with the data that come with gm."""

    def ask(self, record: Record) -> AskedSeason:
        """Read a recorded step; UnreadableInput if it is not of the form."""
        for key in ("state", "draws"):
            if key not in record:
                raise UnreadableInput(f"the key {key!r} is missing.")
        tables = load_tables()
        before = position_read(record["state"], tables, reader_of())
        rules = TurloughRules(
            tables, before.scenario, settings=_options(record.get("options", {}))
        )
        seats = [group for group in GROUPS if group in before.seats.values()]
        packets = lines_of(record.get("orders", {}), seats, _MOST_LINES)
        lines = tuple(line for seat in packets for line in _lines(before, seat, packets[seat]))
        return AskedSeason(
            record.get("id"), rules, before, tuple(packets), lines, draws_of(record["draws"])
        )


@lru_cache(maxsize=1)
def reader_of() -> CanonicalLines:
    """Return what reads lines of records, with the data that come with gm."""
    return CanonicalLines(load_tables())


def _lines(state: TurloughState, seat: str, lines: list[str]) -> list[PacketLine]:
    """Return what the lines of a packet order; comments and empty ones are none (11)."""
    commanded = state.commanded_by(seat)
    block: str | Reason = commanded[0] if len(commanded) == 1 else Reason.NO_FACTION
    read = list[PacketLine]()
    for number, line in enumerate(lines, 1):
        if not spoken(line):
            continue
        begun = reader_of().block(line)
        if begun is not None:
            foreign = not isinstance(begun, Reason) and begun not in commanded
            block = Reason.NOT_YOUR_FACTION if foreign else begun
            reason = block if isinstance(block, Reason) else None
            read.append(PacketLine(seat, number, reason))
        elif isinstance(block, Reason):
            read.append(PacketLine(seat, number, block))
        else:
            read.append(PacketLine(seat, number, reader_of().read(line, block)))
    return read


def _options(data: object) -> TurloughOptions:
    if not isinstance(data, dict):
        raise UnreadableInput("options: it is no table.")
    changes: dict[str, Any] = {}
    for name, setting in data.items():
        if name in _SWITCHES and isinstance(setting, bool):
            changes[name] = setting
        elif name in _NUMBERS:
            changes[name] = number_of(setting, f"options.{name}", *_NUMBERS[name])
        elif name == "combat_dice":
            words = tuple(dice.value for dice in CombatDice)
            changes[name] = CombatDice(one_of(setting, "options.combat_dice", words))
        else:
            raise UnreadableInput(f"options: there is no {name!r} of the value {setting!r}.")
    return TurloughOptions(**changes)


def _result(line: PacketLine, outcome: TurloughOutcome) -> dict[str, Any]:
    reason = outcome.reason.value if outcome.reason is not None else None
    return _line_result(line, outcome.result.value, reason)


def _line_result(line: PacketLine, result: str, reason: str | None) -> dict[str, Any]:
    return {"seat": line.seat, "line": line.number, "result": result, "reason": reason}

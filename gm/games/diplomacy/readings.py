"""What lines of orders are read against, and what comes of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from gm.contract.language import Command, PressRead, Problem, Slip, Verdict
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.orders import replaces
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import UnitRef


@dataclass(frozen=True, slots=True)
class Context:
    """What a line is read against.

    Args:
        ruleset: judges what has been understood.
        state: the position that is to be ordered.
        board: the board in force; names are bound against it.
        power: who writes.
        keep_impossible: keep an impossible order, to be carried out as a hold.
        ahead: the later phase that is ordered; None for the one of the state. Its orders are
            judged only as far as nothing that comes between can change it.
        later: where orders for a later phase are read against, if they are taken already.
        taken_from: from which phase on they are taken, in words, where that is still to come.
        retreats_ahead: retreats are taken together with the moves.
        standing: the orders of that phase that form lists and have been taken already, which the
            words of a mail may speak of.
        stood: each order of that phase that has been taken already, in short, as a line of its own.
        foreseen: the position is one that may come about; what conditions ask is not known yet.
        headed: the first line is the mail's subject.
        dated: the position is of a year; else a line's date says nothing of whether it fits.
    """

    ruleset: DiplomacyRules
    state: GameState
    board: Board
    power: SeatId
    keep_impossible: bool = False
    ahead: Phase | None = None
    later: Context | None = None
    taken_from: str = ""
    retreats_ahead: bool = False
    foreseen: bool = False
    dated: bool = True
    headed: bool = False
    standing: tuple[Order, ...] = ()
    stood: tuple[LineReading, ...] = ()

    def taking(self, phase: Phase) -> Context:
        """Return the same, with orders for a later phase taken as well."""
        return replace(self, later=replace(self, ahead=phase, standing=(), stood=()))

    @property
    def phase(self) -> Phase:
        """The phase that is ordered."""
        return self.ahead or self.state.phase

    @property
    def kind(self) -> PhaseKind:
        """The kind of orders that are read."""
        return self.phase.kind

    @property
    def is_to_come(self) -> bool:
        """Whether the phase that is ordered is still to come, so that conditions wait for it."""
        return self.ahead is not None or self.foreseen


class Several(Enum):
    """Which units a line has hold that names none: all, two, those of a kind, those left."""

    ALL = "all"
    BOTH = "both"
    ARMIES = "armies"
    FLEETS = "fleets"
    REST = "rest"


class Doubt(Enum):
    """What a word says of the order beside which it stands."""

    DENIAL = "denial"
    CHANGE = "change"
    CONDITION = "condition"
    LATER = "later"
    DOUBT = "doubt"
    SHARE = "share"
    CHOICE = "choice"
    OTHER = "other"
    TENSE = "tense"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class LineReading:
    """One line as it was read.

    Args:
        number: counted from 1 in the text that was read.
        text: the line as written.
        verdict: what became of it.
        orders: what it orders, in sequence; empty unless accepted.
        problem: why it gave no orders; also set for an impossible order that is kept.
        remarks: sentences about how it was understood.
        ahead: the orders are for a later phase.
        retreats: the orders are retreats of one unit, sent with the moves, the dearest first.
        withdraws: the lists of earlier orders that the line takes back.
        choices: what it may have meant, where it was not understood or no longer can be carried
            out: the orders that each answer to the question would give.
        several: whom it has hold without a name, until the other lines tell which units these are.
        spared: units that such a line leaves out: `all hold except Brest`.
        waits: it gives no orders because another line asks about them.
        reserves: it is such a line, and each of its choices is what a mail of its own would give.
        adds: its orders are added to the list that stands, and do not replace it.
        labelled: its choices are the writer's own, which he has numbered himself.
        known: it orders nothing and was understood all the same: a heading, a command, a line of a
            message or of a form that was left as it is.
    """

    number: int
    text: str
    verdict: Verdict
    orders: tuple[Order, ...] = ()
    problem: Problem | None = None
    remarks: tuple[str, ...] = ()
    ahead: bool = False
    withdraws: tuple[str, ...] = ()
    choices: tuple[tuple[Order, ...], ...] = ()
    retreats: bool = False
    several: Several | None = None
    spared: tuple[UnitRef, ...] = ()
    waits: bool = False
    reserves: bool = False
    adds: bool = False
    labelled: bool = False
    known: bool = False

    @property
    def is_unread(self) -> bool:
        """Whether nothing came of the line: it was read as no order, no command and no heading."""
        return self.verdict is Verdict.CHATTER and not self.known


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole mail as it was read."""

    lines: tuple[LineReading, ...]
    press: tuple[PressRead, ...] = ()
    commands: tuple[Command, ...] = ()
    kind: PhaseKind = PhaseKind.MOVEMENT
    slips: tuple[Slip, ...] = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that count: of several to one unit the last."""
        return tuple(order for order, later in self._paired() if later is None)

    @property
    def ahead(self) -> tuple[Order, ...]:
        """The orders for a later phase."""
        return tuple(order for line in self.lines if line.ahead for order in line.orders)

    @property
    def retreats(self) -> tuple[Order, ...]:
        """The retreats sent with the moves, of each unit the last list."""
        given = [line.orders for line in self.lines if line.retreats and line.orders]
        last = {replaces(orders[0], PhaseKind.RETREAT): orders for orders in given}
        return tuple(order for orders in last.values() for order in orders)

    def added(self, *, ahead: bool) -> frozenset[str]:
        """The lists, of the open phase or of a later one, that the mail adds to: their first lines say so."""
        first: dict[str, bool] = {}
        for line in self.lines:
            if line.ahead is ahead and not line.retreats:
                for order in line.orders:
                    kind = PhaseKind.ADJUSTMENT if ahead else self.kind
                    name, place = replaces(order, kind)
                    if place is None:
                        first.setdefault(name, line.adds)
        return frozenset(name for name, adds in first.items() if adds)

    def withdrawn(self, *, ahead: bool) -> tuple[str, ...]:
        """The lists that are taken back, of the open phase or of a later one."""
        return tuple(name for line in self.lines if line.ahead is ahead for name in line.withdraws)

    @property
    def replaced(self) -> tuple[tuple[Order, Order], ...]:
        """Each order that a later one in the same mail replaces, with that one."""
        now = tuple((order, later) for order, later in self._paired() if later is not None)
        return (*now, *self._retreats_replaced())

    def _retreats_replaced(self) -> Iterator[tuple[Order, Order]]:
        """Yield the first place of each list of retreats that a later one of the unit replaces."""
        given = [line.orders for line in self.lines if line.retreats and line.orders]
        last = {replaces(orders[0], PhaseKind.RETREAT): orders for orders in given}
        for orders in given:
            newest = last[replaces(orders[0], PhaseKind.RETREAT)]
            if newest != orders:
                yield orders[0], newest[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem, in the sequence of the lines."""
        return tuple(line.problem for line in self.lines if line.problem is not None)

    def _paired(self) -> list[tuple[Order, Order | None]]:
        now = (line for line in self.lines if not line.ahead and not line.retreats)
        given = [order for line in now for order in line.orders]
        keys = [replaces(order, self.kind) for order in given]
        last = {key: number for number, key in enumerate(keys) if key[1] is not None}
        return [
            (order, given[last[key]] if last.get(key, number) > number else None)
            for number, (order, key) in enumerate(zip(given, keys, strict=True))
        ]


class LineFault(Exception):
    """A line cannot be read as orders; carries the verdict, the problem, and what may be meant."""

    def __init__(
        self,
        verdict: Verdict,
        problem: Problem,
        choices: tuple[tuple[Order, ...], ...] = (),
    ) -> None:
        super().__init__(problem.message)
        self.verdict = verdict
        self.problem = problem
        self.choices = choices

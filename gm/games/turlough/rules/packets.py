"""The packets of a step: which line's turn it is, whether its test holds, and what became of it (11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gm.contract.rules import Drafts
from gm.contract.seats import SeatId
from gm.games.turlough.rules.course import Course
from gm.games.turlough.rules.events import StandingSet
from gm.games.turlough.rules.orders import (
    ENEMY,
    STANDING,
    Atom,
    Condition,
    Conditional,
    FactionOrder,
    Mobilize,
    Quantity,
    React,
    Stay,
    Trigger,
    kind_of,
)
from gm.games.turlough.rules.outcomes import LineResult, Reason, TurloughOutcome
from gm.games.turlough.rules.sides import enemies_in
from gm.games.turlough.rules.tables import ENGLISH, GROUPS


@dataclass(slots=True)
class Line:
    """A line of a packet.

    Args:
        seat: whose; order: as given.
        result, reason: what became of it; None while it is open.
        tried: an occasion to raise the army has come, and its test did not hold.
    """

    seat: SeatId
    order: FactionOrder
    result: LineResult | None = None
    reason: Reason | None = None
    tried: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it has no result yet."""
        return self.result is None

    @property
    def mobilizes(self) -> bool:
        """Whether it can raise an army."""
        return isinstance(self.order, Mobilize) or (
            isinstance(self.order, Conditional) and isinstance(self.order.then, Mobilize)
        )

    def done(self, reason: Reason | None = None) -> None:
        """It was carried out; with a reason only in part, or not as asked."""
        self.result, self.reason = LineResult.DONE, reason

    def void(self, reason: Reason) -> None:
        """It could not be carried out."""
        self.result, self.reason = LineResult.VOID, reason

    def refuse(self, reason: Reason) -> None:
        """It is no legal order."""
        self.result, self.reason = LineResult.REFUSED, reason

    def outcome(self) -> TurloughOutcome:
        """Return what became of it; what the end of the game overtook is unused."""
        result = LineResult.UNUSED if self.result is None else self.result
        return TurloughOutcome(self.seat, self.order, result, self.reason)


@dataclass(slots=True)
class Packets:
    """All packets of a step.

    Args:
        course: the step. lines: of all seats, seat by seat.
        absent: the seats that sent none.
    """

    course: Course
    lines: list[Line] = field(default_factory=list)
    absent: frozenset[str] = frozenset()

    def of(self, faction: str) -> Iterator[Line]:
        """Return the open lines of a faction, in their order."""
        return (line for line in self.lines if line.order.faction == faction and line.is_open)

    def is_absent(self, faction: str) -> bool:
        """Tell whether nobody has written for a faction."""
        return self.course.state.seat_of(faction) in self.absent

    def keep_standing(self) -> None:
        """Let standing lines stand; those of one kind take the place of all before (11)."""
        sent: dict[str, list[FactionOrder]] = {}
        for line in self.lines:
            if line.is_open and isinstance(line.order, STANDING):
                sent.setdefault(line.order.faction, []).append(line.order)
                line.done()
        for faction, orders in sent.items():
            self._keep(faction, orders)

    def _keep(self, faction: str, orders: Sequence[FactionOrder]) -> None:
        kinds = {kind_of(order) for order in orders}
        before = self.course.state.standing.get(faction, ())
        kept = [order for order in before if kind_of(order) not in kinds]
        last = {kind_of(order): order for order in orders if not isinstance(order, React)}
        kept += [order for order in orders if isinstance(order, React)]
        kept += last.values()
        lines = tuple(sorted(kept, key=kind_of))
        seat = self.course.state.seat_of(faction)
        if lines != before and seat is not None:
            self.course.do(StandingSet(faction, SeatId(seat), lines))

    def reaction(self, faction: str, trigger: Trigger) -> React | None:
        """Return the first standing line to a trigger whose test holds; None is the default (11)."""
        for line in self.course.state.standing.get(faction, ()):
            if isinstance(line, React) and line.trigger is trigger and self.holds(line):
                return line
        return None

    def standing(self, faction: str, kind: type[FactionOrder]) -> FactionOrder | None:
        """Return a faction's standing line of a kind of which there is one at most."""
        lines = self.course.state.standing.get(faction, ())
        return next((line for line in lines if isinstance(line, kind)), None)

    def holds(self, order: FactionOrder) -> bool:
        """Tell whether a line's test holds now; a line without one always counts."""
        if order.test is None:
            return True
        return condition_holds(self.course, order.faction, order.test)

    def applying(self, line: Line) -> FactionOrder | None:
        """Return what a line orders now; None if its test does not hold, and it has nothing else."""
        order, holds = line.order, self.holds(line.order)
        if isinstance(order, Conditional):
            return order.then if holds else order.otherwise
        return order if holds else None


def packets_of(course: Course, drafts: Drafts) -> Packets:
    """Return the packets that were sent, seat by seat; who sent none is absent (5)."""
    state = course.state
    seats = dict.fromkeys(state.seats[group] for group in GROUPS if group in state.seats)
    lines = [
        Line(SeatId(seat), order)
        for seat in seats
        for order in drafts.get(SeatId(seat), ())
        if isinstance(order, FactionOrder)
    ]
    for line in lines:
        if isinstance(line.order, Stay):
            line.done()
    absent = frozenset(seat for seat in seats if SeatId(seat) not in drafts)
    if (asked := state.one_by_one) is not None:  # others' lines say nothing of who is asked
        heard = {line.seat for line in lines if line.order.faction == asked.faction}
        absent = frozenset(seat for seat in seats if seat not in heard)
    return Packets(course, lines, absent)


def condition_holds(course: Course, faction: str, test: Condition) -> bool:
    """Tell whether a test holds for a faction, on the board as it is now (11)."""
    return any(
        all(_atom_holds(course, faction, atom) != atom.negated for atom in atoms)
        for atoms in test.alternatives
    )


def _atom_holds(course: Course, faction: str, atom: Atom) -> bool:
    if atom.quantity is not None:
        number = _number(course, faction, atom.quantity)
        other = _enemies_here(course, faction) if atom.number is None else atom.number
        return atom.comparison.holds(number, other)
    if not atom.hex:
        return course.state.army(atom.who) is not None
    places = {atom.hex}
    if atom.near:
        steps = course.tables.steps
        places |= {hex_ for hex_ in steps if atom.hex in steps[hex_]}
    side = course.side(faction)
    return any(
        course.side(army.faction) != side if atom.who == ENEMY else army.faction == atom.who
        for army in course.state.armies
        if army.hex in places
    )


def _number(course: Course, faction: str, quantity: Quantity) -> int:
    state = course.state
    army, group = state.army(faction), state.group_of(faction)
    match quantity:
        case Quantity.BATTLES:
            return army.battles if army is not None else 0
        case Quantity.PROVISIONS:
            return army.provisions if army is not None else 0
        case Quantity.CATTLE:
            return state.factions[faction].cattle
        case Quantity.POUNDS:
            return state.pounds if faction == ENGLISH else 0
        case Quantity.FEBAS:
            return state.febas.get(group, 0) if group is not None else 0


def _enemies_here(course: Course, faction: str) -> int:
    """Return how many battles all enemies in the own army's hex have; none without an army."""
    army = course.state.army(faction)
    if army is None:
        return 0
    enemies = enemies_in(course.state, course.side(faction), army.hex)
    return sum(enemy.battles for enemy in enemies)

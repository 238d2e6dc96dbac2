"""Tasks: what an order asks of a unit, looked up in the compiled board once and for all.

A post is a unit of one power in one place, a task an order to it. Both depend on the board alone,
never on where other units are: they hold the small numbers by which a season is decided, and the
outcomes that need no more said than who stood in the way. The same few hundred orders come again
and again, so `gm.games.diplomacy.rules.season.line_up` keeps what it has made.
"""

from __future__ import annotations

from typing import Final

from gm.games.diplomacy.rules.board import Location, PowerId
from gm.games.diplomacy.rules.legality import check_passage, check_supported_move, normalise_move
from gm.games.diplomacy.rules.orders import Convoy, Hold, Move, Support, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.reach import Reach, Spot
from gm.games.diplomacy.rules.units import ARMY, FLEET, Unit

NOBODY: Final = -1
"""The index of no unit, and the number of no province."""

STAND: Final = 0
WALK: Final = 1
SUPPORT: Final = 2
CONVOY: Final = 3
VOYAGE: Final = 4
STRANGE: Final = 5
"""What a task is: to stand; to move by itself; to support; to convoy; to move with the help of
fleets, or not at all; or something that only a mechanism may know, and judges each season."""

OK: Final = Result.OK

Step = tuple[Unit, Unit]
"""A unit before and after its move."""


class Post:
    """A unit of one power in one place of a compiled board.

    Args:
        reach: the compiled board.
        unit: the unit.

    Attributes:
        spot: what such a unit can do from there.
        number: its province.
        mark: where the numbers of what it can do to others begin (`Task.plain_outcomes`).
        power, ref: of the unit.
        idle: its task when nobody orders it.
        tasks: those looked up so far, by the identity of the order.
    """

    __slots__ = ("idle", "mark", "number", "power", "reach", "ref", "spot", "tasks", "unit")

    def __init__(self, reach: Reach, unit: Unit) -> None:
        self.reach = reach
        self.unit = unit
        self.spot = reach.spot(unit.ref)
        self.number = self.spot.number
        self.mark = self.spot.index * 512
        self.power: PowerId = unit.power
        self.ref = self.spot.ref
        self.idle = Task(self, Hold(self.ref), ordered=False)
        self.tasks: dict[int, Task] = {}


class Task:
    """What an order asks of a unit.

    Args:
        post: the unit.
        order: as it is given, with the unit's own coast put right.
        ordered: False where nobody gave it.
        obeys: False for a unit that stands, whatever it is told.

    Attributes:
        power, number: of the unit: its owner and its province.
        order: as it is carried out.
        source: as it was given.
        kind: one of the kinds above.
        goal: for `WALK`, the province it moves to; else NOBODY.
        to: for any move, the province it would move to; else NOBODY.
        landing: for any move that can be, the spot it would move to.
        walks: it could go there by itself.
        tagged: its player wishes to go by sea.
        judged: `legality` has to look at it each season.
        place: for a support or a convoy, the province of the unit helped.
        helps: the spot of the unit it helps; None where `legality` has to look closer.
        backs: the province the unit helped has to move to, or NOBODY to have it stand.
        aim: for a support, the province in which it works.
        step: for a move, the unit before and after.
        done: its outcome if nothing stands against it.
        plain_outcomes: by a number for each, its outcomes that were decided without counting supports.
    """

    __slots__ = (
        "aim",
        "backs",
        "done",
        "goal",
        "helps",
        "judged",
        "kind",
        "landing",
        "number",
        "order",
        "ordered",
        "place",
        "plain_outcomes",
        "post",
        "power",
        "source",
        "step",
        "tagged",
        "to",
        "walks",
    )

    def __init__(
        self, post: Post, order: UnitOrder, ordered: bool = True, obeys: bool = True
    ) -> None:
        # What every season looks at stands first, so that it lies together when compiled.
        self.post = post
        self.power = post.power
        self.number = post.number
        self.goal = NOBODY
        self.kind = STAND
        self.done = Outcome(post.power, order, OK, None, False, ordered)
        self.place = NOBODY
        self.helps: Spot | None = None
        self.backs = NOBODY
        self.aim = NOBODY
        self.step = post.unit, post.unit
        self.plain_outcomes: dict[int, Outcome] = {}
        self.order = order
        self.source = order
        self.ordered = ordered
        self.to = NOBODY
        self.landing: Spot | None = None
        self.walks = False
        self.tagged = False
        self.judged = False
        if obeys:
            self._read(post)

    def fail(self, result: Result, reason: Reason, dislodged: bool = False) -> Outcome:
        """Return its outcome with a result and a reason."""
        return Outcome(self.power, self.order, result, reason, dislodged, self.ordered)

    def _read(self, post: Post) -> None:
        order = self.order
        if isinstance(order, Move):
            self._read_move(post, order)
        elif isinstance(order, Support):
            self._read_support(post, order)
        elif isinstance(order, Convoy):
            self._read_convoy(post, order)
        elif not isinstance(order, Hold):
            self.kind, self.judged = STRANGE, True

    def _read_move(self, post: Post, given: Move) -> None:
        """A move ends where the spot says; an army's may need fleets, or its player wish them."""
        spot, reach = post.spot, post.reach
        order = normalise_move(reach.board, post.unit, given)
        landing = spot.landing(order.to)
        if order is not given:
            self.order = order
            self.done = Outcome(post.power, order, OK, None, False, self.ordered)
        self.to = reach.number.get(order.to.province, NOBODY)
        self.walks = landing is not None
        self.tagged = order.via_convoy
        if landing is not None and not (order.via_convoy and spot.kind is ARMY):
            self.kind, self.goal = WALK, self.to
        else:
            self.kind = VOYAGE
            self.judged = landing is None and not spot.crosses_to(order.to.province)
            if landing is None and spot.kind is ARMY:
                landing = reach.armies.get(order.to.province)
        self.landing = landing
        if landing is not None:
            self.step = post.unit, landing.piece(post.power)

    def _read_support(self, post: Post, order: Support) -> None:
        """A support is plain if it reaches, and the unit it names could do what it says."""
        reach, ref, to = post.reach, order.target, order.to
        goal = ref.at if to is None else to
        helped = (
            reach.armies.get(ref.at.province) if ref.kind is ARMY else reach.fleets.get(ref.at)
        )
        self.kind = SUPPORT
        self.place = reach.number.get(ref.at.province, NOBODY)
        self.aim = reach.number.get(goal.province, NOBODY)
        self.backs = NOBODY if to is None else self.aim
        if (
            helped is not None
            and helped.number != self.number
            and goal.province in post.spot.supports
            and (to is None or (to.coast is None and self._can_go(post, helped, to)))
        ):
            self.helps = helped
        else:
            self.judged = True

    def _can_go(self, post: Post, helped: Spot, to: Location) -> bool:
        """Tell whether the unit supported could move there, and not only by the supporter's help."""
        unit = helped.piece(post.power)  # whose it is does not matter
        return check_supported_move(post.reach, post.unit, unit, to) is None

    def _read_convoy(self, post: Post, order: Convoy) -> None:
        """A convoy is plain if its fleet lies on a way over the seas between the two coasts."""
        reach, ref = post.reach, order.target
        helped = reach.armies.get(ref.at.province) if ref.kind is ARMY else None
        self.kind = CONVOY
        self.place = reach.number.get(ref.at.province, NOBODY)
        self.backs = reach.number.get(order.to.province, NOBODY)
        if helped is not None and post.spot.kind is FLEET:
            here, there = ref.at.province, order.to.province
            if check_passage(reach.board, post.spot.at.province, here, there) is None:
                self.helps = helped
        self.judged = self.helps is None


# Outcomes that were decided without counting supports

BEATEN: Final = 0
STANDOFF: Final = 1
HEAD_TO_HEAD: Final = 2
OWN_UNIT: Final = 3
ATTACKED: Final = 4
WHYS: Final = (Why.BEATEN, Why.STANDOFF, Why.HEAD_TO_HEAD, Why.OWN_UNIT, Why.ATTACKED)
"""What one other unit can do to an order by itself."""

NOT_MATCHING: Final = 5
STRANDED: Final = 6
UNSHIPPED: Final = 7
"""And what befalls it without any."""


def unmatched(task: Task) -> Outcome:
    """Return the outcome of a support or convoy whose unit does something else."""
    outcome = task.plain_outcomes.get(NOT_MATCHING)
    if outcome is None:
        order = task.order
        helped = (order.target,) if isinstance(order, (Support, Convoy)) else ()
        outcome = task.fail(Result.VOID, Reason(Why.NOT_MATCHING, by=helped))
        task.plain_outcomes[NOT_MATCHING] = outcome
    return outcome


def without_fleets(task: Task, result: Result) -> Outcome:
    """Return the outcome of an army that no fleets could take, or that found none to take it."""
    how = STRANDED if result is Result.VOID else UNSHIPPED
    outcome = task.plain_outcomes.get(how)
    if outcome is None:
        order = task.order
        there = (order.to.province,) if isinstance(order, Move) else ()
        ends = (task.post.spot.at.province, *there)
        outcome = task.fail(result, Reason(Why.CONVOY_MISSING, place=ends))
        task.plain_outcomes[how] = outcome
    return outcome


def stopped(task: Task, how: int, strength: int, by: Post) -> Outcome:
    """Return the outcome of a move that a unit stopped which nobody supports."""
    key = by.mark + strength * 8 + how  # fewer than 64 can stand around a province
    outcome = task.plain_outcomes.get(key)
    if outcome is None:
        place = () if task.landing is None else (task.landing.at.province,)
        reason = Reason(WHYS[how], strength, 1, (by.ref,), (), place)
        outcome = task.plain_outcomes[key] = task.fail(Result.BOUNCE, reason)
    return outcome


def cut_by(task: Task, by: Post) -> Outcome:
    """Return the outcome of a support that one attack cut."""
    key = by.mark + ATTACKED
    outcome = task.plain_outcomes.get(key)
    if outcome is None:
        outcome = task.plain_outcomes[key] = task.fail(
            Result.CUT, Reason(Why.ATTACKED, by=(by.ref,))
        )
    return outcome

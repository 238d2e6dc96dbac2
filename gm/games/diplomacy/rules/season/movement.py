"""The moves of a season, all decided together: strengths, cuts, standoffs, dislodgements.

::

    tasks       what an order asks on this board
    muster      the tasks that have been looked up so far, beside the orders
    line_up     the units where they stand, and what each is to do
    legality    which orders are possible at all
    layout      the tasks entered and matched, in a field
    boarding    who sails, and who carries whom; convoys has the rules of it
    field       the season laid out: who attacks, supports and is carried by whom
    decisions   supports, ways by sea and moves, each decided as soon as may be
    paradoxes   decisions that wait for each other
    verdicts    what became of each order, and why
"""

from __future__ import annotations

from gm.contract.values import value
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.season.decisions import Decisions
from gm.games.diplomacy.rules.season.field import Field
from gm.games.diplomacy.rules.season.paradoxes import settle
from gm.games.diplomacy.rules.season.tasks import NOBODY
from gm.games.diplomacy.rules.season.verdicts import Verdicts, find_victors, went_by_sea
from gm.games.diplomacy.rules.state import NOWHERE
from gm.games.diplomacy.rules.units import Unit, unit_key


@value
class MovementResult:
    """A decided season.

    Args:
        units: the units as they stood.
        unit_outcomes: what became of each one's order.
        moved: each unit that moved, before and after.
        beaten: each dislodged unit, and the province its attacker came from.
        convoyed: the provinces left by units that were carried by sea.
        contested: provinces left empty by a standoff.
        standing: the units that stand on the board after the moves, sorted.
    """

    units: tuple[Unit, ...]
    unit_outcomes: tuple[Outcome, ...]
    moved: tuple[tuple[Unit, Unit], ...]
    beaten: tuple[tuple[Unit, ProvinceId], ...]
    convoyed: frozenset[ProvinceId]
    contested: frozenset[ProvinceId]
    standing: tuple[Unit, ...]

    @property
    def outcomes(self) -> dict[ProvinceId, Outcome]:
        """What became of each unit's order, by province."""
        return dict(
            zip((unit.at.province for unit in self.units), self.unit_outcomes, strict=True)
        )

    @property
    def arrivals(self) -> dict[ProvinceId, Unit]:
        """Where each unit that moved now stands, by the province it left."""
        return {old.at.province: new for old, new in self.moved}

    @property
    def dislodged_by(self) -> dict[ProvinceId, ProvinceId]:
        """The province an attacker came from, by the province of the dislodged unit."""
        return {unit.at.province: origin for unit, origin in self.beaten}


def resolve_moves(field: Field) -> MovementResult:
    """Decide a season that has been laid out."""
    decisions = Decisions(field)
    paradox = settle(decisions)
    units, tasks, moves = field.units, field.tasks, decisions.moves
    won = [mover for mover in field.movers if moves[mover]]
    victors = find_victors(decisions, won)
    sailed = [
        units[number].at.province for number in field.sailing if went_by_sea(decisions, number)
    ]
    return MovementResult(
        units,
        Verdicts(decisions, paradox, victors).outcomes(),
        tuple([tasks[mover].step for mover in won]),
        tuple([(units[unit], units[victors[unit]].at.province) for unit in sorted(victors)]),
        frozenset(sailed) if sailed else NOWHERE,
        NOWHERE if len(won) == len(field.movers) else _contested(decisions, won),
        _standing(field, won, victors) if won else units,
    )


def _standing(field: Field, won: list[int], victors: dict[int, int]) -> tuple[Unit, ...]:
    """Return the units after the moves, without those that were dislodged, sorted."""
    units, tasks = [*field.units], field.tasks
    for mover in won:
        units[mover] = tasks[mover].step[1]
    for unit in sorted(victors, reverse=True):
        del units[unit]
    units.sort(key=unit_key)
    return tuple(units)


def _contested(decisions: Decisions, won: list[int]) -> frozenset[ProvinceId]:
    """Return the provinces that a standoff left empty: closed to retreats (DATC 6.H.6).

    A unit beaten head to head stands nobody off where its opponent came from (DATC 6.H.9), nor
    does an army whose convoy failed (DATC 6.F.7).
    """
    field, moves = decisions.field, decisions.moves
    goals, occupants = field.goal, field.occupant
    places: set[int] = set()
    for mover in field.movers:
        if moves[mover]:
            continue
        occupant = occupants[goals[mover]]
        if occupant != NOBODY and not moves[occupant]:
            continue
        on_foot = occupant == NOBODY and field.passages[mover] is None
        if on_foot or decisions.prevention(mover)[0]:
            places.add(goals[mover])
    if not places:
        return NOWHERE
    places.difference_update([goals[mover] for mover in won])
    return frozenset([field.reach.ids[place] for place in places])

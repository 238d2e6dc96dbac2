"""The moves of a season, all decided together: strengths, cuts, standoffs, dislodgements.

::

    legality    which orders are possible at all
    convoys     who sails, and who carries whom
    field       the orders laid out: who attacks, supports and is carried by whom
    decisions   supports, ways by sea and moves, each decided as soon as may be
    paradoxes   decisions that wait for each other
    verdicts    what became of each order, and why
"""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules.board import Board, Location, ProvinceId
from gm.rules.decisions import Decisions
from gm.rules.field import NOBODY, Field, lay_out
from gm.rules.orders import Move, UnitOrder
from gm.rules.outcomes import Outcome, Reason
from gm.rules.paradoxes import settle
from gm.rules.policies import Profile
from gm.rules.reach import reach_of
from gm.rules.units import Unit
from gm.rules.values import value
from gm.rules.verdicts import Verdicts, find_victors, went_by_sea


@value
class MovementResult:
    """A decided season.

    Args:
        outcomes: what became of each unit's order, by province.
        arrivals: where each unit that moved now stands, by the province it left.
        dislodged_by: the province an attacker came from, by the province of the dislodged unit.
        convoyed: the provinces left by units that were carried by sea.
        contested: provinces left empty by a standoff.
    """

    outcomes: Mapping[ProvinceId, Outcome]
    arrivals: Mapping[ProvinceId, Unit]
    dislodged_by: Mapping[ProvinceId, ProvinceId]
    convoyed: frozenset[ProvinceId]
    contested: frozenset[ProvinceId]


def resolve_moves(
    board: Board,
    units: Mapping[ProvinceId, Unit],
    given: Mapping[ProvinceId, UnitOrder],
    faults: Mapping[ProvinceId, Reason],
    profile: Profile,
) -> MovementResult:
    """Decide a season.

    Args:
        board: the board in force.
        units: the standing units by province.
        given: the order of each unit, by province; units missing from it stand.
        faults: which of these orders are illegal, and why; such units stand.
        profile: the rulebook.
    """
    legal = {place: order for place, order in given.items() if place not in faults}
    # The order in which units are looked at decides nothing; sorting shows that it does not.
    field = lay_out(reach_of(board), dict(sorted(units.items())), legal, profile)
    decisions = Decisions(field)
    paradox = settle(decisions)
    victors = find_victors(decisions)
    verdicts = Verdicts(decisions, given, faults, paradox, victors)
    places = [unit.at.province for unit in field.units]
    movers = [mover for mover, won in enumerate(decisions.moves) if won]
    return MovementResult(
        outcomes={place: verdicts.outcome(unit) for unit, place in enumerate(places)},
        arrivals={places[mover]: _arrived(field, mover) for mover in movers},
        dislodged_by={
            places[unit]: places[victor] for unit, victor in enumerate(victors) if victor != NOBODY
        },
        convoyed=frozenset(places[mover] for mover in movers if went_by_sea(decisions, mover)),
        contested=_contested(decisions, movers),
    )


def _arrived(field: Field, mover: int) -> Unit:
    unit, order = field.units[mover], field.orders[mover]
    to = order.to if isinstance(order, Move) else Location(field.reach.ids[field.goal[mover]])
    return Unit(unit.power, unit.kind, to)


def _contested(decisions: Decisions, movers: list[int]) -> frozenset[ProvinceId]:
    """Return the provinces that a standoff left empty: closed to retreats (DATC 6.H.6).

    A unit beaten head to head stands nobody off where its opponent came from (DATC 6.H.9), nor
    does an army whose convoy failed (DATC 6.F.7).
    """
    field = decisions.field
    entered = {field.goal[mover] for mover in movers}
    left = {field.at[mover] for mover in movers}
    return frozenset(
        field.reach.ids[place]
        for place in {goal for goal in field.goal if goal != NOBODY} - entered
        if (field.occupant[place] == NOBODY or place in left)
        and any(decisions.prevention(mover)[0] for mover in field.attackers[place])
    )

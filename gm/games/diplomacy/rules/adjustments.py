"""Adjustments by supply centres: builds, waives, removals, and civil disorder (regular winter)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Entry, Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.events import UnitBuilt, UnitDisbanded
from gm.games.diplomacy.rules.mechanics import Adjusted, Adjustments
from gm.games.diplomacy.rules.orders import Build, Disband, Waive
from gm.games.diplomacy.rules.outcomes import Outcome, Reason, Result, Why
from gm.games.diplomacy.rules.ownership import building_sites, surplus_of_centres, uneven_powers
from gm.games.diplomacy.rules.policies import Removal
from gm.games.diplomacy.rules.reach import Reach, bits, reach_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.winter_check import never_there

# Civil disorder: which units go when a power must remove some and has not said which.

NOWHERE = 1_000_000
"""The distance of a unit that can reach no centre at all."""


def removal_order(
    board: Board, state: GameState, power: PowerId, policy: Removal, units: Iterable[Unit]
) -> tuple[Unit, ...]:
    """Return a power's units in the order in which civil disorder takes them.

    Farthest first; of those equally far fleets before armies, then by the alphabet of the
    province's full name (DATC 4.D.8, 6.J.3-6.J.12).
    """
    goals = _goals(board, state, power, policy)

    def key(unit: Unit) -> tuple[int, bool, str]:
        name = board.province(unit.at.province).name.casefold()
        return -distance(board, unit, goals, policy), unit.kind is UnitKind.ARMY, name

    return tuple(sorted(units, key=key))


def distance(board: Board, unit: Unit, goals: frozenset[ProvinceId], policy: Removal) -> int:
    """Return how many moves a unit is from the nearest of these provinces.

    A fleet may arrive on any coast (DATC 6.J.9, 6.J.10); the seas of a convoy count as moves,
    whether or not fleets are there (6.J.11).
    """
    seen: set[Location] = {unit.at}
    frontier: list[Location] = [unit.at]
    steps = 0
    while frontier:
        if any(here.province in goals for here in frontier):
            return steps
        reached = {there for here in frontier for there in _steps(board, unit.kind, here, policy)}
        frontier = sorted(reached - seen, key=str)
        seen |= reached
        steps += 1
    return NOWHERE


def _goals(
    board: Board, state: GameState, power: PowerId, policy: Removal
) -> frozenset[ProvinceId]:
    """Return what distance is counted to.

    The 2023 rules count to the centres a power owns (DATC 6.J.12); the older ones to its home.
    """
    match policy:
        case Removal.RULES_2023:
            return frozenset(state.centres_of(power))
        case Removal.RULES_1971:
            return frozenset(board.powers[power].home)


def _steps(board: Board, kind: UnitKind, here: Location, policy: Removal) -> Iterator[Location]:
    reach = reach_of(board)
    if policy is Removal.RULES_2023:
        yield from (Location(place) for place in board.neighbours(here.province))
    elif kind is UnitKind.ARMY:
        yield from _army_steps(reach, here)
    else:
        for place, coasts in reach.sails.get(here, {}).items():
            yield from (Location(place, coast) for coast in coasts)


def _army_steps(reach: Reach, here: Location) -> Iterator[Location]:
    number = reach.number[here.province]
    for place in bits(reach.walks[number] | reach.shores[number]):
        yield Location(reach.ids[place])
    if reach.seas >> number & 1:
        for place in bits(reach.coasts):
            if reach.shores[place] >> number & 1:
                yield Location(reach.ids[place])


def build_fault(board: Board, state: GameState, power: PowerId, ref: UnitRef) -> Reason | None:
    """Judge a build on its own: an own, owned and vacant home centre, and a fitting unit.

    DATC 6.I.2-6.I.6, 6.B.14, 4.B.7.
    """
    place = board.provinces.get(ref.at.province)
    if place is None or place.home != power:
        return Reason(Why.NOT_A_HOME, place=(ref.at.province,))
    if place.entry is not Entry.ALL:
        return Reason(Why.CLOSED, place=(place.id,))
    if state.centres.get(place.id) != power:
        return Reason(Why.NOT_OWNED, place=(place.id,))
    if state.unit_in(place.id) is not None:
        return Reason(Why.OCCUPIED, place=(place.id,))
    return fit_fault(board, ref)


def fit_fault(board: Board, ref: UnitRef) -> Reason | None:
    """Judge whether such a unit can stand there at all: terrain and coast."""
    place = board.province(ref.at.province)
    wrong = Terrain.SEA if ref.kind is UnitKind.ARMY else Terrain.INLAND
    if place.terrain is wrong:
        return Reason(Why.WRONG_TERRAIN, place=(place.id,))
    if ref.kind is UnitKind.ARMY:
        return None
    coasts = [coast.id for coast in place.coasts]
    named = tuple(("coast", coast) for coast in coasts)
    if len(coasts) > 1 and ref.at.coast is None:
        return Reason(Why.COAST_MISSING, place=(place.id,), detail=named)
    if ref.at.coast is not None and ref.at.coast not in coasts:
        return Reason(Why.COAST_WRONG, place=(place.id,), detail=named)
    return None


def as_it_stands(board: Board, ref: UnitRef) -> UnitRef:
    """Return a unit that fits its place as it stands there: an army on no named coast, a fleet on one.

    Where a half of a split province has kept one coast, it need not be named (Irish 6).
    """
    place, coast = ref.at
    if ref.kind is UnitKind.ARMY:
        return ref if coast is None else UnitRef(ref.kind, Location(place))
    coasts = board.province(place).coasts
    if coast is not None or not coasts:
        return ref
    return UnitRef(ref.kind, Location(place, coasts[0].id))


@value
class CentreAdjustments(Adjustments):
    """As many units as centres: the regular winter.

    Args:
        removal: who goes in civil disorder.
    """

    ahead: ClassVar[bool] = True

    removal: Removal = Removal.RULES_2023

    def due_ahead(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether an autumn may leave the power anything to build or remove."""
        return bool(board.powers[power].home or state.units_of(power))

    def check_ahead(
        self, board: Board, state: GameState, power: PowerId, order: Order
    ) -> Reason | None:
        """Judge a winter order in autumn: refused is what no autumn can mend.

        Who will own what, what stands where and how many are due is left to the winter.
        """
        match order:
            case Build(ref):
                place = board.provinces.get(ref.at.province)
                if place is None or place.home != power:
                    return Reason(Why.NOT_A_HOME, place=(ref.at.province,))
                return fit_fault(board, ref)
            case Disband():
                return never_there(state, power, order)
            case Waive():
                return None
            case _:
                return Reason(Why.WRONG_PHASE)

    def due(self, board: Board, state: GameState, power: PowerId) -> bool:
        """Tell whether the power has anything to build or remove."""
        return bool(_builds_due(board, state, power) or _removals_due(state, power))

    def powers_due(self, board: Board, state: GameState) -> list[PowerId]:
        """Return the powers with anything to build or remove, counted for all at once."""
        return uneven_powers(board, state)

    def open_slots(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[str, ...]:
        """Return `build` or `removal` once for each that is due and not ordered."""
        done = sum(fault is None for fault in self.check(board, state, power, orders))
        builds = max(0, _builds_due(board, state, power) - done)
        removals = max(0, _removals_due(state, power) - done)
        return ("build",) * builds + ("removal",) * removals

    def check(
        self, board: Board, state: GameState, power: PowerId, orders: tuple[Order, ...]
    ) -> tuple[Reason | None, ...]:
        """Judge the orders in their sequence: those beyond what is due are refused.

        DATC 4.D.4, 4.D.6: the first legal ones count.
        """
        table = _List(board, state, power)
        return tuple(table.take(order) for order in orders)

    def resolve(
        self, board: Board, state: GameState, orders: Mapping[PowerId, tuple[Order, ...]]
    ) -> Adjusted:
        """Carry out a winter; what a power must remove and does not goes by civil disorder."""
        outcomes: list[Outcome] = []
        events: list[Event] = []
        for power in board.powers:
            listed = orders.get(power, ())
            faults = self.check(board, state, power, listed)
            for order, fault in zip(listed, faults, strict=True):
                result = Result.OK if fault is None else Result.VOID
                outcomes.append(Outcome(power, order, result, fault))
                if fault is None:
                    events += _carried_out(board, state, power, order)
            events += self._disorder(board, state, power, events)
        return Adjusted(tuple(outcomes), tuple(events))

    def _disorder(
        self, board: Board, state: GameState, power: PowerId, events: list[Event]
    ) -> list[Event]:
        gone = {event.unit for event in events if isinstance(event, UnitDisbanded)}
        left = [unit for unit in state.units_of(power) if unit not in gone]
        missing = len(left) - len(state.centres_of(power))
        if missing <= 0:
            return []
        order = removal_order(board, state, power, self.removal, left)
        return [UnitDisbanded(unit, by_civil_disorder=True) for unit in order[:missing]]


class _List:
    """One power's winter orders as they are taken in sequence."""

    def __init__(self, board: Board, state: GameState, power: PowerId) -> None:
        self.board, self.state, self.power = board, state, power
        self.builds = _builds_due(board, state, power)
        self.removals = _removals_due(state, power)
        self.taken: set[ProvinceId] = set()

    def take(self, order: Order) -> Reason | None:
        """Take the next order of the list, or say why not."""
        match order:
            case Build(ref):
                return self._take_build(ref)
            case Waive():
                return self._count_build()
            case Disband(ref):
                return self._take_removal(ref)
            case _:
                return Reason(Why.WRONG_PHASE)

    def _take_build(self, ref: UnitRef) -> Reason | None:
        fault = build_fault(self.board, self.state, self.power, ref)
        if fault is None and ref.at.province in self.taken:
            fault = Reason(Why.DUPLICATE, place=(ref.at.province,))
        if fault is None:
            fault = self._count_build()
        if fault is None:
            self.taken.add(ref.at.province)
        return fault

    def _count_build(self) -> Reason | None:
        if self.builds <= 0:
            return Reason(Why.NO_BUILD_LEFT)
        self.builds -= 1
        return None

    def _take_removal(self, ref: UnitRef) -> Reason | None:
        unit = self.state.unit_in(ref.at.province)
        if unit is None or unit.kind is not ref.kind:
            return Reason(Why.NO_SUCH_UNIT, place=(ref.at.province,))
        if unit.power != self.power:
            return Reason(Why.NOT_YOUR_UNIT, by=(unit.ref,), detail=(("owner", unit.power),))
        if unit.at.province in self.taken:
            return Reason(Why.DUPLICATE, by=(unit.ref,))
        if self.removals <= 0:
            return Reason(Why.NO_REMOVAL_DUE, by=(unit.ref,))
        self.removals -= 1
        self.taken.add(unit.at.province)
        return None


def _carried_out(board: Board, state: GameState, power: PowerId, order: Order) -> list[Event]:
    match order:
        case Build(ref):
            built = as_it_stands(board, ref)
            return [UnitBuilt(Unit(power, built.kind, built.at))]
        case Disband(ref):
            unit = state.unit_in(ref.at.province)
            return [UnitDisbanded(unit)] if unit is not None else []
        case _:
            return []


def _surplus(state: GameState, power: PowerId) -> int:
    return surplus_of_centres(state).get(power, 0)


def _builds_due(board: Board, state: GameState, power: PowerId) -> int:
    """Return how many units a power can build: centres without units, and homes to build in."""
    surplus = _surplus(state, power)
    if surplus <= 0:
        return 0
    return min(
        surplus, building_sites(board, state, power, {unit.at.province for unit in state.units})
    )


def _removals_due(state: GameState, power: PowerId) -> int:
    return max(0, -_surplus(state, power))

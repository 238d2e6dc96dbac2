"""What a power keeps through a winter: removals ordered, and removals in civil disorder.

Republic 6 and its rulings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.orders import Disband, RemoveBridge
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind
from gm.games.diplomacy.rules.winter.accounts import Rates
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgeDemolished, BridgePart
from gm.games.diplomacy.rules.winter.tickets import DONE, Ticket, TicketVerdict, refused


@value
class Holdings:
    """A power's units and bridges, the bridges oldest first, while its winter is carried out."""

    power: PowerId
    units: tuple[Unit, ...]
    bridges: tuple[Bridge, ...]

    def bridge_upkeep(self, rates: Rates) -> int:
        """Return what the bridges cost (Republic 6)."""
        return rates.bridge * len(self.bridges)

    def upkeep(self, rates: Rates) -> int:
        """Return what they cost (Republic 6)."""
        return rates.unit * len(self.units) + self.bridge_upkeep(rates)

    def without_unit(self, unit: Unit) -> Holdings:
        """Return the rest."""
        return replace(self, units=tuple(piece for piece in self.units if piece != unit))

    def without_bridge(self, bridge: Bridge) -> Holdings:
        """Return the rest."""
        return replace(self, bridges=tuple(span for span in self.bridges if span != bridge))


@value
class RemovalStep:
    """One step of a power's winter: what it has now, the facts, what became of its orders."""

    holdings: Holdings
    events: tuple[Event, ...]
    verdicts: Mapping[Ticket, TicketVerdict]


def holdings_of(state: GameState, power: PowerId) -> Holdings:
    """Return what a power has when winter begins."""
    return Holdings(power, state.units_of(power), state.part(BridgePart).of(power))


def carry_out_removals(
    state: GameState,
    holdings: Holdings,
    tickets: Iterable[Ticket],
    budget: int,
    rates: Rates,
    *,
    free: bool,
) -> RemovalStep:
    """Carry out a power's own removals and demolitions, in the sequence listed.

    Units may be removed only while upkeep exceeds the budget, unless they are `free`; bridges may
    be demolished at will (Republic 6, 9e).
    """
    events: list[Event] = []
    verdicts: dict[Ticket, TicketVerdict] = {}
    for ticket in tickets:
        due = free or holdings.upkeep(rates) > budget
        removal = _removed(state, holdings, ticket, due=due)
        match removal:
            case Unit():
                holdings = holdings.without_unit(removal)
                events.append(UnitDisbanded(removal))
                verdicts[ticket] = DONE
            case Bridge():
                holdings = holdings.without_bridge(removal)
                events.append(BridgeDemolished(removal))
                verdicts[ticket] = DONE
            case Reason():
                verdicts[ticket] = refused(removal)
            case None:
                pass
    return RemovalStep(holdings, tuple(events), verdicts)


def _removed(
    state: GameState, holdings: Holdings, ticket: Ticket, *, due: bool
) -> Unit | Bridge | Reason | None:
    """Return what an order takes away, or why it takes nothing; None if it is no removal."""
    match ticket.order:
        case Disband():
            return removable_unit(state, holdings, ticket.order, due=due)
        case RemoveBridge():
            return removable_bridge(state, holdings, ticket.order)
        case _:
            return None


def removable_unit(
    state: GameState, holdings: Holdings, order: Disband, *, due: bool
) -> Unit | Reason:
    """Return the unit a removal takes, or why it takes none."""
    ref = order.unit
    unit = next((piece for piece in holdings.units if piece.ref == ref), None)
    if unit is None:
        there = state.find(ref)
        if there is None:
            return Reason(Why.NO_SUCH_UNIT, place=(ref.at.province,))
        if there.power == holdings.power:
            return Reason(Why.DUPLICATE, place=(ref.at.province,))
        whose = (("power", str(there.power)),)
        return Reason(Why.NOT_YOUR_UNIT, place=(ref.at.province,), detail=whose)
    return unit if due else Reason(Why.NO_REMOVAL_DUE)


def removable_bridge(state: GameState, holdings: Holdings, order: RemoveBridge) -> Bridge | Reason:
    """Return the own bridge a demolition takes, or why it takes none (Republic 9e)."""
    for bridge in holdings.bridges:
        if bridge.between == order.between:
            return bridge
    others = state.part(BridgePart).over(order.between)
    if not others:
        return Reason(Why.NO_BRIDGE, place=order.between)
    if any(bridge.owner == holdings.power for bridge in others):
        return Reason(Why.DUPLICATE, place=order.between)
    owners = ", ".join(sorted(bridge.owner for bridge in others))
    return Reason(Why.NOT_YOUR_BRIDGE, place=order.between, detail=(("owner", owners),))


def disorder(board: Board, holdings: Holdings, budget: int, rates: Rates) -> RemovalStep:
    """Remove what a power cannot keep and has not removed itself (Republic 6, ruling).

    Units first, farthest from home, fleets before armies, then by the alphabet of the full name;
    bridges only when no unit is left, newest first. A deficit with nothing left lapses.
    """
    events: list[Event] = []
    while holdings.upkeep(rates) > budget and (holdings.units or holdings.bridges):
        if holdings.units:
            unit = min(holdings.units, key=lambda piece: _claim(board, piece))
            holdings = holdings.without_unit(unit)
            events.append(UnitDisbanded(unit, by_civil_disorder=True))
        else:
            bridge = holdings.bridges[-1]
            holdings = holdings.without_bridge(bridge)
            events.append(BridgeDemolished(bridge, by_civil_disorder=True))
    return RemovalStep(holdings, tuple(events), {})


def _claim(board: Board, unit: Unit) -> tuple[int, bool, str]:
    """Return the key of the sequence in which units go, the first to go least."""
    place = unit.at.province
    away = home_distances(board, unit.power).get(place, len(board.provinces))
    return -away, unit.kind is UnitKind.ARMY, board.province(place).name


@lru_cache(maxsize=512)
def home_distances(board: Board, power: PowerId) -> Mapping[ProvinceId, int]:
    """Return how many moves every province lies from a power's nearest home.

    Any border counts, rivers and seas included (Republic 6, ruling).
    """
    distances: dict[ProvinceId, int] = dict.fromkeys(board.powers[power].home, 0)
    rim = list(distances)
    while rim:
        beyond: list[ProvinceId] = []
        for place in rim:
            for neighbour in board.neighbours(place):
                if neighbour not in distances:
                    distances[neighbour] = distances[place] + 1
                    beyond.append(neighbour)
        rim = beyond
    return distances

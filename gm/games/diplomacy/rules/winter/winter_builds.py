"""Builds of units and bridges in winter (Republic 3, 6, 9b, 9h, 9i)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.events import UnitBuilt
from gm.games.diplomacy.rules.orders import Build, BuildBridge
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.accounts import Rates
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgeBuilt, has_river
from gm.games.diplomacy.rules.winter.holdings import Holdings, RemovalStep
from gm.games.diplomacy.rules.winter.tickets import DONE, Ticket, TicketVerdict, refused


def build_fault(board: Board, state: GameState, power: PowerId, ref: UnitRef) -> Reason | None:
    """Return why a power can never build that unit this winter, whoever else moves away.

    In an own home province, and where that is a supply centre, one still owned; fleets only on a
    coast (Republic 3 and its ruling on Devon).
    """
    place = ref.at.province
    fault = site_fault(board, power, ref)
    if fault is not None and fault.why is Why.NOT_A_HOME:
        return fault
    if board.province(place).is_centre and state.centres.get(place) != power:
        return Reason(Why.NOT_OWNED, place=(place,))
    return fault


def site_fault(board: Board, power: PowerId, ref: UnitRef) -> Reason | None:
    """Return why a power can never build that unit there, whoever owns the province.

    In an own home province; fleets only on a coast (Republic 3).
    """
    place = ref.at.province
    if place not in board.powers[power].home:
        return Reason(Why.NOT_A_HOME, place=(place,))
    province = board.province(place)
    if not _fits(province.terrain, ref.kind):
        return Reason(Why.WRONG_TERRAIN, place=(place,))
    coasts = {coast.id for coast in province.coasts} if ref.kind is UnitKind.FLEET else set()
    if coasts and ref.at.coast is None:
        return Reason(Why.COAST_MISSING, place=(place,))
    if ref.at.coast is not None and ref.at.coast not in coasts:
        return Reason(Why.COAST_WRONG, place=(place,))
    return None


def _fits(terrain: Terrain, kind: UnitKind) -> bool:
    return terrain is Terrain.COASTAL or (terrain is Terrain.INLAND) is (kind is UnitKind.ARMY)


def bridge_fault(board: Board, holdings: Holdings, order: BuildBridge) -> Reason | None:
    """Return why a power can build no bridge there, units aside (Republic 9b, 9h, 9i)."""
    if not has_river(board, order.between):
        return Reason(Why.NO_RIVER, place=order.between)
    if any(bridge.between == order.between for bridge in holdings.bridges):
        return Reason(Why.DUPLICATE, place=order.between)
    return None


@value
class Site:
    """Where and with what a power builds.

    Args:
        board: in force.
        state: the position when winter began; owners of centres do not change in winter.
        occupied: provinces in which units stand after all removals.
        budget: points after payments.
        rates: what things cost.
    """

    board: Board
    state: GameState
    occupied: Collection[ProvinceId]
    budget: int
    rates: Rates


def carry_out_builds(site: Site, holdings: Holdings, tickets: Sequence[Ticket]) -> RemovalStep:
    """Carry out a power's builds in the sequence listed (Republic 6, 9b).

    An order that the rest of the budget cannot cover is void; a cheaper one after it may still
    fit. A bridge may be listed before the unit it needs: if that unit is not built, the bridge is
    struck out and the list taken again without it, the first such bridge of the list at a time. Those
    that no unit and no build of the list could ever serve go before the others.
    """
    struck: dict[Ticket, TicketVerdict] = {}
    while True:
        step = _take_list(site, holdings, [ticket for ticket in tickets if ticket not in struck])
        useless = _first_without_unit(step, _served(site, holdings, tickets))
        if useless is None:
            return replace(step, verdicts={**step.verdicts, **struck})
        between = useless.order.between if isinstance(useless.order, BuildBridge) else ()
        struck[useless] = refused(Reason(Why.NO_UNIT_BESIDE, place=between))


def _take_list(site: Site, holdings: Holdings, tickets: Sequence[Ticket]) -> RemovalStep:
    events: list[Event] = []
    verdicts: dict[Ticket, TicketVerdict] = {}
    for ticket in tickets:
        built = _built(site, holdings, ticket)
        match built:
            case Unit():
                holdings = replace(holdings, units=(*holdings.units, built))
                events.append(UnitBuilt(built))
                verdicts[ticket] = DONE
            case Bridge():
                holdings = replace(holdings, bridges=(*holdings.bridges, built))
                events.append(BridgeBuilt(built))
                verdicts[ticket] = DONE
            case Reason():
                verdicts[ticket] = refused(built)
            case None:
                pass
    return RemovalStep(holdings, tuple(events), verdicts)


def _built(site: Site, holdings: Holdings, ticket: Ticket) -> Unit | Bridge | Reason | None:
    """Return what an order adds, or why it adds nothing; None if it is no build."""
    match ticket.order:
        case Build(ref):
            fault = build_fault(site.board, site.state, ticket.power, ref)
            fault = fault or _no_room(site, holdings, ref)
            fault = fault or _too_dear(site, holdings, site.rates.unit)
            return fault or Unit(ticket.power, ref.kind, ref.at)
        case BuildBridge() as order:
            fault = bridge_fault(site.board, holdings, order)
            fault = fault or _too_dear(site, holdings, site.rates.bridge)
            return fault or Bridge(order.between, ticket.power)
        case _:
            return None


def _no_room(site: Site, holdings: Holdings, ref: UnitRef) -> Reason | None:
    place = ref.at.province
    if place in site.occupied:
        return Reason(Why.OCCUPIED, place=(place,))
    listed = any(unit.at.province == place for unit in holdings.units)
    return Reason(Why.DUPLICATE, place=(place,)) if listed else None


def _too_dear(site: Site, holdings: Holdings, price: int) -> Reason | None:
    left = site.budget - holdings.upkeep(site.rates)
    if price <= left:
        return None
    return Reason(Why.TOO_DEAR, detail=(("left", str(max(0, left))), ("price", str(price))))


def _served(site: Site, holdings: Holdings, tickets: Sequence[Ticket]) -> set[ProvinceId]:
    """Return where a unit of the builder stands, or could be built by the list."""
    builds = ((ticket, ticket.order.unit) for ticket in tickets if isinstance(ticket.order, Build))
    return {unit.at.province for unit in holdings.units} | {
        ref.at.province
        for ticket, ref in builds
        if build_fault(site.board, site.state, ticket.power, ref) is None
        and _no_room(site, holdings, ref) is None
    }


def _first_without_unit(step: RemovalStep, served: Collection[ProvinceId]) -> Ticket | None:
    """Return the first bridge of the list beside which its builder has no unit (9b).

    Args:
        step: the list as it was taken.
        served: provinces in which the list could have put one; a bridge beside none of them is first.
    """
    places = {unit.at.province for unit in step.holdings.units}
    useless = [
        (ticket, {*ticket.order.between})
        for ticket, verdict in step.verdicts.items()
        if isinstance(ticket.order, BuildBridge) and verdict is DONE
    ]
    useless = [(ticket, ends) for ticket, ends in useless if not places & ends]
    hopeless = [ticket for ticket, ends in useless if ends.isdisjoint(served)]
    return next(iter((*hopeless, *(ticket for ticket, _ in useless))), None)

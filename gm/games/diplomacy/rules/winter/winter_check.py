"""What is wrong with winter orders before anybody knows the others' (Republic 3-9).

Only what must fail whatever the others order is refused: a province may still be vacated, and
points may still be received.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gm.contract.orders import Order
from gm.contract.values import value
from gm.games.diplomacy.rules.board import Board, Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Conditional,
    Disband,
    Pay,
    Receive,
    RemoveBridge,
    Waive,
)
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit
from gm.games.diplomacy.rules.winter.accounts import Account, Rates
from gm.games.diplomacy.rules.winter.bridges import Bridge, has_river
from gm.games.diplomacy.rules.winter.holdings import (
    Holdings,
    holdings_of,
    removable_bridge,
    removable_unit,
)
from gm.games.diplomacy.rules.winter.payments import payment_fault
from gm.games.diplomacy.rules.winter.season_facts import WinterFacts
from gm.games.diplomacy.rules.winter.tickets import branches, possible
from gm.games.diplomacy.rules.winter.winter_builds import bridge_fault, build_fault, site_fault

# What is wrong with winter orders that come before the autumn is over (Republic 9e).
#
# Only what no autumn can mend is refused: a home is a home, a river a river. Who stands where, who
# owns what and what can be paid is left to the winter.


def fault_ahead(board: Board, state: GameState, power: PowerId, order: Order) -> Reason | None:
    """Return why an order for the coming winter must fail whatever the autumn brings, or None.

    A conditional order is refused for an order in one of its branches that is wrong in itself.

    Args:
        board: in force.
        state: of the autumn, before its moves or its retreats.
        power: who orders.
        order: one of his winter orders.
    """
    match order:
        case Conditional():
            faults = (fault_ahead(board, state, power, plain) for plain in possible(order))
            return next((fault for fault in faults if fault is not None), None)
        case Pay() | Receive():
            return payment_fault(power, order)
        case Build(ref):
            return site_fault(board, power, ref)
        case BuildBridge(between):
            return None if has_river(board, between) else Reason(Why.NO_RIVER, place=between)
        case RemoveBridge():
            # Bridges are built in winter only, so one that does not stand now never will.
            fallen = removable_bridge(state, holdings_of(state, power), order)
            return fallen if isinstance(fallen, Reason) else None
        case Disband():
            return never_there(state, power, order)
        case Waive():
            return None
        case _:
            return Reason(Why.WRONG_PHASE)


def never_there(state: GameState, power: PowerId, order: Disband) -> Reason | None:
    """Return why no such unit can stand there in winter; once the moves are made it is known."""
    ref = order.unit
    if state.phase.kind is not PhaseKind.RETREAT:
        return None
    retreating = (dislodged for dislodged in state.dislodged if dislodged.unit.power == power)
    if any(
        dislodged.unit.kind is ref.kind and ref.at in dislodged.retreats
        for dislodged in retreating
    ):
        return None
    there = state.find(ref)
    if there is None:
        return Reason(Why.NO_SUCH_UNIT, place=(ref.at.province,))
    if there.power != power:
        return Reason(Why.NOT_YOUR_UNIT, place=(ref.at.province,))
    return None


@value
class _List:
    """A power's whole list, as far as it matters for one of its orders."""

    board: Board
    state: GameState
    account: Account
    rates: Rates
    free: bool
    removed: frozenset[ProvinceId]
    demolished: frozenset[Pair]
    built: frozenset[ProvinceId]
    given: int

    @property
    def power(self) -> PowerId:
        return self.account.power


def check_winter(
    board: Board,
    state: GameState,
    account: Account,
    orders: Sequence[Order],
    rates: Rates,
    *,
    free: bool,
) -> tuple[Reason | None, ...]:
    """Return for each order why it must fail, or None; the same order twice counts as failing.

    A conditional order is refused only for an order that is wrong in itself: in the branch that
    counts as the autumn has gone, or in any if no autumn could mend it. What earlier orders of the
    list change is not counted there.

    Args:
        board, state: the position in which winter begins.
        account: the power's account before payments.
        orders: its list.
        rates: what things cost.
        free: units may be removed at will.
    """
    every = [plain for order in orders for plain in possible(order)]
    known = _List(
        board,
        state,
        account,
        rates,
        free,
        frozenset(disband.unit.at.province for disband in every if isinstance(disband, Disband)),
        frozenset(
            remove_bridge.between
            for remove_bridge in every
            if isinstance(remove_bridge, RemoveBridge)
        ),
        frozenset(build.unit.at.province for build in every if isinstance(build, Build)),
        sum(pay.amount for pay in every if isinstance(pay, Pay) and pay.amount > 0),
    )
    holdings = holdings_of(state, account.power)
    reasons: dict[int, Reason | None] = {}
    # Removals come before builds, wherever the list has them.
    built: set[ProvinceId] = set()
    for number in sorted(range(len(orders)), key=lambda at: not _is_removal(orders[at])):
        order = orders[number]
        reasons[number] = _fault(known, holdings, order) or _built_already(built, order)
        if reasons[number] is None:
            holdings = _after(holdings, order)
            built |= {order.unit.at.province} if isinstance(order, Build) else set()
    return tuple(reasons[number] for number in range(len(orders)))


def _is_removal(order: Order) -> bool:
    return isinstance(order, Disband | RemoveBridge)


def _fault(known: _List, holdings: Holdings, order: Order) -> Reason | None:
    match order:
        case Conditional():
            faults = _faults_of_branches(known, holdings, order)
            return next((fault for fault in faults if fault is not None), None)
        case Pay() | Receive():
            return payment_fault(known.power, order) or _not_covered(known, order)
        case Disband():
            taken = removable_unit(known.state, holdings, order, due=_is_due(known, holdings))
            return taken if isinstance(taken, Reason) else None
        case RemoveBridge():
            fallen = removable_bridge(known.state, holdings, order)
            return fallen if isinstance(fallen, Reason) else None
        case Build(ref):
            fault = build_fault(known.board, known.state, known.power, ref)
            return fault or _blocked(known, ref.at.province)
        case BuildBridge():
            fault = bridge_fault(known.board, _lasting(known, holdings), order)
            return fault or _no_unit_beside(known, holdings, order)
        case Waive():
            return None
        case _:
            return Reason(Why.WRONG_PHASE)


def _faults_of_branches(
    known: _List, holdings: Holdings, order: Conditional
) -> Iterator[Reason | None]:
    """Yield what is wrong in the branch that counts, and what never could be right in the others.

    The autumn is over, so it is known which branch counts (Republic 9e). In another one a unit or
    bridge that the autumn took is no fault: for that case it was not written.
    """
    counting = {*branches(order, WinterFacts(known.state))}
    for plain in possible(order):
        if plain in counting:
            yield _fault(known, holdings, plain)
        elif not isinstance(plain, RemoveBridge):
            yield fault_ahead(known.board, known.state, known.power, plain)


def _not_covered(known: _List, order: Pay | Receive) -> Reason | None:
    if isinstance(order, Receive) or order.amount <= known.account.income:
        return None
    return Reason(Why.NOT_COVERED, detail=(("left", str(max(0, known.account.income))),))


def _is_due(known: _List, holdings: Holdings) -> bool:
    """Tell whether a removal can be due: with nothing received and everything paid."""
    return known.free or holdings.upkeep(known.rates) > known.account.income - known.given


def _blocked(known: _List, place: ProvinceId) -> Reason | None:
    """Return the own unit in the way, if it stays.

    A unit taken in civil disorder makes no room: it leaves less than a unit's price.
    """
    occupied = any(unit.at.province == place for unit in known.state.units_of(known.power))
    return (
        Reason(Why.OCCUPIED, place=(place,)) if occupied and place not in known.removed else None
    )


def _built_already(built: Collection[ProvinceId], order: Order) -> Reason | None:
    """Return that an earlier order of the list builds in the same province."""
    if not isinstance(order, Build) or order.unit.at.province not in built:
        return None
    return Reason(Why.DUPLICATE, place=(order.unit.at.province,))


def _lasting(known: _List, holdings: Holdings) -> Holdings:
    """Return the holdings without the bridges that the list may take down."""
    staying = (bridge for bridge in holdings.bridges if bridge.between not in known.demolished)
    return Holdings(holdings.power, holdings.units, tuple(staying))


def _no_unit_beside(known: _List, holdings: Holdings, order: BuildBridge) -> Reason | None:
    # A removal may prove needless, and then its unit stays; only free removals are certain.
    staying = holdings.units if known.free else known.state.units_of(known.power)
    near = known.built | {unit.at.province for unit in staying}
    return None if near & {*order.between} else Reason(Why.NO_UNIT_BESIDE, place=order.between)


def _after(holdings: Holdings, order: Order) -> Holdings:
    """Return the holdings with one order of the list carried out as far as it can be foreseen."""
    match order:
        case Disband(ref):
            return Holdings(
                holdings.power,
                tuple(unit for unit in holdings.units if unit.ref != ref),
                holdings.bridges,
            )
        case Build(ref):
            new = Unit(holdings.power, ref.kind, ref.at)
            return Holdings(holdings.power, (*holdings.units, new), holdings.bridges)
        case RemoveBridge(between):
            staying = tuple(bridge for bridge in holdings.bridges if bridge.between != between)
            return Holdings(holdings.power, holdings.units, staying)
        case BuildBridge(between):
            youngest = Bridge(between, holdings.power)
            return Holdings(holdings.power, holdings.units, (*holdings.bridges, youngest))
        case _:
            return holdings


def spare_builds(
    board: Board,
    state: GameState,
    power: PowerId,
    built: Collection[ProvinceId],
    vacated: Collection[ProvinceId] = (),
) -> int:
    """Return in how many more homes the power could build a unit (Republic 3).

    Args:
        board, state: the position in which winter begins.
        power: whose homes.
        built: provinces in which its list builds already.
        vacated: provinces from which its list removes a unit.
    """
    return sum(
        place not in built
        and (place in vacated or state.unit_in(place) is None)
        and (not board.province(place).is_centre or state.centres.get(place) == power)
        for place in board.powers[power].home
    )

"""Complaints about builds, payments and conversions: what is wrong, and what would be right."""

from __future__ import annotations

from gm.interpret.diagnose import both_of, capital, either_of, place_name, unit_name
from gm.interpret.river_words import crowded, owner_name, pair_of
from gm.interpret.values import Context
from gm.rules.board import Board, ProvinceId, Terrain
from gm.rules.mechanics.bridges import BridgePart
from gm.rules.mechanics.tickets import possible
from gm.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Convert,
    Disband,
    Order,
    Pay,
    UnitOrder,
)
from gm.rules.outcomes import Reason
from gm.rules.units import UnitKind


def no_home(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on a build away from home, or in a home that is lost (Republic 3)."""
    board = context.board
    if not isinstance(order, Build):
        return "That is no home of yours."
    place = order.unit.at.province
    name = place_name(board, place)
    if place not in board.powers[context.power].home:
        besides = _unfit(board, place, order.unit.kind)
        return f"{name} is no home of yours{besides}. {_homes(context)}"
    owner = context.state.centres.get(place)
    whose = f"{board.powers[owner].name} owns it now" if owner is not None else "you do not own it"
    return f"{name} is a home of yours, but {whose}. {_homes(context)}"


def _unfit(board: Board, place: ProvinceId, kind: UnitKind) -> str:
    """Return why such a unit could not stand there either; "" if it could."""
    terrain = board.province(place).terrain
    if kind is UnitKind.FLEET and terrain is Terrain.INLAND:
        return ", and lies inland, where no fleet can stand"
    if kind is UnitKind.ARMY and terrain is Terrain.SEA:
        return ", and no army stands at sea"
    return ""


def _homes(context: Context) -> str:
    """Return the sentence on where a power may build; the autumn may still give homes back."""
    board, centres = context.board, context.state.centres
    mine = [
        place
        for place in board.powers[context.power].home
        if context.ahead is not None
        or not board.province(place).is_centre
        or centres.get(place) == context.power
    ]
    if not mine:
        return "You own no home to build in."
    return f"You may build in {either_of(place_name(board, place) for place in mine)}."


def occupied(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on a build where a unit stands already, or is built by the same list."""
    place = order.unit.at.province if isinstance(order, Build) else None
    unit = context.state.unit_in(place) if place is not None else None
    if place is None:
        return "A unit stands there. Builds need a vacant home."
    name = place_name(context.board, place)
    if unit is None:
        return f"One unit stands in a province, and you build one in {name} already."
    whose = owner_name(context, unit.power)
    kind = "army" if unit.kind is UnitKind.ARMY else "fleet"
    return f"A unit stands in {name}, {whose} {kind}. Builds need a vacant home."


def ordered_twice(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on an order given twice, or on a second bridge of one power (9h)."""
    part = context.state.part(BridgePart)
    if isinstance(order, BuildBridge) and any(
        one.owner == context.power for one in part.over(order.between)
    ):
        ends = both_of(place_name(context.board, place) for place in pair_of(order, reason))
        return (
            f"You have a bridge between {ends} already, and no power has two there. "
            "Waive this one, or build it elsewhere."
        )
    return "This is ordered twice. Once is enough."


def yourself(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on a payment to oneself (Republic 8)."""
    name = context.board.powers[context.power].name
    does = "you pay" if isinstance(order, Pay) else "pays you"
    return f"You are {name} yourself. Name the power that {does}."


def not_covered(_context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a payment beyond the payer's own income (Republic 8)."""
    left = int(dict(reason.detail).get("left", "0"))
    if not isinstance(order, Pay):
        return "Your income as it stands does not cover this payment."
    have = (
        f"{left} point{'s' if left != 1 else ''} of your own" if left else "no points of your own"
    )
    most = f" Pay {left} or less." if left else ""
    return (
        f"You have {have} this winter and cannot pay {order.amount}; points you receive cannot be "
        f"passed on.{most}"
    )


def no_fleet(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on an army that is to convert (Republic 10b)."""
    if not isinstance(order, UnitOrder):
        return "Only a fleet can do that, and this is an army."
    who = capital(unit_name(context.board, order.unit))
    return f"{who} cannot convert: fleets become armies, never armies fleets."


def convert_at_sea(context: Context, order: Convert) -> str:
    """Return the sentence on a fleet that is to convert at sea (Republic 10b)."""
    name = place_name(context.board, order.unit.at.province)
    return f"A fleet converts on a coast, and {name} is sea. Bring it to a coastal province first."


def order_of_season(order: Order) -> UnitOrder | None:
    """Return the order of a spring or autumn in a winter order, itself or in a condition's branch."""
    for one in possible(order):
        if isinstance(one, UnitOrder) and not isinstance(one, Disband):
            return one
    return None


def out_of_season(context: Context, order: UnitOrder) -> str:
    """Return the sentence on an order that belongs to spring or autumn."""
    deeds = {AttackBridge: "attack bridges", Convert: "convert"}
    does = deeds.get(type(order), "move, support and hold")
    asked = "builds and removals"
    if "points_per_centre" in context.board.facts:
        asked = "builds, removals, bridges and payments"
    return f"This phase asks for {asked}. Units {does} in spring and autumn; send this then."


def remark_on(context: Context, order: Order) -> str:
    """Return a remark on a winter order that the rules allow and its writer may regret."""
    match order:
        case BuildBridge():
            return crowded(context, order)
        case Build(ref):
            unit = context.state.unit_in(ref.at.province)
            if unit is None or unit.power == context.power:
                return ""
            name = place_name(context.board, ref.at.province)
            whose = context.board.powers[unit.power].name
            return f"{whose}'s unit stands in {name}. This fails unless it is removed this winter."
        case _:
            return ""

"""Complaints about builds, payments and conversions: what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from gm.interpret.diagnose import both_of, capital, either_of, place_name, unit_name
from gm.interpret.first_pieces import not_there
from gm.interpret.river_words import crowded, owner_name, pair_of
from gm.interpret.shut_words import shut_because
from gm.interpret.values import Context
from gm.rules.board import Board, Entry, ProvinceId, Terrain
from gm.rules.gone_places import place_named
from gm.rules.mechanics.bridges import BridgePart
from gm.rules.mechanics.tickets import possible
from gm.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Convert,
    Convoy,
    Disband,
    Order,
    Pay,
    Receive,
    UnitOrder,
)
from gm.rules.outcomes import Reason
from gm.rules.ruleset import SeatId
from gm.rules.units import UnitKind


def no_home(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on a build away from home, or in a home that is lost (Republic 3)."""
    board = context.board
    if isinstance(order, Choose):
        return not_there(context)
    if not isinstance(order, Build):
        return "That is no home of yours."
    place = order.unit.at.province
    name = place_name(board, place)
    if place not in board.powers[context.power].home:
        besides = _unfit(board, place, order.unit.kind)
        return f"{name} is no home of yours{besides}. {_homes(context)}"
    if board.province(place).entry is not Entry.ALL:
        return shut_home(context, place)
    owner = context.state.centres.get(place)
    whose = f"{board.powers[owner].name} owns it now" if owner is not None else "you do not own it"
    return f"{name} is a home of yours, but {whose}. {_homes(context)}"


def shut_home(context: Context, place: ProvinceId) -> str:
    """Return the sentence on a build in a province that nothing can enter (Irish 3, 4)."""
    return f"{shut_because(context, place)}, so nothing can be built there. {_homes(context)}"


def _unfit(board: Board, place: ProvinceId, kind: UnitKind) -> str:
    """Return why such a unit could not stand there either; "" if it could."""
    terrain = place_named(board, place).terrain
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
        if board.province(place).entry is Entry.ALL
        and (
            context.ahead is not None
            or not board.province(place).is_centre
            or centres.get(place) == context.power
        )
    ]
    if not mine:
        return "You own no home to build in."
    # Where points are spent a removal of the same winter may vacate a home (Republic 6).
    if context.ahead is None and "points_per_centre" not in board.facts:
        slots = context.ruleset.open_slots(context.state, SeatId(context.power), ())
        if "removal" in slots:
            return "You have to remove a unit this winter, and nothing to build."
        mine = [place for place in mine if context.state.unit_in(place) is None]
    names = [place_name(board, place) for place in _in_sequence(board, mine)]
    return f"You may build in {either_of(names)}." if names else "None of your homes is vacant."


def _in_sequence(board: Board, places: Sequence[ProvinceId]) -> list[ProvinceId]:
    """Return provinces with the halves of each one together, by their numbers (Irish 9)."""
    wholes = [board.province(place).whole or place for place in places]

    def key(place: ProvinceId) -> tuple[int, int]:
        whole = board.province(place).whole
        number = int(place.removeprefix(whole)) if whole is not None else 0
        return wholes.index(whole or place), number

    return sorted(places, key=key)


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
    """Return the sentence on a payment or gift to oneself (Republic 8, Irish 15)."""
    name = context.board.powers[context.power].name
    if not isinstance(order, Pay | Receive):
        return f"You are {name} yourself. Name the power that you give points to."
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
    """Return the sentence on an army that is to convert (Republic 10b), or to convoy."""
    if not isinstance(order, UnitOrder):
        return "Only a fleet can do that, and this is an army."
    if isinstance(order, Convoy):
        there = place_name(context.board, order.unit.at.province)
        return f"Only a fleet at sea can convoy, and the unit in {there} is an army."
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

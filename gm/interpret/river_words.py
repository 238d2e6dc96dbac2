"""Complaints about rivers and bridges: what is wrong with a crossing, and which ones there are."""

from __future__ import annotations

from gm.interpret.diagnose import both_of, capital, either_of, place_name, unit_name
from gm.interpret.values import Context
from gm.rules.board import Board, BorderKind, Pair, PowerId, ProvinceId
from gm.rules.mechanics.bridges import BridgePart
from gm.rules.orders import AttackBridge, BuildBridge, Order, RemoveBridge
from gm.rules.outcomes import Reason


def pair_of(order: Order, reason: Reason) -> Pair:
    """Return the two provinces that a refused order about a bridge names."""
    if isinstance(order, AttackBridge | BuildBridge | RemoveBridge):
        return order.between
    here, there = reason.place[:2]
    return here, there


def _pair(board: Board, between: Pair) -> str:
    return both_of(place_name(board, place) for place in between)


def no_river_there(board: Board, between: Pair) -> str:
    """Return that a pair of provinces can have no bridge, and where the rivers are (9b, 9i)."""
    here, there = between
    if here == there:
        name = place_name(board, here)
        return f"A bridge links two provinces, and this names {name} twice. Name the other one."
    rivers = " ".join(filter(None, (_rivers_of(board, place) for place in between)))
    return (
        f"No river runs between {_pair(board, between)}, so no bridge can stand there. "
        f"{rivers or 'Neither lies on a river.'}"
    )


def _rivers_of(board: Board, place: ProvinceId) -> str:
    """Return the sentence on the rivers about a province; "" if it has none."""
    ring = board.province(place).ring
    over = sorted({place_name(board, one.to) for one in ring if one.kind is BorderKind.RIVER})
    return f"Rivers part {place_name(board, place)} from {both_of(over)}." if over else ""


def no_river(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a bridge where no river is."""
    return no_river_there(context.board, pair_of(order, reason))


def no_bridge(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a bridge that does not stand, and which ones do (9f, 12)."""
    board, between = context.board, pair_of(order, reason)
    part = context.state.part(BridgePart)
    owner = order.owner if isinstance(order, AttackBridge) else None
    if owner is not None and part.over(between):
        owners = both_of(owner_name(context, bridge.owner) for bridge in part.over(between))
        there = "bridges there are" if len(part.over(between)) > 1 else "bridge there is"
        return (
            f"{board.powers[owner].name} has no bridge between {_pair(board, between)}. "
            f"The {there} {owners}."
        )
    text = f"No bridge stands between {_pair(board, between)}."
    if isinstance(order, AttackBridge):
        return f"{text} {_within_reach(context, order)}"
    return f"{text} {_yours(context)}"


def owner_name(context: Context, owner: PowerId) -> str:
    """Return whose a thing is, told to the writer: `Ulster's`, or `your own`."""
    return "your own" if owner == context.power else f"{context.board.powers[owner].name}'s"


def _within_reach(context: Context, order: AttackBridge) -> str:
    """Return which bridges the unit could attack from where it stands."""
    here = order.unit.at.province
    who = unit_name(context.board, order.unit)
    standing = context.state.part(BridgePart).standing
    ends = dict.fromkeys(
        place_name(context.board, place)
        for bridge in standing
        if here in bridge.between
        for place in bridge.between
        if place != here
    )
    if not ends:
        return f"No bridge touches {place_name(context.board, here)} at all."
    return f"{capital(who)} stands beside the bridge to {both_of(sorted(ends))}."


def _yours(context: Context) -> str:
    own = context.state.part(BridgePart).of(context.power)
    if not own:
        return "You have no bridge."
    listed = both_of(_dashed(context.board, bridge.between) for bridge in own)
    return f"Your bridge{'s are' if len(own) > 1 else ' is'} {listed}."


def _dashed(board: Board, between: Pair) -> str:
    return " - ".join(place_name(board, place) for place in between)


def others_bridge(context: Context, owner: PowerId, *, built: bool) -> str:
    """Return that a bridge to be built or demolished cannot be called another power's (9e)."""
    whose = f"{context.board.powers[owner].name}'s"
    if built:
        yours = context.board.powers[context.power].name
        return f"You build for {yours}, and this bridge is called {whose}. Leave the name out."
    return f"You demolish only your own bridges, and this names {whose}. {_BY_ATTACK}"


def not_your_bridge(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a demolition of another power's bridge (9e)."""
    between = pair_of(order, reason)
    owners = context.state.part(BridgePart).over(between)
    whose = both_of(f"{context.board.powers[one.owner].name}'s" for one in owners)
    what = "bridges" if len(owners) > 1 else "bridge"
    verb = "are" if len(owners) > 1 else "is"
    return (
        f"The {what} between {_pair(context.board, between)} {verb} {whose}, and you demolish only "
        f"your own. {_BY_ATTACK}"
    )


_BY_ATTACK = "Another power's is attacked in spring or autumn, by a unit beside it."


def no_unit_beside(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a bridge beside which its builder has no unit (9b)."""
    between = pair_of(order, reason)
    ends = either_of(place_name(context.board, place) for place in between)
    homes = {*context.board.powers[context.power].home}
    right = (
        "Build one there in the same mail, for it replaces your earlier list, or bridge a river "
        "beside a unit."
        if homes & {*between}
        else "Bridge a river beside a unit."
    )
    return (
        f"A bridge needs a unit of yours in {ends} when the winter is over, and this mail leaves "
        f"none there. {right}"
    )


def not_beside(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on an attack on a bridge from elsewhere (9f)."""
    ends = " nor ".join(place_name(context.board, place) for place in pair_of(order, reason))
    who = unit_name(context.board, order.unit) if isinstance(order, AttackBridge) else "the unit"
    return (
        f"A unit attacks a bridge from one of the two provinces it links, and {who} stands in "
        f"neither {ends}."
    )


_COUNT = {2: "Two", 3: "Three", 4: "Four"}


def crowded(context: Context, order: BuildBridge) -> str:
    """Return a remark on a further bridge where others have built already (9d, 9h); "" if none."""
    standing = context.state.part(BridgePart).over(order.between)
    owners = [owner_name(context, one.owner) for one in standing if one.owner != context.power]
    between = _pair(context.board, order.between)
    if not owners:
        return ""
    if len(owners) == 1:
        return (
            f"A bridge stands between {between} already, {owners[0]}, and every power may cross "
            "it. Yours has an upkeep of its own."
        )
    return (
        f"{_COUNT[len(owners)]} bridges stand between {between} already, {both_of(owners)}, and "
        "every power may cross them. One more has its upkeep and opens nothing: leave it out, or "
        "bridge another river."
    )

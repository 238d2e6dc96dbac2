"""Complaints about rivers and bridges: what is wrong with a crossing, and which ones there are."""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, BorderKind, Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import AttackBridge, BuildBridge, RemoveBridge
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.wording.naming import capital, either_of, place_name, sentences, unit_name
from gm.languages import gettext, ngettext
from gm.languages.little_words import listed, number_word


def pair_of(order: Order, reason: Reason) -> Pair:
    """Return the two provinces that a refused order about a bridge names."""
    if isinstance(order, AttackBridge | BuildBridge | RemoveBridge):
        return order.between
    here, there = reason.place[:2]
    return here, there


def _pair(board: Board, between: Pair) -> str:
    """Return the two provinces as `Kerry and Limerick`."""
    return listed(place_name(board, place) for place in between)


def no_river_there(board: Board, between: Pair) -> str:
    """Return that a pair of provinces can have no bridge, and where the rivers are (9b, 9i)."""
    here, there = between
    if here == there:
        name = place_name(board, here)
        return gettext(
            "A bridge links two provinces, and this names {place} twice. Name the other one.",
            place=name,
        )
    none = gettext(
        "No river runs between {places}, so no bridge can stand there.",
        places=_pair(board, between),
    )
    rivers = sentences(*(_rivers_of(board, place) for place in between))
    return sentences(none, rivers or gettext("Neither lies on a river."))


def _rivers_of(board: Board, place: ProvinceId) -> str:
    """Return the sentence on the rivers about a province; "" if it has none."""
    ring = board.province(place).ring
    over = sorted(
        {place_name(board, border.to) for border in ring if border.kind is BorderKind.RIVER}
    )
    if not over:
        return ""
    name = place_name(board, place)
    return gettext("Rivers part {place} from {places}.", place=name, places=listed(over))


def no_river(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a bridge where no river is."""
    return no_river_there(context.board, pair_of(order, reason))


def no_bridge(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a bridge that does not stand, and which ones do (9f, 12)."""
    board, between = context.board, pair_of(order, reason)
    part = context.state.part(BridgePart)
    owner = order.owner if isinstance(order, AttackBridge) else None
    if owner is not None and part.over(between):
        owners = listed(owner_name(context, bridge.owner) for bridge in part.over(between))
        none = gettext(
            "{power} has no bridge between {places}.",
            power=board.powers[owner].name,
            places=_pair(board, between),
        )
        # Translators: {owners} is "Ulster's and your own", for example.
        others = ngettext(
            "The bridge there is {owners}.",
            "The bridges there are {owners}.",
            len(part.over(between)),
            owners=owners,
        )
        return sentences(none, others)
    text = gettext("No bridge stands between {places}.", places=_pair(board, between))
    if isinstance(order, AttackBridge):
        return sentences(text, _within_reach(context, order))
    return sentences(text, _yours(context))


def owner_name(context: Context, owner: PowerId) -> str:
    """Return whose a thing is, told to the writer: `Ulster's`, or `your own`."""
    if owner == context.power:
        return gettext("your own")
    return gettext("{power}'s", power=context.board.powers[owner].name)


def _within_reach(context: Context, order: AttackBridge) -> str:
    """Return which bridges the unit could attack from where it stands."""
    here = order.unit.at.province
    standing = context.state.part(BridgePart).standing
    ends = dict.fromkeys(
        place_name(context.board, place)
        for bridge in standing
        if here in bridge.between
        for place in bridge.between
        if place != here
    )
    if not ends:
        name = place_name(context.board, here)
        return gettext("No bridge touches {place} at all.", place=name)
    beside = gettext(
        "{unit} stands beside the bridge to {places}.",
        unit=unit_name(context.board, order.unit),
        places=listed(sorted(ends)),
    )
    return capital(beside)


def _yours(context: Context) -> str:
    held = context.state.part(BridgePart).of(context.power)
    if not held:
        return gettext("You have no bridge.")
    bridges = listed(_dashed(context.board, bridge.between) for bridge in held)
    return ngettext(
        "Your bridge is {bridges}.", "Your bridges are {bridges}.", len(held), bridges=bridges
    )


def _dashed(board: Board, between: Pair) -> str:
    return " - ".join(place_name(board, place) for place in between)


def others_bridge(context: Context, owner: PowerId, *, built: bool) -> str:
    """Return that a bridge to be built or demolished cannot be called another power's (9e)."""
    other = context.board.powers[owner].name
    if built:
        return gettext(
            "You build for {power}, and this bridge is called {other}'s. Leave the name out.",
            power=context.board.powers[context.power].name,
            other=other,
        )
    wrong = gettext("You demolish only your own bridges, and this names {other}'s.", other=other)
    return sentences(wrong, _by_attack())


def not_your_bridge(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a demolition of another power's bridge (9e)."""
    between = pair_of(order, reason)
    owners = context.state.part(BridgePart).over(between)
    wrong = ngettext(
        "The bridge between {places} is {owners}, and you demolish only your own.",
        "The bridges between {places} are {owners}, and you demolish only your own.",
        len(owners),
        places=_pair(context.board, between),
        owners=listed(owner_name(context, bridge.owner) for bridge in owners),
    )
    return sentences(wrong, _by_attack())


def _by_attack() -> str:
    return gettext("Another power's is attacked in spring or autumn, by a unit beside it.")


def no_unit_beside(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a bridge beside which its builder has no unit (9b)."""
    between = pair_of(order, reason)
    ends = either_of(place_name(context.board, place) for place in between)
    homes = {*context.board.powers[context.power].home}
    right = (
        gettext(
            "Build one there in the same mail, for it replaces your earlier list, or bridge a "
            "river beside a unit."
        )
        if homes & {*between}
        else gettext("Bridge a river beside a unit.")
    )
    wrong = gettext(
        "A bridge needs a unit of yours in {places} when the winter is over, and this mail leaves "
        "none there.",
        places=ends,
    )
    return sentences(wrong, right)


def not_beside(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on an attack on a bridge from elsewhere (9f)."""
    ends = listed((place_name(context.board, place) for place in pair_of(order, reason)), "nor")
    if isinstance(order, AttackBridge):
        who = unit_name(context.board, order.unit)
    else:
        who = gettext("the unit")
    return gettext(
        "A unit attacks a bridge from one of the two provinces it links, and {unit} stands in "
        "neither {places}.",
        unit=who,
        places=ends,
    )


def crowded(context: Context, order: BuildBridge) -> str:
    """Return a remark on a further bridge where others have built already (9d, 9h); "" if none."""
    standing = context.state.part(BridgePart).over(order.between)
    owners = [
        owner_name(context, bridge.owner) for bridge in standing if bridge.owner != context.power
    ]
    between = _pair(context.board, order.between)
    if not owners:
        return ""
    if len(owners) == 1:
        # Translators: {owner} is "Ulster's", for example.
        return gettext(
            "A bridge stands between {places} already, {owner}, and every power may cross "
            "it. Yours has an upkeep of its own.",
            places=between,
            owner=owners[0],
        )
    several = gettext(
        "{count} bridges stand between {places} already, {owners}, and "
        "every power may cross them. One more has its upkeep and opens nothing: leave it out, or "
        "bridge another river.",
        count=number_word(len(owners)),
        places=between,
        owners=listed(owners),
    )
    return capital(several)

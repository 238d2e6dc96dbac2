"""Complaints and remarks about first pieces: which there are, and how each is written (Irish 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import Board, Entry, Location, PowerId, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Convert,
    Convoy,
    Disband,
    Pay,
    Receive,
    UnitOrder,
)
from gm.games.diplomacy.rules.outcomes import Reason
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.games.diplomacy.wording.naming import (
    capital,
    either_of,
    location_name,
    place_name,
    sentences,
    unit_name,
)
from gm.games.diplomacy.wording.refusing.reaches import shut_because
from gm.games.diplomacy.wording.refusing.river_words import crowded, pair_of
from gm.languages import gettext, gettext_noop, ngettext
from gm.languages.little_words import listed


def choices_of(board: Board, power: PowerId) -> tuple[ProvinceId, ...]:
    """Return where a power chooses its first piece: the map writes `? DEN`."""
    start = board.powers[power].start if power in board.powers else ()
    return tuple(ProvinceId(text[2:]) for text in start if text.startswith("? "))


def pieces_of(board: Board, place: ProvinceId) -> Iterator[UnitRef]:
    """Yield each piece that may start in a home."""
    yield UnitRef(UnitKind.ARMY, Location(place))
    province = board.province(place)
    if province.terrain is Terrain.COASTAL:
        coasts = sorted(coast.id for coast in province.coasts)
        yield from (UnitRef(UnitKind.FLEET, Location(place, coast)) for coast in coasts or (None,))


def piece_remarks(context: Context, order: Order) -> Iterator[str]:
    """Yield what is said to a fleet that names no coast where there are several (Irish 2)."""
    if not isinstance(order, Choose) or order.unit.kind is not UnitKind.FLEET:
        return
    board, place = context.board, order.unit.at.province
    coasts = sorted(coast.id for coast in board.province(place).coasts)
    if order.unit.at.coast is None and len(coasts) > 1:
        yield gettext(
            "{place} has several coasts. Write {orders}; as it is the fleet starts in {first}.",
            place=place_name(board, place),
            orders=either_of(f"F {Location(place, coast)}" for coast in coasts),
            first=location_name(board, Location(place, coasts[0])),
        )


def piece_elsewhere(context: Context) -> str:
    """Return the sentence on a first piece elsewhere than in the power's home."""
    board = context.board
    homes = choices_of(board, context.power)
    if not homes:
        return gettext("Your pieces stand already: only the minor powers choose their first one.")
    examples = either_of(text for place in homes for text in piece_examples(board, place))
    where = listed(place_name(board, place) for place in homes)
    return gettext(
        "Your first piece stands in {places}. Write {orders}.", places=where, orders=examples
    )


def piece_examples(board: Board, place: ProvinceId) -> Iterator[str]:
    """Yield what a player writes for each piece that may start in a home."""
    yield from map(str, pieces_of(board, place))


# Complaints about builds, payments and conversions: what is wrong, and what would be right.


def no_home(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on a build away from home, or in a home that is lost (Republic 3)."""
    board = context.board
    if isinstance(order, Choose):
        return piece_elsewhere(context)
    if not isinstance(order, Build):
        return gettext("That is no home of yours.")
    place = order.unit.at.province
    name = place_name(board, place)
    if place not in board.powers[context.power].home:
        return sentences(_not_yours(board, place, order.unit.kind), _homes(context))
    if board.province(place).entry is not Entry.ALL:
        return shut_home(context, place)
    owner = context.state.centres.get(place)
    if owner is None:
        lost = gettext("{place} is a home of yours, but you do not own it.", place=name)
    else:
        lost = gettext(
            "{place} is a home of yours, but {power} owns it now.",
            place=name,
            power=board.powers[owner].name,
        )
    return sentences(lost, _homes(context))


def shut_home(context: Context, place: ProvinceId) -> str:
    """Return the sentence on a build in a province that nothing can enter (Irish 3, 4)."""
    # Translators: {reason} is "Burgundy is a black hole", for example.
    shut = gettext("{reason}, so nothing can be built there.", reason=shut_because(context, place))
    return sentences(shut, _homes(context))


def shut_as_yet(context: Context, order: Order) -> str:
    """Return the remark on a build sent ahead where nothing can enter now; "" where it can."""
    builds = (build.unit.at.province for build in possible(order) if isinstance(build, Build))
    board = context.board
    meant = (half for place in builds for half in board.meant(place))
    shut = next((place for place in meant if board.province(place).entry is not Entry.ALL), None)
    if shut is None:
        return ""
    # Translators: {reason} is "Burgundy is a black hole", for example.
    return gettext(
        "{reason} as the board stands now. The build is kept, and counts only if the province can "
        "be entered again by then.",
        reason=shut_because(context, shut),
    )


def _not_yours(board: Board, place: ProvinceId, kind: UnitKind) -> str:
    """Return that a province is no home, and if so why such a unit could not stand there either."""
    match kind, place_named(board, place).terrain:
        case UnitKind.FLEET, Terrain.INLAND:
            said = gettext_noop(
                "{place} is no home of yours, and lies inland, where no fleet can stand."
            )
        case UnitKind.ARMY, Terrain.SEA:
            said = gettext_noop("{place} is no home of yours, and no army stands at sea.")
        case _:
            said = gettext_noop("{place} is no home of yours.")
    return gettext(said, place=place_name(board, place))


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
        return gettext("You own no home to build in.")
    # Where points are spent a removal of the same winter may vacate a home (Republic 6).
    if context.ahead is None and "points_per_centre" not in board.facts:
        slots = context.ruleset.open_slots(context.state, SeatId(context.power), ())
        if "removal" in slots:
            return gettext("You have to remove a unit this winter, so you can build nothing.")
        mine = [place for place in mine if context.state.unit_in(place) is None]
    names = [place_name(board, place) for place in _in_sequence(board, mine)]
    if not names:
        return gettext("None of your homes is vacant.")
    return gettext("You may build in {places}.", places=either_of(names))


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
        return gettext("A unit stands there. Builds need a vacant home.")
    name = place_name(context.board, place)
    if unit is None:
        return gettext(
            "One unit stands in a province, and you build one in {place} already.", place=name
        )
    match unit.power == context.power, unit.kind:
        case True, UnitKind.ARMY:
            said = gettext_noop(
                "A unit stands in {place}, your own army. Builds need a vacant home."
            )
        case True, _:
            said = gettext_noop(
                "A unit stands in {place}, your own fleet. Builds need a vacant home."
            )
        case _, UnitKind.ARMY:
            said = gettext_noop(
                "A unit stands in {place}, {power}'s army. Builds need a vacant home."
            )
        case _:
            said = gettext_noop(
                "A unit stands in {place}, {power}'s fleet. Builds need a vacant home."
            )
    return gettext(said, place=name, power=context.board.powers[unit.power].name)


def ordered_twice(context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on an order given twice, or on a second bridge of one power (9h)."""
    part = context.state.part(BridgePart)
    if isinstance(order, BuildBridge) and any(
        bridge.owner == context.power for bridge in part.over(order.between)
    ):
        ends = listed(place_name(context.board, place) for place in pair_of(order, reason))
        return gettext(
            "You have a bridge between {places} already, and no power has two there. "
            "Waive this one, or build it elsewhere.",
            places=ends,
        )
    return gettext("This is ordered twice. Once is enough.")


def yourself(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on a payment or gift to oneself (Republic 8, Irish 15)."""
    name = context.board.powers[context.power].name
    match order:
        case Pay():
            said = gettext_noop("You are {power} yourself. Name the power that you pay.")
        case Receive():
            said = gettext_noop("You are {power} yourself. Name the power that pays you.")
        case _:
            said = gettext_noop(
                "You are {power} yourself. Name the power that you give points to."
            )
    return gettext(said, power=name)


def not_covered(_context: Context, order: Order, reason: Reason) -> str:
    """Return the sentence on a payment beyond the payer's own income (Republic 8)."""
    left = int(dict(reason.detail).get("left", "0"))
    if not isinstance(order, Pay):
        return gettext("Your income as it stands does not cover this payment.")
    if not left:
        return gettext(
            "You have no points of your own this winter and cannot pay {amount}; points you "
            "receive cannot be passed on.",
            amount=order.amount,
        )
    return ngettext(
        "You have {left} point of your own this winter and cannot pay {amount}; points you "
        "receive cannot be passed on. Pay {left} or less.",
        "You have {left} points of your own this winter and cannot pay {amount}; points you "
        "receive cannot be passed on. Pay {left} or less.",
        left,
        left=left,
        amount=order.amount,
    )


def no_fleet(context: Context, order: Order, _reason: Reason) -> str:
    """Return the sentence on an army that is to convert (Republic 10b), or to convoy."""
    if not isinstance(order, UnitOrder):
        return gettext("Only a fleet can do that, and this is an army.")
    if isinstance(order, Convoy):
        there = place_name(context.board, order.unit.at.province)
        return gettext(
            "Only a fleet at sea can convoy, and the unit in {there} is an army.", there=there
        )
    wrong = gettext(
        "{unit} cannot convert: fleets become armies, never armies fleets.",
        unit=unit_name(context.board, order.unit),
    )
    return capital(wrong)


def convert_at_sea(context: Context, order: Convert) -> str:
    """Return the sentence on a fleet that is to convert at sea (Republic 10b)."""
    name = place_name(context.board, order.unit.at.province)
    return gettext(
        "A fleet converts on a coast, and {name} is sea. Bring it to a coastal province first.",
        name=name,
    )


def order_of_season(order: Order) -> UnitOrder | None:
    """Return the order of a spring or autumn in a winter order, itself or in a condition's branch."""
    for candidate in possible(order):
        if isinstance(candidate, UnitOrder) and not isinstance(candidate, Disband):
            return candidate
    return None


def out_of_season(context: Context, order: UnitOrder) -> str:
    """Return the sentence on an order that belongs to spring or autumn."""
    if "points_per_centre" in context.board.facts:
        asked = gettext("This phase asks for builds, removals, bridges and payments.")
    else:
        asked = gettext("This phase asks for builds and removals.")
    match order:
        case AttackBridge():
            then = gettext("Units attack bridges in spring and autumn; send this then.")
        case Convert():
            then = gettext("Units convert in spring and autumn; send this then.")
        case _:
            then = gettext("Units move, support and hold in spring and autumn; send this then.")
    return sentences(asked, then)


def remark_on(context: Context, order: Order) -> str:
    """Return a remark on a winter order that the rules allow and its writer may regret."""
    match order:
        case BuildBridge():
            return crowded(context, order)
        case Build(ref):
            unit = context.state.unit_in(ref.at.province)
            if unit is None or unit.power == context.power:
                return ""
            return gettext(
                "{power}'s unit stands in {place}. This fails unless it is removed this winter.",
                power=context.board.powers[unit.power].name,
                place=place_name(context.board, ref.at.province),
            )
        case _:
            return ""

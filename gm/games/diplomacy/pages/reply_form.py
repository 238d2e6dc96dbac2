"""The reply form: a power's units with empty orders, and examples made from them.

A line that still holds `BLANK` is an untouched line of the form, never an order. The lines are in
the reader's language; what is written in it is read back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice, permutations
from typing import Final

from gm.contract.facts import Due
from gm.contract.orders import Order
from gm.contract.pages import OrderExample, OrdersHelp
from gm.games.diplomacy.pages.facts.duties import first_pieces, open_homes
from gm.games.diplomacy.pages.facts.standing import BUILD, REMOVAL, units_to_order
from gm.games.diplomacy.pages.points_page import keeps_points
from gm.games.diplomacy.pages.supply_points import has_points
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Location,
    Pair,
    PowerId,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
    pair,
)
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.orders import (
    Build,
    BuildBridge,
    Disband,
    Hold,
    Move,
    Retreat,
    Support,
    UnitOrder,
    replaces,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.bridges import BridgePart
from gm.games.diplomacy.variants import VARIANTS
from gm.games.diplomacy.variants.form_lines import (
    BLANK,
    bridge_line,
    build_line,
    give_line,
    pay_line,
    receive_line,
    remove_line,
)
from gm.games.diplomacy.variants.texts import HelpLine, help_text
from gm.games.diplomacy.wording.notation import order_text
from gm.languages import gettext, pgettext
from gm.report.wording.command_words import COMMAND_WORDS, PLAIN_NAMES

__all__ = [
    "BLANK",
    "examples",
    "first_examples",
    "joint_form",
    "open_bridge",
    "reply_form",
    "rest_form",
]


_LISTS = (
    ("removal", remove_line),
    ("build", build_line),
    ("build", bridge_line),
    ("payment", pay_line),
    ("receipt", receive_line),
    ("gift", give_line),
)
"""The lines of a form that are of a list, by the kind of the list."""


def reply_form(board: Board, state: GameState, due: Due, power: PowerId) -> tuple[str, ...]:
    """Return the lines a player copies and fills in; empty where nothing is asked of him."""
    if power not in due.asked or due.closed:
        return ()
    units = units_to_order(state, power)
    match state.phase.kind:
        case PhaseKind.MOVEMENT:
            return (*(f"{unit} {BLANK}" for unit in units), *_gift_form(state, power))
        case PhaseKind.RETREAT:
            return tuple(f"{unit} R {BLANK}" for unit in units)
        case PhaseKind.ADJUSTMENT:
            slots = due.open_slots.get(power, ())
            beside = bool(state.units_of(power))
            return (*_winter_form(board, slots, beside=beside), *_gift_form(state, power))
        case PhaseKind.SETUP:
            return ()  # the choice stands in the sentence that asks for it


def rest_form(
    board: Board, state: GameState, due: Due, power: PowerId, orders: Iterable[Order]
) -> tuple[str, ...]:
    """Return the lines for what lacks an order: filled in they take the place of none that stands.

    Of the units those without an order. Of the lists those of which nothing was sent, as a list
    that is sent replaces a list.

    Args:
        orders: those of the power that stand.
    """
    slots = due.open_slots.get(power, ())
    if not slots:
        return ()
    sent = {replaces(order, state.phase.kind)[0] for order in orders}
    lists = {line() for name, line in _LISTS if name in sent}
    done = tuple(f"{unit} " for unit in units_to_order(state, power) if str(unit) not in slots)
    return tuple(
        line
        for line in reply_form(board, state, due, power)
        if line not in lists and not line.startswith(done)
    )


def joint_form(forms: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    """Return the form of a player of several powers, headed as the reader of orders wants it.

    Args:
        forms: the name of each of his powers, and its own form. One alone needs no heading.
    """
    every = tuple(forms)
    if len(every) == 1:
        return every[0][1]
    parts = ((f"{name}:", *lines, "") for name, lines in every if lines)
    return tuple(line for part in parts for line in part)[:-1]


def _gift_form(state: GameState, power: PowerId) -> tuple[str, ...]:
    """Return the line of a gift, for a power that has points to give (Irish 15)."""
    return (give_line(),) if state.part(PointsPart).of(power) else ()


def _winter_form(board: Board, slots: tuple[str, ...], *, beside: bool) -> tuple[str, ...]:
    """Return the lines of a winter.

    A bridge needs a unit beside it, there or to be built, and points that are not short.
    """
    lines = [remove_line() if slot == REMOVAL else build_line() for slot in slots]
    if has_points(board):
        if BUILD in slots or (beside and REMOVAL not in slots):
            lines.append(bridge_line())
        lines += [pay_line(), receive_line()]
    return tuple(lines)


def examples(
    board: Board, state: GameState, power: PowerId, slots: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return a few orders that this power could give now, in short text.

    Args:
        slots: what lacks an order, where that is known: removals are shown where they are due.
    """
    match state.phase.kind:
        case PhaseKind.MOVEMENT:
            orders = _movement_examples(board, state.units_of(power))
        case PhaseKind.RETREAT:
            orders = _retreat_examples(state, power)
        case PhaseKind.ADJUSTMENT:
            orders = _removal_examples(state, power, slots.count(REMOVAL))
            orders = orders or _winter_examples(board, state, power)
        case PhaseKind.SETUP:
            return _choices(board, power)[:1] if not state.units_of(power) else ()
    retreat = state.phase.kind is PhaseKind.RETREAT
    return tuple(_readable(order, board, retreat=retreat) for order in orders)


def first_examples(board: Board, state: GameState, power: PowerId) -> tuple[str, ...]:
    """Return a few of the first orders that a power gives; its moves if others choose pieces now."""
    if state.phase.kind is PhaseKind.SETUP and (units := state.units_of(power)):
        return tuple(order_text(order, board) for order in _movement_examples(board, units))
    return examples(board, state, power)


def _choices(board: Board, power: PowerId) -> tuple[str, ...]:
    """Return the pieces with which a power can begin."""
    places = [place for place in board.powers[power].home if board.province(place).is_centre]
    return tuple(text for place in places[:1] for text in first_pieces(board, place))


def _readable(order: Order, board: Board, *, retreat: bool) -> str:
    """Return an order in short text, one of winter in the form that needs no explaining."""
    match order:
        case Disband(unit) if not retreat:
            return remove_line(str(unit))
        case Build(unit):
            return build_line(str(unit))
        case BuildBridge((first, second)):
            return bridge_line(first, second)
        case _:
            return order_text(order, board, retreat=retreat)


def _movement_examples(board: Board, units: tuple[Unit, ...]) -> list[Order]:
    """Return a move, a support of it where two units can reach one place, and a hold."""
    orders = _supported_move(board, units)
    if not orders:
        moves = (Move(piece.ref, to) for piece in units for to in _open_goals(board, piece, units))
        orders = list(islice(moves, 1))
    busy = {order.unit for order in orders}
    idle = [unit for unit in units if unit.ref not in busy]
    return [*orders, *(Hold(unit.ref) for unit in idle[:1])]


def _supported_move(board: Board, units: tuple[Unit, ...]) -> list[UnitOrder]:
    for mover, helper in permutations(units, 2):
        near = {goal.province for goal in _goals(board, helper)}
        for goal in _open_goals(board, mover, units):
            if goal.province in near:
                return [Move(mover.ref, goal), Support(helper.ref, mover.ref, goal)]
    return []


def _open_goals(board: Board, mover: Unit, units: tuple[Unit, ...]) -> list[Location]:
    """Return where a unit can go and none of its own power stands, sorted."""
    taken = {unit.at.province for unit in units}
    return sorted(goal for goal in _goals(board, mover) if goal.province not in taken)


def _goals(board: Board, unit: Unit) -> frozenset[Location]:
    if unit.kind is UnitKind.FLEET:
        return fleet_moves(board, unit.at)
    return frozenset(Location(place) for place in army_moves(board, unit.at.province))


def _retreat_examples(state: GameState, power: PowerId) -> list[Order]:
    retreating = [dislodged for dislodged in state.dislodged if dislodged.unit.power == power]
    if not retreating:
        return []
    first = retreating[0]
    open_to: list[Order] = [Retreat(first.unit.ref, at) for at in first.retreats[:1]]
    return [*open_to, Disband(first.unit.ref)]


def _removal_examples(state: GameState, power: PowerId, removals: int) -> list[Order]:
    """Return a removal or two, of as many as are due."""
    return [Disband(unit.ref) for unit in state.units_of(power)[: min(removals, 2)]]


def _winter_examples(board: Board, state: GameState, power: PowerId) -> list[Order]:
    orders: list[Order] = []
    free = open_homes(board, state, power)
    for place, kind in zip(free, (UnitKind.ARMY, UnitKind.FLEET), strict=False):
        province = board.province(place)
        fits = province.terrain is Terrain.COASTAL or kind is UnitKind.ARMY
        coast = province.coasts[0].id if province.coasts and kind is UnitKind.FLEET else None
        orders.append(Build(UnitRef(kind if fits else UnitKind.ARMY, Location(place, coast))))
    if has_points(board):
        built = [order.unit.at.province for order in orders if isinstance(order, Build)]
        orders += _bridge_example(board, state, power, built)
    return orders


def _bridge_example(
    board: Board, state: GameState, power: PowerId, built: Sequence[ProvinceId]
) -> list[Order]:
    between = open_bridge(board, state, power, built)
    return [BuildBridge(between)] if between is not None else []


def open_bridge(
    board: Board, state: GameState, power: PowerId, built: Sequence[ProvinceId]
) -> Pair | None:
    """Return a river that no power has bridged, beside a unit that stands there or is built.

    Args:
        board, state: as they are; power: whose bridge it would be.
        built: where it builds units.
    """
    bridged = {bridge.between for bridge in state.part(BridgePart).standing}
    beside = {*(unit.at.province for unit in state.units_of(power)), *built}
    for place in dict.fromkeys((*board.powers[power].home, *sorted(beside))):
        for border in board.province(place).ring:
            between = pair(place, border.to)
            if (
                border.kind is BorderKind.RIVER
                and between not in bridged
                and not beside.isdisjoint(between)
            ):
                return between
    return None


# What HELP shows of orders to copy, in the names of a board: of one game, or of all there are.

_BRIDGE: Final = re.compile(r"(?<=\s)[A-Z]\w{2}-[A-Z]\w{2}(?!\w)")
"""A bridge in a line of orders, KkW-Wat."""


def help_of(variant: str, board: Board) -> OrdersHelp:
    """Return orders to copy of one game, on its board."""
    known = help_text(variant)
    special = known.special
    groups = ((gettext(special.title), _said(special.order)),) if special is not None else ()
    points = keeps_points(board)
    return OrdersHelp(
        _said(known.order),
        groups,
        gettext(known.lists),
        example_names(board),
        tuple(word.word for word in COMMAND_WORDS if word.waiting or (word.points and not points)),
    )


def help_at(variant: str, board: Board, state: GameState, power: PowerId) -> OrdersHelp:
    """Return the same for a power, so that its player reads of a bridge that he could build."""
    known = help_of(variant, board)
    special = tuple(
        (title, _with_open_bridge(board, state, power, lines)) for title, lines in known.special
    )
    return replace(known, special=special)


def help_of_all() -> OrdersHelp:
    """Return the orders of the first variant, and what all the others have beside them."""
    texts = [help_text(variant) for variant in VARIANTS]
    groups = tuple(
        (gettext(text.special.elsewhere), _said(text.special.order))
        for text in texts
        if text.special is not None
    )
    # What counts as a list in one game is no order at all in another: the longest wording holds.
    lists = gettext(max((text.lists for text in texts), key=len))
    return OrdersHelp(_said(texts[0].order), groups, lists, PLAIN_NAMES)


def _said(lines: Iterable[HelpLine]) -> tuple[OrderExample, ...]:
    """Return orders to copy, and what they say, in the reader's language."""
    return tuple(OrderExample(pgettext("order", line.write), gettext(line.says)) for line in lines)


def _with_open_bridge(
    board: Board, state: GameState, power: PowerId, lines: tuple[OrderExample, ...]
) -> tuple[OrderExample, ...]:
    """Return the lines with a bridge that the reader could build instead of one that stands.

    The first line that names one is about building; where he can build none it stays a form.
    """
    between = open_bridge(board, state, power, open_homes(board, state, power))
    at = next((place for place, line in enumerate(lines) if _BRIDGE.search(line.write)), None)
    if between is None or at is None:
        return lines
    name = "-".join(between)
    write, says = (_BRIDGE.sub(name, text) for text in (lines[at].write, lines[at].says))
    return (*lines[:at], OrderExample(write, says), *lines[at + 1 :])


def example_names(board: Board) -> dict[str, str]:
    """Return names of a board that stand in the forms of commands."""
    power = next(iter(board.powers.values()))
    return {
        "place": next(iter(power.home), next(iter(board.provinces))),
        "power": power.name,
        "year": str(board.facts.get("first_year", 1901)),
    }

"""Orders, places and conditions in full words, as receipts and reports write them."""

from __future__ import annotations

from collections.abc import Callable

from gm.report.wording.draw_labels import special_words
from gm.rules.board import Board, Location, Pair, PowerId, ProvinceId
from gm.rules.conditions import (
    And,
    Atom,
    Attacks,
    BridgeStands,
    Condition,
    Enters,
    Failed,
    IsIn,
    IsVacant,
    Not,
    Or,
    Owns,
    Succeeded,
    Supports,
    WasDislodged,
)
from gm.rules.gone_places import place_name, place_named
from gm.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Conditional,
    Convert,
    Convoy,
    Disband,
    Give,
    Hold,
    Move,
    Order,
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    Waive,
    Walk,
)
from gm.rules.units import Unit, UnitKind, UnitRef

Owners = Callable[[UnitRef], PowerId | None]
"""Whose unit an order speaks of, where a reader should be told; None where he need not be."""

_NO_PARENTHESES = str.maketrans("()", "[]")


def reason_text(reason: str) -> str:
    """Return a payment's reason in parentheses, or ""."""
    # The first closing parenthesis ends a reason when it is read back.
    words = " ".join(reason.translate(_NO_PARENTHESES).split())
    return f" ({words})" if words else ""


def place_words(place: ProvinceId, board: Board) -> str:
    """Return the full name of a province, also of one that a split has ended (Irish 9)."""
    return place_name(board, place)


def location_words(at: Location, board: Board) -> str:
    """Return the full name of a place, with its coast: `St Petersburg (south coast)`."""
    province = place_named(board, at.province)
    coast = next((coast.name for coast in province.coasts if coast.id == at.coast), at.coast)
    return f"{province.name} ({coast})" if coast else province.name


def power_words(power: PowerId, board: Board) -> str:
    """Return a power's name as a report writes it."""
    return board.powers[power].name


def kind_word(kind: UnitKind) -> str:
    """Return `Army` or `Fleet`."""
    match kind:
        case UnitKind.ARMY:
            return "Army"
        case UnitKind.FLEET:
            return "Fleet"


def unit_words(unit: Unit | UnitRef, board: Board) -> str:
    """Return a unit in full words: `Army Kilkenny West`."""
    return f"{kind_word(unit.kind)} {location_words(unit.at, board)}"


def bridge_words(between: Pair, board: Board) -> str:
    """Return a bridge in full words: `bridge linking Kilkenny West and Waterford`."""
    first, second = (place_words(place, board) for place in between)
    return f"bridge linking {first} and {second}"


def points_words(amount: int) -> str:
    """Return an amount of points: `1 point`, `5 points`."""
    return f"{amount} point" if amount == 1 else f"{amount} points"


def in_words(
    order: Order, board: Board, *, owners: Owners | None = None, retreat: bool = False
) -> str:
    """Return an order in full words, without a full stop, as receipts and reports write it.

    Args:
        order: the order.
        board: the board it is given on.
        owners: whose unit is supported or convoyed, where that is to be said.
        retreat: it is given in a retreat phase, where units are disbanded; in winter they are
            removed.
    """
    match order:
        case Hold(unit):
            return f"{unit_words(unit, board)} holds"
        case Move(unit, to, via_convoy):
            way = " by convoy" if via_convoy else ""
            return f"{unit_words(unit, board)} moves to {location_words(to, board)}{way}"
        case Support(unit, target, to):
            aim = f"in moving to {location_words(to, board)}" if to else "in holding"
            whom = _target_words(target, board, owners)
            return f"{unit_words(unit, board)} supports {whom} {aim}"
        case Convoy(unit, target, to):
            whom = _target_words(target, board, owners)
            there = location_words(to, board)
            return f"{unit_words(unit, board)} convoys {whom} to {there}"
        case Convert(unit):
            return f"{unit_words(unit, board)} converts to an army"
        case AttackBridge(unit, between, owner):
            whose = f" ({power_words(owner, board)}'s)" if owner is not None else ""
            return f"{unit_words(unit, board)} attacks the {bridge_words(between, board)}{whose}"
        case Retreat(unit, to):
            return f"{unit_words(unit, board)} retreats to {location_words(to, board)}"
        case Conditional():
            return _conditional_words(order, board, retreat=retreat)
        case Disband(unit):
            return f"{'Disband' if retreat else 'Remove'} {unit_words(unit, board)}"
        case _:
            return _listed_words(order, board)


def _target_words(target: UnitRef, board: Board, owners: Owners | None) -> str:
    owner = owners(target) if owners is not None else None
    words = unit_words(target, board)
    return f"{power_words(owner, board)}'s {words}" if owner is not None else words


def _listed_words(order: Order, board: Board) -> str:
    match order:
        case Build(unit):
            return f"Build {unit_words(unit, board)}"
        case Waive():
            return "Waive one build"
        case BuildBridge(between):
            return f"Build a {bridge_words(between, board)}"
        case RemoveBridge(between):
            return f"Remove the {bridge_words(between, board)}"
        case Pay(amount, to, reason):
            return f"Pay {points_words(amount)} to {power_words(to, board)}{reason_text(reason)}"
        case Receive(amount, sender, reason):
            whom = power_words(sender, board)
            return f"Receive {points_words(amount)} from {whom}{reason_text(reason)}"
        case Give(amount, to):
            return f"Give {points_words(amount)} to {power_words(to, board)}"
        case Choose(unit):
            return f"Start with {unit_words(unit, board)}"
        case Walk(special, to):
            return f"{special_words(special)} goes to {place_words(to, board)}"
        case _:
            raise TypeError(f"no words for {type(order).__name__}")


def _conditional_words(order: Conditional, board: Board, *, retreat: bool) -> str:
    then = _branch_words(order.then, board, retreat=retreat)
    otherwise = _branch_words(order.otherwise, board, retreat=retreat)
    tail = f" else {otherwise}" if otherwise else ""
    return f"If {condition_words(order.condition, board)} then {then}{tail}"


def _branch_words(branch: tuple[Order, ...], board: Board, *, retreat: bool) -> str:
    return " and ".join(inner_words(one, board, retreat=retreat) for one in branch)


def inner_words(order: Order, board: Board, *, retreat: bool = False) -> str:
    """Return an order as a part of a sentence: `build Army Kerry`, `Army Kerry holds`."""
    words = in_words(order, board, retreat=retreat)
    if isinstance(order, Conditional):
        return f"({words[0].lower()}{words[1:]})"
    return words if words.startswith(("Army", "Fleet")) else words[0].lower() + words[1:]


def condition_words(condition: Condition, board: Board) -> str:
    """Return a condition in full words: `Army Kilkenny West is not dislodged`."""
    match condition:
        case Not(inner):
            return _negated_words(inner, board)
        case And(parts):
            return " and ".join(_grouped_words(part, board) for part in parts)
        case Or(parts):
            return " or ".join(_grouped_words(part, board) for part in parts)
        case _:
            return _atom_words(condition, board, met=True)


def _negated_words(condition: Condition, board: Board) -> str:
    match condition:
        case Not(inner):
            return condition_words(inner, board)
        case And() | Or():
            return f"not ({condition_words(condition, board)})"
        case _:
            return _atom_words(condition, board, met=False)


def _atom_words(atom: Atom, board: Board, *, met: bool) -> str:
    be = "is" if met else "is not"

    def do(verb: str) -> str:
        return f"{verb}s" if met else f"does not {verb}"

    match atom:
        case WasDislodged(unit):
            return f"{unit_words(unit, board)} {be} dislodged"
        case Succeeded(unit):
            return f"{unit_words(unit, board)} {do('succeed')}"
        case Failed(unit):
            return f"{unit_words(unit, board)} {do('fail')}"
        case IsIn(power, place):
            return f"{power_words(power, board)} {be} in {place_words(place, board)}"
        case IsVacant(place):
            return f"{place_words(place, board)} {be} vacant"
        case Owns(power, place):
            return f"{power_words(power, board)} {do('own')} {place_words(place, board)}"
        case BridgeStands(between, owner):
            whose = f" of {power_words(owner, board)}" if owner is not None else ""
            return f"the {bridge_words(between, board)}{whose} {do('stand')}"
        case Enters(power, place):
            return f"{power_words(power, board)} {do('enter')} {place_words(place, board)}"
        case Attacks(power, place):
            return f"{power_words(power, board)} {do('attack')} {place_words(place, board)}"
        case Supports(power, target, to):
            aim = f" in moving to {place_words(to, board)}" if to is not None else ""
            whom = unit_words(target, board)
            return f"{power_words(power, board)} {do('support')} {whom}{aim}"


def _grouped_words(condition: Condition, board: Board) -> str:
    words = condition_words(condition, board)
    return f"({words})" if isinstance(condition, And | Or) else words

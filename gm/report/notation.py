"""Orders as text: the canonical short form, and full words for people.

What is written here can be read back: the short form by `gm.interpret.canonical`, both by the
order grammar.
"""

from __future__ import annotations

from collections.abc import Callable

from gm.rules.board import Board, Location, Pair, PowerId, ProvinceId
from gm.rules.conditions import (
    And,
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
)
from gm.rules.units import Unit, UnitKind, UnitRef

Owners = Callable[[UnitRef], PowerId | None]
"""Whose unit an order speaks of, where a reader should be told; None where he need not be."""

_NO_PARENTHESES = str.maketrans("()", "[]")


def unit_text(unit: Unit | UnitRef) -> str:
    """Return a unit's short text: `A MUN`, `F STP/SC`."""
    return str(unit)


def bridge_text(between: Pair) -> str:
    """Return the short name of a bridge or crossing: `KkW-Wat`."""
    return f"{between[0]}-{between[1]}"


def order_text(order: Order, _board: Board | None = None, *, retreat: bool = False) -> str:
    """Return the canonical short text of an order.

    Args:
        order: the order; the ids in it are canonical texts already, so no board is asked.
        retreat: write a disband as recorded retreat phases do, `A BOH D`, not `D A BOH`.
    """
    match order:
        case Hold(unit):
            return f"{unit} H"
        case Move(unit, to, via_convoy):
            return f"{unit} - {to}{' VIA' if via_convoy else ''}"
        case Support(unit, target, None):
            return f"{unit} S {target}"
        case Support(unit, target, to):
            return f"{unit} S {target} - {to}"
        case Convoy(unit, target, to):
            return f"{unit} C {target} - {to}"
        case Convert(unit):
            return f"{unit} CONVERT"
        case AttackBridge(unit, between, owner):
            whose = f" OF {owner}" if owner is not None else ""
            return f"{unit} ATTACK BRIDGE {bridge_text(between)}{whose}"
        case Retreat(unit, to):
            return f"{unit} R {to}"
        case Disband(unit):
            return f"{unit} D" if retreat else f"D {unit}"
        case Conditional():
            return _conditional_text(order, retreat=retreat)
        case _:
            return _listed_text(order)


def _listed_text(order: Order) -> str:
    match order:
        case Build(unit):
            return f"B {unit}"
        case Waive():
            return "WAIVE"
        case BuildBridge(between):
            return f"B BRIDGE {bridge_text(between)}"
        case RemoveBridge(between):
            return f"D BRIDGE {bridge_text(between)}"
        case Pay(amount, to, reason):
            return f"PAY {amount} {to}{_reason(reason)}"
        case Receive(amount, sender, reason):
            return f"RECEIVE {amount} {sender}{_reason(reason)}"
        case Give(amount, to):
            return f"GIVE {to} {amount}"
        case Choose(unit):
            return str(unit)
        case _:
            raise TypeError(f"no text for {type(order).__name__}")


def _reason(reason: str) -> str:
    # The first closing parenthesis ends a reason when it is read back.
    return f" ({reason.translate(_NO_PARENTHESES)})" if reason else ""


def _conditional_text(order: Conditional, *, retreat: bool) -> str:
    then = _branch_text(order.then, retreat=retreat)
    otherwise = _branch_text(order.otherwise, retreat=retreat) if order.otherwise else ""
    tail = f" ELSE {otherwise}" if otherwise else ""
    return f"IF {condition_text(order.condition)} THEN {then}{tail}"


def _branch_text(branch: tuple[Order, ...], *, retreat: bool) -> str:
    texts = (
        f"({order_text(one, retreat=retreat)})"
        if isinstance(one, Conditional)
        else order_text(one, retreat=retreat)
        for one in branch
    )
    return " AND ".join(texts)


def condition_text(condition: Condition) -> str:
    """Return the canonical short text of a condition: `NOT A KkW DISLODGED AND KkW VACANT`."""
    match condition:
        case Not(inner):
            return f"NOT {_grouped(inner)}"
        case And(parts):
            return " AND ".join(_grouped(part) for part in parts)
        case Or(parts):
            return " OR ".join(_grouped(part) for part in parts)
        case WasDislodged(unit):
            return f"{unit} DISLODGED"
        case Succeeded(unit):
            return f"{unit} SUCCEEDED"
        case Failed(unit):
            return f"{unit} FAILED"
        case IsIn(power, place):
            return f"{power} IN {place}"
        case IsVacant(place):
            return f"{place} VACANT"
        case Owns(power, place):
            return f"{power} OWNS {place}"
        case BridgeStands(between, owner):
            whose = f" OF {owner}" if owner is not None else ""
            return f"BRIDGE {bridge_text(between)}{whose} STANDS"
        case Enters(power, place):
            return f"{power} ENTERS {place}"
        case Attacks(power, place):
            return f"{power} ATTACKS {place}"
        case Supports(power, target, to):
            return f"{power} SUPPORTS {target}{f' - {to}' if to is not None else ''}"


def _grouped(condition: Condition) -> str:
    text = condition_text(condition)
    return f"({text})" if isinstance(condition, And | Or) else text


def place_words(place: ProvinceId, board: Board) -> str:
    """Return the full name of a province."""
    return board.province(place).name


def location_words(at: Location, board: Board) -> str:
    """Return the full name of a place, with its coast: `St Petersburg (south coast)`."""
    province = board.province(at.province)
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


def in_words(order: Order, board: Board, *, owners: Owners | None = None) -> str:
    """Return an order in full words, without a full stop, as receipts and reports write it.

    Args:
        order: the order.
        board: the board it is given on.
        owners: whose unit is supported or convoyed, where that is to be said.
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
            return _conditional_words(order, board)
        case _:
            return _listed_words(order, board)


def _target_words(target: UnitRef, board: Board, owners: Owners | None) -> str:
    owner = owners(target) if owners is not None else None
    words = unit_words(target, board)
    return f"{power_words(owner, board)}'s {words}" if owner is not None else words


def _listed_words(order: Order, board: Board) -> str:
    match order:
        case Disband(unit):
            return f"Disband {unit_words(unit, board)}"
        case Build(unit):
            return f"Build {unit_words(unit, board)}"
        case Waive():
            return "Waive one build"
        case BuildBridge(between):
            return f"Build a {bridge_words(between, board)}"
        case RemoveBridge(between):
            return f"Remove the {bridge_words(between, board)}"
        case Pay(amount, to, reason):
            return f"Pay {points_words(amount)} to {power_words(to, board)}{_reason(reason)}"
        case Receive(amount, sender, reason):
            whom = power_words(sender, board)
            return f"Receive {points_words(amount)} from {whom}{_reason(reason)}"
        case Give(amount, to):
            return f"Give {points_words(amount)} to {power_words(to, board)}"
        case Choose(unit):
            return f"Start with {unit_words(unit, board)}"
        case _:
            raise TypeError(f"no words for {type(order).__name__}")


def _conditional_words(order: Conditional, board: Board) -> str:
    then = _branch_words(order.then, board)
    tail = f" else {_branch_words(order.otherwise, board)}" if order.otherwise else ""
    return f"If {condition_words(order.condition, board)} then {then}{tail}"


def _branch_words(branch: tuple[Order, ...], board: Board) -> str:
    return " and ".join(_inner_words(one, board) for one in branch)


def _inner_words(order: Order, board: Board) -> str:
    words = in_words(order, board)
    if isinstance(order, Conditional):
        return f"({words[0].lower()}{words[1:]})"
    return words if words.startswith(("Army", "Fleet")) else words[0].lower() + words[1:]


def condition_words(condition: Condition, board: Board) -> str:
    """Return a condition in full words: `Army Kilkenny West is dislodged`."""
    match condition:
        case Not(inner):
            return f"not {_grouped_words(inner, board)}"
        case And(parts):
            return " and ".join(_grouped_words(part, board) for part in parts)
        case Or(parts):
            return " or ".join(_grouped_words(part, board) for part in parts)
        case WasDislodged(unit):
            return f"{unit_words(unit, board)} is dislodged"
        case Succeeded(unit):
            return f"{unit_words(unit, board)} succeeds"
        case Failed(unit):
            return f"{unit_words(unit, board)} fails"
        case IsIn(power, place):
            return f"{power_words(power, board)} is in {place_words(place, board)}"
        case IsVacant(place):
            return f"{place_words(place, board)} is vacant"
        case Owns(power, place):
            return f"{power_words(power, board)} owns {place_words(place, board)}"
        case BridgeStands(between, owner):
            whose = f" of {power_words(owner, board)}" if owner is not None else ""
            return f"the {bridge_words(between, board)}{whose} stands"
        case Enters(power, place):
            return f"{power_words(power, board)} enters {place_words(place, board)}"
        case Attacks(power, place):
            return f"{power_words(power, board)} attacks {place_words(place, board)}"
        case Supports(power, target, to):
            aim = f" in moving to {place_words(to, board)}" if to is not None else ""
            return f"{power_words(power, board)} supports {unit_words(target, board)}{aim}"


def _grouped_words(condition: Condition, board: Board) -> str:
    words = condition_words(condition, board)
    return f"({words})" if isinstance(condition, And | Or) else words

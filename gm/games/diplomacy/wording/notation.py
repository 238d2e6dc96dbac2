"""Orders as text: the canonical short form; the full words of `gm.games.diplomacy.wording.words` come along.

What is written here can be read back: the short form by `gm.games.diplomacy.language.grammar.canonical`, both by the
order grammar.
"""

from __future__ import annotations

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Pair
from gm.games.diplomacy.rules.conditions import (
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
from gm.games.diplomacy.rules.orders import (
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
    Pay,
    Receive,
    RemoveBridge,
    Retreat,
    Support,
    Waive,
    Walk,
)
from gm.games.diplomacy.rules.units import Unit, UnitRef
from gm.games.diplomacy.wording.words import in_words, reason_text, unit_words

__all__ = ["bridge_text", "condition_text", "in_words", "order_text", "unit_text", "unit_words"]


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
            return f"PAY {amount} {to}{reason_text(reason)}"
        case Receive(amount, sender, reason):
            return f"RECEIVE {amount} {sender}{reason_text(reason)}"
        case Give(amount, to):
            return f"GIVE {to} {amount}"
        case Choose(unit):
            return str(unit)
        case Walk(special, to):
            return f"{special} - {to}"
        case _:
            raise TypeError(f"no text for {type(order).__name__}")


def _conditional_text(order: Conditional, *, retreat: bool) -> str:
    then = _branch_text(order.then, retreat=retreat)
    otherwise = _branch_text(order.otherwise, retreat=retreat) if order.otherwise else ""
    tail = f" ELSE {otherwise}" if otherwise else ""
    return f"IF {condition_text(order.condition)} THEN {then}{tail}"


def _branch_text(branch: tuple[Order, ...], *, retreat: bool) -> str:
    texts = (
        f"({order_text(conditional, retreat=retreat)})"
        if isinstance(conditional, Conditional)
        else order_text(conditional, retreat=retreat)
        for conditional in branch
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

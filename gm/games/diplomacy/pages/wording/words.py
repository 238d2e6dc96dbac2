"""Orders in full words, as receipts and reports write them; the words of names come along."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from gm.contract.orders import Order
from gm.games.diplomacy.pages.wording.condition_words import condition_words
from gm.games.diplomacy.pages.wording.draw_labels import special_words
from gm.games.diplomacy.pages.wording.name_words import (
    bridge_words,
    kind_word,
    location_words,
    place_words,
    points_words,
    power_words,
    reason_text,
    unit_words,
)
from gm.games.diplomacy.rules.board import Board, Location, PowerId
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
    UnitOrder,
    Waive,
    Walk,
)
from gm.games.diplomacy.rules.units import UnitRef
from gm.languages import pgettext

__all__ = [
    "Owners",
    "bridge_words",
    "condition_words",
    "in_words",
    "inner_words",
    "kind_word",
    "location_words",
    "place_words",
    "points_words",
    "power_words",
    "reason_text",
    "unit_words",
]

Owners = Callable[[UnitRef], PowerId | None]
"""Whose unit an order speaks of, where a reader should be told; None where he need not be."""


def in_words(
    order: Order,
    board: Board,
    *,
    owners: Owners | None = None,
    retreat: bool = False,
    final: Location | None = None,
) -> str:
    """Return an order in full words, without a full stop, as receipts and reports write it.

    Args:
        order: the order.
        board: the board it is given on.
        owners: whose unit is supported or convoyed, where that is to be said.
        retreat: it is given in a retreat phase, where units are disbanded; in winter they are
            removed.
        final: where the unit ends, which stands in capitals; None where nothing does.
    """
    match order:
        case Conditional():
            return _conditional(order, board, retreat=retreat)
        case Disband(unit) if retreat:
            return pgettext("order", "Disband {unit}", unit=unit_words(unit, board))
        case Disband(unit):
            return pgettext("order", "Remove {unit}", unit=unit_words(unit, board))
        case Hold() | Move() | Support() | Convoy() | Convert() | AttackBridge() | Retreat():
            return _of_unit(order, board, owners, final)
        case Build(unit):
            return pgettext(
                "order", "Build {unit}", unit=unit_words(unit, board, final=unit.at == final)
            )
        case _:
            return _listed(order, board)


def _of_unit(
    order: Hold | Move | Support | Convoy | Convert | AttackBridge | Retreat,
    board: Board,
    owners: Owners | None,
    final: Location | None,
) -> str:
    unit = unit_words(order.unit, board, final=order.unit.at == final)
    match order:
        case Hold():
            # Translators: sentences of this context are read back as orders. Inside a sentence
            # their first letter is made small, unless a unit begins them.
            return pgettext("order", "{unit} holds", unit=unit)
        case Move(_, to, via_convoy):
            place = location_words(to, board, final=to == final)
            if via_convoy:
                return pgettext(
                    "order", "{unit} moves to {place} by convoy", unit=unit, place=place
                )
            return pgettext("order", "{unit} moves to {place}", unit=unit, place=place)
        case Support(_, target, to):
            return _support(unit, _whose(target, board, owners), to and location_words(to, board))
        case Convoy(_, target, to):
            return pgettext(
                "order",
                "{unit} convoys {target} to {place}",
                unit=unit,
                target=_whose(target, board, owners),
                place=location_words(to, board),
            )
        case Convert():
            return pgettext("order", "{unit} converts to an army", unit=unit)
        case AttackBridge(_, between, owner):
            return _attack(unit, bridge_words(between, board), owner, board)
        case Retreat(_, to):
            place = location_words(to, board, final=to == final)
            return pgettext("order", "{unit} retreats to {place}", unit=unit, place=place)


def _support(unit: str, target: str, place: str | None) -> str:
    if place is None:
        return pgettext("order", "{unit} supports {target} in holding", unit=unit, target=target)
    return pgettext(
        "order",
        "{unit} supports {target} in moving to {place}",
        unit=unit,
        target=target,
        place=place,
    )


def _attack(unit: str, bridge: str, owner: PowerId | None, board: Board) -> str:
    if owner is None:
        return pgettext("order", "{unit} attacks the {bridge}", unit=unit, bridge=bridge)
    return pgettext(
        "order",
        "{unit} attacks the {bridge} ({power}'s)",
        unit=unit,
        bridge=bridge,
        power=power_words(owner, board),
    )


def _whose(target: UnitRef, board: Board, owners: Owners | None) -> str:
    owner = owners(target) if owners is not None else None
    unit = unit_words(target, board)
    if owner is None:
        return unit
    return pgettext("order", "{power}'s {unit}", power=power_words(owner, board), unit=unit)


def _listed(order: Order, board: Board) -> str:
    match order:
        case Waive():
            return pgettext("order", "Waive one build")
        case BuildBridge(between):
            return pgettext("order", "Build a {bridge}", bridge=bridge_words(between, board))
        case RemoveBridge(between):
            return pgettext("order", "Remove the {bridge}", bridge=bridge_words(between, board))
        case Choose(unit):
            return pgettext("order", "Start with {unit}", unit=unit_words(unit, board))
        case Walk(special, to):
            who, place = special_words(special), place_words(to, board)
            return pgettext("order", "{unit} goes to {place}", unit=who, place=place)
        case _:
            return _money(order, board)


def _money(order: Order, board: Board) -> str:
    match order:
        case Pay(amount, to, reason):
            points, power = points_words(amount), power_words(to, board)
            words = pgettext("order", "Pay {points} to {power}", points=points, power=power)
            return words + reason_text(reason)
        case Receive(amount, sender, reason):
            points, power = points_words(amount), power_words(sender, board)
            words = pgettext("order", "Receive {points} from {power}", points=points, power=power)
            return words + reason_text(reason)
        case Give(amount, to):
            points, power = points_words(amount), power_words(to, board)
            return pgettext("order", "Give {points} to {power}", points=points, power=power)
        case _:
            raise TypeError(f"no words for {type(order).__name__}")


def _conditional(order: Conditional, board: Board, *, retreat: bool) -> str:
    condition = condition_words(order.condition, board)
    then = _branch(order.then, board, retreat=retreat)
    if not order.otherwise:
        return pgettext("order", "If {condition} then {then}", condition=condition, then=then)
    return pgettext(
        "order",
        "If {condition} then {then} else {otherwise}",
        condition=condition,
        then=then,
        otherwise=_branch(order.otherwise, board, retreat=retreat),
    )


def _branch(branch: tuple[Order, ...], board: Board, *, retreat: bool) -> str:
    parts = [inner_words(order, board, retreat=retreat) for order in branch]
    return reduce(_and, parts) if parts else ""


def _and(first: str, second: str) -> str:
    return pgettext("order", "{first} and {second}", first=first, second=second)


def inner_words(order: Order, board: Board, *, retreat: bool = False) -> str:
    """Return an order as a part of a sentence: `build Army Kerry`, `Army Kerry holds`."""
    words = in_words(order, board, retreat=retreat)
    if isinstance(order, UnitOrder) and words.startswith(unit_words(order.unit, board)):
        return words
    words = words[0].lower() + words[1:]
    return f"({words})" if isinstance(order, Conditional) else words

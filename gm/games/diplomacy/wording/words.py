"""Orders and their conditions in full words, as receipts and reports write them, and the names in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Location, Pair, PowerId, ProvinceId
from gm.games.diplomacy.rules.board_split import place_name, place_named
from gm.games.diplomacy.rules.conditions import (
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
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.wording.draw_labels import special_words
from gm.languages import gettext, gettext_noop, pgettext, pgettext_noop
from gm.report.wording.sentence_parts import counted

# Names of places, powers, units and bridges in full words, and amounts of points.

_NO_PARENTHESES = str.maketrans("()", "[]")

COASTS: Final = (
    gettext_noop("north coast"),
    gettext_noop("east coast"),
    gettext_noop("south coast"),
    gettext_noop("west coast"),
)
"""What the coasts of our boards are called; one of another name is called so in every language."""


def reason_text(reason: str) -> str:
    """Return a payment's reason in parentheses, or ""."""
    # The first closing parenthesis ends a reason when it is read back.
    words = " ".join(reason.translate(_NO_PARENTHESES).split())
    return f" ({words})" if words else ""


def place_words(place: ProvinceId, board: Board) -> str:
    """Return the full name of a province, also of one that a split has ended (Irish 9)."""
    return place_name(board, place)


def location_words(at: Location, board: Board, *, final: bool = False) -> str:
    """Return the full name of a place, with its coast: `St Petersburg (south coast)`.

    Args:
        at: the place. board: where it is.
        final: a unit ends there, so its province stands in capitals, as in the zines.
    """
    province = place_named(board, at.province)
    coast = next((coast.name for coast in province.coasts if coast.id == at.coast), at.coast)
    name = province.name.upper() if final else province.name
    return f"{name} ({gettext(coast)})" if coast else name


def power_words(power: PowerId, board: Board) -> str:
    """Return a power's name as a report writes it."""
    return board.powers[power].name


def kind_word(kind: UnitKind) -> str:
    """Return `Army` or `Fleet`."""
    match kind:
        case UnitKind.ARMY:
            return gettext("Army")
        case UnitKind.FLEET:
            return gettext("Fleet")


def unit_words(unit: Unit | UnitRef, board: Board, *, final: bool = False) -> str:
    """Return a unit in full words: `Army Kilkenny West`; `final`: that is where it ends."""
    place = location_words(unit.at, board, final=final)
    match unit.kind:
        case UnitKind.ARMY:
            return gettext("Army {place}", place=place)
        case UnitKind.FLEET:
            return gettext("Fleet {place}", place=place)


def bridge_words(between: Pair, board: Board) -> str:
    """Return a bridge in full words: `bridge linking Kilkenny West and Waterford`."""
    first, second = (place_words(place, board) for place in between)
    return gettext("bridge linking {first} and {second}", first=first, second=second)


def points_words(amount: int) -> str:
    """Return an amount of points: `1 point`, `5 points`."""
    return counted(amount, "point")


# Single conditions in full words, by a table of sentences: what is asked, or what came of it.

Sentences = Mapping[tuple[type[Atom], bool], tuple[str, str]]
"""Of each kind of condition what is said if it is met, and if it is not.

The kind is that of the atom, and whether it names what it may leave out: the owner of a bridge,
where a supported unit goes.
"""


def atom_words(context: str, sentences: Sentences, atom: Atom, board: Board, *, met: bool) -> str:
    """Return a single condition in full words.

    Args:
        context: of the sentences in the catalogues; sentences: the table of them.
        atom: the condition; board: the board in force.
        met: say that it is met; else that it is not.
    """
    full, values = _values(atom, board)
    yes, no = sentences[type(atom), full]
    return pgettext(context, yes if met else no, **values)


def _values(atom: Atom, board: Board) -> tuple[bool, dict[str, str]]:
    """Return whether a condition names what it may leave out, and what goes into its sentence."""
    match atom:
        case WasDislodged(unit) | Succeeded(unit) | Failed(unit):
            return False, {"unit": unit_words(unit, board)}
        case IsVacant(place):
            return False, {"place": place_words(place, board)}
        case (
            IsIn(power, place) | Owns(power, place) | Enters(power, place) | Attacks(power, place)
        ):
            return False, {"power": power_words(power, board), "place": place_words(place, board)}
        case BridgeStands(between, owner):
            values = {"bridge": bridge_words(between, board)}
            if owner is None:
                return False, values
            return True, {**values, "power": power_words(owner, board)}
        case Supports(power, target, to):
            values = {"power": power_words(power, board), "unit": unit_words(target, board)}
            if to is None:
                return False, values
            return True, {**values, "place": place_words(to, board)}


# Conditions of orders in full words: `Army Kilkenny West is not dislodged`.


def condition_words(condition: Condition, board: Board) -> str:
    """Return a condition in full words: `Army Kilkenny West is not dislodged`."""
    match condition:
        case Not(inner):
            return _negated(inner, board)
        case And(parts):
            return reduce(_and, (_grouped(part, board) for part in parts))
        case Or(parts):
            return reduce(_or, (_grouped(part, board) for part in parts))
        case _:
            return _atom(condition, board, met=True)


def _and(first: str, second: str) -> str:
    return pgettext("condition", "{first} and {second}", first=first, second=second)


def _or(first: str, second: str) -> str:
    return pgettext("condition", "{first} or {second}", first=first, second=second)


def _grouped(condition: Condition, board: Board) -> str:
    words = condition_words(condition, board)
    return f"({words})" if isinstance(condition, And | Or) else words


def _negated(condition: Condition, board: Board) -> str:
    match condition:
        case Not(inner):
            return condition_words(inner, board)
        case And() | Or():
            words = condition_words(condition, board)
            return pgettext("condition", "not ({condition})", condition=words)
        case _:
            return _atom(condition, board, met=False)


def _atom(atom: Atom, board: Board, *, met: bool) -> str:
    return atom_words("condition", _SENTENCES, atom, board, met=met)


_SENTENCES: Final[Sentences] = {
    (WasDislodged, False): (
        # Translators: sentences of this context stand behind the "if" of an order.
        pgettext_noop("condition", "{unit} is dislodged"),
        pgettext_noop("condition", "{unit} is not dislodged"),
    ),
    (Succeeded, False): (
        pgettext_noop("condition", "{unit} succeeds"),
        pgettext_noop("condition", "{unit} does not succeed"),
    ),
    (Failed, False): (
        pgettext_noop("condition", "{unit} fails"),
        pgettext_noop("condition", "{unit} does not fail"),
    ),
    (IsVacant, False): (
        pgettext_noop("condition", "{place} is vacant"),
        pgettext_noop("condition", "{place} is not vacant"),
    ),
    (IsIn, False): (
        pgettext_noop("condition", "{power} is in {place}"),
        pgettext_noop("condition", "{power} is not in {place}"),
    ),
    (Owns, False): (
        pgettext_noop("condition", "{power} owns {place}"),
        pgettext_noop("condition", "{power} does not own {place}"),
    ),
    (Enters, False): (
        pgettext_noop("condition", "{power} enters {place}"),
        pgettext_noop("condition", "{power} does not enter {place}"),
    ),
    (Attacks, False): (
        pgettext_noop("condition", "{power} attacks {place}"),
        pgettext_noop("condition", "{power} does not attack {place}"),
    ),
    (BridgeStands, False): (
        pgettext_noop("condition", "the {bridge} stands"),
        pgettext_noop("condition", "the {bridge} does not stand"),
    ),
    (BridgeStands, True): (
        pgettext_noop("condition", "the {bridge} of {power} stands"),
        pgettext_noop("condition", "the {bridge} of {power} does not stand"),
    ),
    (Supports, False): (
        pgettext_noop("condition", "{power} supports {unit}"),
        pgettext_noop("condition", "{power} does not support {unit}"),
    ),
    (Supports, True): (
        pgettext_noop("condition", "{power} supports {unit} in moving to {place}"),
        pgettext_noop("condition", "{power} does not support {unit} in moving to {place}"),
    ),
}


# Orders in full words, as receipts and reports write them; the words of names come along.

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
    return reduce(_both_orders, parts) if parts else ""


def _both_orders(first: str, second: str) -> str:
    return pgettext("order", "{first} and {second}", first=first, second=second)


def inner_words(order: Order, board: Board, *, retreat: bool = False) -> str:
    """Return an order as a part of a sentence: `build Army Kerry`, `Army Kerry holds`."""
    words = in_words(order, board, retreat=retreat)
    if isinstance(order, UnitOrder) and words.startswith(unit_words(order.unit, board)):
        return words
    words = words[0].lower() + words[1:]
    return f"({words})" if isinstance(order, Conditional) else words

"""Conditions on orders sent ahead: which may be asked, and what counts when their phase opens.

Where the rules carry out conditions themselves, as in Republic's winters and for gifts of points,
they are left to them. Elsewhere a conditional order is kept until its phase opens; then what it
asks is known, and what it leads to enters the book as a plain order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.values import LineReading
from gm.games.diplomacy.rules.conditions import (
    Atom,
    Attacks,
    Enters,
    Facts,
    Supports,
    atoms,
    is_met,
)
from gm.games.diplomacy.rules.orders import Conditional, Give
from gm.games.diplomacy.rules.outcomes import Reason, Why
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.languages import gettext

_DEEDS = (Enters, Attacks, Supports)
"""What is asked of a season that is being played, which promises of points alone can be (Irish 15)."""

_NOT_CARRIED_OUT = {Why.WRONG_PHASE, Why.ONLY_GIFTS}
"""With which the rules of a phase refuse a condition as such."""


def is_left_to_us(reason: Reason | None) -> bool:
    """Tell whether the rules refuse a conditional order because it is one."""
    return reason is not None and reason.why in _NOT_CARRIED_OUT


def asks_too_much(order: Order, kind: PhaseKind) -> bool:
    """Tell whether a condition asks for deeds, in a phase in which nobody does any.

    In a winter or a retreat nobody enters, attacks or supports: such a condition would never be
    met, and its `else` would always count.
    """
    if kind is PhaseKind.MOVEMENT or not isinstance(order, Conditional):
        return False
    if all(isinstance(candidate, Give) for candidate in possible(order)):
        return False
    return any(isinstance(atom, _DEEDS) for atom in _asked(order))


def _asked(order: Order) -> tuple[Atom, ...]:
    if not isinstance(order, Conditional):
        return ()
    inner = tuple(
        atom for candidate in (*order.then, *order.otherwise) for atom in _asked(candidate)
    )
    return (*atoms(order.condition), *inner)


def settled(order: Conditional, parts: Sequence[LineReading], facts: Facts) -> LineReading:
    """Return the reading of a conditional order whose phase has opened.

    Args:
        order: as it was sent.
        parts: the readings of the orders that it leads to, each judged by itself; one at least,
            which holds no order where it leads to none.
        facts: by which its condition was judged.
    """
    faulty = next((line for line in parts if line.verdict is not Verdict.ACCEPTED), parts[0])
    orders = tuple(plain for line in parts for plain in line.orders)
    remarks = tuple(remark for line in parts for remark in line.remarks)
    return replace(
        faulty,
        orders=orders,
        remarks=(_what_counts(order, facts), *remarks),
        choices=faulty.choices if len(parts) == 1 else (),
    )


def _what_counts(order: Conditional, facts: Facts) -> str:
    if is_met(order.condition, facts):
        return gettext("The condition is met: what follows “then” counts.")
    if order.otherwise:
        return gettext("The condition is not met: what follows “else” counts.")
    return gettext("The condition is not met, so this orders nothing.")

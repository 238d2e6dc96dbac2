"""What a GM's mailed command would do, in full words, before he says YES to it.

A command's own words can be right while what stands in them is not: orders are read here as the
command would read them, so that what cannot be taken is refused at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.app.orders.order_desk import foresee_orders
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.errors import GmError
from gm.interpret.gm_words import Wish
from gm.report.wording.phrases import full_stop

_ORDERS: Final = ("order", "set")
_REASON: Final = "--reason"
_ORDERS_AT: Final = 4
"""The place of the first order in the words of `order set tara FRANCE "A Par - Bur"`."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A command of a GM, and what it would do.

    Args:
        wish: the command, with the fault for which it would be refused.
        told: what it would do, in sentences; none where the command says it all itself.
    """

    wish: Wish
    told: tuple[str, ...] = ()


def foresee(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> Foreseen:
    """Return what a command would do; nothing is changed."""
    if wish.fault or wish.words[:2] != _ORDERS or len(wish.words) <= _ORDERS_AT:
        return Foreseen(wish)
    orders, reason = _apart(wish.words[_ORDERS_AT:])
    try:
        power, *entered = foresee_orders(
            services, transaction, game.name, wish.words[_ORDERS_AT - 1], ";".join(orders)
        )
    except GmError as fault:
        return Foreseen(replace(wish, fault=str(fault)))
    told = (f"Orders would be entered for {power}:", *(f"{text}." for text in entered))
    return Foreseen(wish, (*told, f"The reason its player reads: {full_stop(reason)}"))


def _apart(words: Sequence[str]) -> tuple[list[str], str]:
    """Return what among some words is an order, and the reason beside them."""
    orders: list[str] = []
    reason, rest = "", iter(words)
    for word in rest:
        if word == _REASON:
            reason = next(rest, "")
        elif word.startswith(f"{_REASON}="):
            reason = word.partition("=")[2]
        elif word == "--":
            orders.extend(rest)
        elif not word.startswith("--"):
            orders.append(word)
    return orders, reason

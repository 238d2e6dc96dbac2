"""What a GM's mailed command would do, in full words, before he says YES to it.

A command's own words can be right while what stands in them is not: orders and walks are read here as the
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
from gm.app.table import family_of
from gm.errors import GmError
from gm.interpret.gm_words import Wish
from gm.report.wording.plain import full_stop

_ORDERS: Final = ("order", "set")
_REASON: Final = "--reason"
_BEHIND_GAME: Final = 2
"""The place of the first word behind the game's name in `walk tara "Irish 1 - NWY"`."""

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
    if wish.fault or not wish.changes:
        return Foreseen(wish)
    try:
        if wish.words[:2] == _ORDERS and len(wish.words) > _ORDERS_AT:
            return Foreseen(wish, _orders(services, transaction, game, wish))
        foresees = family_of(services, game).acts.foresees
        if wish.words and wish.words[0] in foresees:
            behind = wish.words[_BEHIND_GAME:]
            told = foresees[wish.words[0]](services, transaction, game.name, behind)
            return Foreseen(wish, told)
    except GmError as fault:
        return Foreseen(replace(wish, fault=str(fault)))
    return Foreseen(wish)


def _orders(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    orders, reason = option_apart(wish.words[_ORDERS_AT:], _REASON)
    power, *entered = foresee_orders(
        services, transaction, game.name, wish.words[_ORDERS_AT - 1], ";".join(orders)
    )
    told = (f"Orders would be entered for {power}:", *(f"{text}." for text in entered))
    return (*told, f"The reason its player reads: {full_stop(reason or '')}")


def option_apart(words: Sequence[str], option: str) -> tuple[list[str], str | None]:
    """Return what among some words is no option, and what an option says; None where it is not."""
    plain: list[str] = []
    value, rest = None, iter(words)
    for word in rest:
        if word == option:
            value = next(rest, "")
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
        elif word == "--":
            plain.extend(rest)
        elif not word.startswith("--"):
            plain.append(word)
    return plain, value

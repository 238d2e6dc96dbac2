"""What a GM's mailed command would do, in full words, before he says YES to it.

A command's own words can be right while what stands in them is not: orders and walks are read here as the
command would read them, so that what cannot be taken is refused at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from gm.app.orders.order_desk import foresee_orders
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.app.timing.deadlines import foresee_deadline
from gm.errors import GmError
from gm.games.diplomacy.desk.orders.walks import foresee_walks
from gm.interpret.gm_words import Wish
from gm.report.wording.dates import moment_words
from gm.report.wording.plain import full_stop

_DEADLINE: Final = ("deadline",)
_WHEN_AT: Final = 2
"""The place of the moment in the words of `deadline tara +24h`."""

_ORDERS: Final = ("order", "set")
_REASON: Final = "--reason"
_WALK: Final = ("walk",)
_WITHDRAW: Final = "--withdraw"
_WALKS_AT: Final = 2
"""The place of the first walk in the words of `walk tara "Irish 1 - NWY"`."""

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
        if wish.words[:1] == _WALK:
            return Foreseen(wish, _walks(services, transaction, game, wish))
        if wish.words[:1] == _DEADLINE and len(wish.words) > _WHEN_AT:
            return Foreseen(wish, _deadline(services, transaction, game, wish))
    except GmError as fault:
        return Foreseen(replace(wish, fault=str(fault)))
    return Foreseen(wish, _in_words(wish))


def _orders(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    orders, reason = _apart(wish.words[_ORDERS_AT:], _REASON)
    power, *entered = foresee_orders(
        services, transaction, game.name, wish.words[_ORDERS_AT - 1], ";".join(orders)
    )
    told = (f"Orders would be entered for {power}:", *(f"{text}." for text in entered))
    return (*told, f"The reason its player reads: {full_stop(reason or '')}")


def _walks(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    lines, special = _apart(wish.words[_WALKS_AT:], _WITHDRAW)
    return foresee_walks(services, transaction, game.name, lines, special)


def _deadline(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    plain, reason = _apart(wish.words[_WHEN_AT:], _REASON)
    phase, old, new = foresee_deadline(
        services, transaction, game, " ".join(plain), earlier="--earlier" in wish.words
    )
    zone = game.time_zone
    told = (
        f"The deadline of {phase} would move.",
        f"It stands at {moment_words(old, zone)}.",
        f"It would be {moment_words(new, zone)}.",
    )
    return (*told, f"The reason all players read: {full_stop(reason)}") if reason else told


def _in_words(wish: Wish) -> tuple[str, ...]:
    """Return what a command would do as a sentence; none where its words say it all."""
    for length in (2, 1):
        said = _SENTENCES.get(wish.words[:length])
        plain, reason = _apart(wish.words[length + 1 :], _REASON)
        if said is not None and len(plain) >= said.count("{"):
            told = (said.format(*plain),)
            return (*told, f"The reason given: {full_stop(reason)}") if reason else told
    return ()


_SENTENCES: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        (
            "process",
        ): "The open phase would be resolved now, by the orders that are in, and all told.",
        ("pause",): "No deadline would pass until you say GM resume.",
        ("resume",): "The game would go on, with the time that was left.",
        ("order", "clear"): "The orders of {} in the open phase would be taken back.",
        ("unit", "add"): "{} would have {}.",
        ("unit", "move"): "{} would stand in {}.",
        ("unit", "remove"): "{} would be taken off the board.",
        ("unit", "convert"): "{} would be an army if it is a fleet, and a fleet if it is an army.",
        ("centre", "set"): "{} would belong to {}.",
        ("bridge", "add"): "{} would have a bridge {}.",
        ("bridge", "remove"): "The bridge of {} over {} would be gone.",
        ("points", "set"): "{} would have {} points.",
        ("board", "hole"): "{} would be a black hole.",
        ("board", "reopen"): "{} would be a black hole no more.",
        ("board", "split"): "{} would be split, by the line {}.",
        ("outcome", "set"): "In {} the order {} would be told as: {}.",
    }
)
"""What commands would do, with what stands behind the game's name in its places."""


def _apart(words: Sequence[str], option: str) -> tuple[list[str], str | None]:
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

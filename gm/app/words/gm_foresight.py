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
from gm.app.table import family_of
from gm.app.timing.deadlines import foresee_deadline
from gm.errors import GmError
from gm.interpret.gm_words import Wish
from gm.report.wording.dates import moment_words
from gm.report.wording.plain import full_stop

_DEADLINE: Final = ("deadline",)
_WHEN_AT: Final = 2
"""The place of the moment in the words of `deadline tara +24h`."""

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
    if wish.fault or not wish.changes:
        return Foreseen(wish)
    try:
        if wish.words[:2] == _ORDERS and len(wish.words) > _ORDERS_AT:
            return Foreseen(wish, _orders(services, transaction, game, wish))
        if wish.words[:1] == _DEADLINE and len(wish.words) > _WHEN_AT:
            return Foreseen(wish, _deadline(services, transaction, game, wish))
        foresees = family_of(services, game).acts.foresees
        for length in (2, 1):
            told_by = foresees.get(" ".join(wish.words[:length]))
            if told_by is not None:
                behind = wish.words[length + 1 :]
                return Foreseen(wish, told_by(services, transaction, game.name, behind))
    except GmError as fault:
        return Foreseen(replace(wish, fault=str(fault)))
    return Foreseen(wish, _in_words(wish))


def _orders(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    orders, reason = option_apart(wish.words[_ORDERS_AT:], _REASON)
    power, *entered = foresee_orders(
        services, transaction, game.name, wish.words[_ORDERS_AT - 1], ";".join(orders)
    )
    told = (f"Orders would be entered for {power}:", *(f"{text}." for text in entered))
    return (*told, f"The reason its player reads: {full_stop(reason or '')}")


def _deadline(
    services: Services, transaction: Transaction, game: GameRecord, wish: Wish
) -> tuple[str, ...]:
    plain, reason = option_apart(wish.words[_WHEN_AT:], _REASON)
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
        sentence = _SENTENCES.get(wish.words[:length])
        if sentence is not None:
            return filled_in(sentence, wish.words[length + 1 :])
    return ()


def filled_in(sentence: str, behind: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence with the words behind a game's name in its places, and their reason.

    There is none where the command lacks a word that it tells of.
    """
    plain, reason = option_apart(behind, _REASON)
    if len(plain) < sentence.count("{"):
        return ()
    told = (sentence.format(*plain),)
    return (*told, f"The reason given: {full_stop(reason)}") if reason else told


_SENTENCES: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        (
            "process",
        ): "The open phase would be resolved now, by the orders that are in, and all told.",
        ("pause",): "No deadline would pass until you say GM resume.",
        ("resume",): "The game would go on, with the time that was left.",
        ("order", "clear"): "The orders of {} in the open phase would be taken back.",
    }
)
"""What commands would do, with what stands behind the game's name in its places."""


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

"""Puts the signs by which people correct themselves into words: `*Bur`, `^ Bur`, `s/Pic/Bur/`, `Pic -> Bur`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.language.talk.spoken_of import names_in
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.orders import Conditional, Give, Pay, Receive
from gm.interpret.folding import fold
from gm.interpret.numbers import number_of, number_words
from gm.interpret.reservations import turn_at
from gm.interpret.tongues import Words, words_of

_STARRED: Final = re.compile(r"\s*[*^]{1,3}\s?(?=[^\W\d_])(?!.*[*:])")
_EXCHANGED: Final = re.compile(r"\s*s/([^/]{2,40})/([^/]{2,40})/?\w?\s*")
_WORDED: Final = re.compile(
    r"\s*(?:please )?(?:change|replace|swap|switch) (?:the |a |f |army |fleet )*([^\W\d_]{3,20}) (?:to|with|by|for|into) ([^\W\d_]{3,20})[ .!]*",
    re.I,
)
_CHANGED: Final = re.compile(r"\s*([^\W\d_]{3,20})\s*[-=]+>\s*([^\W\d_]{3,20})\s*")


_SIGNS: Final = (_EXCHANGED, _CHANGED, _WORDED)


def plain_correction(text: str) -> str:
    """Return a line with words for the signs of a correction; as it is where it has none."""
    if exchanged := next(filter(None, (sign.fullmatch(text) for sign in _SIGNS)), None):
        return f"{exchanged[2]} not {exchanged[1]}"
    return _STARRED.sub("correction ", text, count=1) if _STARRED.match(text) else text


# Reads a line that gives a payment another amount or payee: `Pay Britain 4 not 5`, `make it 4`.
#
# Every word of it has to be a number, a power, or a word of such lines in `languages/reservations.toml`;
# so `only 2 of us will come` corrects nothing.

Points = Pay | Receive | Give

_LONGEST: Final = 120
"""Characters of the longest such line."""

_MOST: Final = 999_999
"""The highest amount that is looked at."""


@dataclass(frozen=True, slots=True)
class Amended:
    """A payment with another amount or payee.

    Args:
        place: of the line that orders it, among those looked at.
        at: which of its orders it is.
        order: it as it shall be.
    """

    place: int
    at: int
    order: Order


@dataclass(frozen=True, slots=True)
class _Said:
    """What a line says of a payment: how much to whom, and how much to whom not."""

    amount: int | None
    power: PowerId | None
    wrong_amount: int | None
    wrong_power: PowerId | None

    def speaks_of(self, order: Points) -> bool:
        """Tell whether an order is the one that is corrected."""
        whom = self.wrong_power or (self.power if self.amount is not None else None)
        fits = whom is None or _partner(order) == whom
        return fits and self.wrong_amount in {None, order.amount}

    def amended(self, order: Points) -> Points:
        """Return an order as it shall be."""
        whom = self.power or _partner(order)
        amount = self.amount or order.amount
        if isinstance(order, Receive):
            return replace(order, amount=amount, sender=whom)
        return replace(order, amount=amount, to=whom)


def amended(text: str, lines: Sequence[LineReading], context: Context) -> tuple[Amended, ...]:
    """Return what a line makes of payments; of several that it may speak of each, nothing if of none.

    Args:
        text: the line. lines: those that may order the payments. context: the position.
    """
    said = _said(words_of(fold(plain_correction(text[:_LONGEST]))), context)
    if said is None or len(text) > _LONGEST:
        return ()
    changes = (
        Amended(place, at, _made(order, said))
        for place, line in enumerate(lines)
        for at, order in enumerate(line.orders)
    )
    return tuple(
        change for change in changes if change.order != lines[change.place].orders[change.at]
    )


def _made(order: Order, said: _Said) -> Order:
    """Return an order as it shall be; of a conditional one what its branches pay."""
    if isinstance(order, Conditional):
        then, otherwise = (
            tuple(_made(inner, said) for inner in branch)
            for branch in (order.then, order.otherwise)
        )
        return replace(order, then=then, otherwise=otherwise)
    return said.amended(order) if isinstance(order, Points) and said.speaks_of(order) else order


def _partner(order: Points) -> PowerId:
    return order.sender if isinstance(order, Receive) else order.to


@dataclass(slots=True)
class _Collected:
    """The numbers and powers of a line, those that are wrong apart.

    Args:
        amends: it says that something is put right. pays: it speaks of money, as `no money for Ulster`.
    """

    right: list[int]
    wrong: list[int]
    powers: list[PowerId]
    wrong_powers: list[PowerId]
    amends: bool = False
    pays: bool = False


def _said(words: Words, context: Context) -> _Said | None:
    """Return what words say of a payment; None unless they say that and nothing else."""
    collected = _collected(words, context)
    if collected is None:
        return None
    each = (collected.right, collected.wrong, collected.powers, collected.wrong_powers)
    if any(len({*some}) > 1 for some in each):
        return None
    amount, wrong_amount = (next(iter(some), None) for some in each[:2])
    power, wrong_power = (next(iter(some), None) for some in each[2:])
    contrasts = wrong_amount is not None or wrong_power is not None
    says = collected.amends or contrasts
    changes = amount is not None or (power is not None and (contrasts or not collected.pays))
    if not changes or not (says or (amount is not None and power is not None)):
        return None
    return _Said(amount, power, wrong_amount, wrong_power)


def paid_otherwise(text: str, order: Points, context: Context) -> Points | None:
    """Return a payment with the amount or payee of `or Italy`, `or 3`; None where that says neither."""
    collected = _collected(words_of(fold(text[:_LONGEST])), context)
    if collected is None or collected.wrong or collected.wrong_powers:
        return None
    if (
        len(collected.right) > 1
        or len(collected.powers) > 1
        or not (collected.right or collected.powers)
    ):
        return None
    said = _Said(next(iter(collected.right), None), next(iter(collected.powers), None), None, None)
    made = said.amended(order)
    return None if made == order else made


def _collected(words: Words, context: Context) -> _Collected | None:
    names = {
        begin: (end, next(iter(powers)))
        for begin, end, _, powers in names_in(words, context.board)
        if len(powers) == 1
    }
    collected = _Collected([], [], [], [])
    at, wrong, named = 0, False, False
    while at < len(words):
        if (number := number_at(words, at)) is not None:
            amount, at = number
            (collected.wrong if wrong else collected.right).append(amount)
            named = True
        elif (end := turn_at("amount_not", words, at)) > at:
            at, wrong, named = end, True, False
        elif at in names:
            at, power = names[at]
            (collected.wrong_powers if wrong else collected.powers).append(power)
            named = True
        elif (end := max(turn_at("amends", words, at), turn_at("opens", words, at))) > at:
            at, wrong, collected.amends = end, False, True
        elif (end := max(_fillers(words, at))) > at:
            goes_on = turn_at("amount_goes_on", words, at) > at
            collected.pays = collected.pays or turn_at("payment", words, at) > at
            at, wrong = end, wrong and not (named and goes_on)
        else:
            return None
    return collected


def number_at(words: Words, at: int) -> tuple[int, int] | None:
    """Return an amount, in digits or up to ten in any language, and where it ends; None if none is there."""
    word = words[at]
    if word.isdecimal():
        return (int(word), at + 1) if 0 < int(word[:_DIGITS]) <= _MOST else None
    if word in _NUMBERS:
        return _NUMBERS[word], at + 1
    ends = ((number, turn_at(f"amount_{number}", words, at)) for number in _NUMBERS.values())
    return next(((number, end) for number, end in ends if end > at), None)


_NUMBERS: Final = {word: number_of(word) for word in number_words()}

_DIGITS: Final = 12


def _fillers(words: Words, at: int) -> Iterator[int]:
    """Yield where words end that say nothing in such a line."""
    for name in ("amount_goes_on", "of_points", "lead", "tail", "payment", "changes"):
        yield turn_at(name, words, at)

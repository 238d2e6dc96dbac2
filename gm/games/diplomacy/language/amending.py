"""Reads a line that amends orders of a list: another amount, or another order instead of one.

Which of two payments, or of two builds, stands in the end is then asked; nothing is added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.amounts import amended
from gm.games.diplomacy.language.corrections import with_line_changed
from gm.games.diplomacy.language.doubts import Doubt, doubts_in
from gm.games.diplomacy.language.spoken_of import spoken_of, stands_in
from gm.games.diplomacy.language.values import Context, LineReading
from gm.games.diplomacy.rules.orders import replaces
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn
from gm.interpret.tongues import Words, words_of

Lists = tuple[tuple[Order, ...], ...]
"""Orders by the list that they belong to."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What a line amends.

    Args:
        places: of the lines that it speaks of.
        choices: all orders of those lines as they may be meant; () among them where none is left.
    """

    places: tuple[int, ...]
    choices: tuple[tuple[Order, ...], ...]


def amendment(
    line: LineReading, lines: Sequence[LineReading], context: Context
) -> Amendment | None:
    """Return what a line amends of the orders of others; None if nothing.

    Args:
        line: it gives nothing by itself. lines: with the orders. context: the position.
    """
    found = [
        (change.place, _with(lines[change.place].orders, change.at, (change.order,)))
        for change in amended(line.text, lines, context)
    ]
    if found:
        places = tuple(dict.fromkeys(place for place, _ in found))
        return Amendment(
            places, tuple(with_line_changed(lines, places, *change) for change in found)
        )
    return _instead(line, lines, context.kind) or _denied(line, lines, context.kind)


def _denied(line: LineReading, lines: Sequence[LineReading], kind: PhaseKind) -> Amendment | None:
    """Return what a line denies that others order: `Don't build the bridge`, `Forget the army in CoC`."""
    denied = line.choices[-1] if line.choices else ()
    listed = all(replaces(order, kind)[1] is None for order in denied)
    if not denied or not listed or not doubts_in(fold(line.text), _DENYING):
        return None
    places = tuple(at for at, one in enumerate(lines) if {*denied} & {*one.orders})
    if not places:
        return None
    rest = (order for at in places for order in lines[at].orders if order not in denied)
    return Amendment(places, ((*rest,),))


_CONTRASTING = frozenset({Doubt.DENIAL, Doubt.OTHER})
_DENYING = frozenset({Doubt.DENIAL, Doubt.CHANGE})


def _with(orders: Sequence[Order], at: int, new: Sequence[Order]) -> tuple[Order, ...]:
    return (*orders[:at], *new, *orders[at + 1 :])


def _instead(line: LineReading, lines: Sequence[LineReading], kind: PhaseKind) -> Amendment | None:
    """Return what a line replaces that orders something `instead`: in its province, or the list.

    `Build A CoC, not F CoC` is about what is built in that province alone.
    """
    folded = fold(line.text)
    says = _says_instead(words_of(folded))
    if not line.choices or not (says or doubts_in(folded, _CONTRASTING)):
        return None
    new = line.choices[-1]
    keys = {replaces(order, kind) for order in new}
    if len(keys) != 1 or next(iter(keys))[1] is not None:
        return None
    alike = [
        (place, order)
        for place, one in enumerate(lines)
        for order in one.orders
        if replaces(order, kind) in keys
    ]
    if not alike:
        return None
    taken = {place for order in new for place in stands_in(order)}
    near = [(place, order) for place, order in alike if taken & {*stands_in(order)}]
    gone = near or (alike if says else [])
    if not gone or any(order in new for _, order in gone):
        return None
    places = tuple(dict.fromkeys(place for place, _ in gone))
    return Amendment(places, ((*_put(lines, places, gone, new),),))


def _put(
    lines: Sequence[LineReading],
    places: Sequence[int],
    gone: Sequence[tuple[int, Order]],
    new: Sequence[Order],
) -> Iterator[Order]:
    """Yield the orders of lines with new ones where the first of those stood that go."""
    for place in places:
        for order in lines[place].orders:
            if (place, order) == gone[0]:
                yield from new
            if (place, order) not in gone:
                yield order


def _says_instead(words: Words) -> bool:
    return has_turn("replacing", words)


def without_spoken_of(
    words: Words, lists: Sequence[tuple[Order, ...]], context: Context
) -> tuple[Lists, Lists] | None:
    """Return lists without the orders that words speak of, and as they are; None if they speak of none.

    Only the lists are returned in which there is such an order.

    Args:
        words: casefolded. lists: as they stand. context: the position.
    """
    every = [(number, order) for number, orders in enumerate(lists) for order in orders]
    lines = [LineReading(0, "", Verdict.ACCEPTED, (order,)) for _, order in every]
    found = spoken_of(words, lines, context)
    if found is None:
        return None
    numbers = sorted({every[at][0] for at in found})
    left = tuple(
        tuple(order for at, (of, order) in enumerate(every) if of == number and at not in found)
        for number in numbers
    )
    return left, tuple(lists[number] for number in numbers)

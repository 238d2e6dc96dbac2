"""Finds what a line says of orders that stand already: `Cancel Brest`, `not Bur but Pic`, `no support`.

What was sent in an earlier mail is spoken of as what stands above in the same one. Nothing is changed by
such words; the orders as they would be then, and as they stand, are the choices of a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.talk.anew import ordered_anew
from gm.games.diplomacy.language.talk.corrections import corrected
from gm.games.diplomacy.language.talk.doubts import doubts_in
from gm.games.diplomacy.language.talk.mentions import spoken_against
from gm.games.diplomacy.language.talk.spoken_of import names_in, spoken_of, things_named
from gm.games.diplomacy.readings import Context, Doubt, LineReading
from gm.games.diplomacy.rules.orders import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    Support,
    UnitOrder,
    replaces,
)
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.interpret.folding import fold
from gm.interpret.reservations import Kind, Saying, turn_at
from gm.interpret.tongues import Words, words_of

_DENYING: Final = frozenset({Doubt.DENIAL, Doubt.CHANGE})

_ALL: Final = frozenset({Kind.TAKE_BACK, Kind.SECOND_THOUGHTS, Kind.NOT_THESE})


@dataclass(frozen=True, slots=True)
class Change:
    """What a line would change of what stands.

    Args:
        choices: the orders as they would be, one way each. stands: the same as they stand.
    """

    choices: tuple[tuple[Order, ...], ...]
    stands: tuple[Order, ...]


def change_of_standing(
    line: LineReading, saying: Saying, stood: Sequence[LineReading], context: Context
) -> Change | None:
    """Return what a line would change of the orders to units that stand; None if it speaks of none.

    Args:
        line: it gives nothing by itself. saying: what it says. stood: the orders, a line each.
        context: the position.
    """
    denied = _denied(line, stood)
    if denied or line.choices or line.verdict is Verdict.AMBIGUOUS:  # it asks something itself
        return _undone(denied, stood, context)
    if (mended := _mended(line, saying, stood, context)) is not None:
        return mended
    anew = ordered_anew(line, stood, context)
    if anew is not None and anew.orders:
        return Change((anew.orders,), _orders(stood, anew.places))
    places = _taken_back(saying, stood, context)
    # A failed order names its unit, too, and `nach` is a denial in Irish: `A Par nach Xyzzy`.
    if not places and line.verdict is Verdict.CHATTER:
        given = {at: line.orders for at, line in enumerate(stood)}
        places = spoken_against(saying.meant, given, context.board, context.power, talk=True)
    return _undone(_meant(places, stood, saying.words, context), stood, context)


def _undone(
    places: Sequence[int], stood: Sequence[LineReading], context: Context
) -> Change | None:
    orders = _orders(stood, places)
    return Change((tuple(_without(orders, context.kind)),), orders) if orders else None


def _mended(
    line: LineReading, saying: Saying, stood: Sequence[LineReading], context: Context
) -> Change | None:
    """Return what a line puts right; where that could be several of the orders, of the moves if it fits one."""
    changes: list[Change] = []
    for lines in (stood, _moves(stood)):
        for text in (line.text, *saying.clauses):
            mended = corrected(text, lines, context)
            if mended is not None and mended.choices:
                changes.append(Change(mended.choices, _orders(lines, mended.places)))
    return min(changes, key=lambda change: len(change.choices), default=None)


def _moves(stood: Sequence[LineReading]) -> tuple[LineReading, ...]:
    """Return the moves among orders: where the support of one cannot follow, its name is put right alone."""
    return tuple(
        line for line in stood if any(isinstance(order, Move | Retreat) for order in line.orders)
    )


def change_of_list(
    line: LineReading, saying: Saying, listed: Sequence[LineReading], context: Context
) -> Change | None:
    """Return what a line puts right in a list that stands: `make that an army`, `not Par but Mar`.

    Args:
        line: it gives nothing by itself. saying: what it says. listed: the list, a line each.
        context: the position.
    """
    for text in (line.text, *saying.clauses):
        mended = corrected(text, listed, context)
        if mended is not None and mended.choices:
            choices = tuple(
                _put(listed, dict(zip(mended.places, choice, strict=True)))
                for choice in mended.choices
                if len(choice) == len(mended.places)
            )
            return Change(choices, _orders(listed, range(len(listed)))) if choices else None
    return None


def put_instead(
    line: LineReading, listed: Sequence[LineReading], context: Context
) -> Change | None:
    """Return what a line of a list puts in the place of others in it: `Build A Mar instead of Paris`.

    Args:
        line: what it gives is in the list's way. listed: the list, or what stands above.
        context: the position.
    """
    words = words_of(fold(line.text))
    behind = next((end for at in range(len(words)) if (end := _behind_instead(words, at))), 0)
    places = spoken_of(words[behind:], listed, context) if behind else None
    if not places or len(line.orders) != 1 or len(places) == len(listed) > 1:
        return None
    kept = tuple(
        line.orders[0] if at == places[0] else listed[at].orders[0]
        for at in range(len(listed))
        if at == places[0] or at not in places
    )
    return Change((kept,), _orders(listed, range(len(listed))))


def _behind_instead(words: Words, at: int) -> int:
    end = turn_at("in_place_of", words, at)
    return end if end > at else 0


def _put(listed: Sequence[LineReading], new: Mapping[int, Order]) -> tuple[Order, ...]:
    return tuple(new.get(at, line.orders[0]) for at, line in enumerate(listed))


def takes_back_all(saying: Saying) -> bool:
    """Tell whether a line takes back whatever was sent before, if no orders stand beside it.

    `Scrap everything`, `Please disregard my last mail`, `undo`.
    """
    words = saying.words
    drops = any(turn_at("drop", words, at) > at for at in range(len(words)))
    earlier = any(turn_at("earlier", words, at) > at for at in range(len(words)))
    return bool(saying.kinds & _ALL) or (drops and (earlier or Kind.ALONE in saying.kinds))


def _orders(stood: Sequence[LineReading], places: Sequence[int]) -> tuple[Order, ...]:
    return tuple(order for at in places for order in stood[at].orders)


def _denied(line: LineReading, stood: Sequence[LineReading]) -> tuple[int, ...]:
    """Return the orders that a line writes out and denies: `cancel A Par - Bur`."""
    denied = {order for choice in line.choices for order in choice}
    if not denied or not doubts_in(fold(line.text), _DENYING):
        return ()
    return tuple(at for at, line in enumerate(stood) if denied & {*line.orders})


def _taken_back(saying: Saying, stood: Sequence[LineReading], context: Context) -> tuple[int, ...]:
    if Kind.TAKE_BACK_ONE not in saying.kinds:
        return ()
    deeds = _deeds_named(saying.words)
    if saying.kinds & _ALL and not deeds and not things_named(saying.words):
        return ()
    named = spoken_of(saying.words, stood, context)
    if named is None and deeds:
        named = tuple(range(len(stood)))
    return named or ()


def _meant(
    places: Sequence[int], stood: Sequence[LineReading], words: Words, context: Context
) -> tuple[int, ...]:
    """Return of orders that words may speak of those they mean.

    Of what names a province that is the order to the unit there, or else the move to it, unless words
    name the support of that.
    """
    deeds = _deeds_named(words)
    if deeds:
        return tuple(at for at in places if any(isinstance(o, deeds) for o in stood[at].orders))
    named = {place for *_, of_name, _ in names_in(words, context.board) for place in of_name}
    there = tuple(at for at in places if named & {*_stands(stood[at].orders)})
    moves = tuple(at for at in places if _moves(stood[at : at + 1]))
    return there or (moves if named else ()) or tuple(places)


def _stands(orders: Sequence[Order]) -> Iterator[str]:
    yield from (order.unit.at.province for order in orders if isinstance(order, UnitOrder))


_DEEDS: Final[dict[str, type[Order]]] = {
    "support": Support,
    "convoying": Convoy,
    "retreating": Retreat,
}
"""What the lists of `languages/reservations.toml` of these names say of an order."""


def _deeds_named(words: Words) -> tuple[type[Order], ...]:
    return tuple(
        deed
        for name, deed in _DEEDS.items()
        if any(turn_at(name, words, at) > at for at in range(len(words)))
    )


def _without(orders: Sequence[Order], kind: PhaseKind) -> Iterator[Order]:
    """Yield what becomes of units whose orders are taken back."""
    for order in orders:
        if isinstance(order, UnitOrder):
            yield Disband(order.unit) if kind is PhaseKind.RETREAT else Hold(order.unit)


def units_in(stood: Sequence[LineReading], kind: PhaseKind) -> tuple[LineReading, ...]:
    """Return the orders to units among those that stand, which replace one another one by one."""
    return tuple(
        line
        for line in stood
        if all(isinstance(order, UnitOrder) and replaces(order, kind)[1] for order in line.orders)
    )

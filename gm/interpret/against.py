"""Finds the orders that talk speaks against, in whatever words: it denies or doubts, and names them.

`gm.interpret.reservations` knows sentences, and nobody writes by a list. So a sentence that it does not
know, with a word in it that denies or doubts, speaks against the orders whose provinces, power, kind of
unit or kind of deed stand in it: `Not Galway South!`, `I won't pay him anything`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from gm.interpret.choices import places_in
from gm.interpret.names import places_of, powers_of
from gm.interpret.other_names import in_tongue
from gm.interpret.reservations import turn_at
from gm.interpret.tongues import Words
from gm.rules.board import Board, PowerId, ProvinceId
from gm.rules.mechanics.tickets import possible
from gm.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Give,
    Order,
    Pay,
    Receive,
    RemoveBridge,
    UnitOrder,
)
from gm.rules.units import UnitKind

_DENIAL: Final = "denial"
_IF: Final = "if"
"""The lists of turns that deny or doubt wherever they stand, and of those that let it hang on something."""

_LONGEST_NAME: Final = 4
_SHORTEST: Final = 3
"""Words of the longest name of a province that is looked for, and letters of the shortest."""


def _has(name: str, words: Words) -> bool:
    """Tell whether a turn of a list stands in a sentence."""
    return any(turn_at(name, words, at) > at for at in range(len(words)))


def spoken_against(
    sentences: Iterable[Words], given: Mapping[int, Sequence[Order]], board: Board, *, talk: bool
) -> tuple[int, ...]:
    """Return the places of the orders that sentences speak against; none where they deny nothing.

    Args:
        sentences: what a line says, the words of each.
        given: the orders of lines by their places in the mail.
        board: the board in force.
        talk: they are no order that failed; one with a condition speaks of itself, and what it denies
            belongs to that.
    """
    found: set[int] = set()
    for words in sentences:
        if talk if _has(_IF, words) else _has(_DENIAL, words):
            boards = (board, *(in_tongue(board, code) for code in board.names))
            places = frozenset(place for each in boards for place in _places_in(words, each))
            powers = frozenset(power for each in boards for power in _powers_in(words, each))
            found |= {at for at, orders in given.items() if _are_named(orders, places, powers)}
            found |= _of_kind(words, given)
    return tuple(sorted(found))


def _places_in(words: Words, board: Board) -> frozenset[ProvinceId]:
    counts = range(1, _LONGEST_NAME + 1)
    runs = (words[at : at + count] for at in range(len(words)) for count in counts)
    return frozenset(
        place for run in runs if len("".join(run)) >= _SHORTEST for place in places_of(board, run)
    )


def _powers_in(words: Words, board: Board) -> frozenset[PowerId]:
    return frozenset(power for word in words for power in powers_of(board, word))


def _are_named(
    orders: Sequence[Order], places: frozenset[ProvinceId], powers: frozenset[PowerId]
) -> bool:
    parts = [part for order in orders for part in possible(order)]
    return bool(places & (places_in(parts) | _banks(parts)) or powers & _partners(parts))


def _banks(parts: Sequence[Order]) -> frozenset[ProvinceId]:
    bridges = (
        part for part in parts if isinstance(part, AttackBridge | BuildBridge | RemoveBridge)
    )
    return frozenset(bank for bridge in bridges for bank in bridge.between)


def _partners(parts: Sequence[Order]) -> frozenset[PowerId]:
    """Return whom points are given to or expected from."""
    givers = {part.sender for part in parts if isinstance(part, Receive)}
    return frozenset(givers | {part.to for part in parts if isinstance(part, Pay | Give)})


def _is_bridge(order: Order) -> bool:
    return isinstance(order, AttackBridge | BuildBridge | RemoveBridge)


def _is_points(order: Order) -> bool:
    return isinstance(order, Pay | Give | Receive)


def _is_build(order: Order) -> bool:
    return isinstance(order, Build)


def _is_of(kind: UnitKind) -> Callable[[Order], bool]:
    return lambda order: isinstance(order, UnitOrder | Build | Choose) and order.unit.kind is kind


_KINDS: Final[Mapping[str, Callable[[Order], bool]]] = {
    "bridge": _is_bridge,
    "payment": _is_points,
    "building": _is_build,
    "army": _is_of(UnitKind.ARMY),
    "fleet": _is_of(UnitKind.FLEET),
}
"""What is called by the turns of a list."""


def _of_kind(words: Words, given: Mapping[int, Sequence[Order]]) -> set[int]:
    """Return the places of the orders of the kinds that a sentence names."""
    named = {name for name in _KINDS for at in range(len(words)) if turn_at(name, words, at) > at}
    return {
        at
        for at, orders in given.items()
        if any(
            _KINDS[name](part) for name in named for order in orders for part in possible(order)
        )
    }

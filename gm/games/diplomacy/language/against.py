"""Finds the orders that talk speaks against, in whatever words: it denies or doubts, and names them.

`gm.interpret.reservations` knows sentences, and nobody writes by a list. So a sentence that it does not
know, with a word in it that denies or doubts, speaks against the orders whose provinces, power, kind of
unit or kind of deed stand in it: `Not Galway South!`, `I won't pay him anything`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.choices import places_in
from gm.games.diplomacy.language.harmless import own_names
from gm.games.diplomacy.language.spoken_of import names_in, things_named, things_ordered
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    BuildBridge,
    Give,
    Pay,
    Receive,
    RemoveBridge,
)
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.interpret.reservations import has_turn, without_turns
from gm.interpret.tongues import Words

_DENIAL: Final = "denial"
_IF: Final = "if"
"""The lists of turns that deny or doubt wherever they stand, and of those that let it hang on something."""

_IDIOMS: Final = "idioms"
"""The list of turns with such words in them that do neither: `Spain has never looked better`."""


_SHORT: Final = 5
"""Words of a line of which all sentences are about the same."""


def spoken_against(
    sentences: Iterable[Words],
    given: Mapping[int, Sequence[Order]],
    board: Board,
    own: SeatId,
    *,
    talk: bool,
) -> tuple[int, ...]:
    """Return the places of the orders that sentences speak against; none where they deny nothing.

    Args:
        sentences: what a line says, the words of each.
        given: the orders of lines by their places in the mail.
        board: the board in force. own: whose orders they are.
        talk: they are no order that failed; one with a condition speaks of itself, and what it denies
            belongs to that; but a payment to the same power would be made whatever it says.
    """
    found: set[int] = set()
    every = [*sentences]
    whole = tuple(word for words in every for word in words)
    # `Spain? Nope.` is one thing said in two sentences.
    for words in [whole] if len(whole) <= _SHORT else every:
        said = without_turns(_IDIOMS, words)
        hangs = has_turn(_IF, said)
        if not (hangs or has_turn(_DENIAL, said)):
            continue
        if hangs and not talk:
            # A payment that failed for its condition, below the same without one.
            powers = frozenset(power for *_, named in names_in(words, board) for power in named)
            found |= {at for at, orders in given.items() if powers & _partners(orders)}
            continue
        found |= orders_named(own_names(words, board, own), given, board)
    return tuple(sorted(found))


def orders_named(
    words: Words, given: Mapping[int, Sequence[Order]], board: Board
) -> AbstractSet[int]:
    """Return the places of the orders whose province, power, kind of unit or kind of deed words name."""
    named = orders_at(words, given, board)
    return named | _of_kind(words, given, named)


def orders_at(
    words: Words, given: Mapping[int, Sequence[Order]], board: Board
) -> AbstractSet[int]:
    """Return the places of the orders whose province or power words name."""
    names = [*names_in(words, board)]
    places = frozenset(place for *_, named, _ in names for place in named)
    powers = frozenset(power for *_, named in names for power in named)
    meant = _bridges(given) if "bridge" in things_named(words) else given
    return {at for at, orders in meant.items() if _are_named(orders, places, powers)}


def _bridges(given: Mapping[int, Sequence[Order]]) -> Mapping[int, Sequence[Order]]:
    """Return the orders about bridges: who speaks of one at Louth does not mean the army that goes there."""
    return {at: orders for at, orders in given.items() if "bridge" in things_ordered(orders)}


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


def _of_kind(
    words: Words, given: Mapping[int, Sequence[Order]], named: AbstractSet[int]
) -> set[int]:
    """Return the places of the orders of the kinds that a sentence names, but of those named already.

    `Ulster gets no points` is about the payment to Ulster alone.
    """
    told = {kind for at in named for kind in things_ordered(given[at])}
    kinds = {*things_named(words)} - told
    return {at for at, orders in given.items() if kinds & things_ordered(orders)}

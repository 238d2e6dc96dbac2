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
from gm.games.diplomacy.language.talk.amounts import number_at
from gm.games.diplomacy.language.talk.harmless import changes_nothing, holds_only, own_names
from gm.games.diplomacy.language.talk.spoken_of import names_in, things_named, things_ordered
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    BuildBridge,
    Choose,
    Give,
    Move,
    Pay,
    Receive,
    RemoveBridge,
    UnitOrder,
)
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.interpret.reservations import has_turn, turn_at, without_turns
from gm.interpret.tongues import Words

_DENIAL: Final = "denial"
_IF: Final = "if"
"""The lists of turns that deny or doubt wherever they stand, and of those that let it hang on something."""

_IDIOMS: Final = "idioms"
"""The list of turns with such words in them that do neither: `Spain has never looked better`."""


_SHORT_NAME: Final = 5
"""Words of a line of which all sentences are about the same."""


def spoken_against(
    sentences: Iterable[Words],
    given: Mapping[int, Sequence[Order]],
    board: Board,
    writer: SeatId,
    *,
    talk: bool,
) -> tuple[int, ...]:
    """Return the places of the orders that sentences speak against; none where they deny nothing.

    Args:
        sentences: what a line says, the words of each.
        given: the orders of lines by their places in the mail.
        board: the board in force. writer: whose orders they are.
        talk: they are no order that failed; one with a condition speaks of itself, and what it denies
            belongs to that; but a payment to the same power would be made whatever it says.
    """
    places: set[int] = set()
    every = [*sentences]
    whole = tuple(word for words in every for word in words)
    # `Spain? Nope.` is one thing said in two sentences.
    for words in [whole] if len(whole) <= _SHORT_NAME else every:
        said = without_turns(_IDIOMS, words)
        hangs = has_turn(_IF, said)
        if not (hangs or has_turn(_DENIAL, said)):
            continue
        if hangs and not talk:
            # A payment that failed for its condition, below the same without one.
            powers = frozenset(power for *_, named in names_in(words, board) for power in named)
            places |= {at for at, orders in given.items() if powers & _partners(orders)}
            continue
        places |= orders_named(own_names(words, board, writer), given, board)
    return tuple(sorted(places))


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
    kinds_named = {kind for at in named for kind in things_ordered(given[at])}
    kinds = {*things_named(words)} - kinds_named
    return {at for at, orders in given.items() if kinds & things_ordered(orders)}


# Finds the orders that talk names in words of which nobody knows that they change nothing.
#
# `gm.interpret.reservations` knows sentences, and `gm.games.diplomacy.language.talk.mentions` words that deny or
# doubt; nobody writes by a list. So it is the other way round here: the words that change nothing are
# known, those of reasons, hopes and praise, and whatever else is said of an order's unit, place or payee
# may be meant to change it: `Paris had better see to its own garden`.

_PLAIN: Final = "plain"
_MOVING: Final = "moving"
_ONLY: Final = "only"
_BUT: Final = "but"
_RESTRICTS: Final = "restricts"
_LEADS_ON: Final = "leads_on"
_LEADS_TO: Final = "leads_to"
_SUPPOSES: Final = (_IF, "would")
_DENIES: Final = "denial"
_DO: Final = "do"
_TELLS: Final = "tells"
_TELLS_OF: Final = "tells_of"
_FIRST_PERSON: Final = frozenset({"i", "we", "ich", "wir"})
"""The lists of turns that this looks for; `languages/reservations.toml` says what each holds."""

_SHORT: Final = 8
"""Words of a line of which all sentences are about the same."""

_KINDS: Final = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}
"""The lists of turns that name kinds of units."""


def mentioned(
    sentences: Iterable[Words],
    given: Mapping[int, Sequence[Order]],
    board: Board,
    writer: SeatId,
) -> tuple[int, ...]:
    """Return the places of the orders that sentences name and may be meant to change.

    Args:
        sentences: what a line says, the words of each, without those that say nothing.
        given: the orders of lines by their places in the mail.
        board: the board in force. writer: whose orders they are.
    """
    places: set[int] = set()
    every = [*sentences]
    whole = tuple(word for words in every for word in words)
    # `About the Channel... I dunno` is one thing said in two sentences.
    for words in [whole] if len(whole) <= _SHORT else every:
        named = orders_named(own_names(words, board, writer), given, board)
        if changes_nothing(words, board, writer):
            places |= {at for at in named if _says_otherwise(words, given[at], board)}
        elif not _tells_again(words, given, board):
            places |= named
    return tuple(sorted(places))


def _says_otherwise(words: Words, orders: Sequence[Order], board: Board) -> bool:
    """Tell whether harmless words name another place, another piece, or another number of points."""
    names = [*names_in(words, board)]
    places = frozenset(place for *_, named, _ in names for place in named)
    numbers = {number[0] for at in range(len(words)) if (number := number_at(words, at))} - {1}
    parts = [part for order in orders for part in possible(order)]
    for part in parts:
        match part:
            case UnitOrder(unit):
                ordered = places_in((part,))
                near = {*board.neighbours(unit.at.province)} & (places - ordered)
                if near and (ordered & places or _KINDS[unit.kind] in things_named(words)):
                    return True
            case Choose(unit) if {*_KINDS.values()} & {*things_named(words)} - {_KINDS[unit.kind]}:
                return True
            case Pay(amount) | Receive(amount) | Give(_, amount):
                if numbers - {amount}:
                    return True
            case _:
                pass
    return False


def _tells_again(words: Words, given: Mapping[int, Sequence[Order]], board: Board) -> bool:
    """Tell whether a sentence says of one order where it goes, as it does: `Going to Spain at last`."""
    if not holds_only(words, (_PLAIN, _MOVING), board):
        return False
    places = frozenset(place for *_, named, _ in names_in(words, board) for place in named)
    return any(
        places <= places_in((order,)) and goal in places
        for orders in given.values()
        for order in orders
        if (goal := _goal(order)) is not None
    )


def _goal(order: Order) -> ProvinceId | None:
    return order.to.province if isinstance(order, Move) else None


def runs_on(words: Words, sign: str, others: AbstractSet[SeatId]) -> bool:
    """Tell whether a line supposes or denies something, or tells of another's, and goes on below it.

    Args:
        words: of its last sentence. sign: `,` or `:` behind them, or "". others: powers named in them.
    """
    supposes = any(has_turn(name, words) for name in _SUPPOSES)
    if supposes and (sign == "," or (not sign and _ends_with(words, _LEADS_TO))):
        return True
    if sign != ":" and (supposes or has_turn(_DENIES, words)) and _ends_with(words, _LEADS_ON):
        return True
    if sign == ":" and has_turn(_DENIES, words) and _ends_with(words, _LEADS_ON, _DO):
        return True
    if others and _ends_with(words, _TELLS_OF):
        return True
    tells = has_turn(_TELLS, words) and words[0] not in _FIRST_PERSON
    return tells and _ends_with(words, _TELLS, _LEADS_ON)


def _ends_with(words: Words, *lists: str) -> bool:
    return any(
        turn_at(name, words, at) == len(words) for name in lists for at in range(len(words))
    )


def leans(sentences: Sequence[Words], text: str, board: Board, writer: SeatId) -> bool:
    """Tell whether a line below an order goes on with its sentence and restricts it.

    Args:
        sentences: what it says, the words of each. text: as written; a sentence of its own begins large.
        board: the board in force. writer: whose order it is.
    """
    first = text.lstrip(" (-*").removeprefix("...").lstrip()[:1]
    if not sentences or len(sentences[0]) == 1 or ("," in text and first.isupper()):
        return False
    words = sentences[0]
    small = (_IF, _ONLY) if first.islower() else ()
    if any(turn_at(name, words, 0) > 0 for name in (_RESTRICTS, *small)):
        return True
    if not first.islower():
        return False
    end = turn_at(_BUT, words, 0)
    return has_turn(_RESTRICTS, words) or (
        end > 0 and not changes_nothing(words[end:], board, writer)
    )


def head_of(words: Words, board: Board) -> Words:
    """Return the words of a sentence up to the first name in it, or all; none of a condition's."""
    if turn_at(_IF, words, 0):
        return ()
    return words[: next((end for _, end, *_ in names_in(words, board)), len(words))]

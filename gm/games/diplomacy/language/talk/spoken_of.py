"""Finds the orders that words speak of: by a number, a province, a power, or what they order.

`the second one`, `not Cork South`, `the bridge at Waterford`, `no payment to Ulster after all`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.language.binding.names import lexicon_of, names_on, places_of
from gm.games.diplomacy.language.binding.other_names import in_tongue
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.orders import (
    AttackBridge,
    Build,
    BuildBridge,
    Choose,
    Disband,
    Give,
    Pay,
    Receive,
    RemoveBridge,
    UnitOrder,
)
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.interpret.folding import fold
from gm.interpret.reservations import has_turn, ordinals_in
from gm.interpret.seat_names import seats_in_any_language
from gm.interpret.talk_words import is_little
from gm.interpret.tongues import Words, words_of

_MOST_WORDS: Final = 4
"""Words of the longest name that is looked for."""

_SHORTEST: Final = 3
"""Letters of the shortest name."""

Test = Callable[[Order], bool]


def spoken_of(
    words: Words, lines: Sequence[LineReading], context: Context
) -> tuple[int, ...] | None:
    """Return the places of the lines that words speak of; None if they speak of none.

    The writer counts the lines that were refused as well. A number beyond them speaks of all.

    Args:
        words: casefolded. lines: those above the words that order something or were to.
        context: the position.
    """
    kinds = things_named(words)
    fit = _of_kinds(lines, kinds)
    numbers = ordinals_in(words)
    if numbers:
        places = {fit[n - 1 if n > 0 else n] for n in numbers if abs(n) <= len(fit)}
        return tuple(sorted(places)) if places else tuple(range(len(lines))) or None
    names = _Names(words, context)
    if names.places or names.powers:
        near = (names.is_at, names.fit) if "bridge" not in kinds else (names.fit,)
        tried = ([at for at in fit if test(lines[at])] for test in near)
        places = {*next(filter(None, tried), ())}
        if not places and names.places:
            places = {at for at in fit if names.places & _Names.in_text(lines[at].text, context)}
        # `Scrap the army and the payment to Ulster`: the army is meant as well.
        left = {*kinds} - {kind for at in places for kind in _kinds_of(lines[at])}
        places |= {at for at in fit if left & _kinds_of(lines[at])}
        return tuple(sorted(places)) or None
    return (tuple(fit) or None) if kinds else None


def names_in(
    words: Words, board: Board
) -> Iterator[tuple[int, int, frozenset[ProvinceId], frozenset[PowerId]]]:
    """Yield where each name in words begins and ends, and what it names; the longest where several fit."""
    at = 0
    while at < len(words):
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            run = words[at : at + count]
            if len("".join(run)) < _SHORTEST or _is_little(board, run):
                continue
            places = frozenset(_places(board, run))
            powers = frozenset(seats_in_any_language(names_on(board), "".join(run)))
            if places or powers:
                yield at, at + count, places, powers
                at += count
                break
        else:
            at += 1


def _is_little(board: Board, run: Words) -> bool:
    """Tell whether words are no name, though one may begin with them: `that`; but `Den` is Denmark."""
    return is_little(run) and "".join(run) not in lexicon_of(board).exact


@lru_cache(maxsize=4096)
def _places(board: Board, run: Words) -> tuple[ProvinceId, ...]:
    """Return the provinces that words name, in English or, if they do not, elsewhere."""
    boards = (board, *(in_tongue(board, code) for code in board.names))
    return next(filter(None, (places_of(each, run) for each in boards)), ())


class _Names:
    """The provinces and powers that words name."""

    def __init__(self, words: Words, context: Context) -> None:
        names = [*names_in(words, context.board)]
        self.powers = {power for *_, powers in names for power in powers} - {context.power}
        self.places = {place for *_, places, _ in names for place in places}

    @classmethod
    def in_text(cls, text: str, context: Context) -> set[ProvinceId]:
        """Return the provinces that a line names."""
        return cls(words_of(fold(text)), context).places

    def is_at(self, line: LineReading) -> bool:
        """Tell whether a line orders a unit in one of the places: `not Cork South`, bridge or no bridge."""
        parts = (part for order in line.orders for part in possible(order))
        units = (_unit_of(part) for part in parts)
        return any(unit is not None and unit.at.province in self.places for unit in units)

    def fit(self, line: LineReading) -> bool:
        """Tell whether a line orders a unit or a bridge in one of the places, or pays one of the powers."""
        return any(
            self.places & {*stands_in(part)} or _partner(part) in self.powers
            for order in line.orders
            for part in possible(order)
        )


def stands_in(order: Order) -> Iterator[ProvinceId]:
    """Yield the provinces in which the unit of an order stands or is built, or between which its bridge is."""
    match order:
        case UnitOrder(unit) | Build(unit) | Choose(unit):
            yield unit.at.province
        case BuildBridge(between) | RemoveBridge(between):
            yield from between
        case _:
            return


def _partner(order: Order) -> PowerId | None:
    match order:
        case Pay(_, power) | Receive(_, power) | Give(_, power):
            return power
        case _:
            return None


def _unit_of(order: Order) -> UnitRef | None:
    match order:
        case UnitOrder(unit) | Build(unit) | Choose(unit):
            return unit
        case _:
            return None


def _is_kind(kind: UnitKind) -> Test:
    def is_kind(order: Order) -> bool:
        unit = _unit_of(order)
        return unit is not None and unit.kind is kind

    return is_kind


def _is_one_of(kinds: type[Order] | tuple[type[Order], ...]) -> Test:
    return lambda order: isinstance(order, kinds)


_NOUNS: Final[dict[str, Test]] = {
    "bridge": _is_one_of((AttackBridge, BuildBridge, RemoveBridge)),
    "payment": _is_one_of((Pay, Receive, Give)),
    "building": _is_one_of(Build),
    "removal": _is_one_of((Disband, RemoveBridge)),
    "army": _is_kind(UnitKind.ARMY),
    "fleet": _is_kind(UnitKind.FLEET),
}
"""What the lists of `languages/reservations.toml` of these names say of an order."""


def things_named(words: Words) -> tuple[str, ...]:
    """Return what words name that orders are about: a bridge, a payment, the fleet.

    To build one of them is no other thing: `don't build the bridge`, but `no builds, the bridge is enough`.
    """
    named = tuple(name for name in _NOUNS if has_turn(name, words))
    if len(named) > 1 and not has_turn("and", words) and not has_turn("the_builds", words):
        return tuple(name for name in named if name != "building")
    return named


def _of_kinds(lines: Sequence[LineReading], kinds: Collection[str]) -> list[int]:
    """Return the places of the lines of which words speak that name things; all if they name none.

    `The fleet in Cork` is both; where nothing is, as with `the fleet and the bridge`, either is meant.
    """
    fitting = [{*kinds} & _kinds_of(line) for line in lines]
    most = {*kinds}
    if not any(fit == most for fit in fitting):
        return [at for at, fit in enumerate(fitting) if fit]
    return [at for at, fit in enumerate(fitting) if fit == most]


def _kinds_of(line: LineReading) -> set[str]:
    """Return what a line orders; of a refused one its own words tell that."""
    if not line.orders:
        return {*things_named(words_of(fold(line.text)))}
    return things_ordered(line.orders)


def things_ordered(orders: Sequence[Order]) -> set[str]:
    """Return what orders are about, by the names of `things_named`."""
    parts = [part for order in orders for part in possible(order)]
    return {name for name, test in _NOUNS.items() if any(map(test, parts))}


# Finds out whether a line that orders nothing names a piece as its writer's own orders do.
#
# In an answer to another player such a line may be meant for the server, and must not go to an enemy:
# `Leave F Bre where it is, and A Mar is not to cross the mountains`.

_LETTERS: Final = frozenset({"a", "f"})
_KINDS: Final = ("army", "fleet")
_BETWEEN: Final = 3
"""Words that may stand between a kind of unit and its place: `the fleet that is in Brest`."""

_PIECE: Final = re.compile(r"\b(?:A|F|f)[ (]+[^\W\d_]{2}|\ba [^\W\d_]{3}\b")
"""How a unit is written by its letter; a small `a` stands before other words as well."""


def names_own_piece(text: str, context: Context) -> bool:
    """Tell whether a line names a unit that its writer has on the board: `A Mar`, `the fleet in Brest`."""
    state = context.state
    own_places = {unit.at.province for unit in state.units if unit.power == context.power}
    own_places |= {
        gone.unit.at.province for gone in state.dislodged if gone.unit.power == context.power
    }
    words, lettered = words_of(fold(text)), _PIECE.search(text) is not None
    return any(
        bool(places & own_places)
        and _is_unit(words[max(0, at - _BETWEEN) : at], lettered=lettered)
        for at, _, places, _ in names_in(words, context.board)
    )


def _is_unit(before: Words, *, lettered: bool) -> bool:
    """Tell whether the words before a place make it a unit's."""
    if lettered and before and before[-1] in _LETTERS:
        return True
    return any(has_turn(kind, before) for kind in _KINDS)

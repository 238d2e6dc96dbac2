"""Tells of talk above orders whether it says no more than they do, so that nothing is asked about.

People say in words what they then write as orders, `The army shall march to Kerry, so`, and why those that
stood are replaced, `Nah, Kerry is a bog`. Neither leaves open what is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gm.contract.orders import Order
from gm.games.diplomacy.language.choices import places_in
from gm.games.diplomacy.language.talk.spoken_of import names_in, stands_in, things_named
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.orders import Build, Hold, Move, UnitOrder
from gm.games.diplomacy.rules.units import UnitKind
from gm.games.diplomacy.rules.winter.tickets import possible
from gm.interpret.reservations import Kind, Saying, has_turn, places_of_turns
from gm.interpret.tongues import Words, words_of

_LEAVE_OPEN: Final = frozenset({*Kind}) - {
    Kind.TAKE_BACK,
    Kind.TAKE_BACK_ONE,
    Kind.SECOND_THOUGHTS,
    Kind.REAL,
    Kind.HEADING,
    Kind.ALONE,
}
"""What says of orders below it that they may not be meant, whatever stood before."""

_TAKING_BACK: Final = frozenset({Kind.TAKE_BACK, Kind.TAKE_BACK_ONE})

_NEVER: Final = ("unreal", "if", "pressed", "from_others", "stale")
"""The lists of turns by which talk does more than to tell or to replace."""

_DENIES: Final = ("denial", "refusals", "drops", "would", "tells", "in_place_of")
"""The lists of turns by which a clause tells of something that is not ordered."""

_RATHER: Final = ("in_the_end",)
"""The lists of turns that put what is told in the place of something else."""

_KINDS: Final = {UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}
"""The lists of turns that name kinds of units."""


def agrees(saying: Saying, text: str, orders: Sequence[Order], context: Context) -> bool:
    """Tell whether talk above orders tells each of them, or names the one that it replaces.

    Args:
        saying: what the talk says; text: as written.
        orders: those below it that it speaks of.
        context: the position, with the orders that stood before the mail.
    """
    if saying.kinds & _LEAVE_OPEN or "?" in text or not orders:
        return False
    if places_of_turns(_NEVER, saying.words) - places_of_turns(_DENIES, saying.words):
        return False
    parts = [part for order in orders for part in possible(order)]
    talk = _Talk(saying, context)
    if talk.names_another(parts):
        return False
    fresh = [order for order in parts if order not in talk.stood]
    return bool(fresh) and all(talk.tells(order) or talk.replaces(order) for order in fresh)


class _Talk:
    """What talk names, clause by clause, beside the orders that stood."""

    def __init__(self, saying: Saying, context: Context) -> None:
        self._saying, self._context = saying, context
        clauses = [words_of(clause) for clause in saying.clauses]
        self._telling = [words for words in clauses if not _denies(words)]
        self._denying = [words for words in clauses if _denies(words)]
        self.stood: tuple[Order, ...] = (
            *(order for line in context.stood for order in line.orders),
            *context.standing,
        )

    def names_another(self, parts: Sequence[Order]) -> bool:
        """Tell whether what the talk tells names a place near the writer's units that no order names."""
        board = self._context.board
        units = self._context.state.units_of(self._context.power)
        near = {place for unit in units for place in board.neighbours(unit.at.province)}
        known = {*places_in(parts), *places_in(self.stood)}
        return bool((self._places(self._telling) & near) - known)

    def tells(self, order: Order) -> bool:
        """Tell whether a clause that denies nothing says what an order does."""
        return any(self._is_told(order, words) for words in self._telling)

    def replaces(self, order: Order) -> bool:
        """Tell whether the talk names or takes back what stood for an order's unit, and not what it does now."""
        old = [other for other in self.stood if _are_of_one(order, other)]
        goals = {place for other in old for place in _goals(other)} - {*_goals(order)}
        if not old or self._places(self._denying) & {*_goals(order)}:
            return False
        named = goals & self._places((self._saying.words,))
        kinds = self._saying.kinds
        # `Cancel these:` may head what is to be cancelled.
        gives_up = Kind.SECOND_THOUGHTS in kinds or (
            bool(kinds & _TAKING_BACK) and not self._saying.opens
        )
        return bool(named) or gives_up

    def _is_told(self, order: Order, words: Words) -> bool:
        places, kinds = self._places((words,)), {*things_named(words)} & {*_KINDS.values()}
        match order:
            case Move(unit, to):
                return to.province in places and (not kinds or _KINDS[unit.kind] in kinds)
            case Build(unit):
                return unit.at.province in places and kinds == {_KINDS[unit.kind]}
            case Hold(unit):
                here = unit.at.province in places if places else _KINDS[unit.kind] in kinds
                return here and places <= {unit.at.province} and not has_turn("moving", words)
            case _:
                return False

    def _places(self, clauses: Iterable[Words]) -> frozenset[ProvinceId]:
        board = self._context.board
        return frozenset(
            place
            for words in clauses
            for _, _, places, _ in names_in(words, board)
            for place in places
        )


def _denies(words: Words) -> bool:
    """Tell whether a clause denies something; `rather Kerry` and `doch nach Kerry` do not."""
    return bool(places_of_turns(_DENIES, words) - places_of_turns(_RATHER, words))


def _are_of_one(order: Order, other: Order) -> bool:
    """Tell whether two orders are for one unit, or build in one place."""
    kinds = (UnitOrder, Build)
    return isinstance(order, kinds) and {*stands_in(order)} == {*stands_in(other)}


def _goals(order: Order) -> Iterator[ProvinceId]:
    """Yield where an order's unit is to be."""
    match order:
        case Move(_, to):
            yield to.province
        case UnitOrder() | Build():
            yield from stands_in(order)
        case _:
            return

"""Orders that name a split province by its old name: which halves it may mean (Irish 9).

A gone name in an order is understood if only one half makes the order possible. In a condition it
means any half and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import islice, product

from gm.contract.orders import Order
from gm.games.diplomacy.rules.board import Board, Location, ProvinceId
from gm.games.diplomacy.rules.orders import Walk
from gm.games.diplomacy.rules.units import UnitRef

MOST_WAYS = 200
"""Ways to put halves in the place of gone names that are looked at in one order."""

Halves = tuple[tuple[ProvinceId, ProvinceId], ...]
"""Each gone name of an order with the half that was put in its place, left to right."""


def names_gone(order: Order, board: Board) -> tuple[ProvinceId, ...]:
    """Return the gone names in an order that must mean one half each; conditions are left out."""
    if not board.gone:
        return ()
    _, named = next(ways(order, board), (order, ()))
    return tuple(name for name, _ in named)


def present(order: Order, board: Board) -> tuple[Order, ...]:
    """Return every order that an order may mean on a board, the lowest-numbered halves first.

    It is the order alone if it names nothing that is gone.
    """
    if not board.gone:
        return (order,)
    return tuple(way for way, _ in ways(order, board))


def only_legal(order: Order, board: Board, is_legal: Callable[[Order], bool]) -> Order | None:
    """Return what an order means: the one way to read it that is legal (Irish 9).

    An order without gone names means itself, legal or not.

    Args:
        order: as given, with gone names in it or not.
        board: the board in force.
        is_legal: tells whether the rules allow an order without gone names.

    Returns:
        None where no half makes it legal, or several do: the order is an error.
    """
    if not names_gone(order, board):
        return order
    legal = [candidate for candidate in present(order, board) if is_legal(candidate)]
    return legal[0] if len(legal) == 1 else None


def ways(order: Order, board: Board) -> Iterator[tuple[Order, Halves]]:
    """Yield every way to put present halves in the place of an order's gone names.

    A named coast that only one half has leaves that half alone.
    """
    return islice(_of_order(order, board), MOST_WAYS)


def _of_order(order: Order, board: Board) -> Iterator[tuple[Order, Halves]]:
    names = [field.name for field in fields(order)]
    values = [tuple(_of_value(order, name, board)) for name in names]
    if all(len(each) == 1 and not each[0][1] for each in values):
        yield order, ()
        return
    for chosen in product(*values):
        changed = dict(zip(names, (value for value, _ in chosen), strict=True))
        yield replace(order, **changed), tuple(pair for _, pairs in chosen for pair in pairs)


def _of_value(order: Order, name: str, board: Board) -> Iterator[tuple[object, Halves]]:
    value: object = getattr(order, name)
    match value:
        case UnitRef(kind, at):
            for place, pairs in _of_location(at, board):
                yield UnitRef(kind, place), pairs
        case Location():
            yield from _of_location(value, board)
        case str() if isinstance(order, Walk) and name == "to":
            for place, pairs in _of_location(Location(ProvinceId(value)), board):
                yield place.province, pairs
        case tuple() if all(isinstance(entry, Order) for entry in value):
            for chosen in product(*(tuple(_of_order(entry, board)) for entry in value)):
                pairs = tuple(pair for _, halves in chosen for pair in halves)
                yield tuple(way for way, _ in chosen), pairs
        case _:
            yield value, ()


def _of_location(at: Location, board: Board) -> Iterator[tuple[Location, Halves]]:
    halves = board.gone.get(at.province) if at.province not in board.provinces else None
    if halves is None:
        yield at, ()
        return
    on_coast = [half for half in halves if _has_coast(board, half, at.coast)]
    for half in on_coast or halves:
        yield Location(half, at.coast), ((at.province, half),)


def _has_coast(board: Board, half: ProvinceId, coast: str | None) -> bool:
    return coast is None or any(shore.id == coast for shore in board.province(half).coasts)

"""Orders that were written for another board: what they come to on the one that lies there now.

An override or a correction may split a province under the orders that name it. By its old name such
an order means the one half that makes it possible (Irish 9); what means none, or a province that is
not on this board at all, cannot stand in any book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime

from gm.app.orders.order_book import key_of
from gm.app.overriding.override_values import Position
from gm.app.ports import Transaction
from gm.app.records import OrderRecord, PhaseRecord
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.language.gone_names import names_gone, present
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.gone_places import place_name
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.stored import dump, load_choices, load_order
from gm.languages import listed

Names = frozenset[str]
"""Provinces by their ids, those that splits have ended among them."""


@dataclass(frozen=True, slots=True)
class Refit:
    """An order on another board than that it was written for.

    Args:
        old: as it was; new: what stands in its place, None where nothing can.
        fate: that in a sentence.
    """

    old: OrderRecord
    new: OrderRecord | None
    fate: str


def names_on(board: Board) -> Names:
    """Return the names of a board's provinces, gone ones too."""
    return frozenset((*board.provinces, *board.gone))


def refitted(
    at: Position, records: Iterable[OrderRecord], known: Names = frozenset()
) -> tuple[Refit, ...]:
    """Return those of some orders that cannot stand as they are on the board in force.

    Args:
        at: the position they are for.
        records: the orders.
        known: the names of the board that they were written for; of these one may be missing now.
    """
    board = at.board
    missing = known - names_on(board)
    found: list[Refit] = []
    for record in records:
        order = load_order(record.order, record.seat)
        if absent := sorted(missing.intersection(_texts(order))):
            fate = f"It is taken back: there is no {listed(absent, 'or')} on the board now."
            found.append(Refit(record, None, fate))
        elif gone := names_gone(order, board):
            found.append(_renamed(at, record, order, gone))
    return tuple(found)


def _renamed(at: Position, record: OrderRecord, order: Order, gone: Sequence[ProvinceId]) -> Refit:
    """Return an order with halves in the place of old names; builds mean the lowest (Irish 9)."""
    legal = [
        candidate for candidate in present(order, at.board) if _is_legal(at, record, candidate)
    ]
    listed_kind = at.state.phase.kind is PhaseKind.ADJUSTMENT
    if not legal or (len(legal) > 1 and not listed_kind):
        split = "; ".join(
            f"{place_name(at.board, province)} is {listed(at.board.gone[province])} now"
            for province in dict.fromkeys(gone)
        )
        return Refit(record, None, f"It is taken back, for {split}: write which you mean.")
    new = legal[0]
    short = order_text(new, at.board)
    key = key_of(new, at.state.phase.kind)
    return Refit(
        record,
        replace(record, id=0, key=key, order=dump(new), canonical=short),
        f"It stands as {short} now.",
    )


def _is_legal(at: Position, record: OrderRecord, order: Order) -> bool:
    (check,) = at.rules.check(at.state, SeatId(record.seat), (order,))
    return check.refused is None


def _texts(one: object) -> Iterator[str]:
    """Yield every text in an order, names of provinces among them."""
    if isinstance(one, str):
        yield one
    elif isinstance(one, tuple):
        for each in one:
            yield from _texts(each)
    elif is_dataclass(one):
        for field in fields(one):
            yield from _texts(getattr(one, field.name))


def fitting(records: Iterable[OrderRecord], refits: Iterable[Refit]) -> tuple[OrderRecord, ...]:
    """Return orders as they stand on the board in force."""
    instead = {refit.old: refit.new for refit in refits}
    kept = (instead.get(order, order) for order in records)
    return tuple(order for order in kept if order is not None)


def refit_book(
    transaction: Transaction, at: Position, phase: PhaseRecord, moment: datetime
) -> Mapping[PowerId, tuple[tuple[str, str], ...]]:
    """Let the orders of an open phase stand as they can on a board that has changed under them.

    Questions about orders by old names are asked no more.

    Returns:
        By power the orders that are not as they were, in short form, each with its fate.
    """
    told: dict[PowerId, tuple[tuple[str, str], ...]] = {}
    for refit in refitted(at, transaction.active_orders(phase.id)):
        new = transaction.add_order(refit.new) if refit.new is not None else None
        transaction.replace_orders([refit.old.id], moment, new.id if new is not None else None)
        power = PowerId(refit.old.seat)
        told[power] = (*told.get(power, ()), (refit.old.canonical, refit.fate))
    for question in transaction.questions(phase.id):
        orders = [order for choice in load_choices(question.choices) for order in choice]
        if question.settled_at is None and any(names_gone(order, at.board) for order in orders):
            transaction.settle_question(question.id, moment, None)
    return told

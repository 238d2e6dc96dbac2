"""Orders that were written for another board: what they come to on the one that lies there now.

An override or a correction may split a province under the orders that name it. By its old name such
an order means the one half that makes it possible (Irish 9); what means none, or a province that is
not on this board at all, cannot stand in any book.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from gm.contract.corrections import Refit
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.laid import Laid
from gm.games.diplomacy.language.gone_names import names_gone, present
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.gone_places import place_name
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.languages import listed


def refit(seat: SeatId, order: Order, at: Laid, known: Laid | None) -> Refit | None:
    """Return what becomes of an order on the board in force; None if it can stand as it is.

    Args:
        seat: whose; order: as it was given; at: the position it is for.
        known: of whose board it may have names that are missing now.
    """
    missing = _names_on(known.board) - _names_on(at.board) if known is not None else frozenset()
    if absent := sorted(missing.intersection(_texts(order))):
        there = listed(absent, "or")
        return Refit(None, f"It is taken back: there is no {there} on the board now.")
    return _renamed(at, seat, order) if names_gone(order, at.board) else None


def _names_on(board: Board) -> frozenset[str]:
    """Return the names of a board's provinces, those that splits have ended among them."""
    return frozenset((*board.provinces, *board.gone))


def _renamed(at: Laid, seat: SeatId, order: Order) -> Refit:
    """Return an order with halves in the place of old names; builds mean the lowest (Irish 9)."""
    legal = [candidate for candidate in present(order, at.board) if _is_legal(at, seat, candidate)]
    listed_kind = at.state.phase.kind is PhaseKind.ADJUSTMENT
    if not legal or (len(legal) > 1 and not listed_kind):
        split = "; ".join(
            f"{place_name(at.board, province)} is {listed(at.board.gone[province])} now"
            for province in dict.fromkeys(names_gone(order, at.board))
        )
        return Refit(None, f"It is taken back, for {split}: write which you mean.")
    return Refit(legal[0], f"It stands as {order_text(legal[0], at.board)} now.")


def _is_legal(at: Laid, seat: SeatId, order: Order) -> bool:
    (check,) = at.rules.check(at.state, seat, (order,))
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

"""The section of a receipt, or of an answer to STATUS, on orders sent ahead for a later phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from gm.contract.orders import Order
from gm.games.diplomacy.pages.facts.foresight import match_notes
from gm.games.diplomacy.pages.views import Later, ReceiptView, ReminderView, StatusView
from gm.games.diplomacy.pages.wording.order_lines import OrderLine, foreign_owners, order_line
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.pages.wording.promise_notes import promise_notes
from gm.games.diplomacy.pages.wording.words import in_words
from gm.languages import gettext, gettext_noop, pgettext

View = ReceiptView | StatusView | ReminderView
"""What tells a power of its orders for a later phase."""


@dataclass(frozen=True, slots=True)
class LaterSection:
    """What stands for a later phase.

    Args:
        title: which phase, and that its orders are kept.
        orders: those that stand; gone: those taken out without another in their place, in words.
        news: what becomes of them, and when.
    """

    title: str
    orders: tuple[OrderLine, ...]
    gone: tuple[str, ...]
    news: str


def later_section(view: View) -> LaterSection | None:
    """Return the section; None where nothing was sent ahead and nothing need be."""
    later = view.later
    if later is None or not (later.orders or later.joint):
        return None
    name = phase_words(later.phase)
    return LaterSection(
        gettext("For {phase}, resolved with this autumn", phase=name)
        if later.joint
        else gettext("For {phase}, kept until then", phase=name),
        tuple(map(partial(_line, view, later), range(len(later.orders)), later.orders)),
        tuple(_words(view, old) for old, new in later.dropped if new is None),
        _joint_news(later, name) if later.joint else _news(name),
    )


def retreat_section(view: ReceiptView | StatusView) -> LaterSection | None:
    """Return the retreats that were sent with the moves; None where there are none."""
    later = view.retreats
    if later is None:
        return None
    board, state = view.game.board, view.state.but(phase=later.phase)
    return LaterSection(
        gettext("For {phase}, kept until then", phase=phase_words(later.phase)),
        tuple(
            order_line(order, board, state, view.power, mark=new_mark(order in later.changed))
            for order in later.orders
        ),
        tuple(
            in_words(old, board, owners=foreign_owners(view.state, view.power), retreat=True)
            for old, new in later.dropped
            if new is None
        ),
        gettext(_RETREATS),
    )


def new_mark(is_new: bool) -> str:
    """Return the mark of an order that a mail has brought, or ""."""
    return pgettext("mark of an order", "new") if is_new else ""


def _line(view: View, later: Later, at: int, order: Order) -> OrderLine:
    board, state = view.game.board, replace(view.state, phase=later.phase)
    mark = new_mark(order in later.changed)
    notes = (
        *match_notes(at, later.matching, board),
        *promise_notes(order, board, later.phase.kind),
    )
    return order_line(order, board, state, view.power, notes, mark=mark)


def _words(view: View, order: Order) -> str:
    return in_words(order, view.game.board, owners=foreign_owners(view.state, view.power))


_RETREATS = gettext_noop(
    "Of what you wrote for a unit the first counts that is open to it, should it be dislodged; else "
    "nothing of it does. A new list for a unit replaces the earlier one."
)


def _news(name: str) -> str:
    return gettext(
        "When {phase} opens, these orders enter it and are judged by the position the autumn has "
        "left. You will get a receipt for them then, and can still change them. Here too a list "
        "you send replaces your earlier list of that kind.",
        phase=name,
    )


def _joint_news(later: Later, name: str) -> str:
    if not later.orders:
        return gettext(
            "You have sent no orders for {phase}, which is resolved as soon as this autumn is over. "
            "As it stands nothing is built, and what your points do not keep is removed by rule.",
            phase=name,
        )
    return gettext(
        "{phase} is resolved as soon as this autumn is over, without a deadline of its own: these "
        "are the orders that will count. Here too a list you send replaces your earlier list of "
        "that kind.",
        phase=name,
    )

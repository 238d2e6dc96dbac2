"""How a power's orders stand: complete, lacking, or more than it has; receipt and status say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gm.report.facts.foresight import ALL_MATCHED, NONE_MATCHED, is_void
from gm.report.facts.slots import REMOVAL, extra_orders, headline, too_many
from gm.report.reply_views import ReceiptView, StatusView
from gm.report.wording.phrases import counted, first_upper, joined
from gm.rules.mechanics.outlook import Outlook, Preview, open_in
from gm.rules.outcomes import Why


@dataclass(frozen=True, slots=True)
class Standing:
    """How a power's orders stand.

    Args:
        headline: that, in a sentence or two.
        complete: nothing lacks an order, and nothing is ordered that the power cannot have.
        slots: what lacks an order.
        void: orders that would do nothing, counted where payments leave the most of them.
        surplus: builds or removals beyond what is due.
        unmatched: payments and receipts without their other half so far.
    """

    headline: str
    complete: bool
    slots: tuple[str, ...]
    void: int = 0
    surplus: int = 0
    unmatched: int = 0


class _Case(NamedTuple):
    """One thing that may become of the payments, and the words for it."""

    when: str
    preview: Preview


def standing_of(view: ReceiptView | StatusView) -> Standing:
    """Return how the orders of a receipt or of an answer to STATUS stand."""
    if view.power not in view.due.asked:
        return _unasked(len(view.orders))
    if view.outlook is not None:
        return _of_points(view, view.outlook)
    state, power = view.state, view.power
    slots = view.due.open_slots.get(power, ())
    surplus, noun = extra_orders(view.game.board, state, power, view.orders)
    words = too_many(surplus, noun) or headline(state, power, slots)
    return Standing(words, not slots and not surplus, slots, surplus=surplus)


def _unasked(orders: int) -> Standing:
    """Return how it stands with somebody who has nothing to order, and may have ordered."""
    if not orders:
        return Standing("Nothing is asked of you this time.", complete=True, slots=())
    does = "your order does" if orders == 1 else f"your {orders} orders do"
    words = f"Nothing is asked of you this time, so {does} nothing."
    return Standing(words, complete=False, slots=(), void=orders)


def _of_points(view: ReceiptView | StatusView, outlook: Outlook) -> Standing:
    """Return how a winter's list stands in every case that the payments may still come to."""
    waiting = sum(not half.matched for half in view.matching)
    cases = [_Case(ALL_MATCHED, outlook.matched)]
    if waiting or not view.matching:
        cases.append(_Case(NONE_MATCHED, outlook.unmatched))
    slots = open_in([case.preview for case in cases])
    void = max(_voids(case.preview) for case in cases)
    words = joined((_headline(view, cases, slots), _waiting(waiting)))
    return Standing(words, not slots and not void, slots, void, 0, waiting)


def _headline(
    view: ReceiptView | StatusView, cases: Sequence[_Case], slots: tuple[str, ...]
) -> str:
    if REMOVAL in slots:
        removals = [case.preview.slots.count(REMOVAL) for case in cases]
        return _in_case(headline(view.state, view.power, slots), cases, removals)
    voids = [_voids(case.preview) for case in cases]
    if any(voids):
        worst = cases[voids.index(max(voids))].preview
        return _in_case(_void_words(worst), cases, voids)
    return headline(view.state, view.power, slots)


def _in_case(words: str, cases: Sequence[_Case], counts: Sequence[int]) -> str:
    """Say in which case that is so, where the cases differ."""
    if len(set(counts)) == 1:
        return words
    when = cases[counts.index(max(counts))].when
    return f"{when}, {words[0].lower()}{words[1:]}"


def _voids(case: Preview) -> int:
    return sum(is_void(one.outcome) for one in case.plain)


def _void_words(case: Preview) -> str:
    reasons = [one.outcome.reason for one in case.plain if is_void(one.outcome)]
    count = counted(len(reasons), "order")
    if all(reason is not None and reason.why is Why.TOO_DEAR for reason in reasons):
        return f"Your points do not cover {count}: see below."
    return f"{first_upper(count)} of yours would do nothing: see below."


def _waiting(unmatched: int) -> str:
    if not unmatched:
        return ""
    are = "is" if unmatched == 1 else "are"
    return f"{counted(unmatched, 'payment')} {are} not matched yet."

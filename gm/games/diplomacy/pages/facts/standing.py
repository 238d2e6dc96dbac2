"""How a power's orders stand: complete, lacking, or more than it has; receipt and status say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.games.diplomacy.pages.facts.foresight import is_void
from gm.games.diplomacy.pages.facts.slots import (
    REMOVAL,
    extra_orders,
    headline,
    removals_left,
    removals_left_then,
    too_many,
)
from gm.games.diplomacy.pages.views import ReceiptView, StatusView
from gm.games.diplomacy.rules.mechanics.outlook import Outlook, Preview, open_in
from gm.games.diplomacy.rules.outcomes import Why
from gm.languages import gettext, ngettext, npgettext
from gm.report.wording.sentence_parts import joined


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


def standing_of(view: ReceiptView | StatusView) -> Standing:
    """Return how the orders of a receipt or of an answer to STATUS stand."""
    asked = view.power in view.due.asked
    if view.outlook is not None and (asked or view.orders):
        # Whoever is out of the game is asked for nothing, but what he pays or receives is settled.
        return _of_points(view, view.outlook)
    if not asked:
        return _unasked(len(view.orders))
    state, power = view.state, view.power
    slots = view.due.open_slots.get(power, ())
    surplus, noun = extra_orders(view.game.board, state, power, view.orders)
    words = too_many(surplus, noun) or headline(state, power, slots)
    return Standing(words, not slots and not surplus, slots, surplus=surplus)


def _unasked(orders: int) -> Standing:
    """Return how it stands with somebody who has nothing to order, and may have ordered."""
    if not orders:
        words = gettext("Nothing is asked of you this time.")
        return Standing(words, complete=True, slots=())
    words = ngettext(
        "Nothing is asked of you this time, so your order does nothing.",
        "Nothing is asked of you this time, so your {n} orders do nothing.",
        orders,
        n=orders,
    )
    return Standing(words, complete=False, slots=(), void=orders)


def _of_points(view: ReceiptView | StatusView, outlook: Outlook) -> Standing:
    """Return how a winter's list stands in every case that the payments may still come to."""
    waiting = sum(not half.matched for half in view.matching)
    cases = outlook.cases(view.matching)
    slots = open_in(cases)
    void = max(map(_voids, cases))
    words = joined((_headline(view, cases, slots), _waiting(waiting)))
    return Standing(words, not slots and not void, slots, void, 0, waiting)


def _headline(
    view: ReceiptView | StatusView, cases: Sequence[Preview], slots: tuple[str, ...]
) -> str:
    """Return the headline; the first of the cases is that in which every payment is matched."""
    if REMOVAL in slots:
        removals = [case.slots.count(REMOVAL) for case in cases]
        if len(set(removals)) == 1:
            return removals_left(slots.count(REMOVAL))
        then = removals_left_then(slots.count(REMOVAL))
        return _if_matched(then, matched=removals[0] == max(removals))
    voids = [_voids(case) for case in cases]
    if any(voids):
        worst = voids.index(max(voids))
        if len(set(voids)) == 1:
            return _void_words(cases[worst])
        return _if_matched(_void_words_then(cases[worst]), matched=worst == 0)
    if view.power not in view.due.asked:
        return gettext("Nothing is asked of you this time.")
    return headline(view.state, view.power, slots)


def _if_matched(then: str, *, matched: bool) -> str:
    """Say in which case something is so, where the cases differ."""
    # Translators: {then} is a sentence of the context "after a condition".
    if matched:
        return gettext("If every payment is matched, {then}", then=then)
    return gettext("If no payment is matched, {then}", then=then)


def _voids(case: Preview) -> int:
    return sum(is_void(counting.outcome) for counting in case.plain)


def _are_too_dear(case: Preview) -> bool:
    """Tell whether it is for want of points only that orders are void."""
    reasons = [counting.outcome.reason for counting in case.plain if is_void(counting.outcome)]
    return all(reason is not None and reason.why is Why.TOO_DEAR for reason in reasons)


def _void_words(case: Preview) -> str:
    count = _voids(case)
    if _are_too_dear(case):
        return ngettext(
            "Your points do not cover {n} order: see below.",
            "Your points do not cover {n} orders: see below.",
            count,
            n=count,
        )
    return ngettext(
        "{n} order of yours would do nothing: see below.",
        "{n} orders of yours would do nothing: see below.",
        count,
        n=count,
    )


def _void_words_then(case: Preview) -> str:
    count = _voids(case)
    if _are_too_dear(case):
        return npgettext(
            "after a condition",
            "your points do not cover {n} order: see below.",
            "your points do not cover {n} orders: see below.",
            count,
            n=count,
        )
    return npgettext(
        "after a condition",
        "{n} order of yours would do nothing: see below.",
        "{n} orders of yours would do nothing: see below.",
        count,
        n=count,
    )


def _waiting(unmatched: int) -> str:
    if not unmatched:
        return ""
    return ngettext(
        "{n} payment is not matched yet.",
        "{n} payments are not matched yet.",
        unmatched,
        n=unmatched,
    )

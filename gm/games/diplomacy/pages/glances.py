"""How complete a power's orders are, in the few words of a subject line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.games.diplomacy.pages.receipt_page import ReceiptPage
from gm.games.diplomacy.pages.status_page import StatusPage
from gm.games.diplomacy.pages.views import ReceiptView
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.languages import gettext, listed, ngettext, pgettext
from gm.report.pages.answer_page import UnreadLines
from gm.report.pages.questions_page import awaited_words
from gm.report.wording.sentence_parts import counted

MOST_NAMED = 4
"""Powers of which a subject tells one by one how complete their orders are."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a subject says of one power: `complete`, `2 orders missing`.

    Args:
        done: nothing lacks, and there is nothing else to say.
    """

    words: str
    done: bool = False

    def of(self, name: str) -> Glance:
        """Return it with the name of the power before it."""
        # Translators: {power} is "Austria", {state} "complete" or "2 orders missing".
        words = pgettext("at a glance", "{power} {state}", power=name, state=self.words)
        return Glance(words, self.done)


def receipt_glance(view: ReceiptView, page: ReceiptPage) -> Glance:
    """Return how complete orders are after a mail, and first what was not taken of it."""
    glance = own_glance(view, page)
    words = [glance.words]
    if page.unread is not None:
        words.append(unread_words(page.unread))
    if view.elsewhere:
        words.append(elsewhere_glance(view).words)
    return Glance(", ".join(words), glance.done and len(words) == 1)


def elsewhere_glance(view: ReceiptView) -> Glance:
    """Return that other powers of the reader lack something, of which his mail says nothing."""
    names = listed(view.game.board.powers[power].name for power, _ in view.elsewhere)
    # Translators: {powers} is "Italy" or "Italy and Spain".
    return Glance(gettext("{powers} not complete", powers=names))


def unread_words(unread: UnreadLines) -> str:
    """Return how many lines were read as nothing, and whether the game master has them."""
    count = unread.count
    if unread.passed == count:
        return ngettext("{n} line sent to the GM", "{n} lines sent to the GM", count, n=count)
    return ngettext("{n} line not read", "{n} lines not read", count, n=count)


def own_glance(view: ReceiptView, page: ReceiptPage) -> Glance:
    """Return the same, of the orders of its power alone."""
    standing = _standing_glance(view, page)
    own = sum(line.awaited for line in view.problems)
    untaken = len(page.problems) - own
    awaited = own + len(page.awaiting)
    told = [awaited_words(awaited)] if awaited else []
    if page.shortened:
        dropped = ngettext(
            "{n} earlier order dropped",
            "{n} earlier orders dropped",
            view.shortened,
            n=view.shortened,
        )
        standing = Glance(dropped if page.complete else f"{standing.words}, {dropped}")
    if untaken:
        told.append(_not_taken(untaken, ahead=view.sent_ahead))
    elif page.questions:
        told.append(counted(len(page.questions), "question"))
    if not told:
        return standing
    said_all = page.complete and not page.shortened
    return Glance(", ".join(told if said_all else (*told, standing.words)))


def _standing_glance(view: ReceiptView, page: ReceiptPage) -> Glance:
    if page.complete:
        return _unmatched(gettext("complete"), page.unmatched, done=True)
    if page.void and not page.lacking:
        void = ngettext("{n} order void", "{n} orders void", page.void, n=page.void)
        return _unmatched(void, page.unmatched)
    if page.surplus:
        extra = page.surplus
        return Glance(ngettext("{n} order too many", "{n} orders too many", extra, n=extra))
    if view.state.phase.kind is PhaseKind.ADJUSTMENT:
        # Translators: {what} is "2 builds" or "1 removal and 1 build".
        return Glance(gettext("{what} open", what=listed(page.lacking)))
    return Glance(missing(len(page.lacking)))


def status_glance(page: StatusPage) -> Glance:
    """Return how complete orders are, in answer to STATUS."""
    words = gettext("complete") if page.complete else gettext("not complete")
    standing = _unmatched(words, page.unmatched, done=page.complete)
    if not page.awaiting:
        return standing
    return Glance(f"{awaited_words(len(page.awaiting))}, {standing.words}")


def missing(orders: int) -> str:
    """Return that orders lack: `2 orders missing`."""
    return ngettext("{n} order missing", "{n} orders missing", orders, n=orders)


def not_matched(payments: int) -> str:
    """Return that payments have no other half: `2 payments not matched`."""
    return ngettext("{n} payment not matched", "{n} payments not matched", payments, n=payments)


def _not_taken(lines: int, *, ahead: bool) -> str:
    if ahead:
        return ngettext("{n} order impossible", "{n} orders impossible", lines, n=lines)
    return ngettext("{n} line not taken", "{n} lines not taken", lines, n=lines)


def _unmatched(words: str, payments: int, *, done: bool = False) -> Glance:
    if not payments:
        return Glance(words, done)
    return Glance(f"{words}, {not_matched(payments)}")


def at_a_glance(found: Sequence[Glance]) -> str:
    """Return in a few words how complete the orders of several powers are."""
    if all(glance.done for glance in found):
        return gettext("all complete")
    if len(found) <= MOST_NAMED:
        return "; ".join(glance.words for glance in found)
    number = sum(not glance.done for glance in found)
    return ngettext("{n} power not complete", "{n} powers not complete", number, n=number)

"""The answer to STATUS, for one power or several, and how complete orders are in the words of a subject line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.facts.duties import duties
from gm.games.diplomacy.pages.facts.foresight import (
    Foresight,
    LaterSection,
    foresight,
    later_section,
    retreat_section,
)
from gm.games.diplomacy.pages.facts.standing import consequence, slot_words, standing_of
from gm.games.diplomacy.pages.receipt_page import ReceiptPage, receipt_page, standing_lines
from gm.games.diplomacy.pages.reply_form import rest_form
from gm.games.diplomacy.pages.views import ReceiptView, StatusView
from gm.games.diplomacy.rules.phases import PhaseKind, stage_of
from gm.games.diplomacy.wording.order_lines import OrderLine
from gm.languages import gettext, listed, ngettext, pgettext
from gm.report.pages.answer_page import DeedLine, ProblemShown, UnreadLines, problems
from gm.report.pages.frame import Frame, frame_of
from gm.report.pages.questions_page import awaited_before, awaited_words, waiting_questions
from gm.report.wording.sentence_parts import counted
from gm.report.wording.text import quiet

# The answer to STATUS, ready for its templates.


@dataclass(frozen=True, slots=True)
class StatusPage:
    """What the server has of a player's orders; the names are those of a receipt."""

    frame: Frame
    headline: str
    complete: bool
    orders: tuple[OrderLine, ...]
    unmatched: int
    lacking: tuple[str, ...]
    fate: str
    ahead: Foresight | None
    duties: tuple[str, ...]
    form: tuple[str, ...]
    later: LaterSection | None
    retreats: LaterSection | None
    notes: tuple[str, ...]
    alert: str
    awaiting: tuple[ProblemShown, ...]


def status_page(view: StatusView) -> StatusPage:
    """Return what the server has of a player's orders."""
    state, board, power = view.state, view.game.board, view.power
    standing = standing_of(view)
    slots = standing.slots
    # What closes together with this phase is told in a section of its own.
    due = replace(view.due, open_slots={**view.due.open_slots, power: slots}, joint=False)
    # Where nothing is asked the headline has said so, and so it has how many units are to be ordered.
    asked = duties(board, state, due, power) if power in due.asked else ()
    if state.phase.kind is PhaseKind.MOVEMENT:
        asked = asked[1:]
    return StatusPage(
        frame=frame_of(view.game, stage_of(state.phase), power, due, view.zone, view.now),
        headline=standing.headline,
        complete=standing.complete,
        orders=standing_lines(view),
        unmatched=standing.unmatched,
        lacking=slot_words(slots, state, board),
        fate=consequence(state.phase.kind, slots) if slots else "",
        ahead=foresight(view.outlook, board) if view.outlook is not None else None,
        duties=asked,
        form=rest_form(board, state, due, power, view.orders),
        later=later_section(view),
        retreats=retreat_section(view),
        notes=tuple(quiet(note) for note in view.notes),
        alert=awaited_before(len(view.awaiting)),
        awaiting=waiting_questions(view.awaiting, view.zone),
    )


# One answer to a player of several powers, ready for its templates.

PageT = TypeVar("PageT", ReceiptPage, StatusPage)


@dataclass(frozen=True, slots=True)
class TogetherPage(Generic[PageT]):
    """What one mail says of the orders of several powers.

    Args:
        frame: what stands around it; its reader are all the powers.
        pages: what there is to say of each power.
        loose: lines of the mail that were read for none of them.
        deeds: what the mail did beside ordering.
        unread: its lines that were read as nothing.
    """

    frame: Frame
    pages: tuple[PageT, ...]
    loose: tuple[ProblemShown, ...] = ()
    deeds: tuple[DeedLine, ...] = ()
    unread: UnreadLines | None = None


def receipts_page(
    views: Sequence[ReceiptView], loose: Sequence[ReadLine]
) -> TogetherPage[ReceiptPage]:
    """Return the receipts of the powers whose orders came in one mail."""
    pages = tuple(receipt_page(view) for view in views)
    deeds = tuple(deed for page in pages for deed in page.deeds)
    unread = next((page.unread for page in pages if page.unread is not None), None)
    pages = tuple(replace(page, deeds=(), unread=None) for page in pages)
    frame = _frame([page.frame for page in pages])
    return TogetherPage(frame, pages, problems(loose), deeds, unread)


def statuses_page(views: Sequence[StatusView]) -> TogetherPage[StatusPage]:
    """Return what the server has of the orders of several powers."""
    pages = tuple(status_page(view) for view in views)
    return TogetherPage(_frame([page.frame for page in pages]), pages)


def _frame(frames: Sequence[Frame]) -> Frame:
    return replace(frames[0], reader=listed(frame.reader for frame in frames))


# How complete a power's orders are, in the few words of a subject line.

MOST_NAMED = 4
"""Powers of which a subject tells one by one how complete their orders are."""

_MOST_LEFT = 3
"""Powers that are told one by one where the others are complete."""


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
    own_awaited = sum(line.awaited for line in view.problems)
    untaken = len(page.problems) - own_awaited
    awaited = own_awaited + len(page.awaiting)
    parts = [awaited_words(awaited)] if awaited else []
    if page.shortened:
        dropped = ngettext(
            "{n} earlier order dropped",
            "{n} earlier orders dropped",
            view.shortened,
            n=view.shortened,
        )
        standing = Glance(dropped if page.complete else f"{standing.words}, {dropped}")
    if untaken:
        parts.append(_not_taken(untaken, ahead=view.sent_ahead))
    elif page.questions:
        parts.append(counted(len(page.questions), "question"))
    if not parts:
        return standing
    said_all = page.complete and not page.shortened
    return Glance(", ".join(parts if said_all else (*parts, standing.words)))


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


def at_a_glance(powers: Sequence[Glance], beside: Sequence[Glance] = ()) -> str:
    """Return in a few words how complete the orders of several powers are.

    Args:
        powers: of each what its reader shall know. beside: what else he shall know of his mail.
    """
    left = [glance for glance in powers if not glance.done]
    parts = [glance.words for glance in beside]
    if not left:
        return "; ".join((gettext("all complete"), *parts))
    if len(powers) + len(parts) <= MOST_NAMED:
        return "; ".join((*(glance.words for glance in powers), *parts))
    if len(left) == len(powers) or len(left) > _MOST_LEFT:
        number = len(left)
        parts.insert(
            0, ngettext("{n} power not complete", "{n} powers not complete", number, n=number)
        )
        return "; ".join(parts)
    return "; ".join((*(glance.words for glance in left), *parts, gettext("the others complete")))

"""One answer to a player of several powers, ready for its templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.receipt_page import ReceiptPage, receipt_page
from gm.games.diplomacy.pages.status_page import StatusPage, status_page
from gm.games.diplomacy.pages.views import ReceiptView, StatusView
from gm.languages import listed
from gm.report.pages.answer_page import DeedLine, Problem, UnreadLines, problems
from gm.report.pages.frame import Frame

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
    loose: tuple[Problem, ...] = ()
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

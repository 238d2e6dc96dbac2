"""The answer to a mail that had something done and ordered nothing, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gm.languages import gettext, listed, ngettext
from gm.report.pages.frame import Frame, deadline_of, frame_of
from gm.report.pages.problems import DeedLine, Problem, deed_lines, problems
from gm.report.pages.unread_page import UnreadLines, unread_section
from gm.report.reply_views import DeedsView
from gm.report.views import MailText

_COLOURS: Final = ("GREY", "WHITE")
"""What may stand before PRESS."""


@dataclass(frozen=True, slots=True)
class DeedsPage:
    """What the lines of a mail did, and which of them did nothing; glance: both in a few words.

    `unread` are those that were read as nothing.
    """

    frame: Frame
    deeds: tuple[DeedLine, ...]
    undone: tuple[Problem, ...]
    glance: str
    unread: UnreadLines | None = None


def deeds_page(view: DeedsView) -> DeedsPage:
    """Return what a mail did beside ordering."""
    deeds, undone = deed_lines(view.deeds), problems(view.undone)
    commands = (deed.text for deed in view.deeds if deed.text and not deed.plain)
    words = [*dict.fromkeys(map(_command, commands))]
    glance = [gettext("message sent")] if any(deed.plain for deed in view.deeds) else []
    if words:
        # Translators: {commands} is "PRESS and VOTE".
        glance.append(gettext("{commands} done", commands=listed(words)))
    if count := len(undone):
        glance.append(ngettext("{n} line not done", "{n} lines not done", count, n=count))
    unread = unread_section(view.unread)
    if unread is not None and unread.passed:
        glance.append(gettext("your words passed on to the GM"))
    return DeedsPage(_frame(view), deeds, undone, "; ".join(glance), unread)


def _command(line: str) -> str:
    """Return the word that a line is known by: PRESS, whatever colour stands before it."""
    first, *more = line.upper().split()
    return more[0] if more and first in _COLOURS else first


def _frame(view: DeedsView) -> Frame:
    game, seats = view.game, view.seats
    names = listed(map(game.seat_name, seats))
    due = deadline_of(game, view.due, view.zone, view.now) if view.due is not None else None
    if view.stage is not None:
        frame = frame_of(game, view.stage, seats[0], None, view.zone, view.now)
        return replace(frame, reader=names, deadline=due)
    return Frame(
        game=game.name,
        title=game.meta.title,
        phase="",
        reader=names,
        player=game.players.get(seats[0], ""),
        gm_name=game.gm_name,
        gm_address=game.gm_address,
        order_address=game.order_address,
        deadline=None,
    )


def joined(subject: str, parts: tuple[MailText, ...]) -> MailText:
    """Return several written mails as one, below one another."""
    text = f"\n{'=' * 72}\n\n".join(mail_text.text for mail_text in parts)
    head, _, last = parts[0].html.rpartition("</main>")
    inner = [_inner(mail_text.html) for mail_text in parts[1:]]
    html = f"{'<hr>'.join((head, *inner))}</main>{last}"
    return MailText(
        subject, text, html, tuple(picture for part in parts for picture in part.pictures)
    )


def _inner(html: str) -> str:
    """Return what stands between the edges of a page of HTML."""
    _, _, rest = html.partition("<main")
    _, _, rest = rest.partition(">")
    return rest.rpartition("</main>")[0]

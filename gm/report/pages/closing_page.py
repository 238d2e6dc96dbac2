"""The last mail of a game: what the players say of it, and its whole record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from html import escape
from typing import Any, Final

from gm.contract.events import Event
from gm.contract.facts import GameFacts
from gm.contract.rules import Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.languages import gettext, gettext_noop, ngettext
from gm.report.environment import Templates, current
from gm.report.pages.frame import Frame, frame_of, tagged
from gm.report.pages.press_page import press_words
from gm.report.views import MailText, PressSaid
from gm.report.wording.dates import day_words
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class Statement:
    """What a player says of the game; who: his power and himself."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class SeasonOrders:
    """The orders of a stage: each seat with its orders in short form."""

    stage: Stage
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TitledOrders:
    """The same under its name, in the language that is spoken."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ClosingView:
    """A game that is over, with everything that may be told of it.

    Args:
        rules: its own. stage: its last one; events: what happened in that.
        seed, seal: the seed of its draws and its SHA-256; "" where nothing was drawn.
        rulings: the GM's. journal: what everybody may read of the journal, oldest first.
        orders: of every phase that was resolved.
    """

    game: GameFacts
    rules: Rules[Any, Any]
    stage: Stage
    events: tuple[Event, ...]
    statements: tuple[Statement, ...]
    seed: str
    seal: str
    rulings: tuple[str, ...]
    journal: tuple[tuple[datetime, str], ...]
    orders: tuple[SeasonOrders, ...]


LARGEST: Final = 90_000
"""Bytes that a closing mail's HTML may come to: some programs cut off what is beyond 100,000."""

_A_LINE: Final = 200
"""Bytes that the markup of one line comes to at most, with its styles."""

_CUT: Final = gettext_noop("[...] The whole statement is in the attached file.")

_NO_ORDERS: Final = gettext_noop(
    "This game was a long one, so every order of it is in the attached file only, with the whole "
    "record."
)

_NO_JOURNAL: Final = gettext_noop(
    "This game was a long one, so the journal and every order of it are in the attached file only, "
    "with the whole record."
)


@dataclass(frozen=True, slots=True)
class ClosingMail:
    """The mail, and whether it leaves something to the whole record, which goes with it then."""

    text: MailText
    shortened: bool


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """All that the mail says; each statement as it stands in a report of press.

    `attached` says in a sentence what only the attached file has; "" where there is none.
    """

    frame: Frame
    how: str
    statements: tuple[PressSaid, ...]
    seed: str
    seal: str
    rulings: tuple[str, ...]
    journal: tuple[str, ...]
    orders: tuple[TitledOrders, ...]
    attached: str = ""


def closing_mail(
    view: ClosingView,
    reader: tuple[SeatId, ...],
    zone: str,
    templates: Templates | None = None,
) -> ClosingMail:
    """Write the last mail of a game, for a player, an observer, the list or the GM.

    Of a long game it leaves out what would make it too large: the orders, then the journal, then
    the ends of the statements.
    """
    whole = _page(view, reader, zone)
    page = _fitting(view, whole)
    subject = tagged(view.game, None, _title(len(page.statements)))
    return ClosingMail(_written("report/closing", subject, page, templates), page is not whole)


def _title(count: int) -> str:
    """Return the subject of the last mail, which holds a number of statements."""
    if not count:
        return gettext("The end: the record")
    return ngettext(
        "The end: {n} closing statement and the record",
        "The end: {n} closing statements and the record",
        count,
        n=count,
    )


def closing_record(view: ClosingView, zone: str, templates: Templates | None = None) -> str:
    """Write the whole record of a game as plain text, for everybody."""
    chosen = templates or current()
    return chosen.text("report/closing", page=_page(view, (), zone), subject="")


def _page(view: ClosingView, reader: tuple[SeatId, ...], zone: str) -> ClosingPage:
    return ClosingPage(
        frame=_frame(view.game, view.stage, reader, zone),
        how=view.game.pages.how_it_ended(view.events, view.rules),
        statements=tuple(
            press_words(quiet(statement.who), statement.text) for statement in view.statements
        ),
        seed=view.seed,
        seal=view.seal,
        rulings=tuple(full_stop(quiet(ruling)) for ruling in view.rulings),
        journal=tuple(
            f"{day_words(moment, zone)}: {full_stop(quiet(words))}"
            for moment, words in view.journal
        ),
        orders=tuple(
            TitledOrders(view.game.stage_words(season.stage), season.lines)
            for season in view.orders
            if season.lines
        ),
    )


def _fitting(view: ClosingView, page: ClosingPage) -> ClosingPage:
    """Return the page without what makes it too large; itself if it is not."""
    if _weight(page) <= LARGEST:
        return page
    page = replace(page, orders=(), attached=gettext(_NO_ORDERS))
    if _weight(page) > LARGEST:
        page = replace(page, journal=(), attached=gettext(_NO_JOURNAL))
    if _weight(page) <= LARGEST or not view.statements:
        return page
    room = LARGEST - _weight(replace(page, statements=()))
    share = max(room // len(view.statements) - _bytes_of(gettext(_CUT)), 0)
    cut = (
        press_words(quiet(statement.who), _shortened(statement.text, share))
        for statement in view.statements
    )
    return replace(page, statements=tuple(cut))


def _weight(page: ClosingPage) -> int:
    """Return about how many bytes of HTML a page comes to, rather too many than too few."""
    lines = [page.how, *page.rulings, *page.journal]
    lines += [line for said in page.statements for line in (said.title, *said.lines)]
    for season in page.orders:
        lines += [season.title, *(f"{name}: {orders}" for name, orders in season.lines)]
    return sum(map(_bytes_of, lines))


def _bytes_of(line: str) -> int:
    return len(escape(line).encode()) + _A_LINE


def _shortened(text: str, room: int) -> str:
    """Return as many lines of a text as there is room for, and that there are more."""
    kept: list[str] = []
    for line in text.splitlines():
        room -= _bytes_of(line)
        if room < 0:
            return "\n".join((*kept, gettext(_CUT)))
        kept.append(line)
    return text


def statement_answer(
    game: GameFacts,
    statement: Statement,
    until: str,
    reader: tuple[SeatId, ...],
    templates: Templates | None = None,
) -> MailText:
    """Write the answer to a closing statement, or to one taken back, which is empty."""
    said = press_words(quiet(statement.who), statement.text) if statement.text else None
    page = {"game": game, "said": said, "until": until, "reader": reader}
    what = (
        gettext("Your closing statement")
        if said
        else gettext("Your closing statement is taken back")
    )
    return _written("reply/statement", tagged(game, None, what), page, templates)


def _frame(game: GameFacts, stage: Stage, reader: tuple[SeatId, ...], zone: str) -> Frame:
    return frame_of(game, stage, reader[0] if reader else None, None, zone, None, reader)


def _written(name: str, subject: str, page: object, templates: Templates | None) -> MailText:
    chosen = templates or current()
    return MailText(
        subject,
        chosen.text(name, page=page, subject=subject),
        chosen.html(name, page=page, subject=subject),
    )

"""The last mail of a game: what the players say of it, and its whole record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.report.environment import Templates, shipped
from gm.report.pages.frame import Frame, frame_of, tagged
from gm.report.pages.press_page import press_words
from gm.report.press_views import PressSaid
from gm.report.views import GameView, MailText
from gm.report.wording.dates import day_words
from gm.report.wording.phrases import full_stop
from gm.report.wording.text import quiet
from gm.rules.board import PowerId
from gm.rules.phases import Phase


@dataclass(frozen=True, slots=True)
class Statement:
    """What a player says of the game; who: his power and himself."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class SeasonOrders:
    """The orders of a phase: its name, and each power with its orders in short form."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ClosingView:
    """A game that is over, with everything that may be told of it.

    Args:
        phase: its last one. how: how it ended, in a sentence.
        seed, seal: the seed of its draws and its SHA-256; "" where nothing was drawn.
        rulings: the GM's. journal: what everybody may read of the journal, oldest first.
        orders: of every phase that was resolved.
    """

    game: GameView
    phase: Phase
    how: str
    statements: tuple[Statement, ...]
    seed: str
    seal: str
    rulings: tuple[str, ...]
    journal: tuple[tuple[datetime, str], ...]
    orders: tuple[SeasonOrders, ...]


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """All that the mail says; each statement as it stands in a report of press."""

    frame: Frame
    how: str
    statements: tuple[PressSaid, ...]
    seed: str
    seal: str
    rulings: tuple[str, ...]
    journal: tuple[str, ...]
    orders: tuple[SeasonOrders, ...]


def closing_mail(
    view: ClosingView,
    reader: tuple[PowerId, ...],
    zone: str,
    templates: Templates | None = None,
) -> MailText:
    """Write the last mail of a game, for a player, an observer, the list or the GM."""
    page = ClosingPage(
        frame=_frame(view.game, view.phase, reader, zone),
        how=view.how,
        statements=tuple(press_words(quiet(one.who), one.text) for one in view.statements),
        seed=view.seed,
        seal=view.seal,
        rulings=tuple(full_stop(quiet(one)) for one in view.rulings),
        journal=tuple(
            f"{day_words(moment, zone)}: {full_stop(quiet(words))}"
            for moment, words in view.journal
        ),
        orders=tuple(one for one in view.orders if one.lines),
    )
    count = len(page.statements)
    said = f"{count} closing statement{'' if count == 1 else 's'} and the record"
    subject = tagged(view.game, None, f"The end: {said}" if count else "The end: the record")
    return _written("report/closing", subject, page, templates)


def statement_answer(
    game: GameView,
    statement: Statement,
    until: str,
    reader: tuple[PowerId, ...],
    templates: Templates | None = None,
) -> MailText:
    """Write the answer to a closing statement, or to one taken back, which is empty."""
    said = press_words(quiet(statement.who), statement.text) if statement.text else None
    page = {"game": game, "said": said, "until": until, "reader": reader}
    what = "Your closing statement" if said else "Your closing statement is taken back"
    return _written("reply/statement", tagged(game, None, what), page, templates)


def _frame(game: GameView, phase: Phase, reader: tuple[PowerId, ...], zone: str) -> Frame:
    return frame_of(game, phase, reader[0] if reader else None, None, zone, None, reader)


def _written(name: str, subject: str, page: object, templates: Templates | None) -> MailText:
    chosen = templates or shipped()
    return MailText(
        subject,
        chosen.text(name, page=page, subject=subject),
        chosen.html(name, page=page, subject=subject),
    )

"""Every mail there is, written as the server would: the room's pages, and the shell's own mails."""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.seats import SeatId
from gm.contract.told import ReadLine
from gm.games.diplomacy.pages import mails as pages
from gm.games.diplomacy.pages.answers import (
    BordersView,
    ForecastView,
    HistoryView,
    MapView,
    PointsView,
)
from gm.games.diplomacy.pages.charts.figures import FiguresView
from gm.games.diplomacy.pages.opening_page import rules_page, season_pace
from gm.games.diplomacy.pages.reply_form import help_of, help_of_all
from gm.games.diplomacy.pages.views import (
    EndingView,
    GameView,
    OpeningView,
    ReceiptView,
    ReminderView,
    SeasonView,
    StatusView,
)
from gm.games.diplomacy.rules.phases import Phase, stage_of
from gm.report import mails as shell
from gm.report.environment import Templates
from gm.report.mails import deeds as deeds
from gm.report.mails import notice as notice
from gm.report.mails import refusal as refusal
from gm.report.mails import written
from gm.report.pages.help_page import NewGameHelp
from gm.report.views import MailText


def receipt(view: ReceiptView, templates: Templates | None = None) -> MailText:
    """Write a receipt."""
    return written(view.game, pages.receipt(view), templates)


def receipts(
    views: Sequence[ReceiptView],
    loose: Sequence[ReadLine] = (),
    templates: Templates | None = None,
) -> MailText:
    """Write the receipts of several powers."""
    return written(views[0].game, pages.receipts(views, loose), templates)


def forecast(view: ForecastView, templates: Templates | None = None) -> MailText:
    """Write the answer to FORECAST."""
    return written(view.game, pages.forecast(view), templates)


def chart(view: FiguresView, templates: Templates | None = None) -> MailText:
    """Write the answer to CHART."""
    return written(view.game, pages.chart(view), templates)


def summary(view: FiguresView, templates: Templates | None = None) -> MailText:
    """Write the answer to SUMMARY."""
    return written(view.game, pages.summary(view), templates)


def history(view: HistoryView, templates: Templates | None = None) -> MailText:
    """Write the answer to HISTORY."""
    return written(view.game, pages.history(view), templates)


def rules(
    game: GameView, phase: Phase, reader: SeatId, zone: str, templates: Templates | None = None
) -> MailText:
    """Write the answer to RULES."""
    page, times = rules_page(game), season_pace(game)
    return shell.rules(game, stage_of(phase), reader, zone, page, times, templates)


def command_help(game: GameView, word: str, near: Sequence[str] = ()) -> MailText:
    """Write the answer to HELP and a word."""
    return shell.command_help(game, word, help_of(game.meta.id, game.board), near)


def help_text(game: GameView | None, creating: NewGameHelp | None = None) -> MailText:
    """Write the answer to HELP."""
    orders = help_of(game.meta.id, game.board) if game else help_of_all()
    return shell.help_text(game, orders, creating)


def opening(view: OpeningView, templates: Templates | None = None) -> MailText:
    """Write an opening."""
    return written(view.game, pages.opening(view), templates)


def season_report(view: SeasonView, templates: Templates | None = None) -> MailText:
    """Write the report of a phase."""
    return written(view.game, pages.season_report(view), templates)


def ending(view: EndingView, templates: Templates | None = None) -> MailText:
    """Write the mail on a game that its GM has ended."""
    return written(view.game, pages.ending(view), templates)


def reminder(view: ReminderView, templates: Templates | None = None) -> MailText:
    """Write a reminder."""
    return written(view.game, pages.reminder(view), templates)


def reminders(views: Sequence[ReminderView], templates: Templates | None = None) -> MailText:
    """Write the reminder to a player of several powers."""
    return written(views[0].game, pages.reminders(views), templates)


def status(view: StatusView, templates: Templates | None = None) -> MailText:
    """Write the answer to STATUS."""
    return written(view.game, pages.status(view), templates)


def statuses(views: Sequence[StatusView], templates: Templates | None = None) -> MailText:
    """Write the answer to STATUS to a player of several powers."""
    return written(views[0].game, pages.statuses(views), templates)


def map_answer(view: MapView, templates: Templates | None = None) -> MailText:
    """Write the answer to MAP."""
    return written(view.game, pages.map_answer(view), templates)


def borders_answer(view: BordersView, templates: Templates | None = None) -> MailText:
    """Write the answer to BORDERS."""
    return written(view.game, pages.borders_answer(view), templates)


def points_answer(view: PointsView, templates: Templates | None = None) -> MailText:
    """Write the answer to POINTS."""
    return written(view.game, pages.points_answer(view), templates)

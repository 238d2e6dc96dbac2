"""Every mail of a season: a view goes in, a page comes out, with its subject and its template.

All functions are pure; the shell puts the tag before the subject and writes the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.events import Ending
from gm.contract.facts import Due
from gm.contract.pages import Page
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine
from gm.games.diplomacy.pages.answers import (
    BordersView,
    ForecastView,
    HistoryView,
    MapView,
    PointsView,
    borders_page,
    forecast_page,
    history_page,
    map_page,
    points_answer_page,
)
from gm.games.diplomacy.pages.charts.figures import FiguresView
from gm.games.diplomacy.pages.ending_page import ending_page
from gm.games.diplomacy.pages.figures_page import chart_page, summary_page
from gm.games.diplomacy.pages.opening_page import opening_page, placed_page
from gm.games.diplomacy.pages.receipt_page import receipt_page
from gm.games.diplomacy.pages.reminder_page import reminder_page, reminders_page
from gm.games.diplomacy.pages.season.season_page import season_page
from gm.games.diplomacy.pages.status_page import (
    Glance,
    at_a_glance,
    elsewhere_glance,
    own_glance,
    receipt_glance,
    receipts_page,
    status_glance,
    status_page,
    statuses_page,
    unread_words,
)
from gm.games.diplomacy.pages.views import (
    EndingView,
    OpeningView,
    ReceiptView,
    ReminderView,
    SeasonView,
    StatusView,
)
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.phases import phase_of, stage_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import due_by_words, phase_words
from gm.games.diplomacy.wording.words import place_words, power_words
from gm.languages import gettext, listed, ngettext
from gm.report.wording.dates import short_moment


def receipt(view: ReceiptView) -> Page:
    """Write the receipt of an order mail."""
    page = receipt_page(view)
    glance = receipt_glance(view, page).words
    return Page(
        _receipt_words(view, page.frame.reader, glance),
        "diplomacy/reply/receipt",
        page,
        stage_of(view.state.phase),
    )


def _receipt_words(view: ReceiptView, power: str, glance: str) -> str:
    number = view.number
    if view.checked:
        return gettext("{power} check: {glance}", power=power, glance=glance)
    if view.sent_ahead:
        return gettext(
            "{power} receipt {number}, sent ahead: {glance}",
            power=power,
            number=number,
            glance=glance,
        )
    return gettext("{power} receipt {number}: {glance}", power=power, number=number, glance=glance)


def receipts(views: Sequence[ReceiptView], loose: Sequence[ReadLine] = ()) -> Page:
    """Write the receipts of an order mail for several powers of one player.

    Args:
        views: the receipt of each; loose: lines of the mail that were read for none of them.
    """
    page = receipts_page(views, loose)
    glances = [
        own_glance(view, own_page).of(own_page.frame.reader)
        for view, own_page in zip(views, page.pages, strict=True)
    ]
    beside: list[Glance] = []
    if stray := len(page.loose):
        beside.append(
            Glance(
                ngettext("{n} line for none of them", "{n} lines for none of them", stray, n=stray)
            )
        )
    beside += [elsewhere_glance(view) for view in views if view.elsewhere]
    if page.unread is not None:
        beside.append(Glance(unread_words(page.unread)))
    return Page(
        _receipts_words(views, at_a_glance(glances, beside)),
        "diplomacy/reply/receipts",
        page,
        stage_of(views[0].state.phase),
    )


def _receipts_words(views: Sequence[ReceiptView], glance: str) -> str:
    count = len(views)
    if views[0].checked:
        return ngettext(
            "Check of a mail for {n} power: {glance}",
            "Check of a mail for {n} powers: {glance}",
            count,
            n=count,
            glance=glance,
        )
    return ngettext(
        "Receipts for {n} power: {glance}",
        "Receipts for {n} powers: {glance}",
        count,
        n=count,
        glance=glance,
    )


def forecast(view: ForecastView) -> Page:
    """Write the answer to FORECAST: what a phase would bring."""
    return Page(
        gettext("A forecast; nothing was recorded"),
        "diplomacy/reply/forecast",
        forecast_page(view),
        stage_of(view.before.phase),
    )


def chart(view: FiguresView) -> Page:
    """Write the answer to CHART: the figures of the game that were asked for."""
    titles = [figure.title for figure in view.figures]
    what = titles[0] if len(titles) == 1 else gettext("The game in figures")
    stage = stage_of(view.phase)
    return Page(what, "diplomacy/reply/chart", chart_page(view), stage, view.pictures)


def summary(view: FiguresView) -> Page:
    """Write the answer to SUMMARY: who plays, and whose the centres were year by year."""
    subject = gettext("The game at a glance")
    return Page(subject, "diplomacy/reply/summary", summary_page(view), stage_of(view.phase))


def history(view: HistoryView) -> Page:
    """Write the answer to HISTORY: the results of resolved phases."""
    return Page(
        gettext("The history of the game"),
        "diplomacy/reply/history",
        history_page(view),
        stage_of(view.phase),
    )


def opening(view: OpeningView) -> Page:
    """Write the mail that opens a game, for a player or for the list."""
    page = opening_page(view)
    power = page.frame.reader
    what = gettext("You play {power}", power=power) if view.joining else gettext("The game begins")
    return Page(
        f"{what}; {_due_words(view.due)}",
        f"{_folder(view)}/opening",
        page,
        stage_of(view.state.phase),
        view.pictures,
    )


def season_report(view: SeasonView) -> Page:
    """Write the report of a resolved phase, for a player or for the list."""
    page = season_page(view)
    phase = phase_words(view.phase)
    what = gettext("Results of {phase}", phase=phase)
    if view.due is not None:
        subject = f"{what}; {_due_words(view.due)}"
    elif page.over:
        subject = f"{what}; {page.over.rstrip('.')}"
    else:
        subject = gettext("Results of {phase}: the game is over", phase=phase)
    folder = _folder(view)
    return Page(
        subject,
        f"{folder}/season",
        page,
        view.due.stage if view.due is not None else None,
        view.pictures,
        plain=f"{folder}/judge" if page.judge is not None else "",
    )


def ending(view: EndingView) -> Page:
    """Write the mail that tells of a game the GM has ended, for a player or for the list."""
    page = ending_page(view)
    template = f"{_folder(view)}/ending"
    return Page(_ending_words(view), template, page, pictures=view.pictures)


def _ending_words(view: EndingView) -> str:
    powers = listed(power_words(power, view.game.board) for power in view.ended.powers)
    match view.ended.how:
        case Ending.DRAW:
            return gettext("The game is over: a draw between {powers}", powers=powers)
        case Ending.CONCESSION:
            return gettext("The game is over: conceded to {powers}", powers=powers)
        case Ending.ABANDONED:
            return gettext("The game is over: abandoned")


def _due_words(due: Due) -> str:
    if due.closed:
        return gettext("{phase} follows", phase=phase_words(phase_of(due.stage)))
    return due_by_words(phase_of(due.stage), short_moment(due.deadline))


def _folder(view: OpeningView | SeasonView | EndingView) -> str:
    # The list's page adds that it takes no answers; the GM has no power either, but may answer.
    if view.observer:
        return "diplomacy/observer"
    public = view.reader is None and not view.for_gm
    return "diplomacy/list" if public else "diplomacy/report"


def reminder(view: ReminderView) -> Page:
    """Write the reminder before a deadline, to a power that lacks something."""
    page = reminder_page(view)
    # Translators: {glance} is "2 orders missing", {when} "Fri 27 Nov 20:00 UTC".
    rest = gettext(
        "Reminder for {power}: {glance}, due {when}",
        power=page.frame.reader,
        glance=page.glance,
        when=short_moment(view.due.deadline),
    )
    return Page(rest, "diplomacy/report/reminder", page, stage_of(view.state.phase))


def reminders(views: Sequence[ReminderView]) -> Page:
    """Write the reminder before a deadline, to a player several of whose powers lack something."""
    page = reminders_page(views)
    rest = gettext(
        "Reminder: {glance}, due {when}",
        glance=at_a_glance(
            [Glance(own_page.glance).of(own_page.frame.reader) for own_page in page.pages]
        ),
        when=short_moment(views[0].due.deadline),
    )
    return Page(rest, "diplomacy/report/reminders", page, stage_of(views[0].state.phase))


def status(view: StatusView) -> Page:
    """Write the answer to STATUS and ORDERS."""
    page = status_page(view)
    power, state = page.frame.reader, status_glance(page).words
    # Translators: {state} is "complete" or "not complete".
    rest = gettext("{power} orders: {state}", power=power, state=state)
    return Page(rest, "diplomacy/reply/status", page, stage_of(view.state.phase))


def statuses(views: Sequence[StatusView]) -> Page:
    """Write the answer to STATUS and ORDERS for several powers of one player."""
    page = statuses_page(views)
    glances = [status_glance(own_page).of(own_page.frame.reader) for own_page in page.pages]
    rest = gettext("Orders: {glance}", glance=at_a_glance(glances))
    return Page(rest, "diplomacy/reply/statuses", page, stage_of(views[0].state.phase))


def map_answer(view: MapView) -> Page:
    """Write the answer to MAP: how the board has changed, and every province with its borders."""
    return Page(
        gettext("The board as it is"),
        "diplomacy/reply/map",
        map_page(view),
        stage_of(view.state.phase),
    )


def borders_answer(view: BordersView) -> Page:
    """Write the answer to BORDERS: whom a province borders, and who is there."""
    names = listed(place_words(place, view.game.board) for place in view.places)
    if names:
        rest = gettext("Borders: {provinces}", provinces=names)
    elif view.asked:
        rest = gettext("Borders: no such province")
    else:
        rest = gettext("Borders: which province?")
    return Page(rest, "diplomacy/reply/borders", borders_page(view), stage_of(view.state.phase))


def points_answer(view: PointsView) -> Page:
    """Write the answer to POINTS: everybody's points and this year's gifts."""
    return Page(
        gettext("The points"),
        "diplomacy/reply/points",
        points_answer_page(view),
        stage_of(view.state.phase),
    )


def placed(board: Board, state: GameState, power: SeatId) -> Page:
    """Write a position into a letter to who plays, or may play, a power."""
    return Page("", "diplomacy/reply/letter_position", placed_page(board, state, power))

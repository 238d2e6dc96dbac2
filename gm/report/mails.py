"""Every mail gm writes: a view goes in, subject, plain text and HTML come out.

All functions are pure and take the templates last; without them those in force are used.

Raises:
    TemplateError: a GM's own template asks for a value nobody gives it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gm.contract.events import Ending
from gm.contract.seats import SeatId
from gm.games.diplomacy.pages.answer_views import BordersView, MapView, PointsView
from gm.games.diplomacy.pages.answers import borders_page, map_page, points_answer_page
from gm.games.diplomacy.pages.charts.views import FiguresView
from gm.games.diplomacy.pages.deeds_page import deeds_page
from gm.games.diplomacy.pages.ending_page import ending_page
from gm.games.diplomacy.pages.figures_page import chart_page, summary_page
from gm.games.diplomacy.pages.forecast_page import ForecastView, forecast_page
from gm.games.diplomacy.pages.glances import (
    Glance,
    at_a_glance,
    elsewhere_glance,
    own_glance,
    receipt_glance,
    status_glance,
    unread_words,
)
from gm.games.diplomacy.pages.help_page import OwnGame, command_page, help_page
from gm.games.diplomacy.pages.history_page import HistoryView, history_page
from gm.games.diplomacy.pages.opening_page import opening_page
from gm.games.diplomacy.pages.receipt_page import problems, receipt_page
from gm.games.diplomacy.pages.reminder_page import reminder_page, reminders_page
from gm.games.diplomacy.pages.season_page import season_page
from gm.games.diplomacy.pages.status_page import status_page
from gm.games.diplomacy.pages.together_page import receipts_page, statuses_page
from gm.games.diplomacy.pages.wording.money import has_points
from gm.games.diplomacy.pages.wording.phrases import phase_words
from gm.games.diplomacy.pages.wording.words import place_words, power_words
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.languages import gettext, listed, ngettext
from gm.report.environment import Templates, current
from gm.report.new_games import NewGameHelp
from gm.report.pages.frame import deadline_of, frame_of, tagged
from gm.report.pages.house_page import house_page
from gm.report.pages.rules_page import rules_page
from gm.report.reply_views import DeedsView, ReadLine, ReceiptView, RefusalView, StatusView
from gm.report.views import (
    Due,
    EndingView,
    GameView,
    MailText,
    NoticeView,
    OpeningView,
    ReminderView,
    SeasonView,
)
from gm.report.wording.dates import short_moment
from gm.report.wording.pace import pace
from gm.report.wording.plain import full_stop
from gm.report.wording.text import in_columns, quiet


def receipt(view: ReceiptView, templates: Templates | None = None) -> MailText:
    """Write the receipt of an order mail."""
    page = receipt_page(view)
    glance = receipt_glance(view, page).words
    subject = tagged(view.game, view.state.phase, _receipt_words(view, page.frame.reader, glance))
    return _written("reply/receipt", subject, page, templates)


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


def receipts(
    views: Sequence[ReceiptView],
    loose: Sequence[ReadLine] = (),
    templates: Templates | None = None,
) -> MailText:
    """Write the receipts of an order mail for several powers of one player.

    Args:
        views: the receipt of each; loose: lines of the mail that were read for none of them.
        templates: those in force.
    """
    page = receipts_page(views, loose)
    glances = [
        own_glance(view, own).of(own.frame.reader)
        for view, own in zip(views, page.pages, strict=True)
    ]
    if stray := len(page.loose):
        glances.append(
            Glance(
                ngettext("{n} line for none of them", "{n} lines for none of them", stray, n=stray)
            )
        )
    glances += [elsewhere_glance(view) for view in views if view.elsewhere]
    if page.unread is not None:
        glances.append(Glance(unread_words(page.unread)))
    subject = tagged(views[0].game, views[0].state.phase, _receipts_words(views, glances))
    return _written("reply/receipts", subject, page, templates)


def _receipts_words(views: Sequence[ReceiptView], glances: Sequence[Glance]) -> str:
    count, glance = len(views), at_a_glance(glances)
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


def forecast(view: ForecastView, templates: Templates | None = None) -> MailText:
    """Write the answer to FORECAST: what a phase would bring."""
    subject = tagged(view.game, view.before.phase, gettext("A forecast; nothing was recorded"))
    return _written("reply/forecast", subject, forecast_page(view), templates)


def chart(view: FiguresView, templates: Templates | None = None) -> MailText:
    """Write the answer to CHART: the figures of the game that were asked for."""
    titles = [figure.title for figure in view.figures]
    what = titles[0] if len(titles) == 1 else gettext("The game in figures")
    subject = tagged(view.game, view.phase, what)
    written = _written("reply/chart", subject, chart_page(view), templates)
    return replace(written, pictures=view.pictures)


def summary(view: FiguresView, templates: Templates | None = None) -> MailText:
    """Write the answer to SUMMARY: who plays, and whose the centres were year by year."""
    subject = tagged(view.game, view.phase, gettext("The game at a glance"))
    return _written("reply/summary", subject, summary_page(view), templates)


def history(view: HistoryView, templates: Templates | None = None) -> MailText:
    """Write the answer to HISTORY: the results of resolved phases."""
    subject = tagged(view.game, view.phase, gettext("The history of the game"))
    return _written("reply/history", subject, history_page(view), templates)


def rules(
    game: GameView,
    phase: Phase,
    reader: SeatId,
    zone: str,
    templates: Templates | None = None,
) -> MailText:
    """Write the answer to RULES: how the game is run, and the rules as played with their settings."""
    page = {
        "frame": frame_of(game, phase, reader, None, zone, None),
        "deadlines": pace(game.lengths, payments=has_points(game.board)),
        "house": house_page(game.house),
        "rules": rules_page(game),
    }
    subject = tagged(game, phase, gettext("The rules as played"))
    return _written("reply/rules", subject, page, templates)


def command_help(
    game: GameView, word: str, near: Sequence[str] = (), templates: Templates | None = None
) -> MailText:
    """Write the answer to HELP and a word: what the command does and how it is written."""
    page = command_page(game, word, near)
    return _written("reply/command", tagged(game, None, page.title), page, templates)


def deeds(view: DeedsView, templates: Templates | None = None) -> MailText:
    """Write the answer to a mail that had something done and ordered nothing."""
    page = deeds_page(view)
    subject = tagged(view.game, view.phase, page.glance)
    return _written("reply/deeds", subject, page, templates)


def refusal(view: RefusalView, templates: Templates | None = None) -> MailText:
    """Write the answer to a mail of which nothing was recorded."""
    due = deadline_of(view.due, view.zone, view.now) if view.due is not None else None
    return _written(
        "reply/refusal",
        _answered(view.subject),
        {
            "reason": full_stop(quiet(view.reason)),
            "remedy": full_stop(quiet(view.remedy)) if view.remedy else "",
            "quoted": problems(view.quoted),
            "game": view.game,
            "reader": view.game.board.powers[view.power].name if view.game and view.power else "",
            "deadline": due,
            "server_address": view.server_address,
        },
        templates,
    )


def _answered(subject: str) -> str:
    """Return the subject of an answer, with one Re: and no more."""
    rest = quiet(subject)
    while rest[:3].casefold() == "re:":
        rest = rest[3:].strip()
    nameless = gettext("your mail")
    return f"Re: {rest or nameless}"


def opening(view: OpeningView, templates: Templates | None = None) -> MailText:
    """Write the mail that opens a game, for a player or for the list."""
    page = opening_page(view)
    power = page.frame.reader
    what = gettext("You play {power}", power=power) if view.joining else gettext("The game begins")
    subject = tagged(view.game, view.state.phase, f"{what}; {_due_words(view.due)}")
    written = _written(f"{_folder(view)}/opening", subject, page, templates)
    return replace(written, pictures=view.pictures)


def season_report(view: SeasonView, templates: Templates | None = None) -> MailText:
    """Write the report of a resolved phase, for a player or for the list."""
    page = season_page(view)
    phase = phase_words(view.phase)
    what = gettext("Results of {phase}", phase=phase)
    if view.due is not None:
        subject = tagged(view.game, view.due.phase, f"{what}; {_due_words(view.due)}")
    elif page.over:
        subject = tagged(view.game, None, f"{what}; {page.over.rstrip('.')}")
    else:
        over = gettext("Results of {phase}: the game is over", phase=phase)
        subject = tagged(view.game, None, over)
    written = _written(f"{_folder(view)}/season", subject, page, templates)
    if page.judge is not None:
        plain = (templates or current()).text(f"{_folder(view)}/judge", page=page, subject=subject)
        written = replace(written, text=plain)
    return replace(written, pictures=view.pictures)


def ending(view: EndingView, templates: Templates | None = None) -> MailText:
    """Write the mail that tells of a game the GM has ended, for a player or for the list."""
    page = ending_page(view)
    subject = tagged(view.game, None, _ending_words(view))
    written = _written(f"{_folder(view)}/ending", subject, page, templates)
    return replace(written, pictures=view.pictures)


def _ending_words(view: EndingView) -> str:
    powers = listed(power_words(power, view.game.board) for power in view.ended.powers)
    match view.ended.how:
        case Ending.DRAW:
            return gettext("The game is over: a draw between {powers}", powers=powers)
        case Ending.CONCESSION:
            return gettext("The game is over: conceded to {powers}", powers=powers)
        case Ending.ABANDONED:
            return gettext("The game is over: abandoned")


def _folder(view: OpeningView | SeasonView | EndingView) -> str:
    # The list's page adds that it takes no answers; the GM has no power either, but may answer.
    if view.observer:
        return "observer"
    return "list" if view.reader is None and not view.for_gm else "report"


def _due_words(due: Due) -> str:
    if due.closed:
        return gettext("{phase} follows", phase=phase_words(due.phase))
    when = short_moment(due.deadline)
    match due.phase.kind:
        case PhaseKind.RETREAT:
            return gettext("retreats due {when}", when=when)
        case PhaseKind.SETUP:
            return gettext("choices due {when}", when=when)
        case PhaseKind.MOVEMENT | PhaseKind.ADJUSTMENT:
            return gettext("orders due {when}", when=when)


def notice(view: NoticeView, templates: Templates | None = None) -> MailText:
    """Write a short notice to players, list or GM."""
    title = quiet(view.title)
    phase = view.due.phase if view.due is not None else view.phase
    due = deadline_of(view.due, view.zone, view.now) if view.due is not None else None
    plain = f"[{view.tag}] {title}" if view.tag else title
    return _written(
        "report/notice",
        tagged(view.game, phase, title) if view.game is not None else plain,
        {
            "title": title,
            "paragraphs": tuple(quiet(paragraph) for paragraph in view.paragraphs),
            "printed": [[in_columns(line) for line in text.splitlines()] for text in view.printed],
            "game": view.game,
            "deadline": due,
            "plays": view.plays,
            "public": view.public,
        },
        templates,
    )


def reminder(view: ReminderView, templates: Templates | None = None) -> MailText:
    """Write the reminder before a deadline, to a power that lacks something."""
    page = reminder_page(view)
    # Translators: {glance} is "2 orders missing", {when} "Fri 27 Nov 20:00 UTC".
    rest = gettext(
        "Reminder for {power}: {glance}, due {when}",
        power=page.frame.reader,
        glance=page.glance,
        when=short_moment(view.due.deadline),
    )
    subject = tagged(view.game, view.state.phase, rest)
    return _written("report/reminder", subject, page, templates)


def reminders(views: Sequence[ReminderView], templates: Templates | None = None) -> MailText:
    """Write the reminder before a deadline, to a player several of whose powers lack something."""
    page = reminders_page(views)
    rest = gettext(
        "Reminder: {glance}, due {when}",
        glance=at_a_glance([Glance(own.glance).of(own.frame.reader) for own in page.pages]),
        when=short_moment(views[0].due.deadline),
    )
    subject = tagged(views[0].game, views[0].state.phase, rest)
    return _written("report/reminders", subject, page, templates)


def status(view: StatusView, templates: Templates | None = None) -> MailText:
    """Write the answer to STATUS and ORDERS."""
    page = status_page(view)
    power, state = page.frame.reader, status_glance(page).words
    # Translators: {state} is "complete" or "not complete".
    rest = gettext("{power} orders: {state}", power=power, state=state)
    subject = tagged(view.game, view.state.phase, rest)
    return _written("reply/status", subject, page, templates)


def statuses(views: Sequence[StatusView], templates: Templates | None = None) -> MailText:
    """Write the answer to STATUS and ORDERS for several powers of one player."""
    page = statuses_page(views)
    glances = [status_glance(own).of(own.frame.reader) for own in page.pages]
    rest = gettext("Orders: {glance}", glance=at_a_glance(glances))
    subject = tagged(views[0].game, views[0].state.phase, rest)
    return _written("reply/statuses", subject, page, templates)


def help_text(
    game: GameView | None,
    creating: NewGameHelp | None = None,
    templates: Templates | None = None,
    own: OwnGame | None = None,
) -> MailText:
    """Write the answer to HELP; without a game it is the server's, for whoever may create one."""
    subject = gettext("How to write orders")
    if game is not None:
        subject = tagged(game, None, subject)
    return _written("reply/help", subject, help_page(game, creating, own), templates)


def map_answer(view: MapView, templates: Templates | None = None) -> MailText:
    """Write the answer to MAP: how the board has changed, and every province with its borders."""
    subject = tagged(view.game, view.state.phase, gettext("The board as it is"))
    return _written("reply/map", subject, map_page(view), templates)


def borders_answer(view: BordersView, templates: Templates | None = None) -> MailText:
    """Write the answer to BORDERS: whom a province borders, and who is there."""
    names = listed(place_words(place, view.game.board) for place in view.places)
    if names:
        rest = gettext("Borders: {provinces}", provinces=names)
    elif view.asked:
        rest = gettext("Borders: no such province")
    else:
        rest = gettext("Borders: which province?")
    subject = tagged(view.game, view.state.phase, rest)
    return _written("reply/borders", subject, borders_page(view), templates)


def points_answer(view: PointsView, templates: Templates | None = None) -> MailText:
    """Write the answer to POINTS: everybody's points and this year's gifts."""
    subject = tagged(view.game, view.state.phase, gettext("The points"))
    return _written("reply/points", subject, points_answer_page(view), templates)


def _written(name: str, subject: str, page: object, templates: Templates | None) -> MailText:
    chosen = templates or current()
    return MailText(
        subject,
        chosen.text(name, page=page, subject=subject),
        chosen.html(name, page=page, subject=subject),
    )

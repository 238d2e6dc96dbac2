"""The mails that gm writes itself, and how the pages of a room become mails.

All functions are pure and take the templates last; without them those in force are used.

Raises:
    TemplateError: a GM's own template asks for a value nobody gives it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.facts import GameFacts
from gm.contract.pages import OrdersHelp, Page
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.languages import gettext
from gm.report.environment import Templates, current
from gm.report.pages.answer_page import deeds_page, problems
from gm.report.pages.frame import deadline_of, frame_of, tagged
from gm.report.pages.help_page import NewGameHelp, command_page, help_page
from gm.report.pages.questions_page import awaited_words, waiting_questions
from gm.report.pages.rules_page import RulesPage, SettingShown, house_page
from gm.report.views import DeedsView, MailText, NoticeView, RefusalView
from gm.report.wording.sentence_parts import full_stop
from gm.report.wording.text import in_columns, quiet


def written(game: GameFacts | None, page: Page, templates: Templates | None = None) -> MailText:
    """Write a page of a room as a mail of a game; without one its subject has no tag."""
    chosen = templates or current()
    subject = page.subject if game is None else tagged(game, page.stage, page.subject)
    return MailText(
        subject,
        chosen.text(page.plain or page.template, page=page.values, subject=subject),
        chosen.html(page.template, page=page.values, subject=subject),
        page.pictures,
    )


def deeds(view: DeedsView, templates: Templates | None = None) -> MailText:
    """Write the answer to a mail that had something done and ordered nothing."""
    page = deeds_page(view)
    return written(view.game, Page(page.glance, "reply/deeds", page, view.stage), templates)


def refusal(view: RefusalView, templates: Templates | None = None) -> MailText:
    """Write the answer to a mail of which nothing was recorded."""
    game, due = view.game, view.due
    values = {
        "reason": full_stop(quiet(view.reason)),
        "remedy": full_stop(quiet(view.remedy)) if view.remedy else "",
        "quoted": problems(view.quoted),
        "awaiting": waiting_questions(view.awaiting, view.zone),
        "standing": view.standing,
        "game": game,
        "reader": game.seat_name(view.seat) if game and view.seat else "",
        "deadline": deadline_of(game, due, view.zone, view.now) if game and due else None,
        "server_address": view.server_address,
    }
    stated, template = gettext("nothing recorded"), "reply/refusal"
    if view.awaiting:
        stated = f"{stated}, {awaited_words(len(view.awaiting))}"
    if game and due:  # "Re: ... complete" would say that it was
        return written(game, Page(stated, template, values, due.stage), templates)
    return written(None, Page(_answered(view.subject), template, values), templates)


def _answered(subject: str) -> str:
    """Return the subject of an answer, with one Re: and no more."""
    rest = quiet(subject)
    while rest[:3].casefold() == "re:":
        rest = rest[3:].strip()
    nameless = gettext("your mail")
    return f"Re: {rest or nameless}"


def notice(view: NoticeView, templates: Templates | None = None) -> MailText:
    """Write a short notice to players, list or GM."""
    title, game, due = quiet(view.title), view.game, view.due
    stage = due.stage if due is not None else view.stage
    values = {
        "title": title,
        "paragraphs": tuple(quiet(paragraph) for paragraph in view.paragraphs),
        "printed": [[in_columns(line) for line in text.splitlines()] for text in view.printed],
        "game": game,
        "deadline": deadline_of(game, due, view.zone, view.now) if game and due else None,
        "plays": view.plays,
        "public": view.public,
    }
    plain = f"[{view.tag}] {title}" if view.tag and game is None else title
    return written(game, Page(plain, "report/notice", values, stage), templates)


def rules(
    game: GameFacts,
    stage: Stage,
    reader: SeatId,
    zone: str,
    played: RulesPage,
    times: Sequence[SettingShown],
    templates: Templates | None = None,
) -> MailText:
    """Write the answer to RULES: how the game is run, and the rules as played with their settings.

    Args:
        game: the game. stage: the one it is at. reader: one of his seats. zone: his time zone.
        played: its rules. times: its settings of time.
    """
    page = {
        "frame": frame_of(game, stage, reader, None, zone, None),
        "deadlines": times,
        "house": house_page(game.house),
        "rules": played,
    }
    return written(
        game, Page(gettext("The rules as played"), "reply/rules", page, stage), templates
    )


def help_text(
    game: GameFacts | None,
    orders: OrdersHelp,
    creating: NewGameHelp | None = None,
    templates: Templates | None = None,
) -> MailText:
    """Write the answer to HELP; without a game it is the server's, for whoever may create one."""
    page = help_page(game, orders, creating)
    return written(game, Page(gettext("How to write orders"), "reply/help", page), templates)


def command_help(
    game: GameFacts,
    word: str,
    orders: OrdersHelp,
    near: Sequence[str] = (),
    templates: Templates | None = None,
) -> MailText:
    """Write the answer to HELP and a word: what the command does and how it is written."""
    page = command_page(game, word, near, orders)
    return written(game, Page(page.title, "reply/command", page), templates)

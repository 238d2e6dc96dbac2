"""A letter about a seat or about joining: sentences, and where wanted the position and the rules."""

from __future__ import annotations

from dataclasses import dataclass

from gm.contract.pages import Page
from gm.report.environment import Templates, current
from gm.report.pages.rules_page import HousePage, RulesPage, SettingShown
from gm.report.views import MailText
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class Ways:
    """How a game is played: its deadlines, how it is run otherwise, its settings and rules."""

    deadlines: tuple[SettingShown, ...]
    house: HousePage
    rules: RulesPage


@dataclass(frozen=True, slots=True)
class LetterView:
    """What a letter says.

    Args:
        title: the rest of the subject.
        paragraphs: plain sentences.
        game: the game's name, "" for none; phase: the name of the open one, for
            the subject's tag.
        gm_name, gm_address: whom to ask.
        steps: what to do next, a line each.
        shown: the position, as its game shows it; ways: how the game is played.
    """

    title: str
    paragraphs: tuple[str, ...]
    game: str = ""
    phase: str = ""
    gm_name: str = ""
    gm_address: str = ""
    steps: tuple[str, ...] = ()
    shown: Page | None = None
    ways: Ways | None = None


def letter(view: LetterView, templates: Templates | None = None) -> MailText:
    """Write a letter."""
    chosen = templates or current()
    tag = f"{view.game} {view.phase}" if view.phase else view.game
    subject = f"[{tag}] {quiet(view.title)}" if view.game else quiet(view.title)
    page = {
        "title": quiet(view.title),
        "paragraphs": tuple(map(quiet, view.paragraphs)),
        "steps": tuple(map(quiet, view.steps)),
        "position": view.shown,
        "ways": view.ways,
        "game": view.game,
        "gm_name": quiet(view.gm_name),
        "gm_address": view.gm_address,
    }
    name = "reply/letter"
    return MailText(
        subject,
        chosen.text(name, page=page, subject=subject),
        chosen.html(name, page=page, subject=subject),
    )

"""The mail that asks a registered address whether something is really from its owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gm.languages import gettext
from gm.report.environment import Templates, current
from gm.report.views import MailText
from gm.report.wording.text import quiet

_MOST = 4000
"""How much of a line that a stranger may have written is shown; what counts is shown whole."""


@dataclass(frozen=True, slots=True)
class WaitingMail:
    """An earlier mail that waits as well.

    Args:
        number: by which it is chosen.
        told: when and from where it came, in a sentence, and what is to be said of it.
        quoted: its lines.
    """

    number: int
    told: tuple[str, ...]
    quoted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """What is asked of a registered address.

    Args:
        title: the question, the rest of the subject.
        told: what has come in, in sentences.
        quoted: the lines of what came in.
        if_yes, if_no: what to do and what follows, in sentences.
        game: the game's name, "" for none; phase: the name of the open one, for
            the subject's tag.
        gm_name, gm_address: whom to ask.
        heads: what stands above the lines that came in, and above the two answers; None for what
            is asked of a mail.
        waiting: earlier mails that wait as well; choose: how they are chosen, in sentences.
    """

    title: str
    told: tuple[str, ...]
    quoted: tuple[str, ...]
    if_yes: tuple[str, ...]
    if_no: tuple[str, ...]
    game: str = ""
    gm_name: str = ""
    gm_address: str = ""
    phase: str = ""
    heads: tuple[str, str, str] | None = None
    waiting: tuple[WaitingMail, ...] = ()
    choose: tuple[str, ...] = ()


def question(view: QuestionView, templates: Templates | None = None) -> MailText:
    """Write the question, with what to write for a yes and for a no."""
    chosen = templates or current()
    tag = f"{view.game} {view.phase}" if view.phase else view.game
    subject = f"[{tag}] {quiet(view.title)}" if view.game else quiet(view.title)
    page = {
        "title": quiet(view.title),
        "told": _lines(view.told),
        "quoted": _quoted(view.quoted),
        "waiting": tuple(
            {"number": mail.number, "told": _lines(mail.told), "quoted": _quoted(mail.quoted)}
            for mail in view.waiting
        ),
        "choose": _lines(view.choose),
        "waiting_head": gettext("Also waiting in your name"),
        "if_yes": _lines(view.if_yes),
        "if_no": _lines(view.if_no),
        "game": view.game,
        "gm_name": view.gm_name,
        "gm_address": view.gm_address,
        "heads": view.heads or _heads(),
    }
    name = "reply/question"
    return MailText(
        subject,
        chosen.text(name, page=page, subject=subject),
        chosen.html(name, page=page, subject=subject),
    )


def _heads() -> tuple[str, str, str]:
    return gettext("It says"), gettext("If it is from you"), gettext("If it is not")


def _quoted(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(line[:_MOST] for line in _lines(texts))


def _lines(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(quiet(text) for text in texts)

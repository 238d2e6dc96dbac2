"""What waits for a word of its reader: questions of ours, and mails in his name that nothing proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten

from gm.contract.told import OpenQuestion
from gm.languages import gettext, gettext_noop, ngettext
from gm.report.environment import Templates, current
from gm.report.pages.answer_page import ProblemShown
from gm.report.views import MailText
from gm.report.wording.dates import moment_words
from gm.report.wording.text import quiet

# What a player reads of mails in his name that nothing proves: that they wait, or did not count.

QUESTION = gettext_noop("Is this mail from you?")
"""The title of the mail that asks about one, by which it is spoken of elsewhere."""

NEWCOMERS_QUESTION = gettext_noop("Please confirm that this mail is yours")
"""The title of the mail that asks somebody without a seat."""


def waits(moments: Sequence[datetime], zone: str) -> str:
    """Return that mails in the reader's name wait for his word; "" if none does.

    Args:
        moments: when they came in, oldest first.
        zone: the reader's.
    """
    if not moments:
        return ""
    return ngettext(
        "A mail of {when} in your name waits for your word: answer YES to the mail "
        "“{question}”, or nothing in it counts.",
        "{n} mails in your name, the last of {when}, wait for your word: answer the newest mail "
        "“{question}”, which numbers them, or nothing in them counts.",
        len(moments),
        n=len(moments),
        when=moment_words(moments[-1], zone),
        question=gettext(QUESTION),
    )


def not_used(moments: Sequence[datetime], zone: str) -> str:
    """Return that mails in the reader's name were never confirmed; "" if there were none."""
    if not moments:
        return ""
    return ngettext(
        "A mail of {when} in your name was never confirmed, so nothing in it was used.",
        "{n} mails in your name, the last of {when}, were never confirmed, so nothing in them was "
        "used.",
        len(moments),
        n=len(moments),
        when=moment_words(moments[-1], zone),
    )


# What a player reads of questions that he has not answered: that they wait, or went with their stage.

_LONGEST_ECHO = 300
"""Letters of a line that was asked about which are repeated."""


def waiting_questions(questions: Sequence[OpenQuestion], zone: str) -> tuple[ProblemShown, ...]:
    """Return questions of earlier mails with their choices, so that a number from here answers them.

    Args:
        questions: those that wait, oldest first. zone: the reader's.
    """
    return tuple(_waiting(question, zone) for question in questions)


def _waiting(question: OpenQuestion, zone: str) -> ProblemShown:
    when, numbers = moment_words(question.asked_at, zone), _numbers(question)
    if question.stands:
        message = gettext(
            "Asked on {when}. An order stands in its place until you answer; NO to {numbers} drops "
            "the question.",
            when=when,
            numbers=numbers,
        )
    else:
        message = gettext(
            "Asked on {when}. It is NOT recorded until you answer; NO to {numbers} drops it.",
            when=when,
            numbers=numbers,
        )
    choices = tuple((number, quiet(words)) for number, words in question.choices)
    return ProblemShown(_echo(question), message, "", choices)


def _numbers(question: OpenQuestion) -> str:
    """Return the numbers of all choices: `3`, `3-5`."""
    first, last = question.choices[0][0], question.choices[-1][0]
    return str(first) if first == last else f"{first}-{last}"


def awaited_words(questions: int) -> str:
    """Return that answers are awaited: `1 answer awaited`."""
    return ngettext("{n} answer awaited", "{n} answers awaited", questions, n=questions)


def awaited_before(questions: int) -> str:
    """Return in a sentence that earlier questions wait for an answer; "" if none does."""
    if not questions:
        return ""
    return ngettext(
        "{n} question about an earlier mail still waits for your answer: see below.",
        "{n} questions about earlier mails still wait for your answer: see below.",
        questions,
        n=questions,
    )


def awaited_elsewhere(questions: int) -> str:
    """Return in a sentence that a seat's questions wait, where they are not shown; "" if none does."""
    if not questions:
        return ""
    return ngettext(
        "{n} question about it waits for your answer; STATUS shows it.",
        "{n} questions about it wait for your answer; STATUS shows them.",
        questions,
        n=questions,
    )


def never_answered(questions: Sequence[OpenQuestion], zone: str) -> tuple[str, ...]:
    """Return in sentences what was asked in a stage that is over, and what became of it.

    Args:
        questions: those that were not answered, oldest first. zone: the reader's.
    """
    return tuple(_never_answered(question, zone) for question in questions)


def _never_answered(question: OpenQuestion, zone: str) -> str:
    line, when = _echo(question), moment_words(question.asked_at, zone)
    if question.stands:
        return gettext(
            "“{line}” was asked about on {when} and never answered, so the order that stood in its "
            "place was used.",
            line=line,
            when=when,
        )
    return gettext(
        "“{line}” was asked about on {when} and never answered, so it was not used.",
        line=line,
        when=when,
    )


def _echo(question: OpenQuestion) -> str:
    return shorten(quiet(question.text), _LONGEST_ECHO, placeholder=" ...")


# The mail that asks a registered address whether something is really from its owner.

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

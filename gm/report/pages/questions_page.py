"""What a player reads of questions that he has not answered: that they wait, or went with their stage."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from gm.contract.told import OpenQuestion
from gm.languages import gettext, ngettext
from gm.report.pages.problems import Problem
from gm.report.wording.dates import moment_words
from gm.report.wording.text import quiet

_LONGEST_ECHO = 300
"""Letters of a line that was asked about which are repeated."""


def waiting_questions(questions: Sequence[OpenQuestion], zone: str) -> tuple[Problem, ...]:
    """Return questions of earlier mails with their choices, so that a number from here answers them.

    Args:
        questions: those that wait, oldest first. zone: the reader's.
    """
    return tuple(_waiting(question, zone) for question in questions)


def _waiting(question: OpenQuestion, zone: str) -> Problem:
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
    return Problem(_echo(question), message, "", choices)


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

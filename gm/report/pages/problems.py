"""Lines of a player's mail in its answer: those that were not taken, and those that did something."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gm.contract.told import Deed, ReadLine
from gm.languages import listed
from gm.report.wording.plain import full_stop
from gm.report.wording.text import quiet


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that was not taken: as written, why, and the names it may have meant.

    Args:
        choices: readings of it with their numbers; the reader answers with one.
    """

    text: str
    message: str
    candidates: str
    choices: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DeedLine:
    """A line that did something, and the sentences that say what."""

    text: str
    told: tuple[str, ...]


def deed_lines(deeds: Iterable[Deed]) -> tuple[DeedLine, ...]:
    """Return what the lines of a mail did, cleaned: players' words stand in it."""
    return tuple(
        DeedLine(quiet(deed.text)[:300], tuple(full_stop(quiet(told)) for told in deed.told))
        for deed in deeds
    )


def problems(lines: Iterable[ReadLine]) -> tuple[Problem, ...]:
    """Return lines that were not taken, cleaned: a stranger wrote them."""
    return tuple(_problem(line) for line in lines)


def _problem(line: ReadLine) -> Problem:
    message = full_stop(quiet(line.message)) if line.message else ""
    candidates = tuple(quiet(candidate) for candidate in line.candidates)
    if candidates and "?" in message and candidates[0] in message:
        candidates = ()  # it asks already
    choices = tuple((number, quiet(words)) for number, words in line.choices)
    return Problem(quiet(line.text)[:300], message, listed(candidates, "or"), choices)

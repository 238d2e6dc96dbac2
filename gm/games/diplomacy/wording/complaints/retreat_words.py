"""Complaints and remarks about retreats written as lists of places, or on a condition."""

from __future__ import annotations

from dataclasses import replace

from gm.contract.language import Problem
from gm.games.diplomacy.wording.naming import sentences
from gm.interpret.echoes import as_written
from gm.languages import gettext


def one_place_each(text: str) -> Problem:
    """A list of places stands behind a condition."""
    wrong = gettext("A condition leads to one place, not to a list of them.")
    return Problem(sentences(wrong, _how()), text)


def several_units(text: str) -> Problem:
    """A condition decides the retreats of several units at once."""
    wrong = gettext("This speaks of the retreats of several units.")
    return Problem(sentences(wrong, _how()), text)


def _how() -> str:
    return gettext(
        "Write both cases for one unit on one line: If Xxx is in Yyy then A Zzz R Aaa else A Zzz "
        "R Bbb."
    )


def first_open(place: str) -> str:
    """Return which retreat of a list counts: to the place that is open; "" for a disband."""
    if place:
        chosen = gettext("{place} is open, so the unit goes there.", place=place)
    else:
        chosen = gettext("No place before “disband” is open, so the unit is disbanded.")
    why = gettext(
        "Of a list the first that is possible counts; what stands behind it is never "
        "tried, for two units that retreat to one place are both disbanded."
    )
    return sentences(chosen, why)


def no_refuge(place: str) -> Problem:
    """A word of a list names no place to retreat to."""
    message = gettext(
        "“{place}” is no place to retreat to. Write the places with commas between, the dearest "
        "first, as in A Mun R Ber, Kie, disband.",
        place=as_written(place),
    )
    return Problem(message, place)


def nothing_kept(place: str, problem: Problem) -> Problem:
    """Something is wrong with one place of a list, so that no retreat of it counts."""
    # Translators: {problem} is a whole sentence.
    message = gettext(
        "“{place}”: {problem} No retreat was kept.",
        place=as_written(place),
        problem=problem.message,
    )
    return replace(problem, message=message)

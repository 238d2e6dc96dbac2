"""Questions about orders that the words beside them take back, doubt, suppose or offer as a choice."""

from __future__ import annotations

from dataclasses import replace

from gm.interpret.naming import sentences
from gm.interpret.values import Problem
from gm.languages import gettext, ngettext


def taken_back(text: str, count: int) -> Problem:
    """Words take orders back."""
    return _waiting(gettext("This takes something back."), text, count)


def not_meant(text: str, count: int) -> Problem:
    """Words say that orders are not meant."""
    return _waiting(gettext("This says that they are not to be used."), text, count)


def left_open(text: str, count: int) -> Problem:
    """Words leave open whether orders are meant."""
    return _waiting(gettext("This leaves open whether they are meant."), text, count)


def hanging(text: str, count: int) -> Problem:
    """Words make orders hang on something."""
    return _waiting(gettext("This lets them hang on something."), text, count)


def supposed(text: str, count: int) -> Problem:
    """Words only suppose orders, or ask about them."""
    return _waiting(gettext("This only supposes them, or asks."), text, count)


def of_others(text: str, count: int) -> Problem:
    """Words tell of orders that are not those of now."""
    return _waiting(gettext("This tells of orders that are not those of now."), text, count)


def choice(text: str, count: int) -> Problem:
    """Words offer a choice between orders."""
    return _waiting(gettext("This leaves a choice."), text, count)


def letter(text: str, count: int) -> Problem:
    """Words are said to another player, and orders stand among them."""
    return _waiting(gettext("This is said to another player."), text, count)


def _waiting(reason: str, text: str, count: int) -> Problem:
    unrecorded = ngettext(
        "So the order it speaks of is not recorded; what stood before stands until you answer.",
        "So the {n} orders it speaks of are not recorded; what stood before stands until you answer.",
        count,
        n=count,
    )
    return Problem(sentences(reason, unrecorded), text)


def with_answers(problem: Problem, choices: int, count: int) -> Problem:
    """Return a question with the answers to it.

    Args:
        problem: the question. choices: how many it has. count: of the orders it speaks of.
    """
    if choices == 1:
        how = ngettext(
            "YES records it, NO drops it; or send your orders anew.",
            "YES records them, NO drops them; or send your orders anew.",
            count,
            n=count,
        )
    else:
        how = gettext("Choose by the number, or NO for none of them; or send your orders anew.")
    return replace(problem, message=sentences(problem.message, how))


def also_unasked(problem: Problem) -> Problem:
    """Return a question about orders among which some can only be sent anew."""
    more = gettext(
        "Retreats among them, and lists taken back, are for you to send again if they count."
    )
    return replace(problem, message=sentences(problem.message, more))

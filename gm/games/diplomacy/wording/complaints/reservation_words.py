"""Questions about orders that the words beside them take back, doubt, suppose or offer as a choice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gm.contract.language import Problem
from gm.games.diplomacy.wording.naming import sentences
from gm.languages import gettext, ngettext, quoted


@dataclass(frozen=True, slots=True)
class Stands:
    """How the orders that words set aside stand.

    Args:
        count: of them.
        before: what stood in their place before still does; nothing else in the mail replaces it.
    """

    count: int
    before: bool


def taken_back(text: str, stands: Stands) -> Problem:
    """Words take orders back."""
    return _waiting(gettext("This takes something back."), text, stands)


def of_standing(text: str, _stands: Stands) -> Problem:
    """Words speak of orders that stand already."""
    changed = gettext("This changes something that stands already.")
    return Problem(
        sentences(changed, gettext("Your orders stand as they are until you answer.")), text
    )


def all_of_standing(text: str) -> Problem:
    """Words take back whatever was sent before, and no orders stand beside them."""
    return Problem(
        sentences(
            gettext("This may take back what you ordered before; nothing was changed."),
            gettext(
                "If all of it is to go write CLEAR, alone on a line; else send the orders that are "
                "to count."
            ),
        ),
        text,
    )


def as_a_whole(piece: str, *, gifts: bool, builds: bool = False) -> Problem:
    """Return that a list is taken back as a whole, about words that speak of a part of it.

    Args:
        piece: the words.
        gifts: points are given away in this game, and not paid (Irish 15).
        builds: it is the list of builds.
    """
    if builds:
        message = gettext(
            "A list is taken back as a whole. Send those orders of it that are to stand, and they "
            "replace it; if none is to stand write: Cancel my builds, for instance."
        )
    elif gifts:
        message = gettext(
            "A list is taken back as a whole. Send those orders of it that are to stand, and they "
            "replace it; if none is to stand write: Cancel my gifts, for instance."
        )
    else:
        message = gettext(
            "A list is taken back as a whole. Send those orders of it that are to stand, and they "
            "replace it; if none is to stand write: Cancel my payments, for instance."
        )
    return Problem(message, piece)


def or_removal(text: str) -> Problem:
    """Words take an order back, or remove its unit later."""
    return Problem(
        sentences(
            gettext("This changes something that stands already."),
            gettext("Your orders stand as they are until you answer."),
            gettext("If you mean to take the unit off the board later write: remove A Xxx."),
        ),
        text,
    )


def of_untaken(line: str, text: str) -> Problem:
    """Words speak of a line that was refused.

    Args:
        line: that one. text: the words.
    """
    said = gettext("This speaks of {line}, which was not taken anyway.", line=quoted(line.strip()))
    return Problem(said, text)


def not_meant(text: str, stands: Stands) -> Problem:
    """Words say that orders are not meant."""
    return _waiting(gettext("This says that they are not to be used."), text, stands)


def left_open(text: str, stands: Stands) -> Problem:
    """Words leave open whether orders are meant."""
    return _waiting(gettext("This leaves open what is meant."), text, stands)


def hanging(text: str, stands: Stands) -> Problem:
    """Words make orders hang on something."""
    return _waiting(gettext("This hangs on something."), text, stands)


def supposed(text: str, stands: Stands) -> Problem:
    """Words only suppose orders, or ask about them."""
    return _waiting(gettext("This only supposes, or asks."), text, stands)


def of_others(text: str, stands: Stands) -> Problem:
    """Words tell of orders that are not those of now."""
    return _waiting(gettext("This tells of orders that are not those of now."), text, stands)


def choice(text: str, stands: Stands) -> Problem:
    """Words offer a choice between orders."""
    return _waiting(gettext("This leaves a choice."), text, stands)


def letter(text: str, stands: Stands) -> Problem:
    """Words are said to another player, and orders stand among them."""
    return _waiting(gettext("This is said to another player."), text, stands)


def _waiting(reason: str, text: str, stands: Stands) -> Problem:
    return Problem(sentences(reason, _unrecorded(stands)), text)


def _unrecorded(stands: Stands) -> str:
    if stands.before:
        return ngettext(
            "So the order it speaks of is not recorded; what stood before stands until you answer.",
            "So the {n} orders it speaks of are not recorded; what stood before stands until you answer.",
            stands.count,
            n=stands.count,
        )
    return ngettext(
        "So the order it speaks of is not recorded until you answer; what else you order counts.",
        "So the {n} orders it speaks of are not recorded until you answer; what else you order counts.",
        stands.count,
        n=stands.count,
    )


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

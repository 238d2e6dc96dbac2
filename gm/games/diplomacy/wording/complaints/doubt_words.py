"""Complaints about words that deny an order, take it back, put it off, or hang it on something."""

from __future__ import annotations

from gm.contract.language import Problem
from gm.games.diplomacy.readings import Doubt
from gm.games.diplomacy.wording.complaints import line_words, unfinished_words
from gm.games.diplomacy.wording.naming import sentences
from gm.interpret.echoes import as_written
from gm.languages import gettext


def doubted(kind: Doubt, text: str, *, points: bool, gifts: bool, moves: bool) -> Problem:
    """Words beside an order that turn it into another one.

    Args:
        kind: what they say of it; text: the words.
        points: the order pays or gives points; gifts: it gives victory points (Irish 15).
        moves: it is one of a movement, which no condition decides.
    """
    words = as_written(text)
    match kind:
        case Doubt.DENIAL | Doubt.OTHER:
            said = gettext(
                "“{words}” says no to what stands beside it, so nothing in this line was taken. "
                "Send the order that is to count, alone in its line.",
                words=words,
            )
        case Doubt.CHANGE:
            said = gettext(
                "“{words}” takes something back, so nothing in this line was taken. Send the "
                "order that counts in the end, alone in its line.",
                words=words,
            )
        case Doubt.CONDITION if moves and not points:
            return line_words.hanging(text)
        case Doubt.CONDITION:
            asked = gettext(
                "Does this hang on something (“{words}”)? It was not taken.", words=words
            )
            said = sentences(asked, unfinished_words.condition_known(gifts=gifts))
        case Doubt.LATER:
            said = gettext(
                "“{words}” speaks of another time, so nothing in this line was taken. Send what is "
                "to happen now without it, and the rest when its time has come.",
                words=words,
            )
        case Doubt.DOUBT | Doubt.TENSE:
            said = gettext(
                "“{words}” leaves open whether this is meant, so it was not taken. If it is, send "
                "the order alone in its line.",
                words=words,
            )
        case Doubt.SHARE:
            said = gettext(
                "“{words}” is no whole number of points, so this was not taken. Write how many "
                "they are, 1 or more.",
                words=words,
            )
        case Doubt.CHOICE:
            return line_words.choice(text)
    return Problem(said, text)


def built_or_waived(words: str) -> Problem:
    """A build that is waived is named all the same: `No build A Ber`."""
    message = gettext(
        "“{words}” leaves a build unused, and this names one. To build nothing, write Waive; to "
        "build, write Build and the unit.",
        words=as_written(words),
    )
    return Problem(message, words)


def number_in_reason(text: str) -> Problem:
    """A payment whose reason holds a number of points."""
    return Problem(
        gettext(
            "“{words}” holds a number. Is that the amount, or another payment? Nothing in this line was "
            "taken. Write each payment in a line of its own.",
            words=as_written(text),
        ),
        text,
    )


def order_in_note(text: str) -> Problem:
    """What stands behind an order as a remark reads as another one."""
    message = gettext(
        "“{text}” stands in this line as a remark and reads as an order, so nothing in the line "
        "was taken. Write one order a line.",
        text=as_written(text),
    )
    return Problem(message, text)

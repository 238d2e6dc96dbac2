"""Complaints and remarks about the text of a line, a block or a mail, whatever it orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from gm.contract.language import Problem
from gm.games.diplomacy.rules.phases import Phase, sort_key
from gm.games.diplomacy.wording.naming import sentences
from gm.interpret.echoes import as_written
from gm.languages import gettext, gettext_noop, quoted


def unreadable(text: str, piece: str = "") -> Problem:
    """The line as a whole is no order in any form we know."""
    if piece and piece != text:
        message = gettext(
            "This line cannot be read from “{piece}” on. "
            "Write one order a line, such as A Xxx - Yyy.",
            piece=as_written(piece),
        )
    else:
        message = gettext(
            "This line cannot be read as an order. Write one order a line, such as A Xxx - Yyy."
        )
    return Problem(message, piece or text)


def too_long() -> Problem:
    """A line longer than any set of orders."""
    return Problem(gettext("This line is too long to be orders. Write one order a line."))


def box_not_ticked() -> str:
    """Return why a line with an empty box is not taken, beside one that is ticked."""
    return gettext("Its box is empty and another one is ticked, so it was not taken.")


def too_many_lines(most: int) -> Problem:
    """A mail with more lines than any set of orders."""
    return Problem(
        gettext(
            "Only the first {most} lines of the mail were read. Send the orders alone.", most=most
        )
    )


def provisional() -> str:
    """Orders are called provisional by their writer."""
    return gettext("These orders count as they stand, until you send others.")


def taken_as_remark(text: str) -> str:
    """Words of a line were passed over."""
    return gettext("Taken as a remark: {text}.", text=as_written(text))


def read_as(written: str, meant: str) -> str:
    """A word was not as it should be, and understood."""
    return gettext("Read {written} as {meant}.", written=as_written(written), meant=meant)


def question(text: str) -> Problem:
    """The line asks something."""
    return Problem(
        gettext("This reads as a question. If it is an order, send it without the mark."), text
    )


def minus_sign(text: str) -> Problem:
    """A minus sign before a unit in winter."""
    unit = text.lstrip("- ")
    message = gettext("A minus sign may mean a removal, or be a bullet. Write Remove or Build.")
    return Problem(message, text, (f"Remove {unit}", f"Build {unit}"), f"Remove {unit}")


def look_alike(text: str, mended: str) -> Problem:
    """Letters of another alphabet stand among Latin ones."""
    return Problem(
        gettext("Some letters only look like ours. Did you mean “{mended}”?", mended=mended),
        text,
        (mended,),
        mended,
    )


def misspelt_verb(written: str, meant: str) -> Problem:
    """A verb is misspelt in a line that would be an order otherwise."""
    message = gettext(
        "“{word}” is no order. Did you mean “{meant}”?", word=as_written(written), meant=meant
    )
    return Problem(message, written, (meant,))


def behind_slip(problem: Problem, written: str, meant: str) -> Problem:
    """Something else is wrong with a line in which a verb is misspelt."""
    # Translators: {problem} is a whole sentence.
    message = gettext(
        "Reading “{word}” as “{meant}”: {problem}",
        word=as_written(written),
        meant=meant,
        problem=problem.message,
    )
    return replace(problem, message=message)


def told_of_before() -> Problem:
    """A line that tells what somebody said or did."""
    return Problem(
        gettext(
            "This tells what was said or done before, so it orders nothing. Write what is to be done "
            "now, such as “Pay 5 to Ulster”."
        )
    )


def order_in_talk(order: str) -> Problem:
    """A line that begins as talk and ends in an order."""
    message = gettext(
        "This line begins as talk, so nothing in it was taken. If {order} is meant as an order, "
        "send it on a line of its own.",
        order=quoted(as_written(order.strip(" ."))),
    )
    return Problem(message)


def hanging(piece: str, conditions: str = "") -> Problem:
    """The line hangs on something in words that decide no order; `conditions` says what may."""
    asked = gettext(
        "This line hangs on something (“{piece}”), so it was not taken.", piece=as_written(piece)
    )
    instead = conditions or gettext("Write what is to happen in any case.")
    return Problem(sentences(asked, instead), piece)


def choice(piece: str) -> Problem:
    """The line leaves a choice open."""
    return Problem(
        gettext(
            "This line holds a choice (“{piece}”), and an order leaves none. "
            "Write what the unit does in any case.",
            piece=as_written(piece),
        ),
        piece,
    )


def condition_on_moves(text: str) -> Problem:
    """A condition decides a move of the same season."""
    return Problem(
        gettext(
            "All moves are made at the same time, so a condition cannot decide one. Write "
            "what the unit does in any case; conditions serve what comes after the moves."
        ),
        text,
    )


def condition_in_block(text: str) -> Problem:
    """A line inside an if-block that is refused."""
    message = gettext("This line stands in a condition that was refused, so it does not count.")
    return Problem(message, text, below=True)


def what_counts(*, met: bool, otherwise: bool) -> str:
    """Return which orders of a condition count whose answer is known.

    Args:
        met: it is met. otherwise: it leads to orders where it is not, too.
    """
    if met:
        return gettext("The condition is met: what follows “then” counts.")
    if otherwise:
        return gettext("The condition is not met: what follows “else” counts.")
    return gettext("The condition is not met, so this orders nothing.")


def block_not_closed(text: str, *, moves: bool) -> Problem:
    """A condition on a line of its own, without the endif that tells how far it goes.

    Args:
        moves: what it would decide are moves.
    """
    why = condition_on_moves(text).message if moves else ""
    wrong = gettext(
        "Nothing closes this “if” with an “endif”, so no line below it was taken. Send again "
        "what is to count in any case."
    )
    return Problem(sentences(why, wrong), text)


def heads_none() -> str:
    """A heading of a later phase below which nothing stands."""
    return gettext(
        "No order stands below this. If it says when an order counts, write that order below it."
    )


def other_phase(phase: Phase, now: Phase) -> str:
    """Return why orders for another phase than the open one are not taken: too early, too late."""
    if sort_key(phase) < sort_key(now):
        said = gettext_noop(
            "These orders are for {named}, which is over. Send orders for the open phase, {phase}."
        )
    else:
        said = gettext_noop(
            "These orders are for {named}; the open phase is {phase}. Send them then."
        )
    return gettext(said, named=phase, phase=now)


def no_such_phase(named: str, now: Phase) -> str:
    """Return that a phase that a line names is none of the calendar."""
    return gettext(
        "There is no phase {named}. Send orders for the open phase, {phase}.",
        named=named,
        phase=now,
    )


# How doubtful words of a line were taken: found once, said in the language of whoever reads it.


@dataclass(frozen=True, slots=True)
class Aside:
    """Words that were passed over."""

    text: str

    def said(self) -> str:
        """Return the sentence on it."""
        return taken_as_remark(self.text)


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A word that was not as it should be, and what it was understood as."""

    written: str
    meant: str

    def said(self) -> str:
        """Return the sentence on it."""
        return read_as(self.written, self.meant)


Remark: TypeAlias = Aside | ReadAs

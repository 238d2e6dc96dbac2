"""Why nothing was done for a mail: what there is in it that was read as nothing, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from gm.app.orders.sitting import Sitting
from gm.app.orders.unread_files import unread_files
from gm.app.senders.beforehand import read_beforehand
from gm.app.table import silent_powers
from gm.app.talk.press_letters import unsent_reply
from gm.interpret.numbers import numbers_alone
from gm.interpret.yes_no import Said, read_answer
from gm.languages import gettext
from gm.mail.values import DropReason, MailReading


def nothing_found(sittings: Sequence[Sitting]) -> tuple[str, str]:
    """Return why nothing was done for a mail, and what would be right."""
    letter = sittings[0].letter
    if (unsent := unsent_reply(letter.reading)) is not None:
        return unsent.why, unsent.remedy
    if read_beforehand(_holds_numbers_alone, letter.reading.lines):
        return (
            gettext("A number alone answers a question, and none is open to you now."),
            gettext("Write the order itself, one a line, at the top of your reply."),
        )
    if read_beforehand(_answers_plainly, letter.reading.lines):
        return (
            gettext(
                "A YES or a NO alone answers a question, and none is open to you now; those of an "
                "earlier phase ended with it."
            ),
            gettext("Write the order itself, one a line, at the top of your reply."),
        )
    if letter.reading.forwarded:
        return (
            gettext(
                "Your mail holds only a forwarded message, and orders in one are never taken."
            ),
            gettext("Write your own orders above it, one a line."),
        )
    if files := unread_files(letter.reading):
        return (
            f"{_no_order(letter.reading)} {files}",
            gettext("Copy your orders from there to the top of your reply, one a line."),
        )
    due = silent_powers(sittings[0].table, {})  # those who would be silent if nobody had written
    if not any(sitting.power in due for sitting in sittings):
        return (
            gettext("Nothing is asked of you this time, so you need send no orders."),
            gettext(
                "For help write HELP on a line of its own. What is meant for the GM goes to {gm}.",
                gm=letter.game.gm_address,
            ),
        )
    return (
        _no_order(letter.reading),
        gettext(
            "Write one order a line at the top of your reply, or HELP on a line of its "
            "own. What is meant for the GM goes to {gm}.",
            gm=letter.game.gm_address,
        ),
    )


def _no_order(reading: MailReading) -> str:
    """Return in a sentence or two what there is in a mail instead of an order."""
    quotes = any(dropped.reason is DropReason.QUOTE for dropped in reading.dropped)
    if any(line.strip() for line in reading.lines):
        told = gettext("No order was found in the lines of your mail that are shown below.")
        beside = gettext("Quoted lines do not count.")
        return f"{told} {beside}" if quotes else told
    if quotes:
        return gettext("Your mail holds only quoted lines, and they do not count.")
    return gettext("There is no text of yours in your mail; its subject does not count.")


def _holds_numbers_alone(lines: tuple[str, ...]) -> bool:
    return any(map(numbers_alone, lines))


def _answers_plainly(lines: tuple[str, ...]) -> bool:
    """Tell whether a mail says yes or no, and nothing else."""
    said = read_answer(lines)
    beside = any(line.strip() and at not in said.places for at, line in enumerate(lines))
    return said.said in {Said.YES, Said.NO} and not beside

"""The lines of a mail that were read as nothing, as its answer shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gm.contract.told import Unread
from gm.languages import gettext, ngettext, pgettext, quoted
from gm.report.wording.text import quiet

MOST_SHOWN: Final = 6
"""Lines that are shown; the others are counted."""

MOST_LETTERS: Final = 100
"""Letters of each that are shown."""


@dataclass(frozen=True, slots=True)
class UnreadLines:
    """Lines that were read as nothing.

    Args:
        lines: in quotes, with where each went, where not all went there.
        told: what became of them, in sentences.
        count: how many there are; passed: how many the game master has.
    """

    lines: tuple[str, ...]
    told: str
    count: int
    passed: int


def unread_section(unread: Unread | None) -> UnreadLines | None:
    """Return the lines as they are shown, cleaned; None where there are none."""
    if unread is None or not unread.lines:
        return None
    count, passed = len(unread.lines), sum(went for _, went in unread.lines)
    mark = pgettext("mark of a line", "sent to the GM") if passed < count else ""
    lines = [_shown(text, mark if went else "") for text, went in unread.lines[:MOST_SHOWN]]
    if more := count - MOST_SHOWN if count > MOST_SHOWN else 0:
        lines.append(ngettext("and {n} more line", "and {n} more lines", more, n=more))
    return UnreadLines(tuple(lines), _told(unread, count, passed), count, passed)


def _shown(text: str, mark: str) -> str:
    plain = quiet(text)
    if len(plain) > MOST_LETTERS:
        plain = f"{plain[:MOST_LETTERS].rstrip()} ..."
    return f"{quoted(plain)} [{mark}]" if mark else quoted(plain)


def _told(unread: Unread, count: int, passed: int) -> str:
    gm = unread.gm
    if unread.held:
        return gettext(
            "Nothing was passed on to {gm}, the game master, since nothing in this mail is done.",
            gm=gm,
        )
    if not passed:
        return ngettext(
            "If this is an order, please send it again in other words.",
            "If one of these is an order, please send it again in other words.",
            count,
        )
    if passed < count:
        return gettext("What is marked was passed on to {gm}, the game master.", gm=gm)
    return ngettext(
        "It was passed on to {gm}, the game master.",
        "They were passed on to {gm}, the game master.",
        count,
        gm=gm,
    )

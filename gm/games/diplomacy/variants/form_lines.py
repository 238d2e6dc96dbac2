"""The lines of the reply form: as mails write them, and as an answer has them when nobody filled them in.

They are orders in the language that is being spoken, with blanks in the places of names and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from gm.languages import known, pgettext, speaking

BLANK: Final = "____"
"""What stands where a name or a number is to be written."""

# Translators: lines of the context "order form" are orders that players fill in and send back, so they
# are words that are read as orders; languages/README.md says which those are.


def build_line(unit: str = BLANK) -> str:
    """Return the line of a build."""
    return pgettext("order form", "Build {unit}", unit=unit)


def remove_line(unit: str = BLANK) -> str:
    """Return the line of a removal."""
    return pgettext("order form", "Remove {unit}", unit=unit)


def bridge_line(first: str = BLANK, second: str = BLANK) -> str:
    """Return the line of a bridge to be built."""
    return pgettext("order form", "Build bridge {first}-{second}", first=first, second=second)


def pay_line(points: str = BLANK, power: str = BLANK) -> str:
    """Return the line of a payment; {points} is a number alone."""
    return pgettext("order form", "Pay {points} to {power}", points=points, power=power)


def receive_line(points: str = BLANK, power: str = BLANK) -> str:
    """Return the line of a receipt of points."""
    return pgettext("order form", "Receive {points} from {power}", points=points, power=power)


def give_line(points: str = BLANK, power: str = BLANK) -> str:
    """Return the line of a gift of points."""
    return pgettext("order form", "Give {points} points to {power}", points=points, power=power)


LINES: Final[tuple[Callable[[], str], ...]] = (
    build_line,
    remove_line,
    bridge_line,
    pay_line,
    receive_line,
    give_line,
)


@cache
def untouched() -> frozenset[str]:
    """Return what is left of each line without its blanks, in every language, `plain`."""
    lines = set[str]()
    for code in known():
        with speaking(code):
            lines.update(plain(line().replace(BLANK, " ")) for line in LINES)
    return frozenset(lines)


def plain(text: str) -> str:
    """Return a line without spaces and in small letters, to compare it."""
    return "".join(text.split()).casefold()

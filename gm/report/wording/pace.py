"""How long a game's phases are open and when its players are reminded, as settings for people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from gm.languages import gettext, gettext_noop
from gm.report.pages.rules_page import Setting
from gm.report.wording.dates import length_words

REMIND = "remind"
"""The name of the reminders' lead among a game's lengths."""

GRACE = "grace"
"""The name, among a game's lengths, of the time after a deadline in which orders still count."""

SETUP = "setup"
"""The name of the length of the first phase, in games that begin with a choice of pieces."""

_HELP = {
    SETUP: gettext_noop("How long the choice of first pieces is open."),
    "movement": gettext_noop("How long a spring or an autumn is open for orders."),
    "retreat": gettext_noop("How long a retreat phase is open."),
    "adjustment": gettext_noop("How long a winter is open."),
    REMIND: gettext_noop(
        "How long before a deadline a power is reminded that lacks orders. In a short phase that "
        "is when half of it is over."
    ),
    GRACE: gettext_noop("How long after a deadline orders are still taken, and marked late."),
}
_WITH_PAYMENTS = {
    **_HELP,
    REMIND: gettext_noop(
        "How long before a deadline a power is reminded that lacks orders, or whose payment has no "
        "other half. In a short phase that is when half of it is over."
    ),
}


def pace(
    lengths: Mapping[str, int], *, payments: bool, setup: bool = False
) -> tuple[Setting, ...]:
    """Return the settings of time.

    Args:
        lengths: seconds by name, as the game has them; what it lacks is not told.
        payments: the game has payments of which a power may be reminded.
        setup: it begins with a choice of first pieces.
    """
    return tuple(
        Setting(name, _words(name, lengths[name]), "", gettext(words))
        for name, words in (_WITH_PAYMENTS if payments else _HELP).items()
        if name in lengths and (setup or name != SETUP) and (lengths[name] or name != GRACE)
    )


def _words(name: str, seconds: int) -> str:
    if name == REMIND and not seconds:
        return gettext("never")
    return length_words(timedelta(seconds=seconds))

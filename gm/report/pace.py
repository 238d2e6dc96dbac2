"""How long a game's phases are open and when its players are reminded, as settings for people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from gm.report.dates import length_words
from gm.report.rules_page import Setting

REMIND = "remind"
"""The name of the reminders' lead among a game's lengths."""

_HELP = {
    "movement": "How long a spring or an autumn is open for orders.",
    "retreat": "How long retreats are.",
    "adjustment": "How long a winter is.",
    REMIND: (
        "How long before a deadline a power is reminded that lacks orders, or whose payment has no "
        "other half. In a short phase that is when half of it is over."
    ),
}


def pace(lengths: Mapping[str, int]) -> tuple[Setting, ...]:
    """Return the settings of time.

    Args:
        lengths: seconds by name, as the game has them; what it lacks is not told.
    """
    return tuple(
        Setting(name, _words(name, lengths[name]), "", help_)
        for name, help_ in _HELP.items()
        if name in lengths
    )


def _words(name: str, seconds: int) -> str:
    if name == REMIND and not seconds:
        return "never"
    return length_words(timedelta(seconds=seconds))

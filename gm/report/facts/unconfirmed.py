"""What a player reads of mails in his name that nothing proves: that they wait, or did not count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from gm.report.wording.dates import moment_words

QUESTION = "Is this mail from you?"
"""The title of the mail that asks about one, by which it is spoken of elsewhere."""


def waits(moments: Sequence[datetime], zone: str) -> str:
    """Return that mails in the reader's name wait for his word; "" if none does.

    Args:
        moments: when they came in, oldest first.
        zone: the reader's.
    """
    if not moments:
        return ""
    if len(moments) == 1:
        return (
            f"{_came(moments, zone)} waits for your word: reply to the mail “{QUESTION}”, or "
            "nothing in it counts."
        )
    return (
        f"{_came(moments, zone)}, wait for your word: reply to the newest mail “{QUESTION}”, or "
        "nothing in them counts."
    )


def not_used(moments: Sequence[datetime], zone: str) -> str:
    """Return that mails in the reader's name were never confirmed; "" if there were none."""
    if not moments:
        return ""
    if len(moments) == 1:
        return f"{_came(moments, zone)} was never confirmed, so nothing in it was used."
    return f"{_came(moments, zone)}, were never confirmed, so nothing in them was used."


def _came(moments: Sequence[datetime], zone: str) -> str:
    last = moment_words(moments[-1], zone)
    if len(moments) == 1:
        return f"A mail of {last} in your name"
    return f"{len(moments)} mails in your name, the last of {last}"

"""What a player reads of mails in his name that nothing proves: that they wait, or did not count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from gm.languages import gettext, gettext_noop, ngettext
from gm.report.wording.dates import moment_words

QUESTION = gettext_noop("Is this mail from you?")
"""The title of the mail that asks about one, by which it is spoken of elsewhere."""

NEWCOMERS_QUESTION = gettext_noop("Please confirm that this mail is yours")
"""The title of the mail that asks somebody without a seat."""


def waits(moments: Sequence[datetime], zone: str) -> str:
    """Return that mails in the reader's name wait for his word; "" if none does.

    Args:
        moments: when they came in, oldest first.
        zone: the reader's.
    """
    if not moments:
        return ""
    return ngettext(
        "A mail of {when} in your name waits for your word: answer YES to the mail "
        "“{question}”, or nothing in it counts.",
        "{n} mails in your name, the last of {when}, wait for your word: answer the newest mail "
        "“{question}”, which numbers them, or nothing in them counts.",
        len(moments),
        n=len(moments),
        when=moment_words(moments[-1], zone),
        question=gettext(QUESTION),
    )


def not_used(moments: Sequence[datetime], zone: str) -> str:
    """Return that mails in the reader's name were never confirmed; "" if there were none."""
    if not moments:
        return ""
    return ngettext(
        "A mail of {when} in your name was never confirmed, so nothing in it was used.",
        "{n} mails in your name, the last of {when}, were never confirmed, so nothing in them was "
        "used.",
        len(moments),
        n=len(moments),
        when=moment_words(moments[-1], zone),
    )

"""How long a game's phases are open and when its players are reminded, as settings for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from gm.contract.stages import StageKind
from gm.languages import gettext, gettext_noop
from gm.report.pages.rules_page import Setting
from gm.report.wording.dates import length_words

REMIND = "remind"
"""The name of the reminders' lead among a game's lengths."""

GRACE = "grace"
"""The name, among a game's lengths, of the time after a deadline in which orders still count."""

USUAL_LEAD = gettext_noop(
    "How long before a deadline a power is reminded that lacks orders. In a short phase that "
    "is when half of it is over."
)
"""What the lead of reminders decides in most games, English; said by gettext."""

_GRACE_HELP = gettext_noop("How long after a deadline orders are still taken, and marked late.")


def pace(
    kinds: Sequence[StageKind],
    lengths: Mapping[str, int],
    lead_help: str,
    *,
    opening: bool = False,
) -> tuple[Setting, ...]:
    """Return the settings of time.

    Args:
        kinds: of the game's stages.
        lengths: seconds by name, as the game has them; what it lacks is not told.
        lead_help: what the lead of reminders decides, in a sentence.
        opening: it begins with a stage of a kind that only a beginning has.
    """
    first = [kind for kind in kinds if kind.opening and opening]
    later = [kind for kind in kinds if not kind.opening]
    helps = {kind.name: gettext(kind.help) for kind in (*first, *later)}
    helps |= {REMIND: lead_help, GRACE: gettext(_GRACE_HELP)}
    return tuple(
        Setting(name, _words(name, lengths[name]), "", words)
        for name, words in helps.items()
        if name in lengths and (lengths[name] or name != GRACE)
    )


def _words(name: str, seconds: int) -> str:
    if name == REMIND and not seconds:
        return gettext("never")
    return length_words(timedelta(seconds=seconds))

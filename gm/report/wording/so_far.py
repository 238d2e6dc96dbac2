"""How far everybody's orders are, in a sentence, as far as its reader may know."""

from __future__ import annotations

from datetime import datetime

from gm.report.views import OrdersSoFar
from gm.report.wording.dates import moment_words, time_left
from gm.report.wording.phrases import counted, listed, phase_words
from gm.rules.phases import Phase


def so_far_words(found: OrdersSoFar) -> str:
    """Return it, as `4 of 7 powers have all their orders in; still awaited: Italy` in a sentence."""
    done = found.asked - found.awaited
    if not found.awaited:
        return "All orders are in."
    names = f"; still awaited: {listed(found.names)}" if found.names else ""
    if not done:
        return f"No power has all its orders in yet{names}."
    have = "has all its" if done == 1 else "have all their"
    return f"{done} of {counted(found.asked, 'power')} {have} orders in{names}."


def early_words(phase: Phase, moment: datetime, zone: str, now: datetime | None) -> str:
    """Return that all orders are in, and until when they can be changed.

    Args:
        phase: the open one; moment: UTC, at which it is resolved then.
        zone: the reader's; now: UTC, where it is to be told how far off that is.
    """
    left = f", {time_left(now, moment)}" if now is not None else ""
    return (
        f"All orders are in: {phase_words(phase)} is resolved on {moment_words(moment, zone)}"
        f"{left}, before its deadline. If somebody changes his orders until then, that time "
        "begins anew; WAIT keeps the phase open to its deadline."
    )

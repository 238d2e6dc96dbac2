"""How far everybody's orders are, in a sentence, as far as its reader may know."""

from __future__ import annotations

from datetime import datetime

from gm.contract.facts import OrdersSoFar
from gm.languages import gettext, listed, ngettext
from gm.report.wording.counts import counted
from gm.report.wording.dates import moment_words, time_left


def so_far_words(found: OrdersSoFar) -> str:
    """Return it, as `4 of 7 powers have all their orders in; still awaited: Italy` in a sentence."""
    done, names = found.asked - found.awaited, listed(found.names)
    if not found.awaited:
        return gettext("All orders are in.")
    if not done and not names:
        return gettext("No power has all its orders in yet.")
    if not done:
        return gettext(
            "No power has all its orders in yet; still awaited: {powers}.", powers=names
        )
    total = counted(found.asked, "power")
    if not names:
        return ngettext(
            "{n} of {total} has all its orders in.",
            "{n} of {total} have all their orders in.",
            done,
            n=done,
            total=total,
        )
    return ngettext(
        "{n} of {total} has all its orders in; still awaited: {powers}.",
        "{n} of {total} have all their orders in; still awaited: {powers}.",
        done,
        n=done,
        total=total,
        powers=names,
    )


def early_words(stage: str, moment: datetime, zone: str, now: datetime | None) -> str:
    """Return that all orders are in, and until when they can be changed.

    Args:
        stage: the open one, as people call it; moment: UTC, at which it is resolved then.
        zone: the reader's; now: UTC, where it is to be told how far off that is.
    """
    facts = {"phase": stage, "moment": moment_words(moment, zone)}
    if now is None:
        return gettext(
            "All orders are in: {phase} is resolved on {moment}, before its deadline. If somebody "
            "changes his orders until then, that time begins anew; WAIT keeps the phase open to its "
            "deadline.",
            **facts,
        )
    return gettext(
        "All orders are in: {phase} is resolved on {moment}, {left}, before its deadline. If "
        "somebody changes his orders until then, that time begins anew; WAIT keeps the phase open "
        "to its deadline.",
        left=time_left(now, moment),
        **facts,
    )

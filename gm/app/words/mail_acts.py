"""What players can do by a word in their mails, beside ordering: WAIT, VOTE, RESIGN ...

An act changes something and says so in sentences. In a mail with orders they stand in its receipt,
in one without in an answer of their own. A word that only asks something is no act: it has a page,
in `gm.app.words.commands`. Every word has its form in `grammar/commands.lark`, and a page of HELP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gm.app.orders.receipts import Sitting
from gm.app.play.votes import vote
from gm.app.seats.resigning import resign
from gm.app.words.absent_mail import absent
from gm.app.words.clearing import clear
from gm.app.words.mark_acts import final, no_final, no_wait, wait
from gm.app.words.own_settings import set_habit, set_language, set_mails, set_time_zone
from gm.errors import Refused
from gm.languages import gettext

Act = Callable[[Sitting, str], tuple[str, ...]]
"""Does what a player asked for, and returns the sentences that tell him what was done.

It is handed the sitting and what stands behind the word on its line, "" for nothing. It writes in
the sitting's transaction and is called once for a line; `sitting.meant` are the powers it is for,
all of a player's unless a heading above the line, or the line itself, names one. InputError or
Refused say why it was not done: their sentence is told, and whatever else the mail holds is done
all the same. They are raised before anything is written.
"""


def _too_early(_sitting: Sitting, _rest: str) -> tuple[str, ...]:
    """Refuse a statement in a game that goes on."""
    raise Refused(
        gettext("Closing statements are taken when the game is over; nothing was recorded.")
    )


ACTS: Final[Mapping[str, Act]] = {
    "ABSENT": absent,
    "CLEAR": clear,
    "FINAL": final,
    "LANGUAGE": set_language,
    "NOFINAL": no_final,
    "NOWAIT": no_wait,
    "RESIGN": resign,
    "SET": set_habit,
    "MAILS": set_mails,
    "TIMEZONE": set_time_zone,
    "WAIT": wait,
    "STATEMENT": _too_early,
    "VOTE": vote,
}
"""The acts by their words, in capitals."""

OF_PHASE: Final = frozenset({"CLEAR", "WAIT", "NOWAIT", "FINAL", "NOFINAL", "VOTE"})
"""The acts that are about the open phase: in a mail that comes too late for it they are not done."""

BEFORE_ORDERS: Final = frozenset({"CLEAR"})
"""The acts that are done before the orders of their mail are entered; all others after them."""

"""SET: what players of mail judges are used to set, and what does it here."""

from __future__ import annotations

from typing import Final

from gm.app.orders.receipts import Sitting
from gm.errors import InputError
from gm.languages import gettext, gettext_noop

_ELSE: Final = gettext_noop("HELP lists what can be told to it.")
_PRESS: Final = gettext_noop(
    "Here, which press is carried is the game master's choice; the opening mail tells it."
)
_AWAY: Final = gettext_noop("Here, write ABSENT and the days, as in ABSENT 24 Dec to 2 Jan.")
_INSTEAD: Final = {
    "press": _PRESS,
    "grey": _PRESS,
    "white": _PRESS,
    "broadcast": _PRESS,
    "absence": _AWAY,
    "vacation": _AWAY,
    "draw": gettext_noop("Here, write VOTE DRAW."),
    "concede": gettext_noop("Here, write VOTE CONCEDE TO and the power."),
    "address": gettext_noop("Here, write ADDRESS and the new address."),
    "password": gettext_noop(
        "Here, there are no passwords: the reply address of your mails proves that you are you."
    ),
    "deadline": gettext_noop("Here, the game master moves deadlines; write to him."),
}


def set_habit(_sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Refuse a judge's SET, and say what does it here; InputError always."""
    word = rest.casefold().removeprefix("no").split()[0]
    instead = next((told for known, told in _INSTEAD.items() if word.startswith(known)), _ELSE)
    nothing = gettext("SET {word} does nothing on this server.", word=rest.upper())
    raise InputError(f"{nothing} {gettext(instead)}")

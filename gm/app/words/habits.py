"""SET: what players of mail judges are used to set, and what does it here."""

from __future__ import annotations

from typing import Final

from gm.app.orders.receipts import Sitting
from gm.errors import InputError

_INSTEAD: Final = {
    "press": "which press is carried is the game master's choice; the opening mail tells it",
    "grey": "which press is carried is the game master's choice; the opening mail tells it",
    "white": "which press is carried is the game master's choice; the opening mail tells it",
    "broadcast": "which press is carried is the game master's choice; the opening mail tells it",
    "absence": "write ABSENT and the days, as in ABSENT 24 Dec to 2 Jan",
    "vacation": "write ABSENT and the days, as in ABSENT 24 Dec to 2 Jan",
    "draw": "write VOTE DRAW",
    "concede": "write VOTE CONCEDE TO and the power",
    "address": "write ADDRESS and the new address",
    "password": "there are no passwords: the reply address of your mails proves that you are you",
    "deadline": "the game master moves deadlines; write to him",
}


def set_habit(_sitting: Sitting, rest: str) -> tuple[str, ...]:
    """Refuse a judge's SET, and say what does it here; InputError always."""
    word = rest.casefold().removeprefix("no").split()[0]
    instead = next((told for known, told in _INSTEAD.items() if word.startswith(known)), "")
    said = f" Here, {instead}." if instead else " HELP lists what can be told to it."
    raise InputError(f"SET {rest.upper()} does nothing on this server.{said}")

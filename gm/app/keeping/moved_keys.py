"""The keys of outgoing mails of a game that moves to another server.

A key says once and for all what a mail is, so that none is written twice. Some count in numbers of
their server: of mails that came in, of journal entries, of people, of offers. There such a
number is another thing's, whose mail would never be written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_RECEIPT: Final = "receipt"
_REFUSAL: Final = "refusal"
_BY_SERVER: Final = frozenset(
    {
        "applied",
        "invited",
        "joined",
        "left",
        "no-standby",
        "observer",
        "offer",
        "paused",
        "resumed",
        "seat",
        "seated",
        "settings",
        "token",
    }
)
"""What is counted in numbers of the server although its key names the game."""


def moved_key(key: str, game_id: int, mails: Mapping[int, int]) -> str:
    """Return the key that an outgoing mail has on the server that its game has come to.

    Args:
        key: its key on the server it comes from.
        game_id: the number of the game here.
        mails: the numbers that mails had there, and those they have here.
    """
    word, *rest = key.split(" ")
    if word == _RECEIPT and rest:
        return " ".join((word, *rest[:-1], _number(rest[-1], mails)))
    if word == _REFUSAL and len(rest) == 1:
        return f"{word} {_number(rest[0], mails)}"
    if word in _BY_SERVER or (rest and rest[0].isdecimal()):
        return f"moved {game_id} {key}"
    return key


def _number(text: str, mails: Mapping[int, int]) -> str:
    """Return a mail's number here; as it is if it is none, or that mail stayed behind."""
    return str(mails.get(int(text), text)) if text.isdecimal() else text

"""Which orders somebody means that he takes back: by the province of a unit, or by their list."""

from __future__ import annotations

import re
from typing import Final

from gm.errors import InputError
from gm.games.diplomacy.language.choices import name_alone, names_like
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.board_split import place_name
from gm.languages import gettext, listed, quoted

_LISTS: Final = {
    "build": "build",
    "removal": "removal",
    "payment": "payment",
    "receipt": "receipt",
    "gift": "gift",
    "promise": "gift",
    "choice": "choice",
    "conditional": "conditional",
}
_AROUND = re.compile(r"\b(?:my|the|of|for|orders?|unit|army|fleet|a|f)\b", re.I)


def key_named(board: Board, text: str) -> str:
    """Return what orders of a list, or to a unit, are filed by; InputError if it is neither."""
    plain = " ".join(_AROUND.sub(" ", text).split())
    singular = plain.casefold().removesuffix("s")
    if singular in _LISTS:
        return _LISTS[singular]
    found = name_alone(board, plain) or name_alone(board, text)
    if len(found) == 1:
        return f"unit {found[0]}"
    near = [
        place_name(board, province)
        for province in (name_alone(board, plain) or names_like(board, plain))
    ]
    if near:
        raise InputError(
            gettext(
                "{text} is no unit's province and no list such as builds. Did you mean {names}? "
                "Nothing was taken back.",
                text=quoted(text.strip()),
                names=listed(near[:5], "or"),
            )
        )
    raise InputError(
        gettext(
            "{text} is no unit's province and no list such as builds. Nothing was taken back.",
            text=quoted(text.strip()),
        )
    )

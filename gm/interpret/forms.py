"""Lines of the reply form: a player copies them from a mail and writes over the underscores."""

from __future__ import annotations

import re

_BLANK = re.compile(r"_{2,}")
_UNTOUCHED = re.compile(
    r"(?:(?:[AF] \S+(?: R)?|Build|Remove|Build bridge ?-|Pay to|Receive from|Give points to) ?)?",
    re.IGNORECASE,
)


def filled_in(text: str) -> str | None:
    """Return a line without the blanks of the form; None if nothing was filled in.

    Other lines come back as they are. What a player writes beside the blanks counts.
    """
    if _BLANK.search(text) is None:
        return text
    rest = " ".join(_BLANK.sub(" ", text).split())
    return None if _UNTOUCHED.fullmatch(rest) else rest

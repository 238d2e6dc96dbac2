"""Lines of the reply form: a player copies them from a mail and writes over the underscores."""

from __future__ import annotations

import re

from gm.games.diplomacy.variants.form_lines import plain, untouched

_BLANK = re.compile(r"_{2,}")
_UNIT = re.compile(r"(?:[AF] \S+(?: R)?)?", re.IGNORECASE)


def filled_in(text: str) -> str | None:
    """Return a line without the blanks of the form; None if nothing was filled in.

    Other lines come back as they are. What a player writes beside the blanks counts.
    """
    if _BLANK.search(text) is None:
        return text
    rest = " ".join(_BLANK.sub(" ", text).split())
    nothing = _UNIT.fullmatch(rest) is not None or plain(rest) in untouched()
    return None if nothing else rest

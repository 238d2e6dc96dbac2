"""Puts the signs by which people correct themselves into words: `*Bur`, `^ Bur`, `s/Pic/Bur/`, `Pic -> Bur`."""

from __future__ import annotations

import re
from typing import Final

_STARRED: Final = re.compile(r"\s*[*^]{1,3}\s?(?=[^\W\d_])(?!.*[*:])")
_EXCHANGED: Final = re.compile(r"\s*s/([^/]{2,40})/([^/]{2,40})/?\w?\s*")
_WORDED: Final = re.compile(
    r"\s*(?:please )?(?:change|replace|swap|switch) (?:the |a |f |army |fleet )*([^\W\d_]{3,20}) (?:to|with|by|for|into) ([^\W\d_]{3,20})[ .!]*",
    re.I,
)
_CHANGED: Final = re.compile(r"\s*([^\W\d_]{3,20})\s*[-=]+>\s*([^\W\d_]{3,20})\s*")


_SIGNS: Final = (_EXCHANGED, _CHANGED, _WORDED)


def plain_correction(text: str) -> str:
    """Return a line with words for the signs of a correction; as it is where it has none."""
    if exchanged := next(filter(None, (sign.fullmatch(text) for sign in _SIGNS)), None):
        return f"{exchanged[2]} not {exchanged[1]}"
    return _STARRED.sub("correction ", text, count=1) if _STARRED.match(text) else text

"""Text as a terminal may have it: what would steer it, or turn text round, is shown and not obeyed."""

from __future__ import annotations

import re
from typing import Final

_STEERS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but the end of a line and the tabulator
    "\u2028\u2029\ud800-\udfff"  # ends of lines, halves of letters
    # Formats that are not seen, such as those of direction; but the joiners belong to writing.
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)


def escaped(text: str) -> str:
    r"""Return a text with each character that would steer a terminal written as JSON writes it.

    What was JSON before is the same JSON after: `\\u202e` stands for what turns text round.
    """
    if text.isascii() and text.isprintable():
        return text
    return _STEERS.sub(_as_json, text.replace("\r\n", "\n"))


def _as_json(found: re.Match[str]) -> str:
    point = ord(found[0])
    if point <= 0xFFFF:
        return f"\\u{point:04x}"
    high, low = divmod(point - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"

"""A made-up language: every sentence that goes through the catalogues is written in strange letters.

What stays plain in a mail that was written in it was never offered to a translator.
"""

from __future__ import annotations

import re

_STRANGE = {
    ord(plain) + at: chr(first + at)
    for plain, first in (("a", 0x430), ("A", 0x410))  # Cyrillic: letters with an upper case
    for at in range(26)
}
_PLACE = re.compile(r"(\{[^{}]*\})")


class Pseudo:
    """The catalogue of the made-up language."""

    code = "en-XA"

    def find(self, message: str, context: str | None = None) -> str:
        """Return the message in strange letters, its places as they were."""
        return "".join(
            part if _PLACE.fullmatch(part) else part.translate(_STRANGE)
            for part in _PLACE.split(message)
        )

    def find_counted(self, one: str, many: str, count: int, context: str | None = None) -> str:
        """Return the English form that goes with a number, in strange letters."""
        return self.find(one if count == 1 else many, context)

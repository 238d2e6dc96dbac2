"""The text of a mail while it comes in by SMTP: where it ends, and how much of it is taken."""

from __future__ import annotations

from dataclasses import dataclass, field

CRLF = b"\r\n"
END = b"\r\n.\r\n"
"""What ends a text, and nothing else does: not a dot between bare line feeds (RFC 5321, 4.1.1.4)."""


@dataclass(slots=True)
class Text:
    """A text that comes in piece by piece.

    Attributes:
        limit: the most bytes taken; of a larger text nothing is kept.
        is_too_large: it was larger.
    """

    limit: int
    is_too_large: bool = False
    # The line before the first has ended, too: a dot alone in the first line ends the text.
    _bytes: bytearray = field(default_factory=lambda: bytearray(CRLF))

    def add(self, more: bytes | bytearray) -> bytearray | None:
        """Take in what came; return what follows the end of the text, None while it goes on."""
        looked_at = max(0, len(self._bytes) - len(END) + 1)
        self._bytes += more
        end = self._bytes.find(END, looked_at)
        size = end if end >= 0 else len(self._bytes) - len(CRLF)
        self.is_too_large = self.is_too_large or size > self.limit
        if end < 0:
            if self.is_too_large:
                del self._bytes[: 1 - len(END)]
            return None
        rest = self._bytes[end + len(END) :]
        del self._bytes[end + len(CRLF) :]
        return rest

    def content(self) -> bytes:
        """Return the text without the dots that were put before dots (RFC 5321, 4.5.2)."""
        return bytes(self._bytes.replace(CRLF + b".", CRLF)[len(CRLF) :])

"""Whom a mail claims to be from, read from its bytes without parsing the rest of it."""

from __future__ import annotations

import re
from typing import Final

from gm.mail.addresses import address_key
from gm.mail.bounds import with_line_feeds
from gm.mail.headers import split_headers

_HEAD_BYTES: Final = 128 * 1024
"""A From line that stands lower down than this belongs to a header that is refused when it is read."""

_WORD: Final = re.compile(r"[^\s<>,;:\"()]+")


def claimed_senders(raw: bytes) -> tuple[str, ...]:
    """Return every address in the From line of a mail, in lower case; it proves nothing."""
    head, _, _ = with_line_feeds(raw[:_HEAD_BYTES]).partition(b"\n\n")
    words = _WORD.findall(split_headers(head).text("from"))
    return tuple(address_key(word) for word in words if "@" in word[1:-1])

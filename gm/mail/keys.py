"""The keys that our mails print for replies without a secret address: "Reply key: abc...".

A mailbox without sub-addressing cannot carry the secret of a seat in its address, so the line
comes back in the quote, wrapped, marked and decorated as the player's mail program likes.
"""

import re
from collections.abc import Iterable, Sequence

LABEL = "Reply key"
"""What our mails print before a key; never translated, so that it can be found again."""

_BETWEEN = r"[\s>|*_＞]{0,40}+"
_KEY = re.compile(
    rf"(?<!\w)[*]{{0,3}}+reply[\s>|*_＞]{{1,40}}+key{_BETWEEN}[:：]{_BETWEEN}(?P<key>[a-z2-7]{{16,32}})(?!\w)[*]{{0,3}}",
    re.I,
)
# What a client may put inside a word without showing it.
_UNSEEN = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF]) | {0xA0: " "}
_MOST = 20


def keys_in(texts: Iterable[str]) -> tuple[str, ...]:
    """Every key in these texts, quoted or not, each once, in lower case; twenty at most."""
    found = (m["key"].lower() for text in texts for m in _KEY.finditer(text.translate(_UNSEEN)))
    return tuple(dict.fromkeys(found))[:_MOST]


def without_keys(lines: Sequence[str]) -> list[str]:
    """The lines without the keys among them, which are neither orders nor words of the player."""
    text = "\n".join(lines)
    if "key" not in text.lower():
        return list(lines)
    return _KEY.sub("", text.translate(_UNSEEN)).split("\n")

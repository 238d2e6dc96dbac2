"""The gate: what a message may cost, settled on raw bytes before anything is parsed.

Each limit answers a message that was seen to take a parser seconds: thousands of addresses,
encoded words, nested comments, a header of a megabyte.
"""

import re

from gm.mail.headers import Headers
from gm.mail.values import Limits

_BOM = b"\xef\xbb\xbf"
_ADDRESS_FIELDS = ("from", "sender", "reply-to", "to", "cc", "bcc")


def with_line_feeds(raw: bytes) -> bytes:
    """The message with LF line ends, without a byte order mark or a leading mbox "From " line.

    CRLF, LF, lone CR and the CR CR LF of a twice converted mail are all one line end.
    """
    if b"\r\r\n" in raw:
        raw = re.sub(rb"(?<!\r)\r++\n", b"\n", raw)
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    raw = raw.removeprefix(_BOM).lstrip(b"\n")
    if raw.startswith((b"From ", b">From ")):
        raw = raw.partition(b"\n")[2]
    return raw


def header_block(raw: bytes, limits: Limits) -> bytes | None:
    """The bytes before the first empty line, or None when they are more than allowed."""
    start = with_line_feeds(raw[: limits.header_bytes * 2 + 2])
    end = len(start) if start.startswith(b"\n") else start.find(b"\n\n")
    if start.startswith(b"\n"):
        return b""
    if end < 0:
        end = len(start)
    return start[:end] if end <= limits.header_bytes else None


def refusal(headers: Headers, limits: Limits) -> str | None:
    """Why these headers are refused, in a sentence, or None if they may be parsed."""
    if len(headers.fields) > limits.header_fields:
        return f"The mail has more than {limits.header_fields} header fields."
    words = sum(value.count(b"=?") for _, value in headers.fields)
    if words > 2 * limits.encoded_words:
        return f"The headers hold more than {limits.encoded_words} encoded words."
    for name in _ADDRESS_FIELDS:
        for value in headers.all(name):
            if value.count(b"(") > limits.comments:
                return f"The {name.title()} field holds more than {limits.comments} comments."
            if value.count(b",") + value.count(b";") >= 2 * limits.recipients:
                return f"The {name.title()} field holds more than {limits.recipients} addresses."
    return None

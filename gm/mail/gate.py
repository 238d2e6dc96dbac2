"""The gate: what a message may cost, settled on raw bytes before anything is parsed.

Each limit answers a message that was seen to take a parser seconds: thousands of addresses,
encoded words, nested comments, a header of a megabyte.
"""

import re
from dataclasses import replace

from gm.mail.headers import Headers, split_headers
from gm.mail.values import Limits

# Looking back keeps a long row of CRs from being tried from each of them.
_LINE_END = re.compile(rb"(?<!\r)\r+\n")
_BOM = b"\xef\xbb\xbf"
_ADDRESS_FIELDS = ("from", "sender", "reply-to", "to", "cc", "bcc")


def with_line_feeds(raw: bytes) -> bytes:
    """The message with LF line ends, without a byte order mark or a leading mbox "From " line.

    CRLF, LF and the CR CR LF of a twice converted mail are one line end everywhere. A lone CR is one
    in the body only: in the header no mail server and no signature takes it for one, so that what
    stands behind it is no field of its own.
    """
    if b"\r" in raw:
        raw = _LINE_END.sub(b"\n", raw) if b"\r\r\n" in raw else raw.replace(b"\r\n", b"\n")
    raw = raw.removeprefix(_BOM).lstrip(b"\n")
    if raw.startswith((b"From ", b">From ")):
        raw = raw.partition(b"\n")[2]
    if b"\r" not in raw:
        return raw
    head, border, body = raw.partition(b"\n\n")
    return head + border + body.replace(b"\r", b"\n")


def header_block(raw: bytes, limits: Limits) -> bytes | None:
    """The bytes before the first empty line, or None when they are more than allowed."""
    most = limits.header_bytes * 2 + 2
    start = with_line_feeds(raw[:most])
    if start.startswith(b"\n"):
        return b""
    end = start.find(b"\n\n")
    if end < 0:
        # What was cut off may hold more fields: a part of a header is not read as the whole.
        end = len(start) if len(raw) <= most else limits.header_bytes + 1
    return start[:end] if end <= limits.header_bytes else None


def header_of(raw: bytes, limits: Limits) -> Headers | None:
    """The header of a message as it was received, or None when it is larger than allowed.

    Everybody who asks whom a mail is from asks here, so that all see the same lines.
    """
    block = header_block(raw, limits)
    if block is None:
        return None
    return replace(split_headers(block), one_line_end=_has_one_line_end(raw, limits))


def _has_one_line_end(raw: bytes, limits: Limits) -> bool:
    """Whether every line of a header ends in the same way: CR LF, or LF.

    Where they differ some see a border, or no line end, where others see none.
    """
    start = raw[: limits.header_bytes * 2 + 2].removeprefix(_BOM).lstrip(b"\r\n")
    ends: set[bytes] = set()
    for line in start.split(b"\n")[:-1]:
        text = line.rstrip(b"\r")
        ends.add(line[len(text) :])
        if not text:
            break
    return ends in (set(), {b""}, {b"\r"})


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

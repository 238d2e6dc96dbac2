"""What a mail may cost: settled on raw bytes before anything is parsed, and again behind the reader."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from gm.languages import gettext_noop
from gm.mail.headers import Headers, split_headers
from gm.mail.values import (
    DEFAULT_LIMITS,
    Dropped,
    DropReason,
    Limits,
    MailKind,
    MailReading,
)

# The gate: what a message may cost, settled on raw bytes before anything is parsed.
#
# Each limit answers a message that was seen to take a parser seconds: thousands of addresses,
# encoded words, nested comments, a header of a megabyte.

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


# The gate behind the reader: how much of a mail the rest of gm ever searches.
#
# A reader may take long and die of a mail; whoever searches what it made may not. So every text of a
# reading has a longest length, whoever made it, and nothing is cut without a sentence that says so.

LONGEST_LINE: Final = 12_000
"""Characters of a line; more than of the longest message, so that what is cut is still too long for one."""

MOST_TEXT: Final = 500_000
"""Characters of all lines together, some two hundred pages."""

LONGEST_ADDRESS: Final = 320
"""Characters of an address (RFC 3696, erratum 1690); no longer one is anybody's."""

LONGEST_ID: Final = 998
"""Characters of a Message-ID, which stands on one line of a header (RFC 5322, 2.1.1)."""

LONGEST_SAYING: Final = 1000
"""Characters of a subject, a name, a sentence and whatever else is one line for people."""

LONGEST_QUOTE: Final = 20_000
"""Characters of a quote, in which is looked for what its reader typed there."""

MOST_OF_A_KIND: Final = 1000
"""Addresses, keys, attachments; each."""

CUT: Final = " […]"
"""Stands where a line was cut."""

LINE_CUT = gettext_noop(
    "A line of your mail was too long and was cut behind 12000 characters. Please write each order "
    "on a line of its own."
)
TEXT_CUT = gettext_noop("The text is too long; only its beginning was read.")


def bounded(reading: MailReading) -> MailReading:
    """Return a reading no text of which is longer than it may be; one within bounds as it is."""
    lines, cut = _lines(reading.lines)
    known = dict.fromkeys((*(text[:LONGEST_SAYING] for text in reading.problems), *cut))
    sender = _address(reading.sender)
    unsure = sender is None and reading.kind in {MailKind.HUMAN, MailKind.LIST}
    return replace(
        reading,
        kind=MailKind.UNSURE_SENDER if unsure else reading.kind,
        sender=sender,
        sender_name=reading.sender_name[:LONGEST_SAYING],
        to=_addresses(reading.to),
        cc=_addresses(reading.cc),
        delivered_to=_addresses(reading.delivered_to),
        subject=reading.subject[:LONGEST_SAYING],
        message_id=_id(reading.message_id),
        in_reply_to=_id(reading.in_reply_to),
        references=tuple(
            reference for reference in reading.references[:MOST_OF_A_KIND] if _id(reference)
        ),
        return_path=_id(reading.return_path),
        lines=lines,
        files=tuple(name[:LONGEST_SAYING] for name in reading.files[:MOST_OF_A_KIND]),
        # The lines of files are the last ones, so what was cut off was theirs first.
        file_lines=max(0, reading.file_lines - (len(reading.lines) - len(lines))),
        dropped=_dropped(reading.dropped),
        keys=tuple(key for key in reading.keys[:MOST_OF_A_KIND] if len(key) <= LONGEST_ADDRESS),
        bounced=_addresses(reading.bounced),
        bounce_status=reading.bounce_status[:LONGEST_ADDRESS],
        original_message_id=_id(reading.original_message_id),
        problems=tuple(known)[:MOST_OF_A_KIND],
    )


def _lines(lines: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines as far as they may be searched, and sentences on what was cut."""
    kept: list[str] = []
    left = MOST_TEXT
    for line in lines[: DEFAULT_LIMITS.lines]:
        text = line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - len(CUT)] + CUT
        if len(text) > left:
            break
        left -= len(text)
        kept.append(text)
    notes = [LINE_CUT] if any(len(line) > LONGEST_LINE for line in lines[: len(kept)]) else []
    return tuple(kept), (*notes, *([TEXT_CUT] if len(kept) < len(lines) else []))


def _dropped(left_out: tuple[Dropped, ...]) -> tuple[Dropped, ...]:
    """Return what was left out, quotes whole as far as all of them together are no longer than a text."""
    kept: list[Dropped] = []
    left = MOST_TEXT
    for dropped in left_out[:MOST_OF_A_KIND]:
        most = LONGEST_QUOTE if dropped.reason is DropReason.QUOTE else LONGEST_SAYING
        text = dropped.text[: min(most, max(left, LONGEST_SAYING))]
        left -= len(text)
        kept.append(Dropped(dropped.reason, text))
    return tuple(kept)


def _address(address: str | None) -> str | None:
    return address if address is None or len(address) <= LONGEST_ADDRESS else None


def _addresses(addresses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(address for address in addresses[:MOST_OF_A_KIND] if _address(address))


def _id(text: str | None) -> str | None:
    """Return an id, or none for one that is too long: half of it would be another's."""
    return text if text is None or len(text) <= LONGEST_ID else None

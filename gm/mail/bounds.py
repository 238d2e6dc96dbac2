"""The gate behind the reader: how much of a mail the rest of gm ever searches.

A reader may take long and die of a mail; whoever searches what it made may not. So every text of a
reading has a longest length, whoever made it, and nothing is cut without a sentence that says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gm.languages import gettext_noop
from gm.mail.values import DEFAULT_LIMITS, Dropped, MailKind, MailReading

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
        dropped=tuple(
            Dropped(dropped.reason, dropped.text[:LONGEST_SAYING])
            for dropped in reading.dropped[:MOST_OF_A_KIND]
        ),
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
    told = [LINE_CUT] if any(len(line) > LONGEST_LINE for line in lines[: len(kept)]) else []
    return tuple(kept), (*told, *([TEXT_CUT] if len(kept) < len(lines) else []))


def _address(address: str | None) -> str | None:
    return address if address is None or len(address) <= LONGEST_ADDRESS else None


def _addresses(addresses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(address for address in addresses[:MOST_OF_A_KIND] if _address(address))


def _id(text: str | None) -> str | None:
    """Return an id, or none for one that is too long: half of it would be another's."""
    return text if text is None or len(text) <= LONGEST_ID else None

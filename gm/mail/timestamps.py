"""When a mail was written, and when a host of ours took it in: the Date and Received lines that can be believed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from gm.mail.bounds import header_of
from gm.mail.headers import Headers, date, message_ids, raw_text, split_headers
from gm.mail.threads import own_id
from gm.mail.values import DEFAULT_LIMITS, MailReading

# When a host of ours took a mail in, told by the Received lines that can be believed.
#
# A sender writes what he likes below our own lines, so the way is followed downwards from the top
# only as long as each line was written by a host of ours and says that it had the mail from a host
# of ours. The lowest line so reached is the border: its time is when the mail came to us.

_MOST_HOPS = 30
_LONGEST = 2000
_BY = re.compile(r"(?:^|\s)by\s+([^\s;()]+)", re.I)
_FROM = re.compile(r"^\s*from\s", re.I)
# Where it came from as the receiving host saw it: "(name [192.0.2.1])", never the HELO before it.
_PEER = re.compile(r"^\s*from\s+\S+\s+\(([^()]{0,400})\)", re.I)
_SEEN = re.compile(r"^(?:([\w.-]+)\s+)?\[(?:ipv6:)?([0-9a-f.:]{2,45})\]", re.I)
# Only a mail system on the same machine, or one that was let in, hands mail over so.
_BY_LMTP = re.compile(r"\swith\s+U?T?F?8?LMTPS?A?\b", re.I)
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class _Hop:
    """One Received line: which host wrote it, whom it had the mail from, and when."""

    host: str
    peers: frozenset[str]
    inside: bool
    moment: datetime | None


def trusted_receipt(raw: bytes, hosts: Collection[str]) -> datetime | None:
    """The moment at which a host of ours took this mail in from outside, in UTC.

    Args:
        raw: the message as received.
        hosts: the names, and the addresses if wanted, of our mail hosts, in any case.

    Returns:
        None when the topmost Received line is not ours, or has no time with a zone.
    """
    headers = header_of(raw, DEFAULT_LIMITS)
    return receipt(headers, hosts) if headers is not None else None


def receipt(headers: Headers, hosts: Collection[str]) -> datetime | None:
    """As `trusted_receipt`, of headers that were split already."""
    ours = {host.lower().rstrip(".") for host in hosts}
    received: datetime | None = None
    for value in headers.all("received")[:_MOST_HOPS]:
        hop = _hop(raw_text(value)[:_LONGEST])
        if hop is None or hop.host not in ours:
            break
        if hop.moment is None:
            break
        received = hop.moment
        if not (hop.inside or hop.peers & (ours | _HERE)):
            break
    return received


def written_by(value: bytes, hosts: Collection[str]) -> bool:
    """Whether a Received line says that one of these hosts wrote it."""
    hop = _hop(raw_text(value)[:_LONGEST])
    return hop is not None and hop.host in {host.lower().rstrip(".") for host in hosts}


def _hop(line: str) -> _Hop | None:
    """What one Received line says (RFC 5321, 4.4), or None if it names no host."""
    words = _without_comments(line)
    by = _BY.search(words)
    if by is None:
        return None
    peer = _PEER.match(line)
    inside = _FROM.match(line) is not None and _BY_LMTP.search(words) is not None
    return _Hop(by[1].lower().rstrip("."), _peers(peer[1] if peer else ""), inside, _moment(words))


def _peers(seen: str) -> frozenset[str]:
    """The address, and the name it resolved to, of the host the mail came from."""
    match = _SEEN.match(seen)
    if match is None:
        return frozenset()
    name = (match[1] or "").lower().rstrip(".")
    return frozenset({match[2].lower(), name} - {"", "unknown"})


def _without_comments(line: str) -> str:
    """The line without what stands in parentheses, however deep."""
    kept: list[str] = []
    depth = 0
    for piece in re.split(r"([()])", line):
        if piece == "(":
            depth += 1
        elif piece == ")":
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(piece)
    return " ".join(kept)


def _moment(words: str) -> datetime | None:
    """The time behind the last semicolon, or None if it has no zone or cannot be read."""
    _, semicolon, stamp = words.rpartition(";")
    if not semicolon or not re.search(r"[+-]\d{4}\b|\b(?:GMT|UTC?)\b", stamp):
        return None
    try:
        moment = parsedate_to_datetime(stamp.strip()[:60])
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


# Which of two mails of one sender he wrote later, where they came in the other way round.
#
# A reply to a receipt was written when that had come, so of two replies the one to the newer receipt
# is the later word, if its sender's own clock agrees; else when they came decides. The clock alone
# decides nothing, and neither does an answer to an old receipt that was written later.

_RECEIPT = re.compile(r"receipt-(\d{1,18})")


@dataclass(frozen=True, slots=True)
class WhenWritten:
    """What a mail says of when it was written.

    Args:
        receipt: the number of the mail whose receipt it answers; None if it answers none.
        date: what its sender's machine claims; None if nothing, or nothing that can be read.
    """

    receipt: int | None
    date: datetime | None

    def is_before(self, other: WhenWritten) -> bool:
        """Tell whether it was written before another, by the receipts both answer and the clock."""
        if self.receipt is None or other.receipt is None or self.receipt >= other.receipt:
            return False
        return self.date is None or other.date is None or self.date <= other.date


def written(reading: MailReading, game: str) -> WhenWritten:
    """Return what a mail says of when it was written."""
    ids = (reading.in_reply_to or "", *reversed(reading.references))
    return WhenWritten(_receipt_among(ids, game), reading.date)


def written_raw(raw: bytes, game: str) -> WhenWritten:
    """Return the same of a mail that has been read before, from its header alone."""
    block = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    headers = split_headers(block + b"\n")
    replied, referred = (message_ids(headers, name) for name in ("in-reply-to", "references"))
    return WhenWritten(_receipt_among((*replied[:1], *reversed(referred)), game), date(headers))


def _receipt_among(ids: Iterable[str], game: str) -> int | None:
    """Return which mail's receipt the first of our own ids is; None if that is no receipt."""
    for text in ids:
        ours = own_id(text)
        if ours is not None and ours.game == game.casefold():
            match = _RECEIPT.fullmatch(ours.kind)
            return int(match[1]) if match is not None else None
    return None

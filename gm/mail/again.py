"""A mail of ours sent once more: the same words under a Message-ID of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import format_datetime
from typing import Final

_FIELD: Final = re.compile(rb"^([!-9;-~]++):[^\r\n]*+(?:\r?\n[ \t][^\r\n]*+)*+\r?\n", re.M)


def again(
    raw: bytes, message_id: str, moment: datetime, reply_to: str, recipient: str | None = None
) -> bytes:
    """Return a mail as it is sent again.

    It answers the first one, unless that answered another, so that both stand together.

    Args:
        raw: the mail as it was.
        message_id: the new Message-ID; moment: of the new Date.
        reply_to: where the answer goes now.
        recipient: to whom it goes, if not to whom it went.
    """
    head, gap, body = raw.partition(b"\r\n\r\n")
    fields = [(found[1].decode("ascii"), found[0]) for found in _FIELD.finditer(head + b"\r\n")]
    known = {name.casefold(): text for name, text in fields}
    new: dict[str, str] = {
        "Message-ID": message_id,
        "Date": format_datetime(moment),
        "Reply-To": reply_to,
    }
    if recipient is not None:
        new["To"] = recipient
    if "in-reply-to" not in known and "message-id" in known:
        first = known["message-id"].split(b":", 1)[1].strip().decode("ascii")
        new |= {"In-Reply-To": first, "References": first}
    kept = b"".join(text for name, text in fields if name.casefold() not in _names(new))
    added = "".join(f"{name}: {value}\r\n" for name, value in new.items())
    return kept + added.encode("ascii") + gap.removeprefix(b"\r\n") + body


def _names(fields: Mapping[str, str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in fields)

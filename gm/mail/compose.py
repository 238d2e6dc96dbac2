"""Outgoing mail as bytes: headers, plain text and HTML, ready for any mail system.

Everything in a header is cleaned first, so that no subject or name can add a header, and all of
it is ASCII on the wire (RFC 2047, quoted-printable). Same value in, same bytes out.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from enum import Enum

from gm.mail.threads import NEW_THREAD, Thread

LOOP_HEADER = "X-GM-Loop"
"""The mark that all our mails carry."""

_MOST_SUBJECT = 200
_MOST_NAME = 80
_LINE = 78
_POLICY = SMTP.clone(max_line_length=_LINE, cte_type="7bit")
_FOLDED_SUBJECT = re.compile(rb"^Subject: ?\r\n ([^\r\n]+(?:\r\n [^\r\n]+)*)", re.MULTILINE)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ADDRESS = re.compile(r"[!#-'*+\-/-9=?A-Z^-~.]{1,64}@[A-Za-z0-9.-]{1,253}", re.A)


class Purpose(Enum):
    """What a mail is for, which decides how machines are told to treat it (RFC 3834).

    ANSWER: to a mail somebody wrote. NEWS: sent on our own account. LIST: to a mailing list.
    """

    ANSWER = "answer"
    NEWS = "news"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class ListInfo:
    """What the mails to a mailing list say about it (RFC 2369, 2919).

    Args:
        id: dotted name of the list: "meadow.games.example.org".
        title: for people.
        help: address where help can be had.
        archive: URL of the archive, if there is one.
    """

    id: str
    title: str
    help: str
    archive: str | None = None


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """One mail to one recipient.

    Args:
        message_id: from `gm.mail.threads`.
        sender_name, sender_address: From.
        recipient: a bare address; recipient_name: the name before it.
        reply_to: where answers go, the game's order address.
        subject, text, html: what it says; html may be "" for none.
        date: an aware moment; becomes Date.
        purpose: answer, news or list mail.
        thread: where it hangs.
        list: of a list mail, what is known about the list.
    """

    message_id: str
    sender_name: str
    sender_address: str
    recipient: str
    subject: str
    text: str
    html: str
    date: datetime
    purpose: Purpose
    recipient_name: str = ""
    reply_to: str | None = None
    thread: Thread = NEW_THREAD
    list: ListInfo | None = None


def clean(text: str, most: int | None = None) -> str:
    """Return text as one line without control, bidi and private characters, at most so long."""
    seen = (character if _is_plain(character) else " " for character in text)
    line = " ".join("".join(seen).split())
    return line if most is None or len(line) <= most else line[: most - 3].rstrip() + "..."


def _is_plain(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind not in {"Cc", "Cs", "Co", "Zl", "Zp"} and character not in _BIDI


def is_sendable(address: str) -> bool:
    """Tell whether an address can stand in a header as it is: ASCII, one @, no odd characters."""
    local = address.rpartition("@")[0]
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    return _ADDRESS.fullmatch(address) is not None and not dots


def compose(mail: OutgoingMail) -> bytes:
    """Return a mail as bytes with CRLF line ends, ASCII only, no line longer than 78 characters.

    Raises:
        ValueError: an address is not sendable, or the date has no time zone.
    """
    if mail.date.tzinfo is None:
        raise ValueError("a mail's date needs a time zone")
    message = EmailMessage(_POLICY)
    _head(message, mail)
    _thread(message, mail)
    _machines(message, mail)
    if mail.list is not None:
        _list(message, mail.list)
    _body(message, mail)
    return _FOLDED_SUBJECT.sub(_fold_again, message.as_bytes(policy=_POLICY), count=1)


def _fold_again(found: re.Match[bytes]) -> bytes:
    """Return a subject that begins on its first line, where the library left that line empty.

    Readers that unfold by the letter would show the subject with a blank before it.
    """
    words = found[1].replace(b"\r\n", b"").split(b" ")
    lines = [b"Subject: " + words[0]]
    if len(lines[0]) > _LINE:
        return found[0]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > _LINE:
            lines.append(b"")
        lines[-1] += b" " + word
    return b"\r\n".join(lines)


def _head(message: EmailMessage, mail: OutgoingMail) -> None:
    message["From"] = _address(mail.sender_name, mail.sender_address)
    message["To"] = _address(mail.recipient_name, mail.recipient)
    if mail.reply_to is not None:
        message["Reply-To"] = _address("", mail.reply_to)
    message["Subject"] = clean(mail.subject, _MOST_SUBJECT)
    message["Date"] = mail.date
    message["Message-ID"] = mail.message_id


def _address(name: str, address: str) -> Address:
    if not is_sendable(address):
        raise ValueError(f"{address!r} cannot stand in a mail header")
    return Address(display_name=clean(name, _MOST_NAME), addr_spec=address)


def _thread(message: EmailMessage, mail: OutgoingMail) -> None:
    if mail.thread.in_reply_to:
        message["In-Reply-To"] = mail.thread.in_reply_to
    if mail.thread.references:
        message["References"] = " ".join(mail.thread.references)


def _machines(message: EmailMessage, mail: OutgoingMail) -> None:
    answer = mail.purpose is Purpose.ANSWER
    message["Auto-Submitted"] = "auto-replied" if answer else "auto-generated"
    if mail.purpose is Purpose.LIST:
        message["Precedence"] = "list"
    else:
        message["X-Auto-Response-Suppress"] = "All"
    message[LOOP_HEADER] = mail.sender_address


def _list(message: EmailMessage, info: ListInfo) -> None:
    title = clean(info.title, _MOST_NAME).replace("<", "").replace(">", "")
    message["List-Id"] = f"{title} <{clean(info.id)}>"
    message["List-Post"] = "NO"
    message["List-Help"] = f"<mailto:{clean(info.help)}>"
    if info.archive:
        message["List-Archive"] = f"<{clean(info.archive)}>"


def _body(message: EmailMessage, mail: OutgoingMail) -> None:
    text = _without_surrogates(mail.text)
    message.set_content(text, charset="utf-8", cte=_encoding(text))
    if not mail.html:
        return
    html = _without_surrogates(mail.html)
    message.add_alternative(html, subtype="html", charset="utf-8", cte=_encoding(html))
    # A random boundary would make a repeated mail differ from the first.
    digest = hashlib.sha256(mail.message_id.encode()).hexdigest()[:24]
    message.set_boundary(f"=_gm_{digest}")


def _without_surrogates(text: str) -> str:
    # Each character once, for a mail has thousands of few kinds.
    odd = {ord(one): "\ufffd" for one in set(text) if one not in "\n\t" and not _is_plain(one)}
    return text.translate(odd) if odd else text


def _encoding(text: str) -> str:
    plain = text.isascii() and all(len(line) <= _LINE for line in text.split("\n"))
    return "7bit" if plain else "quoted-printable"

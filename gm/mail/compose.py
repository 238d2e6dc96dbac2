"""Outgoing mail as bytes: headers, plain text and HTML, ready for any mail system."""

from __future__ import annotations

import base64
import hashlib
import re
import string
import unicodedata
from binascii import b2a_qp
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.policy import SMTP
from email.utils import format_datetime
from enum import Enum
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from gm.mail.pictures import HEADER as PICTURES
from gm.mail.pictures import PictureMark, marks_text
from gm.mail.threads import NEW_THREAD, Thread

# Where a mail that went to a list can be read again in the web: a pattern filled in.
#
# Archives differ in how they name a mail: by the digest of its Message-ID that Mailman's archives use,
# by that id itself, or, as the pages of a game, by what is reported.

_OF_OURS = re.compile(r"\{(game|phase|hash|id)\}")
_OF_A_MAIL = re.compile(r"\{(?:phase|hash|id)\}")


def archive_url(pattern: str, game: str) -> str:
    """Return where all mails of a game stand: the folder of one of them (RFC 2369, List-Archive)."""
    first = _OF_A_MAIL.search(pattern)
    folder = pattern if first is None else pattern[: pattern.rfind("/", 0, first.start()) + 1]
    return folder.replace("{game}", quote(game, safe=""))


def archived_at(pattern: str, game: str, phase: str, message_id: str) -> str | None:
    """Return where one mail stands (RFC 5064, Archived-At); None if the pattern cannot tell.

    Args:
        pattern: as `gm.config` has checked it.
        game: the name of its game; phase: the name of the phase it reports, "" for none.
        message_id: its Message-ID, in angle brackets.
    """
    if _OF_A_MAIL.search(pattern) is None or ("{phase}" in pattern and not phase):
        return None
    bare = message_id.strip("<>")
    values = {"game": game, "phase": phase, "hash": message_id_hash(message_id), "id": bare}
    return _OF_OURS.sub(lambda match: quote(values[match[1]], safe=""), pattern)


def message_id_hash(message_id: str) -> str:
    """Return the digest of a Message-ID by which Mailman's archives name a mail."""
    digest = hashlib.sha1(message_id.strip("<>").encode(), usedforsecurity=False).digest()
    return base64.b32encode(digest).decode("ascii")


# A mail of ours sent once more: the same words under a Message-ID of its own.

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
    fields = [(field[1].decode("ascii"), field[0]) for field in _FIELD.finditer(head + b"\r\n")]
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


# Outgoing mail as bytes: headers, plain text and HTML, ready for any mail system.
#
# Everything in a header is cleaned first, so that no subject or name can add a header, and all of
# it is ASCII on the wire (RFC 2047, quoted-printable). Same value in, same bytes out.
#
# A header with people's words in it is folded and encoded by the library, but for subjects. What is the same in mail
# after mail, a sender or the subject of a season, is folded once; the library's message objects
# cost five times as much as all the rest.

LOOP_HEADER = "X-GM-Loop"
"""The mark that all our mails carry."""

_MOST_SUBJECT = 200
_MOST_NAME = 80
_LINE = 78
_SPARE = 8
"""Letters of a line left free where the library has folded it too late; as many as it was ever late by, and more."""

_POLICY = SMTP.clone(max_line_length=_LINE, cte_type="7bit")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ODD = re.compile(r"[^\n\t -~]")
"""What has to be looked at in a text: anything but plain ASCII."""

_PLAIN_SUBJECT = re.compile(r"(?!.*=\?)[!-~]+(?: [!-~]+)*", re.A)
_PLAIN_NAME = re.compile(r"(?:[A-Za-z0-9]+(?: [A-Za-z0-9]+)*)?", re.A)
_PLAIN_ADDRESS = re.compile(r"[A-Za-z0-9+._-]+@", re.A)
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
    """What the mails to a mailing list say about it (RFC 2369, 2919, 5064).

    Args:
        id: dotted name of the list: "meadow.games.example.org".
        title: for people.
        help: address that answers the word HELP.
        owner: address of the person who looks after it, if one is named.
        archive: URL of the archive, if there is one.
        pattern: how the URL of this very mail is made, if the archive has one for it.
        game, phase: what the pattern is filled in with: the phase that the mail reports, if any.
    """

    id: str
    title: str
    help: str
    owner: str | None = None
    archive: str | None = None
    pattern: str | None = None
    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class MailAttachment:
    """A file that goes with a mail.

    Args:
        name: ASCII, without quotes; kind: its Content-Type with all parameters but the name.
        data: the bytes.
    """

    name: str
    kind: str
    data: bytes


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
        attachments: files that go with it; the mail says all without them.
        pictures: those that the HTML shows; they are named, and put in when it is sent.
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
    attachments: tuple[MailAttachment, ...] = ()
    pictures: tuple[PictureMark, ...] = ()


def clean(text: str, most: int | None = None) -> str:
    """Return text as one line without control, bidi and private characters, at most so long."""
    seen = (character if _is_plain(character) else " " for character in text)
    # What looks like an encoded word the library would decode, line ends in it and all.
    line = " ".join("".join(seen).replace("=?", "= ?").split())
    return line if most is None or len(line) <= most else line[: most - 3].rstrip() + "..."


def _is_plain(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind not in {"Cc", "Cs", "Co", "Zl", "Zp"} and character not in _BIDI


def is_sendable(address: str) -> bool:
    """Tell whether an address can stand in a header as it is: ASCII, one @, no odd characters."""
    local = address.rpartition("@")[0]
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    # What looks like an encoded word is one to some, who would write to somebody else.
    return _ADDRESS.fullmatch(address) is not None and not dots and "=?" not in address


def compose(mail: OutgoingMail) -> bytes:
    """Return a mail as bytes with CRLF line ends, ASCII only.

    No line is longer than 78 characters, but one that a foreign Message-ID fills by itself.

    Raises:
        ValueError: an address is not sendable, or the date has no time zone.
    """
    if mail.date.tzinfo is None:
        raise ValueError("a mail's date needs a time zone")
    return b"".join((*_head(mail), *_thread(mail), *_machines(mail), *_list(mail), *_body(mail)))


def _head(mail: OutgoingMail) -> Iterator[bytes]:
    yield _mailbox("From", mail.sender_name, mail.sender_address)
    yield _mailbox("To", mail.recipient_name, mail.recipient)
    if mail.reply_to is not None:
        yield _mailbox("Reply-To", "", mail.reply_to)
    yield _subject(mail.subject)
    yield f"Date: {format_datetime(mail.date)}\r\n".encode()
    yield _ids("Message-ID", [mail.message_id])


@lru_cache(maxsize=4096)
def _mailbox(name: str, display: str, address: str) -> bytes:
    if not is_sendable(address):
        raise ValueError(f"{address!r} cannot stand in a mail header")
    words = clean(display, _MOST_NAME)
    plain = f"{name}: {words} <{address}>" if words else f"{name}: {address}"
    if len(plain) <= _LINE and _PLAIN_NAME.fullmatch(words) and _PLAIN_ADDRESS.match(address):
        return f"{plain}\r\n".encode()
    return _folded(name, Address(display_name=words, addr_spec=address))


def _folded(name: str, value: str | Address) -> bytes:
    """Return a header field as the library folds and encodes it.

    It folds some lines a letter too late, where plain words follow encoded ones; shorter lines then do.
    """
    folded = _POLICY.fold_binary(*_POLICY.header_store_parse(name, value))
    if all(len(line) <= _LINE for line in folded.split(b"\r\n")):
        return folded
    policy = _POLICY.clone(max_line_length=_LINE - _SPARE)
    return policy.fold_binary(*policy.header_store_parse(name, value))


@lru_cache(maxsize=256)
def _field(name: str, value: str) -> bytes:
    """Return a header field that stands in many mails."""
    return _folded(name, clean(value))


@lru_cache(maxsize=256)
def _subject(text: str) -> bytes:
    line = clean(text, _MOST_SUBJECT)
    if len(line) + len("Subject: ") <= _LINE and _PLAIN_SUBJECT.fullmatch(line):
        return f"Subject: {line}\r\n".encode()
    return _filled([b"Subject:", *(_subject_words(line) or [b""])]) + b"\r\n"


def _subject_words(line: str) -> list[bytes]:
    """Return the words of a subject, encoded where they have to be (RFC 2047).

    Blanks between encoded words are shown by nobody, so a blank that is meant stands in the second one of
    them. The library drops some of these and doubles others where it folds.
    """
    words: list[bytes] = []
    encoded = False
    for word in line.split(" "):
        before, encoded = encoded, len(word) > _PIECE or not _PLAIN_SUBJECT.fullmatch(word)
        words += _encoded_words(f" {word}" if before else word) if encoded else [word.encode()]
    return words


def _encoded_words(text: str) -> list[bytes]:
    """Return text as encoded words, each short enough for a line and of whole characters."""
    pieces = [""]
    for character in text:
        quoted = "".join(_QUOTED.get(byte, f"={byte:02X}") for byte in character.encode())
        if len(pieces[-1]) + len(quoted) > _PIECE:
            pieces.append("")
        pieces[-1] += quoted
    return [f"=?utf-8?q?{piece}?=".encode() for piece in pieces]


_PIECE = 50
"""Letters of an encoded word, or of a word that stands as it is: one fits on the first line."""

_QUOTED = {ord(sign): sign for sign in string.ascii_letters + string.digits + "!*+-/"} | {32: "_"}
"""What stands for itself in an encoded word, and the blank (RFC 2047, 4.2)."""


def _filled(words: Sequence[bytes]) -> bytes:
    """Return words on folded lines, as many on each as it holds; a longer one stays whole."""
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > _LINE:
            lines.append(b"")
        lines[-1] += b" " + word
    return b"\r\n".join(lines)


def _ids(name: str, ids: Sequence[str]) -> bytes:
    """Return a header field of ids or URLs, none of which is broken."""
    # The library would encode one that is longer than a line, and nobody could find it again.
    words = clean(" ".join(ids)).encode("ascii", "replace").split() or [b""]
    return _filled([f"{name}: ".encode() + words[0], *words[1:]]) + b"\r\n"


def _thread(mail: OutgoingMail) -> Iterator[bytes]:
    if mail.thread.in_reply_to:
        yield _ids("In-Reply-To", [mail.thread.in_reply_to])
    if mail.thread.references:
        yield _ids("References", mail.thread.references)


def _machines(mail: OutgoingMail) -> Iterator[bytes]:
    answer = mail.purpose is Purpose.ANSWER
    yield _field("Auto-Submitted", "auto-replied" if answer else "auto-generated")
    if mail.purpose is Purpose.LIST:
        yield _field("Precedence", "list")
    else:
        yield _field("X-Auto-Response-Suppress", "All")
    yield _field(LOOP_HEADER, mail.sender_address)
    if mail.pictures:
        yield _ids(PICTURES, marks_text(mail.pictures))


def _list(mail: OutgoingMail) -> Iterator[bytes]:
    info = mail.list
    if info is None:
        return
    title = clean(info.title, _MOST_NAME).replace("<", "").replace(">", "")
    yield _field("List-Id", f"{title} <{clean(info.id)}>")
    yield _field("List-Post", "NO")
    yield _ids("List-Help", [f"<mailto:{info.help}?subject=help&body=HELP>"])
    if info.owner:
        yield _ids("List-Owner", [f"<mailto:{info.owner}>"])
    if info.archive:
        yield _ids("List-Archive", [f"<{info.archive}>"])
    here = info.pattern and archived_at(info.pattern, info.game, info.phase, mail.message_id)
    if here:
        yield _ids("Archived-At", [f"<{here}>"])


def _body(mail: OutgoingMail) -> Iterator[bytes]:
    yield b"MIME-Version: 1.0\r\n"
    if not mail.attachments:
        yield from _words(mail)
        return
    boundary = _boundary(mail, "all")
    yield f'Content-Type: multipart/mixed; boundary="{boundary}"\r\n'.encode()
    between = f"\r\n--{boundary}".encode()
    yield from (between, b"\r\n", *_words(mail))
    for attachment in mail.attachments:
        yield from (between, b"\r\n", *_attached(attachment))
    yield from (between, b"--\r\n")


def _boundary(mail: OutgoingMail, part: str) -> str:
    """Return what stands between the parts; a random one would make a repeated mail differ."""
    digest = hashlib.sha256(f"{part}{mail.message_id}".encode()).hexdigest()[:24]
    return f"=_gm_{digest}"


def _words(mail: OutgoingMail) -> Iterator[bytes]:
    text = _part("plain", mail.text)
    if not mail.html:
        yield from text
        return
    boundary = _boundary(mail, "")
    yield f'Content-Type: multipart/alternative; boundary="{boundary}"\r\n'.encode()
    between = f"\r\n--{boundary}".encode()
    yield from (between, b"\r\n", *text)
    yield from (between, b"\r\n", *_part("html", mail.html))
    yield from (between, b"--\r\n")


def _attached(attachment: MailAttachment) -> tuple[bytes, bytes]:
    head = (
        f"Content-Type: {attachment.kind}\r\n"
        f'Content-Disposition: attachment; filename="{attachment.name}"\r\n'
        "Content-Transfer-Encoding: base64\r\n\r\n"
    )
    return head.encode("ascii"), base64.encodebytes(attachment.data).replace(b"\n", b"\r\n")


def _part(kind: str, text: str) -> tuple[bytes, bytes]:
    """Return the header of a text and, after an empty line, the text, encoded if it must be."""
    sound = _without_surrogates(text)
    lines = sound.removesuffix("\n").split("\n")
    plain = sound.isascii() and all(len(line) <= _LINE for line in lines)
    data = "\r\n".join((*lines, "")).encode()
    encoding = "7bit" if plain else "quoted-printable"
    head = (
        f'Content-Type: text/{kind}; charset="utf-8"\r\n'
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    return head.encode(), data if plain else b2a_qp(data)


def _without_surrogates(text: str) -> str:
    if _ODD.search(text) is None:
        return text
    # Each character once, for a mail has thousands of few kinds.
    odd = {
        ord(piece): "\ufffd" for piece in set(text) if piece not in "\n\t" and not _is_plain(piece)
    }
    return text.translate(odd) if odd else text

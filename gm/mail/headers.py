"""The header block, taken from raw bytes: fields, encoded words, parameters, message ids.

The standard library's parser is not used: it cuts some Message-IDs short, takes seconds over
hostile fields, and lets line breaks through in a decoded Subject.
"""

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import unquote_to_bytes

from gm.mail.charsets import base64_bytes, characters

_NAME = re.compile(rb"([!-9;-~]+)[ \t]*:")
_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([BbQq])\?([^?]*)\?=")
_Q_BYTE = re.compile(rb"=([0-9A-Fa-f]{2})")
_PARAMETER = re.compile(r';\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"?|[^;"]*)', re.DOTALL)
_SECTION = re.compile(r"([^*]+)(?:\*(\d{1,3}))?(\*)?")
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,900}>")
_NO_LETTERS = re.compile(rb"[^A-Za-z]+")
_BLANKS = b" \t\r\n"
_LONGEST_SUBJECT = 500
_MOST_REFERENCES = 50


@dataclass(frozen=True, slots=True)
class Headers:
    """The fields of one header block in their order, names in lower case, values unfolded.

    Attributes:
        fields: pairs of name and raw value.
        bad_lines: how many lines were no header field at all.
        is_torn: a lone CR or a NUL stands in it, which some take for the end of a line or of a text;
            whoever wrote such a mail is nobody's to say.
        like_from: how many lines somebody else might take for a From line, and we do not.
        one_line_end: every line ends in the same way; `gm.mail.bounds.header_of` looks.
    """

    fields: tuple[tuple[str, bytes], ...]
    bad_lines: int = 0
    is_torn: bool = False
    like_from: int = 0
    one_line_end: bool = True

    def all(self, name: str) -> tuple[bytes, ...]:
        """Every raw value of a field."""
        return tuple(value for known, value in self.fields if known == name)

    def text(self, name: str) -> str:
        """The first value of a field as characters, encoded words left alone; "" if absent."""
        for known, value in self.fields:
            if known == name:
                return raw_text(value)
        return ""

    def has(self, *names: str) -> bool:
        """Whether any of these fields is there."""
        return any(known in names for known, _ in self.fields)


def raw_text(value: bytes) -> str:
    """The characters of a raw value: UTF-8 if it can be, blanks at the ends gone."""
    return characters(value.replace(b"\x00", b""), "utf-8")[0].strip(" \t\r\n")


def split_headers(block: bytes) -> Headers:
    """Split a header block with LF line ends into fields; what is no field is only counted.

    What is folded below a line that is no field belongs to none.
    """
    fields: list[tuple[str, list[bytes]]] = []
    bad = like_from = 0
    parts: list[bytes] | None = None
    for line in block.split(b"\n"):
        match = _NAME.match(line)
        if line[:1] in (b" ", b"\t"):
            if parts is None:
                like_from += _is_like_from(line)
            else:
                parts.append(line)
        elif match:
            parts = [line[match.end() :]]
            name = match[1].decode("ascii").lower()
            fields.append((name, parts))
            like_from += name != "from" and _is_like_from(line)
        elif line:
            parts = None
            bad += 1
            like_from += _is_like_from(line)
    return Headers(
        tuple((name, b"".join(parts).strip(_BLANKS)) for name, parts in fields),
        bad,
        b"\r" in block or b"\x00" in block,
        like_from,
    )


def _is_like_from(line: bytes) -> bool:
    """Whether the letters before a line's colon spell From, whatever stands between them."""
    name, colon, _ = line.partition(b":")
    return colon != b"" and _NO_LETTERS.sub(b"", name).lower() == b"from"


def _word_bytes(encoding: str, payload: str) -> bytes:
    data = payload.encode("utf-8", "replace")
    if encoding in "Bb":
        return base64_bytes(data)[0]
    return _Q_BYTE.sub(lambda m: bytes([int(m[1], 16)]), data.replace(b"_", b" "))


def decode_words(value: str) -> str:
    """Decode RFC 2047 words; a character split over two words of one charset survives."""
    pieces: list[str] = []
    charset, held, end = "", b"", 0
    for match in _WORD.finditer(value):
        gap = value[end : match.start()]
        if gap.strip() or not end or match[1].lower() != charset:
            pieces.append(characters(held, charset)[0])
            held = b""
            pieces.append(gap if gap.strip() or not end else "")
        charset = match[1].lower()
        held += _word_bytes(match[2], match[3])
        end = match.end()
    return "".join([*pieces, characters(held, charset)[0], value[end:]])


def one_line(text: str) -> str:
    """Text fit for a header or a terminal: one line, no control, format or bidi characters."""
    safe = (
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c
        for c in text
        if unicodedata.category(c) not in {"Cf", "Cs"}
    )
    return " ".join("".join(safe).split())


def subject(headers: Headers) -> str:
    """The first Subject, decoded and cleaned, at most 500 characters."""
    return one_line(decode_words(headers.text("subject")))[:_LONGEST_SUBJECT]


def message_id(headers: Headers) -> str | None:
    """The Message-ID from its raw bytes, from the first "<" to the last ">", blanks kept."""
    text = re.sub(r"[\x00-\x1f\x7f]", " ", headers.text("message-id"))
    start, end = text.find("<"), text.rfind(">")
    message = text[start : end + 1] if -1 < start < end else text.strip()
    return message[:998] or None


def message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """The well-formed ids in References or In-Reply-To: the first and the latest 49."""
    ids = [i for value in headers.all(name) for i in _MESSAGE_ID.findall(raw_text(value))]
    if len(ids) > _MOST_REFERENCES:
        ids = [ids[0], *ids[1 - _MOST_REFERENCES :]]
    return tuple(ids)


def date(headers: Headers) -> datetime | None:
    """The Date field in UTC, or None if nobody can read it."""
    try:
        stamp = parsedate_to_datetime(headers.text("date")[:100])
        return stamp.replace(tzinfo=UTC) if stamp.tzinfo is None else stamp.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _plain_value(value: str) -> str:
    value = value.strip()
    if not value.startswith('"'):
        return value
    return re.sub(r"\\(.)", r"\1", value[1:].removesuffix('"'))


def parameters(value: str) -> dict[str, str]:
    """The parameters of a Content-Type or Content-Disposition, RFC 2231 pieces put together."""
    pieces: dict[str, dict[int, tuple[bool, str]]] = {}
    for name, raw in _PARAMETER.findall(value):
        section = _SECTION.fullmatch(name.lower())
        if section:
            order = int(section[2] or 0)
            piece = (section[3] is not None, _plain_value(raw))
            pieces.setdefault(section[1], {}).setdefault(order, piece)
    return {name: _joined(sections) for name, sections in pieces.items()}


def _joined(sections: dict[int, tuple[bool, str]]) -> str:
    """Put the sections of one parameter together; only starred ones are percent-coded."""
    charset, data = "utf-8", b""
    for order, (coded, text) in sorted(sections.items()):
        shown = text
        if coded and order == 0 and text.count("'") >= 2:
            charset, _, shown = text.split("'", 2)
        data += unquote_to_bytes(shown) if coded else shown.encode("utf-8", "replace")
    return decode_words(characters(data, charset)[0])

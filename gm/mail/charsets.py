"""Bytes to text: transfer encodings undone, characters found, whatever the labels say.

Declared charset first, then UTF-8, then Windows-1252, then Latin-1, which always succeeds.
"""

import binascii
import codecs
import quopri
import re

from gm.languages import gettext_noop

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))

# Labels in use that Python does not know, or whose superset is what senders really mean.
_ALIASES = {
    "ansi": "cp1252",
    "big5": "big5hkscs",
    "cp-850": "cp850",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-9": "cp1254",
    "ks_c_5601-1987": "cp949",
    "macintosh": "mac-roman",
    "shift_jis": "cp932",
    "utf8mb4": "utf-8",
    "x-sjis": "cp932",
    "x-mac-roman": "mac-roman",
}
_LATIN = {"iso8859-1", "ascii"}
# These decode for ever, or are not about characters.
_REFUSED = {"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined", "mbcs", "oem"}
_UNLABELLED = {"", "unknown", "unknown-8bit", "x-unknown", "default", "none"}

_LONGEST_CHARACTER = 4
_MOST_BAD_LINES = 1000
_MOST_UU_LINES = 100_000

# Signs of words, which no line of base64 has.
_WORDS = re.compile(rb"[^\sA-Za-z0-9+/=]|\S[ \t]+\S")
# Blanks that a mail system added behind a soft line break (RFC 2045, 6.7).
_PADDED_BREAK = re.compile(rb"=[ \t]+(?:\n|\Z)")
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_SAMPLE = 400
_MIXED = "utf-8 in part"

_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff]")


def base64_bytes(data: bytes) -> tuple[bytes, bool]:
    """Decode base64, however damaged (RFC 2045, 6.8), and say whether it was whole."""
    kept = data.translate(None, _NOT_BASE64)
    body = kept.rstrip(b"=")
    spare = len(body) % 4
    whole = spare == 0 or (spare != 1 and len(kept) > len(body)) or b"=" in body
    if spare == 1:
        body = body[:-1]
    try:
        return binascii.a2b_base64(body + b"=" * (-len(body) % 4)), whole
    except binascii.Error:
        return b"", False


def _uu_bytes(data: bytes) -> bytes:
    """Decode the lines between begin and end of uuencoded data; bad lines are skipped."""
    decoded: list[bytes] = []
    bad = 0
    for line in data.split(b"\n", _MOST_UU_LINES)[:_MOST_UU_LINES]:
        if line.startswith((b"begin ", b"end")):
            continue
        try:
            decoded.append(binascii.a2b_uu(line))
        except binascii.Error:
            bad += 1
            if bad > _MOST_BAD_LINES:
                break
    return b"".join(decoded)


def undo_transfer(data: bytes, encoding: str) -> tuple[bytes, tuple[str, ...]]:
    """Undo a Content-Transfer-Encoding; an unknown one leaves the bytes as they are.

    Returns:
        The bytes, and sentences about what was wrong.
    """
    match encoding.strip().strip("\"'").lower():
        case "base64" if _WORDS.search(data.lstrip().partition(b"\n")[0][:_SAMPLE]):
            return data, (
                gettext_noop("The text is not in base64 as it claims; it was read as it stands."),
            )
        case "base64":
            decoded, whole = base64_bytes(data)
            return decoded, () if whole else (
                gettext_noop("The base64 coding of the text is damaged."),
            )
        case "quoted-printable":
            return quopri.decodestring(_PADDED_BREAK.sub(b"=\n", data)), ()
        case "x-uuencode" | "uuencode" | "x-uue":
            return _uu_bytes(data), ()
        case "" | "7bit" | "8bit" | "binary":
            return data, ()
        case _:
            return data, (
                gettext_noop("The transfer encoding is unknown; the text was read as it stands."),
            )


def _codec(label: str) -> str | None:
    """Python's name for a charset label, or None if it is unknown or refused."""
    wanted = label.strip().strip("\"'").lower()
    try:
        name = codecs.lookup(_ALIASES.get(wanted, wanted)).name
    except (LookupError, ValueError, UnicodeError):
        return None
    return None if name in _REFUSED else name


def _by_bytes(data: bytes, codec: str | None) -> str | None:
    """What a byte order mark says, or where zeros stand in UTF-16 without one."""
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if marked or codec != "utf-16":
        return marked
    sample = data[:_SAMPLE]
    return "utf-16-be" if sample[::2].count(0) > sample[1::2].count(0) else "utf-16-le"


def _attempts(data: bytes, codec: str | None) -> tuple[str, ...]:
    """The codecs to try, the likeliest first."""
    certain = _by_bytes(data, codec)
    if certain is not None:
        return (certain, *_attempts_by_label(data, codec))
    return _attempts_by_label(data, codec)


def _attempts_by_label(data: bytes, codec: str | None) -> tuple[str, ...]:
    if codec == "iso8859-1" and not re.search(b"[\x80-\x9f]", data):
        return (codec,)
    # Latin-1 with C1 bytes is Windows-1252 or mislabelled UTF-8, and so is 8-bit "ASCII".
    if codec is None or codec in _LATIN:
        return ("utf-8", _MIXED, "cp1252", "latin-1")
    return (codec, "utf-8", _MIXED, "cp1252", "latin-1")


def _mixed(data: bytes) -> str | None:
    """UTF-8 with a few bytes in it that are none, or None if it is mostly something else."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return text if len(text.encode()) - len(text) > 4 * broken else None


def _decoded(data: bytes, codec: str, *, cut: bool) -> str | None:
    """The text in this charset, or None if it is in another; cut text may end in half a letter."""
    if codec == _MIXED:
        return _mixed(data)
    for lost in range(_LONGEST_CHARACTER if cut else 1):
        try:
            return data[: len(data) - lost].decode(codec)
        except (LookupError, ValueError):
            continue
    return None


def characters(data: bytes, label: str, *, cut: bool = False) -> tuple[str, tuple[str, ...]]:
    """Decode bytes by their charset label, or by the fallbacks when it is wrong.

    Args:
        data: the bytes, transfer encoding undone.
        label: the charset they claim, "" if none.
        cut: the last character may be incomplete.

    Returns:
        The text, and sentences about a label that did not hold.
    """
    codec = None if label.strip().lower() in _UNLABELLED else _codec(label)
    unknown = codec is None and label.strip().lower() not in _UNLABELLED
    for attempt in _attempts(data, codec):
        text = _decoded(data, attempt, cut=cut)
        if text is None:
            continue
        if unknown:
            return text, ("The character set is unknown; the text was read as " + attempt + ".",)
        if attempt == _MIXED:
            return text, (gettext_noop("Some bytes of the text are no characters."),)
        if codec not in (None, attempt) and codec not in _LATIN:
            return text, (
                gettext_noop("The text is not in the character set it names; read as another."),
            )
        return text, ()
    return data.decode("latin-1"), (
        gettext_noop("The text is not in the character set it names."),
    )


def clean(text: str) -> tuple[str, tuple[str, ...]]:
    """One kind of line end, no control characters, no-break spaces as spaces."""
    problems = (gettext_noop("Null bytes were removed from the text."),) if "\x00" in text else ()
    text = _BREAKS.sub("\n", text)
    return _CONTROLS.sub("", text).replace("\xa0", " ").replace("\u202f", " "), problems

"""Addresses in From, To and Cc: groups, comments, quoted names, in one pass over the text.

Only what stands where RFC 5322 puts an address is one; an address inside a display name
or a comment never is.
"""

import re
import string
import unicodedata
from dataclasses import dataclass
from itertools import groupby

from gm.mail.headers import Headers, decode_words, one_line, raw_text

ADDRESS_CHARS = 320
"""No address is longer; what claims to be one is cut before it becomes a key."""

_BLANKS = " \t\r\n"
_ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
# Looking back keeps a long row of blanks from being tried from each of them.
_AROUND_SIGNS = re.compile(r"(?<![ \t])[ \t]*([@.])[ \t]*")
# What a careless reader would take for an address, wherever it stands in a From line.
_NAMED = re.compile(r'[^\s"@<>()\[\],;:\\]{1,128}@[^\s"@<>()\[\],;:\\]{1,255}')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|\\.|[()<>,;:]|[^"\\()<>,;:]+', re.DOTALL)
_ADDRESS = re.compile(r'(?:"[^"\r\n]{1,64}"|[^\s"@<>()\[\],;:\\]{1,128})@[^\s"@<>(),;:\\]{1,255}')


@dataclass(frozen=True, slots=True)
class Mailbox:
    """One address and the name beside it."""

    address: str
    name: str = ""


@dataclass(slots=True)
class _Reading:
    """What has been gathered of the mailbox now being read."""

    words: list[str]
    comments: list[str]
    angle: list[str] | None = None
    inside: bool = False

    def mailbox(self) -> Mailbox | None:
        bare = "".join(self.words).strip(_BLANKS)
        spec = "".join(self.angle).strip(_BLANKS).lstrip("<") if self.angle is not None else bare
        spec = _AROUND_SIGNS.sub(r"\1", spec)
        # A source route, "<@relay:user@host>", is history; only its last address counts.
        address = normal(spec.rpartition(":")[2].strip(_BLANKS))
        if address is None:
            return None
        name = bare if self.angle is not None else " ".join(self.comments)
        return Mailbox(address, one_line(decode_words(name.strip().strip('"'))))


def normal(address: str) -> str | None:
    """The address with its domain in lower case, or None if it is no address."""
    if not _ADDRESS.fullmatch(address):
        return None
    local, _, domain = address.rpartition("@")
    return f"{local}@{_composed(_lower(domain)).rstrip('.')}"


def address_key(address: str) -> str:
    """What is equal for two ways to write one mailbox, and for no two mailboxes that may differ.

    Before the @ only the letters A to Z have no case, as all mail systems in use have it; a letter
    that merely looks like one of them, or that Unicode folds to one ("\u017f", "\u212a"), is another.
    Behind it the name is compared as the DNS has it.
    """
    text = address.strip(_BLANKS)[:ADDRESS_CHARS]
    if text.isascii():
        return text.lower().rstrip(".") if "@" in text else text.lower()
    local, at, domain = text.rpartition("@")
    if not at:
        return _composed(text.translate(_ASCII_LOWER))
    return f"{_composed(local.translate(_ASCII_LOWER))}@{domain_key(domain)}"


def is_same(address: str, other: str) -> bool:
    """Whether two addresses name one mailbox."""
    return address_key(address) == address_key(other)


def domain_key(domain: str) -> str:
    """What is equal for two ways to write one domain: its labels as IDNA 2008 encodes them.

    A label that IDNA 2008 does not allow is kept apart from all that it does, in a form of its own:
    older rules and browsers map some of them to plain letters, which mail servers do not.
    """
    text = domain.strip(_BLANKS)[:ADDRESS_CHARS].rstrip(".")
    return ".".join(map(_label_key, text.split("."))) if not text.isascii() else text.lower()


def _label_key(label: str) -> str:
    if label.isascii():
        return label.lower()
    return "xn--" + _composed(_lower(label)).encode("punycode").decode("ascii")


def _lower(text: str) -> str:
    """The text in lower case, but for letters whose small form is one of a to z or begins with one."""
    if text.isascii():
        return text.lower()
    small = ((letter, letter.lower()) for letter in text)
    return "".join(
        low if letter.isascii() or not low[:1].isascii() else letter for letter, low in small
    )


def _composed(text: str) -> str:
    """The text in Unicode's form NFC, but for the letters that have an ASCII sign as theirs."""
    runs = groupby(text, _becomes_ascii)
    return "".join(
        "".join(run) if stays else unicodedata.normalize("NFC", "".join(run))
        for stays, run in runs
    )


def _becomes_ascii(letter: str) -> bool:
    return letter > "\x7f" and unicodedata.normalize("NFC", letter).isascii()


def _without_comments(text: str) -> tuple[list[str], list[list[str]]] | None:
    """The tokens outside comments, and the comments with the place each stands at.

    Returns:
        None when the parentheses do not match.
    """
    outside: list[str] = []
    comments: list[list[str]] = []
    depth = 0
    for symbol in _TOKEN.findall(text):
        if symbol == "(":
            depth += 1
            if depth == 1:
                comments.append([])
                outside.append(symbol)
        elif symbol == ")":
            depth -= 1
            if depth < 0:
                return None
        elif depth:
            comments[-1].append(symbol)
        else:
            outside.append(symbol)
    return (outside, comments) if depth == 0 else None


def mailboxes(value: str) -> tuple[Mailbox | None, ...]:
    """The mailboxes of an address list, groups opened; None stands for one nobody can read."""
    split = _without_comments(value)
    if split is None:
        return (None,)
    outside, comments = split
    boxes: list[Mailbox | None] = []
    texts = iter(comments)
    now = _Reading([], [])

    def close() -> None:
        nonlocal now
        # "Lindner, Gus <gus@example.com>" without quotes: the first half is no address.
        if now.angle is not None or "@" in "".join(now.words):
            boxes.append(now.mailbox())
        now = _Reading([], [])

    for symbol in outside:
        if symbol == "(":
            now.comments.append("".join(next(texts)))
        elif now.inside:
            now.inside = symbol != ">"
            if now.inside and now.angle is not None:
                now.angle.append(symbol)
        elif symbol == "<":
            # Two addresses in one mailbox: take neither.
            now.angle = [] if now.angle is None else [","]
            now.inside = True
        elif symbol in {",", ";"}:
            close()
        elif symbol == ":" and now.angle is None:
            now = _Reading([], [])  # what stood before it was a group's name
        else:
            now.words.append(symbol)
    close()
    return tuple(boxes)


def addresses(headers: Headers, *names: str) -> tuple[str, ...]:
    """The addresses in these fields, each once, in their order; unreadable ones left out."""
    # Python's own mail library encodes the comma between two addresses where it folds.
    values = [
        raw_text(value).replace("=?utf-8?q?=2C?=", ",")
        for name in names
        for value in headers.all(name)
    ]
    written = [box.address for value in values for box in mailboxes(value) if box]
    return tuple(dict.fromkeys(written))


def sole_sender(headers: Headers) -> Mailbox | None:
    """The one mailbox in the one From field, or None when there is not exactly one of each.

    None too where the header is torn, or somebody else might find a second From line in it.
    """
    values = headers.all("from")
    if len(values) != 1 or headers.is_torn or headers.like_from:
        return None
    text = raw_text(values[0])
    boxes = mailboxes(text)
    # A group in From names no one person, even if it holds one address.
    return boxes[0] if len(boxes) == 1 and not _is_group(text) else None


def undisputed_sender(headers: Headers) -> Mailbox | None:
    """The sole sender, or None where others that read the same bytes might see another one.

    A mail server or a signature that vouches for the author vouches for the one that it saw. So its
    word counts only where every reader sees the same: no damaged line, at which some end the header;
    one kind of line end; a From line of plain UTF-8 that names one address, wherever it names it.
    """
    sender = sole_sender(headers)
    if sender is None or headers.bad_lines or not headers.one_line_end:
        return None
    (value,) = headers.all("from")
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if any(unicodedata.category(sign) == "Cc" and sign != "\t" for sign in text):
        return None
    named = _NAMED.findall(_AROUND_SIGNS.sub(r"\1", text))
    others = set(map(address_key, named)) - {address_key(sender.address)}
    return sender if not others and len(named) == text.count("@") else None


def _is_group(text: str) -> bool:
    split = _without_comments(text)
    before = [] if split is None else split[0]
    angle = before.index("<") if "<" in before else len(before)
    # Without the ";" that ends a group it is a colon in a careless display name.
    return ":" in before[:angle] and ";" in before

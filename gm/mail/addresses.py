"""Addresses in From, To and Cc: groups, comments, quoted names, in one pass over the text.

Only what stands where RFC 5322 puts an address is one; an address inside a display name
or a comment never is.
"""

import re
from dataclasses import dataclass

from gm.mail.headers import Headers, decode_words, one_line, raw_text

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
        bare = "".join(self.words).strip()
        spec = "".join(self.angle).strip().lstrip("<") if self.angle is not None else bare
        spec = re.sub(r"(?:(?<!\s)\s*+)?([@.])\s*", r"\1", spec)
        # A source route, "<@relay:user@host>", is history; only its last address counts.
        address = normal(spec.rpartition(":")[2].strip())
        if address is None:
            return None
        name = bare if self.angle is not None else " ".join(self.comments)
        return Mailbox(address, one_line(decode_words(name.strip().strip('"'))))


def normal(address: str) -> str | None:
    """The address with its domain in lower case, or None if it is no address."""
    if not _ADDRESS.fullmatch(address):
        return None
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower().rstrip('.')}"


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
    found: list[Mailbox | None] = []
    texts = iter(comments)
    now = _Reading([], [])

    def close() -> None:
        nonlocal now
        # "Lindner, Gus <gus@example.com>" without quotes: the first half is no address.
        if now.angle is not None or "@" in "".join(now.words):
            found.append(now.mailbox())
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
    return tuple(found)


def addresses(headers: Headers, *names: str) -> tuple[str, ...]:
    """The addresses in these fields, each once, in their order; unreadable ones left out."""
    # Python's own mail library encodes the comma between two addresses where it folds.
    values = [
        raw_text(value).replace("=?utf-8?q?=2C?=", ",")
        for name in names
        for value in headers.all(name)
    ]
    found = [box.address for value in values for box in mailboxes(value) if box]
    return tuple(dict.fromkeys(found))


def sole_sender(headers: Headers) -> Mailbox | None:
    """The one mailbox in the one From field, or None when there is not exactly one of each."""
    values = headers.all("from")
    if len(values) != 1:
        return None
    text = raw_text(values[0])
    boxes = mailboxes(text)
    # A group in From names no one person, even if it holds one address.
    return boxes[0] if len(boxes) == 1 and not _is_group(text) else None


def _is_group(text: str) -> bool:
    split = _without_comments(text)
    before = [] if split is None else split[0]
    angle = before.index("<") if "<" in before else len(before)
    # Without the ";" that ends a group it is a colon in a careless display name.
    return ":" in before[:angle] and ";" in before

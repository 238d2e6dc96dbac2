"""A message taken apart along its MIME boundaries (RFC 2046), with a ceiling on the work.

Bodies stay encoded until somebody asks for their text, so pictures cost nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gm.mail.headers import Headers, parameters, split_headers
from gm.mail.values import Limits

_LONGEST_BOUNDARY = 200
_FIELD = rb"[!-9;-~]+[ \t]*:"
_FORGOTTEN = re.compile(
    rb"\n((?!" + _FIELD + rb"|[ \t])[^\n]+(?:\n(?!" + _FIELD + rb")[^\n]*)*+)\Z"
)
_SEEN_BOUNDARY = re.compile(rb"(?:\A|\n)--([!-~]{4,200})[ \t]*\nContent-", re.IGNORECASE)


class TooComplexError(Exception):
    """The message has more parts, or deeper ones, than the limits allow."""


@dataclass(frozen=True, slots=True)
class MimePart:
    """One part of a message.

    Attributes:
        headers: its header fields.
        type: its content type in lower case, for example "text/plain".
        params: the parameters of that type.
        disposition: "attachment", "inline" or "".
        filename: from either header, or "".
        body: the encoded content of a leaf, LF line ends; empty for a multipart.
        children: the parts of a multipart.
        cut: the message ended before this part did.
    """

    headers: Headers
    type: str
    params: Mapping[str, str]
    disposition: str
    filename: str
    body: bytes = b""
    children: tuple["MimePart", ...] = ()
    cut: bool = False

    def leaves(self) -> Iterator["MimePart"]:
        """Every part that holds content, in order."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()


@dataclass(slots=True)
class _Budget:
    """How many parts may still be opened."""

    limits: Limits
    parts: int = 0

    def spend(self, depth: int) -> None:
        self.parts += 1
        if self.parts > self.limits.parts:
            message = f"The mail has more than {self.limits.parts} parts."
            raise TooComplexError(message)
        if depth > self.limits.depth:
            message = f"The mail is nested more than {self.limits.depth} deep."
            raise TooComplexError(message)


def take_apart(raw: bytes, limits: Limits) -> MimePart:
    """Take a message with LF line ends apart.

    Raises:
        TooComplexError: too many parts, too deep, or a part's header too long.
    """
    cut = not raw.endswith(b"\n")
    return _part(raw, "text/plain", at_end=True, cut=cut, depth=0, budget=_Budget(limits))


def within_limits(root: MimePart, limits: Limits) -> tuple[MimePart, bool]:
    """The message without the text parts that come after as much text as is read.

    Returns:
        The message, and whether anything was left out of it.
    """
    left = limits.all_text_bytes
    emptied = False

    def shortened(part: MimePart) -> MimePart:
        nonlocal left, emptied
        if part.children:
            return replace(part, children=tuple(shortened(child) for child in part.children))
        if not part.type.startswith("text/"):
            return part
        too_late = left <= 0
        left -= len(part.body)
        emptied |= too_late
        return replace(part, body=b"") if too_late else part

    texts = sum(len(leaf.body) for leaf in root.leaves() if leaf.type.startswith("text/"))
    return (shortened(root), emptied) if texts > left else (root, False)


def _split_body(raw: bytes, limits: Limits, *, whole: bool) -> tuple[Headers, bytes]:
    """A part's fields and its text: what follows the first empty line.

    Where a whole part has no empty line at all, its last lines are text if they are no fields.
    In a message that may be cut short they can be the damaged end of its header.
    """
    if raw.startswith(b"\n"):
        return Headers(()), raw[1:]
    block, gap, body = raw.partition(b"\n\n")
    forgotten = _FORGOTTEN.search(block) if whole and not gap else None
    if forgotten:
        return split_headers(block[: forgotten.start() + 1]), forgotten[1]
    if len(block) > limits.header_bytes:
        raise TooComplexError("The header of a part is too long.")
    return split_headers(block), body


def _type_of(headers: Headers, default: str) -> tuple[str, dict[str, str]]:
    value = headers.text("content-type")
    kind, _, rest = value.partition(";")
    kind = kind.strip().lower()
    if not re.fullmatch(r"[^\s/]+/[^\s/]+", kind):
        # "text", "plain text" and worse: RFC 2045, 5.2 reads them as plain text.
        kind = default
    return kind, parameters(";" + rest)


def _part(
    raw: bytes, default: str, *, at_end: bool, cut: bool, depth: int, budget: _Budget
) -> MimePart:
    budget.spend(depth)
    headers, body = _split_body(raw, budget.limits, whole=depth > 0 and not cut)
    kind, params = _type_of(headers, default)
    where = headers.text("content-disposition")
    disposition = where.partition(";")[0].strip().lower()
    name = parameters(";" + where.partition(";")[2]).get("filename") or params.get("name", "")
    children: tuple[MimePart, ...] = ()
    boundary = _boundary(kind, params, body)
    if boundary:
        inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        children = tuple(
            _part(piece, inner, at_end=last, cut=last, depth=depth + 1, budget=budget)
            for piece, last in _pieces(body, boundary, at_end=at_end, budget=budget)
        )
    if kind.startswith("multipart/") and not children:
        # No boundary to be found: all there is, is text, or a preamble if the rest is missing.
        kind, body = "text/plain", b"" if cut else body
    return MimePart(
        headers, kind, params, disposition, name, b"" if children else body, children, cut
    )


def _boundary(kind: str, params: Mapping[str, str], body: bytes) -> str:
    """The boundary of a multipart, as declared or else as seen in the body; "" if none."""
    declared = params.get("boundary", "").rstrip()
    if not kind.startswith("multipart/"):
        return ""
    if (
        0 < len(declared) <= _LONGEST_BOUNDARY
        and b"--" + declared.encode("utf-8", "replace") in body
    ):
        return declared
    seen = _SEEN_BOUNDARY.search(body)
    return seen[1].decode("ascii").rstrip() if seen else ""


def _pieces(
    body: bytes, boundary: str, *, at_end: bool, budget: _Budget
) -> list[tuple[bytes, bool]]:
    """The bytes of each part, and whether the message ended inside it."""
    mark = b"--" + boundary.encode("utf-8", "replace")
    line = re.compile(rb"(?:\A|\n)" + re.escape(mark) + rb"(--)?[ \t]*(?=\n|\Z)")
    starts: list[int] = []
    pieces: list[tuple[bytes, bool]] = []
    for match in line.finditer(body):
        if starts:
            pieces.append((body[starts[-1] : match.start()], False))
        if match[1]:
            return pieces
        starts.append(match.end() + 1)
        if len(pieces) > budget.limits.parts:
            message = f"The mail has more than {budget.limits.parts} parts."
            raise TooComplexError(message)
    if starts:
        pieces.append((body[starts[-1] :], at_end))
    return pieces

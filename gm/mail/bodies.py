"""The parts of a message that hold its writer's text: chosen, decoded, put into lines.

Plain text is preferred to HTML; text attachments follow the body; archives are never opened.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gm.languages import gettext_noop
from gm.mail.charsets import characters, clean, undo_transfer
from gm.mail.headers import one_line
from gm.mail.known_text import known_text
from gm.mail.markup import MAY_STRIKE, html_to_text
from gm.mail.mime import MimePart
from gm.mail.quotes import own_text
from gm.mail.values import Dropped, DropReason, Limits

# Paragraphs put together again that a client broke softly (RFC 3676).

_QUOTED = re.compile(r">+")


def unflow(lines: list[str], *, delsp: bool) -> list[str]:
    """Join the soft line breaks of a format=flowed text, at each quote depth by itself.

    Args:
        lines: the text's lines as sent.
        delsp: the DelSp=yes parameter: the space that marks a soft break is not text.

    Returns:
        Whole paragraphs; quoted ones begin with their marks and a space.
    """
    paragraphs: list[list[str]] = []
    open_depth: int | None = None
    for line in lines:
        depth, text = _stripped(line)
        soft = text.endswith(" ") and text != "-- "
        piece = text[:-1] if soft and delsp else text
        if open_depth == depth and text != "-- ":
            paragraphs[-1].append(piece)
        else:
            paragraphs.append(["> " * depth, piece])
        open_depth = depth if soft else None
    return ["".join(pieces) for pieces in paragraphs]


def _stripped(line: str) -> tuple[int, str]:
    """The quote depth of a line, and its text without marks and space-stuffing (4.4)."""
    match = _QUOTED.match(line)
    depth = match.end() if match else 0
    return depth, line[depth:].removeprefix(" ")


_SIGNATURE_TYPES = {
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
}
_SEALED_TYPES = {"application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted"}
_TNEF_TYPES = {"application/ms-tnef", "application/vnd.ms-tnef"}
_TEXT_NAMES = (".txt", ".text", ".ord", ".orders")
# Read as plain text where they stand in the body; their few marks do no harm.
_PLAIN_TYPES = {"text/plain", "text/markdown", "text/x-markdown", "text/enriched", "text/richtext"}
_UNKNOWN_TYPES = {"application/octet-stream", "application/text", "application/txt"}
_ENCODED_FACTOR = 4  # quoted-printable triples a byte; a little room for line ends
_BASE64_LINE = 76
_SHOWN = 80
_LONGEST_SAID = 500
"""Letters that are kept of what stands in another version of a text alone."""
_CLEARSIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_PGP_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
TOO_LONG = gettext_noop("The text is too long; only its beginning was read.")
_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html)\b[^<>]*>", re.I)
# Behind one of these nothing of a line is missing.
_LINE_DONE = re.compile(
    r"(?:</(?:html|body|div|p|li|tr|table|ul|ol|pre|h\d)|<br\s*+/?)\s*+>\s*+\Z", re.I
)
_HTML_ONLY = re.compile(
    r"(?=.*\bhtml\b)(?=.*\b(?:view|display|support|client|reader|program|see|anzeigen)\b)",
    re.I | re.S,
)


@dataclass(slots=True)
class Bodies:
    """What the parts of a message yielded.

    Attributes:
        texts: the lines of each text that stands in the body, quotes still in them.
        attached: the lines of each text attachment, likewise; files: how these are named to people.
        dropped: attachments and marked signatures.
        problems: sentences for people.
        forwarded: a whole message was attached.
    """

    texts: list[list[str]] = field(default_factory=list)
    attached: list[list[str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    forwarded: bool = False

    def has_text(self) -> bool:
        """Whether any body text is more than blanks."""
        return any(line.strip() for text in self.texts for line in text)

    def within(self, most: int) -> Iterator[list[str]]:
        """Every text, body before attachments, as far as there are no more lines than allowed."""
        for text in [*self.texts, *self.attached]:
            if most > 0:
                yield text[:most]
            most -= len(text)
        if most < 0 and TOO_LONG not in self.problems:
            self.problems.append(TOO_LONG)

    def add(self, other: "Bodies") -> None:
        """Take over what another part yielded."""
        self.texts += other.texts
        self.attached += other.attached
        self.files += other.files
        self.dropped += other.dropped
        self.problems += other.problems
        self.forwarded |= other.forwarded


def collect(root: MimePart, limits: Limits) -> Bodies:
    """Every text of a message that can count, body before attachments."""
    bodies = _walk(root, limits)
    if not bodies.has_text() and any(part.type in _TNEF_TYPES for part in root.leaves()):
        bodies.problems.append(
            gettext_noop("The text is inside winmail.dat, which only Outlook can read.")
        )
    bodies.problems[:] = dict.fromkeys(bodies.problems)
    return bodies


def other_versions(root: MimePart, limits: Limits) -> Iterator[str]:
    """The HTML texts of a message in which the word "key" stands, chosen or not."""
    for part in root.leaves():
        if part.type == "text/html" and not _is_attached(part):
            source = text_of(part, limits)[0]
            if "key" in source.lower():
                yield "\n".join(html_to_text(source).lines)


def _walk(part: MimePart, limits: Limits) -> Bodies:
    """What one part yields, its children included."""
    if part.type in _SEALED_TYPES:
        return Bodies(
            problems=[gettext_noop("The mail is encrypted or sealed; its text cannot be read.")]
        )
    if not part.children:
        return _leaf(part, limits)
    match part.type:
        case "multipart/alternative":
            return _alternative(part, limits)
        case "multipart/signed":
            return _walk(part.children[0], limits)
        case "multipart/related":
            return _related(part, limits)
        case _:
            bodies = Bodies()
            for child in part.children:
                bodies.add(_walk(child, limits))
            return bodies


def _related(part: MimePart, limits: Limits) -> Bodies:
    """The root of a multipart/related (RFC 2387, 3.2); the rest are its pictures."""
    root = _root_of(part)
    bodies = _walk(root, limits)
    for child in part.children:
        if child is not root:
            bodies.add(_attachments_in(child, limits))
    return bodies


def _root_of(part: MimePart) -> MimePart:
    """The part named by "start", else the first, or the first with text where that has none."""
    start = part.params.get("start", "").strip("<> ")
    named = (c for c in part.children if start and _content_id(c) == start)
    texts = (c for c in part.children if any(leaf.type.startswith("text/") for leaf in c.leaves()))
    return next(named, None) or next(texts, part.children[0])


def _content_id(part: MimePart) -> str:
    return part.headers.text("content-id").strip("<> ")


def _alternative(part: MimePart, limits: Limits) -> Bodies:
    """The plain version if it says anything, otherwise the next; attachments of all.

    Plain versions do not show what their writer struck out: then the one that does goes first.
    """

    def rank(child: MimePart) -> tuple[bool, bool]:
        return not _strikes_out(child, limits), not _holds_plain(child)

    ordered = sorted(part.children, key=rank)
    bodies = Bodies()
    for child in ordered:
        if bodies.has_text():
            bodies.dropped += _said_only_in(child, bodies, limits)
            bodies.add(_attachments_in(child, limits))
            continue
        candidate = _walk(child, limits)
        if _is_placeholder(candidate) and child is not ordered[-1]:
            candidate.texts.clear()
        bodies.add(candidate)
    return bodies


def _said_only_in(part: MimePart, chosen: Bodies, limits: Limits) -> list[Dropped]:
    """What its writer says in a version of a text that was not chosen, and not in the one that was."""
    chosen_lines = [line for text in chosen.texts for line in text]
    chosen_lines += [line for dropped in chosen.dropped for line in dropped.text.split("\n")]
    known = known_text(("\n".join(chosen_lines),))
    other = _walk(part, limits)
    if _is_placeholder(other):
        return []
    lines = [line for text in other.texts for line in own_text(text).lines if line.strip()]
    around = zip(["", *lines], lines, [*lines[1:], ""], strict=False)
    left = [line for above, line, below in around if not known.has(line, above, below)]
    return [Dropped(DropReason.OTHER_VERSION, "\n".join(left)[:_LONGEST_SAID])] if left else []


def _holds_plain(part: MimePart) -> bool:
    return any(leaf.type == "text/plain" and not _is_attached(leaf) for leaf in part.leaves())


def _strikes_out(part: MimePart, limits: Limits) -> bool:
    """Whether text of its writer is struck out in a version, by HTML."""
    for leaf in part.leaves():
        if leaf.type == "text/html" and not _is_attached(leaf):
            source = text_of(leaf, limits)[0]
            if MAY_STRIKE.search(source) and any(
                dropped.reason is DropReason.STRUCK for dropped in html_to_text(source).dropped
            ):
                return True
    return False


def _is_placeholder(bodies: Bodies) -> bool:
    """Whether a plain version only says that there is an HTML one."""
    lines = [line for text in bodies.texts for line in text if line.strip()]
    return 0 < len(lines) <= 4 and _HTML_ONLY.match(" ".join(lines)[:500]) is not None


def _attachments_in(part: MimePart, limits: Limits) -> Bodies:
    """Only what is attached inside a part whose text was not chosen."""
    bodies = Bodies()
    for leaf in part.leaves():
        if leaf.type not in {*_PLAIN_TYPES, "text/html"} or _is_attached(leaf):
            bodies.add(_leaf(leaf, limits))
    return bodies


def _is_attached(part: MimePart) -> bool:
    return part.disposition == "attachment" or (part.filename != "" and part.disposition != "")


def _leaf(part: MimePart, limits: Limits) -> Bodies:
    """What a part without children yields."""
    name = part.filename.lower()
    named_text = part.type in _UNKNOWN_TYPES and name.endswith(_TEXT_NAMES)
    if part.type == "text/plain" and not _is_attached(part) and _is_markup(part, limits):
        return _html_lines(part, limits)
    if part.type in _PLAIN_TYPES or named_text:
        lines, problems = _plain_lines(part, limits)
        if named_text or _is_attached(part):
            return Bodies(attached=[lines], files=[_shown(part)], problems=problems)
        return Bodies(texts=[lines], problems=problems)
    if part.type == "text/html" and not _is_attached(part):
        return _html_lines(part, limits)
    if part.type in {"message/rfc822", "message/global"}:
        return Bodies(dropped=[Dropped(DropReason.FORWARDED, _shown(part))], forwarded=True)
    if part.type in _SIGNATURE_TYPES:
        return Bodies()
    return Bodies(dropped=[Dropped(DropReason.ATTACHMENT, _shown(part))])


def _is_markup(part: MimePart, limits: Limits) -> bool:
    """Whether a text called plain is a whole HTML page."""
    if b"<" not in part.body[:_SHOWN] and not part.headers.has("content-transfer-encoding"):
        return False
    return _PAGE.match(text_of(part, limits)[0]) is not None


def _shown(part: MimePart) -> str:
    """How an attachment is named to people."""
    return one_line(part.filename)[:200] or part.type[:100]


def text_of(part: MimePart, limits: Limits) -> tuple[str, list[str]]:
    """The characters of a text part, decoded and cleaned, whatever its labels say.

    A message without a line end at its end counts as cut short: mail systems always write one,
    and half a line can be an order of its own. Only base64 that is padded, HTML that closes
    its last line and a right Content-Length show that nothing is missing.

    Returns:
        The text, whole lines only if the message was cut short, and problems in sentences.
    """
    body = part.body[: limits.text_bytes * _ENCODED_FACTOR]
    if part.cut:
        # What is left of a boundary would be taken for text.
        body = re.sub(rb"\n--[^\n]*\Z", b"\n", body)
    encoding = part.headers.text("content-transfer-encoding")
    data, problems = undo_transfer(body, encoding)
    long = len(data) > limits.text_bytes
    cut = long or _is_cut(part, body, encoding)
    by_lines = long or part.type != "text/html"
    data, short = _shortened(data, limits, cut=cut) if by_lines else (data, ())
    decoded, wrong = characters(data, part.params.get("charset", ""), cut=cut)
    text, nulls = clean(decoded)
    return text, [*problems, *short, *wrong, *nulls]


def _is_cut(part: MimePart, body: bytes, encoding: str) -> bool:
    """Whether something is missing at the end of a part's body."""
    return _breaks_off(body, encoding) or (part.cut and not _is_whole(part, body, encoding))


def _is_whole(part: MimePart, body: bytes, encoding: str) -> bool:
    """Whether a message that ends without a line end has all its bytes nevertheless."""
    if encoding.strip().lower() == "base64":
        return body.rstrip().endswith(b"=")
    length = part.headers.text("content-length")
    # Counted with either line end.
    return length in {str(len(body)), str(len(body) + body.count(b"\n"))}


def _breaks_off(body: bytes, encoding: str) -> bool:
    """Whether base64 ends on a full line without padding, as it does where a mail was cut."""
    if encoding.strip().lower() != "base64":
        return False
    lines = body.split()
    if not lines or lines[-1].endswith(b"="):
        return False
    full = {_BASE64_LINE, len(lines[0])} if len(lines) > 1 else {_BASE64_LINE}
    return len(lines[-1]) in full


def _shortened(data: bytes, limits: Limits, *, cut: bool) -> tuple[bytes, tuple[str, ...]]:
    """At most as much text as allowed, and no half line of a message that was cut short."""
    if len(data) > limits.text_bytes:
        data = data[: limits.text_bytes]
        return data[: data.rfind(b"\n") + 1] or data, (TOO_LONG,)
    end = data.rfind(b"\n") + 1
    half = data[end:].strip()
    if not cut or not half:
        return data, ()
    shown = one_line(characters(half[:_SHOWN], "utf-8")[0])
    return data[:end], (
        f'The mail ends without a line end; its last line "{shown}" was left out.',
    )


def _plain_lines(part: MimePart, limits: Limits) -> tuple[list[str], list[str]]:
    """The lines of a plain text part, soft breaks mended if it says it has them."""
    text, problems = text_of(part, limits)
    lines, long = _limited(text.split("\n"), limits)
    if part.params.get("format", "").lower() == "flowed":
        lines = unflow(lines, delsp=part.params.get("delsp", "").lower() == "yes")
    lines, sealed = _without_armour(lines)
    return lines, [*problems, *long, *sealed]


def _html_lines(part: MimePart, limits: Limits) -> Bodies:
    """The lines of an HTML part; its last line goes if the message was cut short."""
    source, problems = text_of(part, limits)
    read = html_to_text(source, most=limits.lines)
    lines, long = _limited(list(read.lines), limits)
    encoding = part.headers.text("content-transfer-encoding")
    if _is_cut(part, part.body, encoding) and not _LINE_DONE.search(source[-200:]):
        lines = lines[:-1]
        problems.append(gettext_noop("The mail ends in the middle; its last line was left out."))
    return Bodies(texts=[lines], dropped=list(read.dropped), problems=[*problems, *long])


def _limited(lines: list[str], limits: Limits) -> tuple[list[str], list[str]]:
    return lines[: limits.lines], [TOO_LONG] if len(lines) > limits.lines else []


def _without_armour(lines: list[str]) -> tuple[list[str], list[str]]:
    """The text inside an inline OpenPGP signature (RFC 9580, 7), its escaped dashes undone."""
    if any(line.strip() == _PGP_ENCRYPTED for line in lines):
        return lines, [gettext_noop("The mail is encrypted; its text cannot be read.")]
    starts = [i for i, line in enumerate(lines) if line.strip() == _CLEARSIGNED]
    if not starts:
        return lines, []
    start = starts[0]
    begin = next((i + 1 for i in range(start, len(lines)) if not lines[i].strip()), len(lines))
    stops = (i for i in range(begin, len(lines)) if lines[i].strip() == _PGP_SIGNATURE)
    end = next(stops, len(lines))
    return lines[:start] + [line.removeprefix("- ") for line in lines[begin:end]], []

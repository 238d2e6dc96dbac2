"""HTML to lines of text, in one pass over it: quotes marked with ">", signatures left out.

Written for mail: what clients wrap quotes, signatures and hidden preview text in is known here.
A tag that is never closed ends the text, as in a browser.
"""

import html
import re
from collections import Counter
from dataclasses import dataclass, replace

from gm.mail.values import DEFAULT_LIMITS, Dropped, DropReason

ORIGINAL = "-----Original Message-----"
RULE = "_" * 32
FORWARD = "---------- Forwarded message ---------"

_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
_OPEN = re.compile(r"</?([a-zA-Z][^\s<>/]*)")
_INSIDE = re.compile(r"(?>[^<>\"']+|\"[^\"]{0,4000}\"|'[^']{0,4000}'|[\"'])*+")
_SPACES = re.compile(r"[ \t\n\r\f]+")
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}
_RAW = {"script", "style", "title", "xml", "template", "textarea", "noscript", "svg", "object"}
_BLOCKS = frozenset(
    "address article blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6"
    " header hr html li main nav ol p pre section table tbody tfoot thead tr ul"
    " aside caption details figcaption figure legend summary".split()
)

# Classes, ids and names that say what stands inside.
_QUOTES = re.compile(
    r"(?<![A-Za-z])(?:[A-Za-z0-9]{0,30}yahoo_quoted|moz-cite-prefix|zmail_extra|reply-intro|quoted-content|front-blockquote|"
    r"messageReplySection|gmail_attr|gmail_quote_attribution|tutanota_quote|__QUOTED_TEXT__|__HEADERS__|"
    r"airmail_on|missive_quote|ntes-mailmaster-quote|vivaldi-quote|sh-quoted-content|edo-reply|"
    r"quoted_header|quoted_body|mobile_quote|isReplyContent|history_container|__pbConv\w*)"
    r"|name=[\"']?quote\b|border-left:(?!\s*6px solid|\s*solid #?\w+ 4\.5pt)[^;\"']{0,40}solid",
    re.I,
)
# But for the boxes of our own mails, as they are and as Outlook writes them: a reply that quotes one below
# a header, without marks, would go on as its writer's own text behind the box.
_SIGNATURES = re.compile(
    r"\b(?:class|id|name|data-marker)\s*=\s*(?:\"[^\"<>]{0,120}?|'[^'<>]{0,120}?|[^\s\"'<>]{0,60}?)"
    r"(?:signature(?!_prefix)|bloop_sign|\bmb_sig\b|CanarySig|__SIG_PRE__|__SIG_POST__)",
    re.I,
)
# What follows is the mail answered or sent on, though nothing wraps it.
_REST = re.compile(
    r"(?<![A-Za-z])(divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container"
    r"|ms-outlook-mobile-reference-message|stopSpelling|OutlookMessageHeader|zwchr)\b"
    r"|border:\s*none;\s*border-top:\s*solid\s*#(E1E1E1|B5C4DF)",
    re.I,
)
_FORWARDS = re.compile(r"(?<![A-Za-z])moz-forward-container\b", re.I)
_HIDDEN = re.compile(
    r"display:\s*none|mso-hide:\s*all|visibility:\s*hidden|max-height:\s*0(?![.\d])"
    r"|(?:^|\s)hidden(?=\s|$|=[\"']?(?:hidden|true|[\"']))",
    re.I,
)
_STRUCK_TAGS = {"s", "strike", "del"}
_STRUCK = re.compile(r"text-decoration[a-z-]{0,20}:[^;\"']{0,40}line-through", re.I)
MAY_STRIKE = re.compile(r"<(?:s|strike|del)\b|line-through", re.I)
"""What stands in HTML in which something may be struck out."""

_PRE = re.compile(r"white-space:\s*(pre|break-spaces)", re.I)
# The indent button of some clients; nothing is quoted.
_INDENT = re.compile(r"^(?!.*(?:border-left|type=[\"']?cite)).*border:\s*(?:none|0)", re.I | re.S)
_ALT = re.compile(r"(?<![\w-])alt\s*=\s*(?:\"([^\"<>]{1,100})\"|'([^'<>]{1,100})')", re.I)
_FILE_NAME = re.compile(r"\.\w{2,4}$|^image\d*$|^\S*$", re.I)
"""Words of pictures that say nothing: the names of files, and one word alone, as logos have it."""

_BOX = re.compile(r"(?<![\w-])type\s*=\s*[\"']?(?:checkbox|radio)\b", re.I)
_TICKED = re.compile(r"(?<![\w-])checked(?![\w-])", re.I)

_MOST_RULES = 1000
_LONGEST_SELECTOR = 500
"""Rules of a style sheet, and characters of what one is for, that are looked at."""

_NAMED = re.compile(r"[.#][\w-]{1,80}")
_NAMES = tuple(
    (
        sign,
        re.compile(
            rf"(?<![\w-]){name}\s*=\s*(\"[^\"<>]{{0,500}}\"|'[^'<>]{{0,500}}'|[^\s\"'<>]{{1,80}})",
            re.I,
        ),
    )
    for sign, name in ((".", "class"), ("#", "id"))
)
"""How a style sheet names classes and ids, and where an element has them."""

_LABELS = re.compile(r"\b(?:class|id|name|style)\s*=", re.I)
_WHOLE = {"html", "body"}


@dataclass(frozen=True, slots=True)
class HtmlText:
    """The text of an HTML part.

    Attributes:
        lines: its lines, quoted ones beginning with "> ".
        dropped: signatures that were marked as such, and what its writer struck out.
    """

    lines: tuple[str, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class _Element:
    """An open element and what it does to the text inside."""

    tag: str
    quote: bool = False
    hidden: bool = False
    signature: bool = False
    struck: bool = False
    pre: bool = False


class _Builder:
    """The lines so far, and what is open around the next piece of text."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.signed: list[str] = []
        self.struck: list[str] = []
        self._current: list[str] = []
        self._stack: list[_Element] = []
        self._open: Counter[str] = Counter()
        self._striking: set[str] = set()
        self._quotes = self._hidden = self._signatures = self._pres = self._strikes = 0

    def start(self, tag: str, attributes: str) -> None:
        """Open an element, or put in what a void one stands for."""
        if tag == "br":
            self.end_line(always=True)
        elif tag == "hr":
            self.end_line()
            if self.lines[-1:] != [RULE]:
                self._write(RULE)
        elif tag == "img":
            self._picture(attributes)
        elif tag == "input":
            self._box(attributes)
        elif tag in {"td", "th"} and self._current:
            self._current.append(" ")
        elif tag in _BLOCKS:
            self.end_line()
        element = _element(tag, attributes)
        if self._is_struck(attributes):
            element = replace(element, struck=True)
        if _LABELS.search(attributes):
            self._landmark(attributes)
        if tag not in _VOID:
            self._stack.append(element)
            self._open[tag] += 1
            self._count(element, 1)

    def _picture(self, attributes: str) -> None:
        """Put in what stands for a picture: the sign that it is, or its words as a line of their own."""
        match = _ALT.search(attributes)
        written = html.unescape(match[1] or match[2] or "") if match else ""
        words = _SPACES.sub(" ", written).strip().replace("]", ")")
        if self._hidden or self._strikes:
            return
        if not any(map(str.isalnum, words)):
            self._current += [words] if words else []
        elif not _FILE_NAME.search(words):
            self._write(f"[image: {words}]")

    def _box(self, attributes: str) -> None:
        """Put in what stands for a box that somebody ticks."""
        if _BOX.search(attributes) and not (self._hidden or self._strikes):
            self._current.append("\u2611 " if _TICKED.search(attributes) else "\u2610 ")

    def style(self, sheet: str) -> None:
        """Take in the classes and ids by which a style sheet strikes text out."""
        for rule in sheet.split("}")[:_MOST_RULES]:
            selector, _, body = rule.rpartition("{")
            if _STRUCK.search(body):
                self._striking.update(_NAMED.findall(selector[-_LONGEST_SELECTOR:]))

    def _is_struck(self, attributes: str) -> bool:
        """Tell whether an element is of a class, or has an id, that is struck out."""
        return bool(self._striking) and any(
            sign + name in self._striking
            for sign, pattern in _NAMES
            for value in pattern.findall(attributes)
            for name in value.strip("\"'").split()
        )

    def _landmark(self, attributes: str) -> None:
        """Write down in words where an answered or forwarded mail begins."""
        if _FORWARDS.search(attributes):
            self._write(FORWARD)
        elif _REST.search(attributes):
            self._write(ORIGINAL)

    def _write(self, line: str) -> None:
        self.end_line()
        self._current.append(line)
        self.end_line()

    def end(self, tag: str) -> None:
        """Close an element and what was left open inside it; ignore one never opened."""
        if tag in _BLOCKS:
            self.end_line()
        if not self._open[tag]:
            return
        while True:
            element = self._stack.pop()
            self._open[element.tag] -= 1
            self._count(element, -1)
            if element.tag == tag:
                return

    def _count(self, element: _Element, step: int) -> None:
        if element.quote or element.signature:
            self.end_line()
        self._quotes += step * element.quote
        self._hidden += step * element.hidden
        self._signatures += step * element.signature
        self._pres += step * element.pre
        self._strikes += step * element.struck

    def text(self, raw: str) -> None:
        """Add text, its blanks collapsed unless it is preformatted."""
        if self._hidden or not raw:
            return
        shown = html.unescape(raw)
        if self._strikes:
            if not (self._quotes or self._signatures):
                self.struck.append(shown.strip())
            return
        if self._pres:
            first, *rest = shown.replace("\r", "").split("\n")
            self._current.append(first)
            for line in rest:
                self.end_line(always=True)
                self._current.append(line)
            return
        shown = _SPACES.sub(" ", shown)
        if not self._current or self._current[-1].endswith(" "):
            shown = shown.removeprefix(" ")
        if shown:
            self._current.append(shown)

    def end_line(self, *, always: bool = False) -> None:
        """End the line if there is one, or in any case."""
        if self._hidden or not (self._current or always):
            return
        line = "".join(self._current).replace("\xa0", " ").rstrip()
        self._current = []
        if self._signatures:
            self.signed.append(line)
        else:
            self.lines.append("> " + line if self._quotes else line)


def _element(tag: str, attributes: str) -> _Element:
    if not attributes:
        return _Element(
            tag, quote=tag == "blockquote", struck=tag in _STRUCK_TAGS, pre=tag == "pre"
        )
    return _Element(
        tag,
        quote=(tag == "blockquote" and not _INDENT.search(attributes))
        or _QUOTES.search(attributes) is not None,
        hidden=_HIDDEN.search(attributes) is not None,
        signature=tag not in _WHOLE and _SIGNATURES.search(attributes) is not None,
        struck=tag in _STRUCK_TAGS or _STRUCK.search(attributes) is not None,
        pre=tag == "pre" or _PRE.search(attributes) is not None,
    )


def _skip_declaration(source: str, at: int) -> int:
    """Where a comment, doctype or processing instruction starting at a position ends."""
    close = "-->" if source.startswith("<!--", at) else ">"
    end = source.find(close, at + 2)
    return len(source) if end < 0 else end + len(close)


def _skip_raw(source: str, tag: str, at: int) -> int:
    """Where the element whose content is no text ends, its closing tag included."""
    close = re.compile(f"</{tag}", re.I).search(source, at)
    end = source.find(">", close.end()) if close else -1
    return len(source) if end < 0 else end + 1


def html_to_text(source: str, *, most: int = DEFAULT_LIMITS.lines) -> HtmlText:
    """The lines a reader would see in an HTML mail.

    Blockquotes, and the wrappers clients put around quotes, give lines that begin with "> ".

    Args:
        source: the markup.
        most: after so many lines, and one more that tells of it, nothing is read.
    """
    builder = _Builder()
    at = 0
    while at < len(source) and len(builder.lines) <= most:
        markup = _MARKUP.search(source, at)
        opening = markup.start() if markup else len(source)
        builder.text(source[at:opening])
        at = _tag(source, opening, builder)
    builder.end_line()
    left_out = {DropReason.SIGNATURE: builder.signed, DropReason.STRUCK: builder.struck}
    texts = {why: "\n".join(line for line in out if line.strip()) for why, out in left_out.items()}
    dropped = tuple(Dropped(why, text[:500]) for why, text in texts.items() if text)
    return HtmlText(tuple(builder.lines), dropped)


def _tag(source: str, at: int, builder: _Builder) -> int:
    """Take in the tag that starts here, and say where the text goes on."""
    if source.startswith(("<!", "<?"), at):
        return _skip_declaration(source, at)
    name = _OPEN.match(source, at)
    if name is None:
        builder.text(source[at : at + 1])
        return at + 1
    inside = _INSIDE.match(source, name.end())
    end = name.end() if inside is None else inside.end()
    if end >= len(source):
        return len(source)
    if source[end] == "<":
        # No tag after all: "A Mun <Tyr" stays text.
        builder.text("&lt;" + source[at + 1 : end])
        return end
    tag = name[1].lower()
    if source.startswith("</", at):
        builder.end(tag)
    elif tag in _RAW and not source.startswith("/>", end - 1):
        behind = _skip_raw(source, tag, end + 1)
        if tag == "style":
            builder.style(source[end + 1 : behind])
        return behind
    else:
        builder.start(tag, source[name.end() : end])
    return end + 1

"""Typography folded into plain signs, so that a phone's dash is the dash of a typewriter.

Folding happens before a line is cut into words. The raw line is kept elsewhere for echoing.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_DASHES = "‐‑‒–—―−﹘﹣－⁃➖ー─━"
_ARROWS = "→⟶➜➡⇒➔➙➛➝➞➟➠➢➣➤➥➦➨➩➪➫➬➭➮➯➱➲➳➵➸➺➻➼➽➾⟹⟼⇨⇾⇢⇉↦↠↣►▶▸▷»›⭢🡒🡪🠖🡆"
_QUOTES = "‘’‚‛´`′ʼʹ＇"
_DOUBLES = '“”„‟«″＂"'
_BULLETS = "•·‣◦∙●○■□▪▫◆◇★☆✓✔➤"
_NOES = "❌❎🚫⛔👎🙅🗑✗✘✖↩↪⏪🔙"
_DOUBTS = "🤔🤷🙃🤥🤡😕🫤🤨🧐🔜⏳⌛⏸⏯"

_SIGNS = str.maketrans(
    {
        **dict.fromkeys(_ARROWS, " -> "),
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys(_QUOTES, "'"),
        **dict.fromkeys(_DOUBLES, " "),
        **dict.fromkeys(_BULLETS, "*"),
        **dict.fromkeys(_NOES, " no "),
        **dict.fromkeys(_DOUBTS, " maybe "),
        "ß": "ss",
        "ẞ": "SS",
        "⁄": "/",
        "∕": "/",
        "\t": " ",
    }
)

_BACK = re.compile(r"(?:(?<!\s)\s*+)?<[-=]++(?![-=>]).*$")
_BOTH_WAYS = re.compile(r"<[-=]+>|[↔⇔⟷⟺⇄⇆]\ufe0f?")
_STRUCK = re.compile(r"(?<![\w~])(~~?)(?=[^\s~])([^~]{1,200})(?<=[^\s~])\1(?![\w~])")
_STRUCK_TAG = re.compile(r"<(s|del|strike)>([^<>]{1,200})</\1>", re.I)
_STRUCK_CODE = re.compile(r"\[(s|del|strike)\]([^\[\]]{1,200})\[/\1\]", re.I)
_STROKES = "\u0335\u0336\u0337\u0338"
_STROKE = re.compile(f"[{_STROKES}]")
_STROKED = re.compile(rf"(?:[^\s{_STROKES}][{_STROKES}][ {_STROKES}]*+){{2,}}+")
"""Letters with strokes through them, as keyboards of phones strike out."""

_SARCASM = re.compile(
    r"</?(?:sarcasm|irony|joke|joking|kidding|jk|ironie|sarkasmus|scherz|magadh)\s*/?>|(?<=\s)/(?:s|j|jk)\s*$",
    re.I,
)
"""Marks of what is not meant: `</sarcasm>`, `/s` behind a blank at the end of a line."""

_THUMB = re.compile(r"\s*+\(([ny])\)\s*+", re.I)
_THUMB_BEHIND = re.compile(r"(?P<said>.*\S)\s++\((?P<way>[ny])\)[\s.!]*+", re.I)
"""A thumb as chats have it, down or up, alone in a line or at its end: `(n)`, `(y)`."""

_MEANS = {"n": " no ", "y": " "}

_WAVERS = re.compile(r"(?:^|(?<=\s))[:=][-'´^]?[/\\](?=\s|$)")
"""A face with its mouth awry: `:-/`."""

_ASKS = re.compile(r"[\s(\[!]*+(?:[?？][\s!)\].]*+)++")
"""A line of question marks alone."""

_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9:]*+(?:\s++[\w:-]++\s*+=[^<>]*+>|\s*+/?>)")
_SPACES = re.compile(r"\s+")
_BRANCH_SIGN = re.compile(r"\b(?:then|else|otherwise):?\s*\(|[();]", re.I)
_ALIKE = dict(
    zip("АВЕЅІЈКМНОРСТХУаеѕіјорсухкмтвн", "ABESIJKMHOPCTXYaesijopcyxkmtbh", strict=True)
) | dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True))


@lru_cache(maxsize=512)
def fold(text: str) -> str:
    """Return a line in plain signs: one kind of dash, arrow, quote and blank.

    Letters keep their case; accents are dropped from Latin letters; entities left over from
    HTML are resolved, also doubly escaped ones; characters that print nothing are gone, but a
    picture that says no or doubts is that word, a line of question marks doubts as well, and what is
    struck out says so. The last lines
    are kept: each step of reading one folds it.
    """
    text = _BOTH_WAYS.sub("-", text)
    if "/" in text or "<" in text:
        text = _SARCASM.sub(" (joking) ", text)
    if "<" in text:
        text = _TAG.sub(" ", _STRUCK_TAG.sub(r" struck \2 ", text))
    if "[/" in text:
        text = _STRUCK_CODE.sub(r" struck \2 ", text)
    if not text.isascii() and _STROKE.search(text):
        text = _STROKED.sub(_said_struck, text)
    if "(" in text and (thumb := _THUMB.fullmatch(text)):
        text = _MEANS[thumb[1].lower()]
    if ("?" in text or "？" in text) and _ASKS.fullmatch(text):
        text = " maybe "
    if ":" in text or "=" in text:
        text = _WAVERS.sub(" maybe ", text)
    if "~" in text:
        text = _STRUCK.sub(r" struck \2 ", text)
    if text.isascii() and "&" not in text:
        plain = text.translate(_SIGNS)
        if not plain.isprintable():
            plain = "".join(map(_plain_letter, plain))
    else:
        text = html.unescape(html.unescape(text))
        # Signs first: compatibility folding would turn some of them into letters.
        plain = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS)
        plain = "".join(map(_plain_letter, plain))
    plain = _SPACES.sub(" ", plain).strip()
    return _branches_whole(plain) if ";" in plain and "(" in plain else plain


def _said_struck(match: re.Match[str]) -> str:
    """Return what is struck through, with the word that says so."""
    return f" struck {_STROKE.sub('', match.group())} "


def _branches_whole(text: str) -> str:
    """Return the line with commas for the semicolons in a branch's brackets (Republic 9e).

    A semicolon parts orders that stand for themselves; those in `else (Build A; Pay 3)` do not,
    and the second would be carried out whatever the condition comes to.
    """
    signs = list(text)
    brackets: list[bool] = []  # those open so far: is it a branch's?
    for sign in _BRANCH_SIGN.finditer(text):
        if sign.group().endswith("("):
            brackets.append(len(sign.group()) > 1)
        elif sign.group() == ";" and brackets and brackets[-1]:
            signs[sign.start()] = ","
        elif sign.group() == ")" and brackets:
            brackets.pop()
    return "".join(signs)


def thumb_behind(text: str) -> tuple[str, str] | None:
    """Return a line that ends in a thumb without it, and as the word it means; None if it is none."""
    match = _THUMB_BEHIND.fullmatch(text) if text.rstrip(" .!\t").endswith(")") else None
    return (match["said"], match["said"] + _MEANS[match["way"].lower()]) if match else None


def look_alikes(text: str) -> str:
    """Return the line with letters of other alphabets that look Latin replaced by Latin ones."""
    return "".join(_ALIKE.get(char, char) for char in text)


def has_look_alikes(text: str) -> bool:
    """Tell whether a line of Latin letters has look-alikes from another alphabet in it."""
    latin = any(char.isascii() and char.isalpha() for char in text)
    return latin and any(char in _ALIKE for char in text)


def afterthought(text: str) -> str:
    """Return the remark behind an arrow that points back, `changed!`; "" if there is none."""
    behind = _BACK.search(text)
    return behind.group().lstrip(" <-=").strip() if behind else ""


def without_afterthought(text: str) -> str:
    """Return the line without a remark behind an arrow that points back: `<-- changed!`."""
    return _BACK.sub("", text)


def _plain_letter(char: str) -> str:
    if char.isascii():
        return char if char.isprintable() or char.isspace() else ""
    category = unicodedata.category(char)
    if category in {"So", "Sk"}:
        return " "  # a picture says nothing
    if category in {"Cf", "Cc", "Mn", "Co", "Cs", "Cn"}:
        return ""
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() and base.isalpha() else char


@lru_cache(maxsize=65536)
def squeeze(text: str) -> str:
    """Return the letters and digits of a text, without case."""
    return "".join(char for char in text.casefold() if char.isalnum())

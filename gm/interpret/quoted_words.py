"""The words of a command as its GM wrote them, whatever his mail program made of quotes and dashes.

A shell's rules, with every language's quotation marks for the straight ones: what stands between
two of them is one word and stays as it was written. A mark inside a word is an apostrophe, and a
long dash before an option is the two hyphens that were typed.
"""

from __future__ import annotations

import html
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

_DOUBLE: Final = '"“”„‟«»″〝〞＂'
_SINGLE: Final = "'‘’‚‛‹›`´′＇ʼʹ"
_DASHES: Final = "‐‑‒–—―−﹘﹣－"
_OF_TWO_SINGLE: Final = re.compile(
    rf"(?:(?<=\s)|(?<=^)|(?<==))[{_SINGLE}]{{2}}(?=[^\s{_SINGLE}])"
    rf"|(?<=[^\s{_SINGLE}=])[{_SINGLE}]{{2}}(?=\s|$)"
)
"""Two single marks for a double one, as some type it; two alone are a word without letters."""

_SHELLS_APOSTROPHE: Final = re.compile(rf"[{_SINGLE}][{_DOUBLE}][{_SINGLE}][{_DOUBLE}][{_SINGLE}]")
"""How a shell's line writes an apostrophe between single marks."""

_OPTION: Final = re.compile(rf"(?:-?[{_DASHES}]+-?)(?=[^\W\d_]{{2}})")
"""What was `--` before a mail program made a dash of it."""

_TAG: Final = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*+\s*+/?>")
_PLAIN: Final = str.maketrans(dict.fromkeys(_DASHES, "-"))
_UNPRINTED: Final = frozenset({"Cf", "Cc", "Co", "Cs", "Cn"})


class OpenQuote(ValueError):
    """A quotation mark that nothing closes."""


def cleaned(line: str) -> str:
    """Return a line without what mail programs leave in it: entities, bare tags, unprinted signs.

    Quotation marks, dashes, accents and the case of letters stay.
    """
    plain = html.unescape(html.unescape(line)) if "&" in line else line
    if "<" in plain:
        plain = _TAG.sub(" ", plain)
    plain = "".join(" " if text.isspace() else text for text in plain)
    if not plain.isprintable():
        plain = "".join(text for text in plain if unicodedata.category(text) not in _UNPRINTED)
    return plain.strip()


def words_of(text: str) -> list[str]:
    """Return the words of a command, those between quotation marks whole; OpenQuote if one is open.

    A line that a shell would have written so is read as a shell reads it.
    """
    shells = _as_a_shell_wrote_it(text)
    if shells is not None:
        return shells
    return list(_Splitter(_OF_TWO_SINGLE.sub('"', text)).words())


def quoted_line(words: Iterable[str]) -> str:
    """Return words as a line of a shell, with double marks around one that has an apostrophe."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    awkward = "'" in word and not any(text in word for text in '"$`\\!')
    return f'"{word}"' if awkward else shlex.quote(word)


def _as_a_shell_wrote_it(text: str) -> list[str] | None:
    """Return the words of a line that one of the house's own ways of writing would give; or None."""
    try:
        words = shlex.split(text)
    except ValueError:
        return None
    return words if text in (shlex.join(words), quoted_line(words)) else None


class _Splitter:
    """Goes through a line once, from its start to its end."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._single = False  # a single mark has opened a quotation

    def words(self) -> Iterator[str]:
        """Yield the words; OpenQuote."""
        while self._skip_blanks():
            start = self._at
            word = self._word()
            if self._single and word[-1:] in _SINGLE and self._is_stray(word):
                raise OpenQuote(self._text[start:])
            if word or self._text[start] in _DOUBLE + _SINGLE:
                yield word

    def _is_stray(self, word: str) -> bool:
        """Tell whether a word's last sign is a mark outside of quotation marks."""
        return bool(word) and self._text[self._at - 2 : self._at - 1] == word[-2:-1]

    def _skip_blanks(self) -> bool:
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1
        return self._at < len(self._text)

    def _word(self) -> str:
        parts: list[str] = []
        if option := _OPTION.match(self._text, self._at):
            parts.append("--")
            self._at = option.end()
        start = self._at
        while self._at < len(self._text) and not self._text[self._at].isspace():
            sign = self._text[self._at]
            if self._opens(sign, start):
                parts.append(self._quoted(sign))
            elif sign == "\\" and self._escapes():
                parts.append(self._text[self._at + 1])
                self._at += 2
            else:
                parts.append(_plain(sign))
                self._at += 1
        return "".join(parts)

    def _opens(self, sign: str, start: int) -> bool:
        """Tell whether a mark opens a quotation; between two letters it is an apostrophe."""
        if sign in _DOUBLE:
            return True
        before = self._text[self._at - 1] if self._at > start else " "
        return sign in _SINGLE and not before.isalnum()

    def _escapes(self) -> bool:
        following = self._text[self._at + 1 : self._at + 2]
        return bool(following) and (following in _DOUBLE + _SINGLE + "\\" or following.isspace())

    def _quoted(self, opening: str) -> str:
        """Return what stands between a mark and the one that closes it, as it was written."""
        marks = _DOUBLE if opening in _DOUBLE else _SINGLE
        self._single = self._single or marks is _SINGLE
        parts: list[str] = []
        begun, depth = self._at, 0
        self._at += 1
        while self._at < len(self._text):
            sign = self._text[self._at]
            if marks is _SINGLE and (idiom := _SHELLS_APOSTROPHE.match(self._text, self._at)):
                parts.append("'")
                self._at = idiom.end()
                continue
            if sign == "\\" and marks is _DOUBLE and self._escapes():
                parts.append(self._text[self._at + 1])
                self._at += 2
                continue
            if sign in marks and self._is_inside(begun):
                depth += 1
            elif sign in marks and not self._between_letters(marks):
                if not depth:
                    self._at += 1
                    return "".join(parts)
                depth -= 1
            parts.append(sign)
            self._at += 1
        raise OpenQuote(self._text[begun:])

    def _is_inside(self, begun: int) -> bool:
        """Tell whether a mark opens a quotation within one: a blank before it and a letter behind."""
        before, after = self._text[self._at - 1], self._text[self._at + 1 : self._at + 2]
        return self._at - 1 > begun and before.isspace() and after.isalnum()

    def _between_letters(self, marks: str) -> bool:
        if marks is not _SINGLE:
            return False
        before, after = self._text[self._at - 1], self._text[self._at + 1 : self._at + 2]
        return before.isalnum() and after.isalnum()


def _plain(sign: str) -> str:
    """Return a sign outside of quotation marks as one types it; of a picture nothing."""
    if unicodedata.category(sign) in {"So", "Sk"} and sign not in _SINGLE:
        return ""
    return unicodedata.normalize("NFKC", sign.translate(_PLAIN))

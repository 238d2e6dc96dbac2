"""Plain text of 72 columns: lines are wrapped with hanging indents, tables are set in columns."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Text as a terminal may have it: what would steer it, or turn text round, is shown and not obeyed.

_STEERS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, but the end of a line and the tabulator
    "\u2028\u2029\ud800-\udfff"  # ends of lines, halves of letters
    # Formats that are not seen, such as those of direction; but the joiners belong to writing.
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)


def escaped(text: str) -> str:
    r"""Return a text with each character that would steer a terminal written as JSON writes it.

    What was JSON before is the same JSON after: `\\u202e` stands for what turns text round.
    """
    if text.isascii() and text.isprintable():
        return text
    return _STEERS.sub(_as_json, text.replace("\r\n", "\n"))


def _as_json(match: re.Match[str]) -> str:
    point = ord(match[0])
    if point <= 0xFFFF:
        return f"\\u{point:04x}"
    high, low = divmod(point - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


WIDTH = 72

NO_BREAK: Final = "\u00a0"
"""Where a line may not be broken: before a verdict, which would look like an item of a list."""

SOFT_HYPHEN: Final = "\u00ad"
"""Where a word may be broken, seen only if it is."""

_LONG_WORD: Final = re.compile(r"[^\W\d_]{7,}")
"""A word that may be too wide for its column on a phone."""

_SYLLABLE: Final = re.compile(r"(?=[^\W\d_aeiouáéíóúäöü][aeiouyáéíóúäöü])", re.I)

_MARK = re.compile(r"\s*(?:[-*!+>] +|\d{1,2}[.)] +)?")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def fit(text: str) -> str:
    """Return text with every long line wrapped, and never two blank lines together.

    What follows a line's indent and its mark (`- `, `2. `) hangs under it. A word that is longer
    than the line stays whole: it may be an address.
    """
    lines: list[str] = []
    for line in text.splitlines():
        wrapped = _wrapped(line)
        if wrapped or (lines and lines[-1]):
            lines += wrapped or ("",)
    return "\n".join(lines).strip("\n") + "\n"


@lru_cache(maxsize=1024)
def _wrapped(line: str) -> tuple[str, ...]:
    """Return a line wrapped; the reports of a season have most of their lines in common."""
    return tuple(wrap(line))


def wrap(line: str, width: int = WIDTH) -> list[str]:
    """Return one line as lines of at most `width` columns; an empty list if it is blank.

    It is not broken at a no-break space, which is a blank in what is returned.
    """
    line = line.rstrip()
    if len(line) <= width:
        return [line.replace(NO_BREAK, " ")] if line else []
    mark = _MARK.match(line)
    indent = min(len(mark[0]) if mark is not None else 0, width // 2)
    lines = textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return [part.replace(NO_BREAK, " ") for part in lines]


def breakable(text: str) -> str:
    """Return words with a soft hyphen in each that is long, for the cells of tables on small screens.

    It stands near the middle, before a consonant and a vowel: in most languages a syllable begins so.
    Not every mail program breaks words by a tag (Gmail on phones does not); what a player copies out
    of a cell is read without the hyphen.
    """
    return _LONG_WORD.sub(_with_hyphen, text)


def _with_hyphen(long_word: re.Match[str]) -> str:
    word = long_word[0]
    starts = [match.start() for match in _SYLLABLE.finditer(word, 2, len(word))]
    inside = [at for at in starts if 2 <= at <= len(word) - 3]
    if not inside:
        return word
    middle = min(inside, key=lambda at: (abs(at - len(word) / 2), at))
    return f"{word[:middle]}{SOFT_HYPHEN}{word[middle:]}"


def quiet(text: str) -> str:
    """Return what a stranger wrote as one line without control and direction characters."""
    return " ".join(in_columns(text).split())


def in_columns(line: str) -> str:
    """Return a line without control and direction characters; what is aligned in it stays so."""
    if not (line.isascii() and line.isprintable()):
        line = "".join(
            expandtab if _is_seen(expandtab) else " " for expandtab in line.expandtabs()
        )
    return line.rstrip()


def _is_seen(character: str) -> bool:
    hidden = {"Cc", "Cs", "Co", "Zl", "Zp"}
    return unicodedata.category(character) not in hidden and character not in _BIDI


def columns(rows: Sequence[Sequence[str]], *, indent: int = 2, gap: int = 2) -> list[str]:
    """Return rows as aligned lines: the first column to the left, figures to the right.

    The first row is the head; a column whose other cells are all figures goes to the right. A head
    of several words stands on two lines where the table would be too wide.
    """
    width = max((len(row) for row in rows), default=0)
    full = [[*row, *[""] * (width - len(row))] for row in rows]
    right = [at > 0 and are_figures([row[at] for row in full[1:]]) for at in range(width)]
    sizes = _sizes(full)
    if indent + sum(sizes) + gap * (width - 1) > WIDTH:
        full = [*_two_lines(full[0]), *full[1:]]
        sizes = _sizes(full)
    if indent + sum(sizes) + gap * (width - 1) > WIDTH:
        gap = 1
    lines = []
    for row in full:
        cells = (
            cell.rjust(size) if to_right else cell.ljust(size)
            for cell, size, to_right in zip(row, sizes, right, strict=True)
        )
        lines.append((" " * indent + (" " * gap).join(cells)).rstrip())
    return lines


def _sizes(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _two_lines(head: Sequence[str]) -> list[list[str]]:
    """Return the head of a table on two lines, the last word of each cell on the lower one."""
    halves = [cell.rpartition(" ") for cell in head]
    upper = [above for above, _, _ in halves]
    return [upper, [below for _, _, below in halves]] if any(upper) else [[*head]]


def are_figures(cells: Sequence[str]) -> bool:
    """Tell whether a column holds figures alone, or nothing."""
    return all(re.fullmatch(r"[+-]?\d*|[-=]", cell) for cell in cells)

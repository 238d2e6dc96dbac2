"""What a GM can type in a mail: the commands of `gm`, each line beginning with GM.

`GM deadline +24h` is `gm deadline tara +24h` for the game that the mail is for. A line is taken apart
here and judged by one table; it is carried out elsewhere, by the command itself.
"""

from __future__ import annotations

import html
import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rapidfuzz.distance import OSA

from gm.time_limit import check_time

# The words of a command as its GM wrote them, whatever his mail program made of quotes and dashes.
#
# A shell's rules, with every language's quotation marks for the straight ones: what stands between
# two of them is one word and stays as it was written. A mark inside a word is an apostrophe, and a
# long dash before an option is the two hyphens that were typed.

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


_LINE: Final = re.compile(r"\s*[GＧ][MＭ]\s+(\S.*)", re.I)
_MARKED: Final = re.compile(r"\s*[GＧ][MＭ]\s*[:;,-]\s*(\S.*)", re.I)
"""GM with a sign behind it, which is no command's beginning unless a command follows: `GM: Maeve`."""

_VALUES: Final = re.compile(r"[+\d-]")
"""How what stands behind a command's name begins that a sentence does not go on with."""

MOST: Final = 10
"""Commands that one mail may hold."""

LONGEST: Final = 1000
"""Characters of a line that may hold a command."""

_LONGEST_NAME: Final = 40
"""Characters of what might be a misspelt name of a command; the longest has eighteen."""

LOOKS: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        ("game", "show"): "",
        ("game", "settings"): "",
        ("game", "chart"): "",
        ("orders",): "",
        ("journal",): "",
        ("draws", "list"): "",
        ("ruling", "list"): "",
        ("press", "list"): "",
        ("player", "list"): "",
        ("player", "applicants"): "",
        ("process",): "--preview",
        ("correct",): "",
        ("rollback",): "",
        ("replay",): "",
    }
)
"""Commands that change nothing, and the option without which one of them does."""

DOES: Final = frozenset(
    {
        ("process",),
        ("deadline",),
        ("pause",),
        ("resume",),
        ("edit",),
        ("correct",),
        ("rollback",),
        ("resend",),
        ("walk",),
        ("game", "set"),
        ("game", "start"),
        ("game", "end"),
        ("game", "seats"),
        ("order", "set"),
        ("order", "clear"),
        ("unit", "add"),
        ("unit", "move"),
        ("unit", "remove"),
        ("unit", "convert"),
        ("centre", "set"),
        ("board", "hole"),
        ("board", "reopen"),
        ("board", "split"),
        ("bridge", "add"),
        ("bridge", "remove"),
        ("points", "set"),
        ("outcome", "set"),
        ("draws", "set"),
        ("draws", "unset"),
        ("ruling", "add"),
        ("ruling", "drop"),
        ("press", "send"),
        ("press", "drop"),
        ("seat", "assign"),
        ("seat", "vacate"),
        ("seat", "offer"),
        ("player", "add"),
        ("player", "replace"),
        ("player", "absence"),
        ("player", "allocate"),
        ("player", "invite"),
        ("token", "rotate"),
    }
)
"""Commands that change something: they are done once the GM has said YES."""

_BY_YES: Final = frozenset(
    {
        ("correct",),
        ("rollback",),
        ("game", "end"),
        ("seat", "vacate"),
        ("player", "allocate"),
    }
)
"""Of these without --yes nothing is changed, and they only tell what they would do."""

_ALONE: Final = frozenset({("deadline",), ("edit",), ("walk",), ("player", "absence")})
"""With nothing behind them these tell how things are."""

_ALSO: Final[Mapping[str, str]] = MappingProxyType({"draw": "draws"})
"""Other first words of commands."""

_SHOWN: Final = 100
"""Characters by which a command is told that was not read."""

_SLIPS: Final = 2
"""So many slips of the keys are guessed at."""

_ELSEWHERE: Final[Mapping[str, str]] = MappingProxyType(
    {"game new": "Mail NEW GAME and its name to the server's own address."}
)
"""What is done by mails of another kind."""

_OPEN_QUOTE: Final = (
    "A quotation mark is left open, so it cannot be told where a word ends: put the same mark before "
    "and behind what belongs together, all of it in one line."
)

_NEVER: Final = ("--config", "--output", "--out", "-o", "--help", "-h", "--version")
"""Options that no mail may have: what writes a file would write it at the server."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One command of a mail.

    Args:
        text: as its GM wrote it.
        at: the place of its line in the mail, from 0.
        words: the words of the command, the game's name in its place, without `gm`.
        changes: it changes something.
        fault: why it is not taken; "" if it is.
    """

    text: str
    at: int = 0
    words: tuple[str, ...] = ()
    changes: bool = False
    fault: str = ""

    @property
    def line(self) -> str:
        """The command as it could be typed at the server: `gm pause tara --reason 'I am ill'`."""
        return typed(self.words)


def typed(words: Iterable[str]) -> str:
    """Return a command as it could be typed at the server, from its words without `gm`."""
    return f"gm {quoted_line(words)}"


def wishes(lines: Iterable[str], game: str) -> tuple[Wish, ...]:
    """Return the commands in the lines of a mail, in their order; after ten none is looked at.

    Args:
        lines: of the mail.
        game: the name of the game they are for.
    """
    said = tuple(_said(lines))
    most = f"A mail may hold {MOST} commands."
    taken = tuple(replace(_wish(text, game), at=at) for at, text in said[:MOST])
    return (*taken, *(Wish(_cut(text), at, fault=most) for at, text in said[MOST:]))


def has_wishes(lines: Iterable[str]) -> bool:
    """Tell whether any line begins as a command does; none is taken apart for that."""
    return next(_said(lines), None) is not None


def _said(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield what stands behind GM, with the place of its line; of a line too long its beginning."""
    for at, line in enumerate(lines):
        check_time()
        plain = cleaned(line[: LONGEST + 1])
        match = _LINE.fullmatch(plain)
        if match is not None:
            yield at, match[1].strip()
        elif (marked := _MARKED.fullmatch(plain)) and _command(marked[1].split()) is not None:
            yield at, marked[1].strip()


def lacks_gm(line: str) -> bool:
    """Tell whether a line is a command but for GM before it: `deadline +24h`, `Pause`."""
    parts = cleaned(line[: LONGEST + 1]).rstrip(".!").split()
    command = _command(parts)
    rest = parts[len(command) :] if command is not None else []
    return command is not None and (not rest or _VALUES.match(rest[0]) is not None)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} ..."


def _wish(text: str, game: str) -> Wish:
    if len(text) > LONGEST - len("GM "):
        fault = f"It is longer than {LONGEST} characters, so it was not read to its end."
        return Wish(_cut(text), fault=fault)
    try:
        parts = words_of(text)
    except OpenQuote:
        return Wish(text, fault=_OPEN_QUOTE)
    if bad := [part for part in parts if _is_barred(part)]:
        return Wish(text, fault=f"{bad[0]} is not for mails.")
    command = _command(parts)
    if command is None:
        return Wish(text, fault=_unknown(parts))
    rest = parts[len(command) :]
    if rest[:1] and rest[0].casefold() == game.casefold():
        rest = rest[1:]
    return Wish(text, words=(*command, game, *rest), changes=_changes(command, rest))


def _is_barred(word: str) -> bool:
    """Tell whether a word is an option that no mail may have, its value behind it or not."""
    short = word[:2] if word[1:2] != "-" else ""
    return word.partition("=")[0] in _NEVER or short in _NEVER


def _command(parts: list[str]) -> tuple[str, ...] | None:
    said = tuple(part.casefold() for part in parts)
    for length in (2, 1):
        words = tuple(
            _ALSO.get(word, word) if at == 0 else word for at, word in enumerate(said[:length])
        )
        if words in DOES or words in LOOKS:
            return words
    return None


def _changes(command: tuple[str, ...], rest: list[str]) -> bool:
    if command in _BY_YES:
        return "--yes" in rest
    if command in _ALONE and not rest:
        return False
    option = LOOKS.get(command)
    return option is None or (bool(option) and option not in rest)


def _unknown(parts: list[str]) -> str:
    said = " ".join(part[:_LONGEST_NAME] for part in parts[:2]).casefold()
    names, tried = sorted(_names()), {said, *(part[:_LONGEST_NAME] for part in parts[:1])}
    slips = {
        name: min(OSA.distance(text, name, score_cutoff=_SLIPS) for text in tried)
        for name in names
    }
    close = min(names, key=lambda name: (slips[name], name))
    if said in _ELSEWHERE:
        return f"{said!r} is not for a game that there is. {_ELSEWHERE[said]}"
    near = slips[close] <= _SLIPS
    hint = f" Perhaps: GM {close}." if near else f" There are {', '.join(names)}."
    return f"There is no command {said!r} for mails.{hint}"


def _names() -> Iterator[str]:
    yield from (" ".join(pair) for pair in {*DOES, *LOOKS})

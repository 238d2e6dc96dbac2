"""Messages between players inside a mail: where one begins and ends, its colour, whom it is for.

A message stands between `PRESS TO FRANCE` and `ENDPRESS`, or the like in another language; all
between them is its text, orders and commands too. Nothing here is sent anywhere, so what is
doubtful is kept as it was written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from gm.contract.seats import SeatId
from gm.interpret.folding import fold, squeeze
from gm.interpret.seat_names import SeatNames, seats_begun, seats_in_any_language
from gm.interpret.tongues import Tongue, exchanged, tongues, words_of
from gm.time_limit import check_time

# The lines around a message in other languages: `PRESSE AN FRANKREICH`, `ENDE PRESSE`.
#
# They are put into the English that `gm.interpret.press_blocks` reads. A line counts only if the word
# for a message itself is of the language: `Press an Austrian attack!` is English, and opens nothing.

CLOSING: Final = "endpress"
"""What the closing lines are in the tables of the languages."""

_MESSAGES: Final = frozenset({"press", "broadcast"})
_COLOURS: Final = frozenset({"grey", "white"})
_LONGEST_CLOSING = 48
"""Letters of the longest closing line, with what surrounds it."""


@lru_cache(maxsize=16)
def _messages(tongue: Tongue) -> frozenset[str]:
    """Return a language's words for a message, folded and without case."""
    return frozenset(turn[0] for turn, english in tongue.press.items() if english in _MESSAGES)


def openings_in_english(plain: str) -> Iterator[str]:
    """Yield an opening line put into English from each language that has its word for a message.

    Args:
        plain: the line, folded, up to its colon.
    """
    words = words_of(plain)
    for tongue in tongues():
        known = _messages(tongue)
        # A colour may stand before the word, as in English.
        coloured = tongue.press.get(words[:1]) in _COLOURS and words[1:2]
        if words[:1] and (words[0] in known or (coloured and words[1] in known)):
            yield " ".join(exchanged(tongue, tongue.press, plain).split())


def closes(line: str) -> bool:
    """Tell whether a line closes a message in another language, and says nothing else."""
    if len(line) > _LONGEST_CLOSING:
        return False
    words = words_of(fold(line))
    return any(tongue.press.get(words) == CLOSING for tongue in tongues())


def bare(line: str) -> str:
    """Return a line of the same length without the signs on its letters."""
    return line if line.isascii() else "".join(map(_bare, line))


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    plain = fold(letter)
    return plain if len(plain) == 1 else letter


@lru_cache(maxsize=16)
def _pattern(languages: tuple[Tongue, ...]) -> re.Pattern[str]:
    words = frozenset[str]().union(*map(_messages, languages))
    each = "|".join(map(re.escape, sorted(words)))
    return re.compile(rf"(?<![^\W_])(?:{each})(?![^\W_])" if each else r"(?!)", re.I)


def mentions(line: str) -> Iterator[int]:
    """Yield where a line has a word for a message in another language."""
    return (match.start() for match in _pattern(tongues()).finditer(bare(line)))


GREY: Final = "grey"
WHITE: Final = "white"

_COLOUR = {"grey": GREY, "gray": GREY, "anonymous": GREY, "white": WHITE, "signed": WHITE}
_TINT = "|".join(_COLOUR)
_OPENING = re.compile(
    rf"(?:(?P<before>{_TINT}) )?(?P<word>press|broadcast)(?: \(?(?P<after>{_TINT})\)?(?= |$))?"
    r"(?: from (?P<sender>.+?))?(?: (?:to (?P<to>.+)|(?P<all>all\b.*)))?",
    re.I,
)
_WORD = re.compile(r"press|broadcast", re.I)
_LATER = re.compile(rf"(?<![^\W_])(?:(?:{_TINT}) )?(?:press|broadcast)(?![^\W_])", re.I)
_CLOSING = re.compile(r"end ?(?:of )?(?:press|broadcast)\b", re.I)
_BETWEEN = re.compile(r"[,;/&+]|\band\b", re.I)
_BUT = re.compile(r"\b(?:all|every(?:body|one|body else)?) (?:but|except|save)(?: for)?\b", re.I)
_EVERYBODY = {"all", "everybody", "everyone"}
_MASTER = {"gm", "master", "gamemaster", "thegm", "themaster", "thegamemaster"}
_LONGEST_LINE = 500
_SHORTEST, _SHORT = 4, 5
"""Letters of a word that may be a misspelt name by one letter, and by no more than one."""

_MOST_LETTERS = 4
"""So many capitals in a row are read as powers by their letters; GREAT Britain is not."""


class BlockEnd(Enum):
    """How a block ends: by ENDPRESS, with the mail, or where the next one is opened inside it."""

    CLOSED = "closed"
    WITH_THE_MAIL = "with the mail"
    AT_THE_NEXT = "at the next"


@dataclass(frozen=True, slots=True)
class PressBlock:
    """A message as it stands in a mail.

    Args:
        first, last: the places of its first and last line, from 0.
        colour: `GREY`, `WHITE` or "" where it does not say.
        sender: whom it claims to be from, as written; "" where it does not say.
        to: whom it is for, as written; "" for all.
    """

    first: int
    last: int
    colour: str
    sender: str
    to: str
    text: str
    end: BlockEnd


@dataclass(frozen=True, slots=True)
class LateOpening:
    """A line that opens a message behind something else, as in `A Smy - Arm; PRESS TO ALL`.

    Args:
        at: the line's place, from 0; last: that of the ENDPRESS below it, else the same.
        before: what stands before it; head: the rest of the line.
    """

    at: int
    last: int
    before: str
    head: str

    @property
    def closed(self) -> bool:
        """Whether an ENDPRESS stands below it."""
        return self.last > self.at


@dataclass(frozen=True, slots=True)
class Unknown:
    """An addressee that is none; like: the powers that may be meant."""

    word: str
    like: tuple[SeatId, ...] = ()


@dataclass(frozen=True, slots=True)
class Addressees:
    """Whom a message is for.

    Args:
        powers: those that are named. everybody: it is for all; but: those who do not get it then.
        gm: the GM is named. unknown: words that name nobody.
    """

    powers: tuple[SeatId, ...] = ()
    everybody: bool = False
    but: tuple[SeatId, ...] = ()
    gm: bool = False
    unknown: tuple[Unknown, ...] = ()

    @property
    def some(self) -> bool:
        """Whether anything in it names somebody, or nearly does."""
        near = any(unknown.like for unknown in self.unknown)
        return bool(self.powers or self.everybody or self.gm or near)


def blocks_of(names: SeatNames, lines: Sequence[str]) -> Iterator[PressBlock]:
    """Yield the messages in the lines of a mail."""
    ends, at = closings(lines), 0
    while at < len(lines):
        block = block_at(names, lines, at, ends)
        if block is not None:
            yield block
            at = block.last
        at += 1


def late_openings(names: SeatNames, lines: Sequence[str]) -> Iterator[LateOpening]:
    """Yield the lines that open a message, but behind something else: nothing is sent for these.

    Talk of press is none: an ENDPRESS below it, a semicolon before it or a colon in it shows it.
    """
    ends, at, opening = closings(lines), 0, -1

    def first_opening(after: int, end: int) -> int:
        """Return the next line that opens a message; it is kept, for the lines before it ask too."""
        nonlocal opening
        if opening <= after:
            places = (
                place for place in range(after + 1, end) if _opens_inside(names, lines[place])
            )
            opening = next(places, end)
        return opening

    while at < len(lines):
        block = block_at(names, lines, at, ends)
        late = _late_opening(names, lines, at, ends, first_opening) if block is None else None
        if late is not None:
            yield late
        taken = block or late
        at = taken.last + 1 if taken is not None else at + 1


def _late_opening(
    names: SeatNames,
    lines: Sequence[str],
    at: int,
    ends: Sequence[int],
    first_opening: Callable[[int, int], int],
) -> LateOpening | None:
    check_time()
    line = lines[at][:_LONGEST_LINE]
    for start in (*(match.start() for match in _LATER.finditer(line)), *mentions(line)):
        before, head = line[:start].rstrip(), line[start:]
        if not before or not _opens_inside(names, head):
            continue
        following = bisect_right(ends, at)
        end = ends[following] if following < len(ends) else at
        last = end if first_opening(at, end) >= end else at
        if last > at or before.endswith(";") or ":" in head:
            return LateOpening(at, last, before.rstrip(" ;,"), head)
    return None


def without_blocks(names: SeatNames, lines: Sequence[str]) -> list[str]:
    """Return the lines of a mail with those of its messages blank: nothing in them is an order."""
    left = list(lines)
    for block in blocks_of(names, lines):
        left[block.first : block.last + 1] = [""] * (block.last + 1 - block.first)
    return left


def without_closed(lines: Sequence[str]) -> list[str]:
    """Return the lines of a mail with those of its closed messages blank, whoever those are for."""
    inside = inside_closed(lines)
    return ["" if at in inside else line for at, line in enumerate(lines)]


def inside_closed(lines: Sequence[str]) -> frozenset[int]:
    """Return the places of the lines in messages that are closed, whoever those are for.

    For whoever has to know before it is known which game, and so which powers, a mail is about.
    """
    inside: set[int] = set()
    ends = closings(lines)
    at = 0
    while ends and at < ends[-1]:
        if _head(lines[at]) is None:
            at += 1
            continue
        end = ends[bisect_right(ends, at)]
        inside.update(range(at, end + 1))
        at = end + 1
    return frozenset(inside)


def closings(lines: Sequence[str]) -> tuple[int, ...]:
    """Return the places of the lines that close a message."""
    return tuple(at for at, line in enumerate(lines) if _closes(line))


def _closes(line: str) -> bool:
    if "end" in line[:12].casefold() and _CLOSING.match(fold(line[:80])) is not None:
        return True
    return closes(line)


def block_at(
    names: SeatNames, lines: Sequence[str], at: int, ends: Sequence[int]
) -> PressBlock | None:
    """Return the message that a line opens; None if it opens none.

    The word PRESS alone opens one only if it is closed: else it asks for something. A line of talk
    that happens to begin like one opens none.

    Args:
        names: of the seats of the game.
        lines: the mail. at: the line's place.
        ends: what `closings` returned for these lines.
    """
    head = _head(lines[at])
    if head is None:
        return None
    check_time()
    following = bisect_right(ends, at)
    closed = ends[following] if following < len(ends) else None
    to = (head["to"] or head["all"] or "").strip()
    if closed is None and not (to and addressees(names, to).some):
        return None
    stop = len(lines) if closed is None else closed
    inner = next(
        (number for number in range(at + 1, stop) if _opens_inside(names, lines[number])), None
    )
    end = _end(closed=closed is not None, inner=inner is not None)
    stop = stop if inner is None else inner
    rest = lines[at].partition(":")[2].strip()
    text = "\n".join((rest, *(line.rstrip() for line in lines[at + 1 : stop]))).strip("\n")
    tint = (head["before"] or head["after"] or "").casefold()
    return PressBlock(
        first=at,
        last=stop if end is BlockEnd.CLOSED else stop - 1,
        colour=_COLOUR.get(tint, ""),
        sender=(head["sender"] or "").strip(),
        to=to,
        text=text,
        end=end,
    )


def _end(*, closed: bool, inner: bool) -> BlockEnd:
    if inner:
        return BlockEnd.AT_THE_NEXT
    return BlockEnd.CLOSED if closed else BlockEnd.WITH_THE_MAIL


def _head(line: str) -> re.Match[str] | None:
    """Return an opening line taken apart: what stands before a colon is all that it says."""
    line = line[:_LONGEST_LINE]
    if _WORD.search(line) is None and next(mentions(line), None) is None:
        return None
    plain = fold(line).partition(":")[0].strip().rstrip(".!")
    match = _OPENING.fullmatch(plain)
    if match is not None:
        return match
    return next(filter(None, map(_OPENING.fullmatch, openings_in_english(plain))), None)


def _opens_inside(names: SeatNames, line: str) -> bool:
    """Tell whether a line inside a message opens another: it names somebody, or all."""
    head = _head(line)
    to = (head["to"] or head["all"] or "").strip() if head is not None else ""
    return bool(to) and addressees(names, to).some


def addressees(names: SeatNames, words: str) -> Addressees:
    """Return whom words such as `France and Italy` or `ALL BUT RUSSIA` name; "" is everybody."""
    if not words.strip():
        return Addressees(everybody=True)
    cut = _BUT.search(words)
    if cut is not None:
        but = _named(names, words[cut.end() :])
        return Addressees((), everybody=True, but=but.powers, unknown=but.unknown)
    return _named(names, words)


def _named(names: SeatNames, words: str) -> Addressees:
    powers: list[SeatId] = []
    unknown: list[Unknown] = []
    everybody = gm = False
    for chunk in _BETWEEN.split(words):
        for name in _names(names, chunk.split()):
            word = squeeze(name)
            everybody |= word in _EVERYBODY
            gm |= word in _MASTER
            if word and word not in _EVERYBODY and word not in _MASTER:
                named = _powers(names, name)
                powers += named
                unknown += [] if named else [Unknown(name, _like(names, word))]
    return Addressees(
        tuple(dict.fromkeys(powers)), everybody=everybody, gm=gm, unknown=tuple(unknown)
    )


def _names(names: SeatNames, words: Sequence[str]) -> Iterator[str]:
    """Yield the names that words are, the longest that somebody has first: `North Africa`."""
    at = 0
    while at < len(words):
        sizes = range(min(3, len(words) - at), 1, -1)
        size = next((number for number in sizes if _is_name(names, words[at : at + number])), 1)
        yield " ".join(words[at : at + size])
        at += size


def _is_name(names: SeatNames, words: Sequence[str]) -> bool:
    word = squeeze(" ".join(words))
    return word in _MASTER or bool(seats_in_any_language(names, word))


def _powers(names: SeatNames, name: str) -> tuple[SeatId, ...]:
    """Return the one power a name means, or those its capitals mean: judges write FR.

    A misspelt name means nobody: what went to the wrong power could not be taken back.
    """
    if (
        1 < len(name) <= _MOST_LETTERS
        and name.isupper()
        and not seats_in_any_language(names, squeeze(name))
    ):
        letters = [seats_begun(names.own, letter.casefold()) for letter in name]
        if all(len(pair) == 1 for pair in letters):
            return tuple(power for (power,) in letters)
    seats = seats_in_any_language(names, squeeze(name)) or seats_begun(names.own, squeeze(name))
    return seats if len(seats) == 1 else ()


def _like(names: SeatNames, word: str) -> tuple[SeatId, ...]:
    several = seats_in_any_language(names, word) or seats_begun(names.own, word)
    if several:
        return several
    most = 2 if len(word) > _SHORT else 1
    near = dict.fromkeys(
        seat for name, seat in names.printed if OSA.distance(word, name, score_cutoff=most) <= most
    )
    return tuple(near) if len(word) >= _SHORTEST else ()


def written_to(names: SeatNames, block: PressBlock) -> tuple[str, ...]:
    """Return whom a message is for: powers, `ALL`, `GM`, `-RUSSIA` for all but it, other words."""
    to = addressees(names, block.to)
    return (
        *to.powers,
        *(["ALL"] if to.everybody else []),
        *(["GM"] if to.gm else []),
        *(f"-{power}" for power in to.but),
        *(unknown.word for unknown in to.unknown),
    )

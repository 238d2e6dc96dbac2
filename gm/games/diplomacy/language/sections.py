"""Splits the mail of a player of several powers: which lines stand under which power's name.

A name heads the lines below it, alone on its line (`France:`, `SPAIN`, `[Norway]`, `Orders for
Norway:`) or with an order behind it (`France: A Par - Bur`); before a unit without a colon it is that
line's alone (`Norway A Nwy - Swe`). The little words around a name stand in `languages/talk.toml`, and
in each other language's own file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gm.contract.language import Command
from gm.contract.seats import SeatId
from gm.contract.told import ReadLine
from gm.games.diplomacy.language.binding.names import names_on, places_of, powers_called, powers_of
from gm.games.diplomacy.language.binding.rewording import rewordings
from gm.games.diplomacy.language.choices import name_alone
from gm.games.diplomacy.language.for_all import several_of
from gm.games.diplomacy.language.talk.doubts import doubts_in
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.wording.complaints import line_words
from gm.interpret.commands import command_for, command_of
from gm.interpret.folding import fold, squeeze
from gm.interpret.headings import (
    HEADING_FRAME,
    HEADING_LONGEST,
    HEADING_NUMBER,
    MOST_NAME_WORDS,
    SHORTEST_NAME,
    heading_seat,
    is_little,
    seats_in_turn,
    words_of_heading,
)
from gm.interpret.press_blocks import blocks_of
from gm.interpret.reservations import has_turn, is_turn
from gm.interpret.talk_words import begins, has, turns
from gm.interpret.tongues import Words, tongues, words_for, words_of
from gm.interpret.unread import GameWords

# Boxes before orders, some of them ticked: `[x] Pay 3 to Leinster`, beside `[ ] Pay 4 to Munster`.

_BULLET: Final = r"\s*(?:[-*+•]\s+|\d{1,2}[.)]\s+)?"

_TICKED: Final = re.compile(
    rf"{_BULLET}(?:[\[(]\s?(?:[xX✓✔✗✘+]|on|an|yes|ja)\s?[\])]|[☑☒✅✔✓🗹]\ufe0f?)\s*(?=\w)"
)
"""How a line begins that its writer has ticked."""

_EMPTY: Final = re.compile(
    rf"{_BULLET}(?:\[\s{{0,3}}\]|[\[(]\s?(?:-|off|aus|no|nein)\s?[\])]|\(\s{{0,3}}\)|[☐⬜□▢◻🔲]\ufe0f?)\s*(?=\w)"
)
"""How a line begins that he has left, if another one is ticked."""


def without_unticked(lines: Sequence[str]) -> tuple[list[str], tuple[ReadLine, ...]]:
    """Return lines without boxes, those blank that their writer has not ticked, and what these are told."""
    if not any(map(_TICKED.match, lines)):
        return [*lines], ()
    left, complaints = [], []
    for line in lines:
        if _EMPTY.match(line):
            complaints.append(ReadLine(line.strip(), line_words.box_not_ticked()))
            left.append("")
        else:
            match = _TICKED.match(line)
            left.append(line[match.end() :] if match else line)
    return left, tuple(complaints)


_ORDER = re.compile(
    r"(?:A|F|(?:an? |the |my )?(?:army|fleet)|build|remove|disband|waive|give|pay|if|unless|choose|withdraw|[+-])"
    r"(?![^\W_])",
    re.I,
)
_OPENERS = frozenset(
    "army fleet build remove disband disbands waive give pay receive if unless demolish".split()
)
"""English words with which orders begin; in other languages those stand for them that mean them."""

_UNIT_FIRST = re.compile(r"(?:'s)?(?P<sign>[\s.,;=-]*)(?P<kind>[^\W\d_]+)[\s.(]+[^\W\d_]")
_KINDS = frozenset({"A", "F"})

_MOST_UNKNOWN = 5
"""Words of the longest line that may be a heading which names nobody."""

IsUnread = Callable[[str], bool]
"""Tells whether nothing comes of a line, whoever sends it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A line of a mail and the power under whose name it stands.

    Args:
        text: the line without the name before it; "" of a line that is nothing but a heading.
        power: the power, or None above the first heading.
        unknown: the heading above it that names none of the writer's powers, or several; else "".
        heads: a name heads the lines below it here.
        names_itself: a name in the line says whose it is, whatever it stands under.
    """

    text: str
    power: SeatId | None
    unknown: str = ""
    heads: bool = False
    names_itself: bool = False


def sections(
    lines: Sequence[str],
    board: Board,
    own_powers: tuple[SeatId, ...] = (),
    is_unread: IsUnread | None = None,
) -> tuple[Section, ...]:
    """Return each line of a mail with the power under whose name it stands.

    Args:
        lines: of the mail. board: the one in force.
        own_powers: the writer's powers, whose names are known by a beginning or with a slip, too.
        is_unread: without it no line is a heading that names nobody.
    """
    parts: list[Section] = []
    current, unknown = None, ""
    quiet = {
        at
        for block in blocks_of(names_on(board), lines)
        for at in range(block.first, block.last + 1)
    }
    for at, line in enumerate(lines):
        if at in quiet:
            parts.append(Section(line, current, unknown))
        elif (headed := power_heading(board, line, own_powers)) is not None:
            (current, text), unknown = headed, ""
            parts.append(Section(text, current, heads=True))
        elif (power := _named_first(board, line, own_powers)) is not None:
            parts.append(Section(line, power, names_itself=True))
        elif (meant := _named_inside(board, line, own_powers)) is not None:
            power, text = meant
            parts.append(Section(text, power, names_itself=True))
        elif (
            is_unread is not None
            and _names_nobody(board, lines, at, own_powers)
            and is_unread(line)
        ):
            current, unknown = None, " ".join(line.split()).strip(HEADING_FRAME)
            parts.append(Section(line, None, unknown))
        else:
            parts.append(Section(line, current, unknown))
    return tuple(parts)


def apart_by_name(board: Board, line: str, own_powers: tuple[SeatId, ...]) -> tuple[str, ...]:
    """Return a line cut before each name of the writer's powers that a colon stands behind.

    `Ulster: A BeN - Ant; F BeS H. Connaught: A GaW - May`.
    """
    cuts = [
        match.start("name")
        for match in _NAMED_BETWEEN.finditer(line[:_LONGEST_LINE])
        if any(power in own_powers for power in powers_called(board, squeeze(fold(match["name"]))))
    ]
    ends = (*cuts, len(line))
    return tuple(line[at:end] for at, end in zip((0, *cuts), ends, strict=True))


_NAMED_BETWEEN = re.compile(r"(?<=[.;,/|&\s])(?P<name>[^\W\d_]{3,}(?: [^\W\d_]{3,})?)(?=\s?:)")
_LONGEST_LINE = 2000
"""Characters of the longest line that is cut."""


def power_heading(
    board: Board, line: str, own_powers: tuple[SeatId, ...] = ()
) -> tuple[SeatId, str] | None:
    """Return the power that a line is headed by, and the order behind it, "" if there is none.

    Behind the colon an order has to begin, for other things are said to powers as well, and many a
    power's name is a province's too: `Norway: hold` orders the unit there. Behind the name of a power
    of the writer's that is no province anything may stand but a number: he is paid that.

    Args:
        board: the one in force. line: of a mail, as written.
        own_powers: the writer's powers.
    """
    plain = fold(line[:500]).strip()
    name, colon, rest = plain.partition(":")
    behind = rest.strip(HEADING_FRAME)
    power = heading_seat(names_on(board), name, own_powers)
    if power is None and behind and own_powers and is_little(words_of_heading(name)):
        power = heading_seat(names_on(board), rest, own_powers)  # `Orders: Ulster`
        return (power, "") if power is not None else None
    if power is None or not (colon and behind):
        return (power, "") if power is not None else None
    rest = rest.strip(" *_\t") if rest.lstrip(" \t")[:1] in "*_" else rest.strip()
    if begins_order(board, rest):
        return power, _as_written(line, rest)
    anything = power in own_powers and not _names_place(board, name) and not behind[0].isdigit()
    return (power, _as_written(line, rest)) if anything else None


def _as_written(line: str, rest: str) -> str:
    """Return what stands behind a heading with its accents, as receipts quote it."""
    written = line[:500].partition(":")[2].strip()
    return written if fold(written) == rest else rest


def begins_order(board: Board, text: str) -> bool:
    """Tell whether an order begins a text, in any language: a unit, a verb, `hold all`."""
    if _ORDER.match(text) or words_of(text)[:1] in _opening_words():
        return True
    return holds_several(board, text)


@lru_cache(maxsize=1)
def _opening_words() -> frozenset[Words]:
    return frozenset(
        turn[:1]
        for tongue in tongues()
        for turn, english in tongue.words.items()
        if english.partition(" ")[0] in _OPENERS
    )


def _names_place(board: Board, name: str) -> bool:
    words = words_of_heading(name)
    runs = (
        words[at : at + count] for count in range(1, len(words) + 1) for at in range(len(words))
    )
    return any(
        places_of(board, run) and powers_called(board, squeeze("".join(run))) for run in runs
    )


def _named_first(board: Board, line: str, own_powers: tuple[SeatId, ...]) -> SeatId | None:
    """Return the power of the writer's whose name stands before a unit, or points and who gets them.

    `Norway A Nwy - Swe`, `Norway: 2 points to Sweden`.
    """
    if not own_powers:
        return None
    plain = HEADING_NUMBER.sub("", fold(line[:500]).strip(HEADING_FRAME), count=1)
    name, _, rest = plain.partition(":")
    if rest.strip()[:1].isdigit() and any(powers_called(board, word) for word in words_of(rest)):
        return heading_seat(names_on(board), name, own_powers)
    matches = [*re.finditer(r"[^\W_]+", plain)][:MOST_NAME_WORDS]
    for match in reversed(matches):
        named = powers_called(board, squeeze(plain[: match.end()]))
        unit = _UNIT_FIRST.match(plain, match.end())
        if unit is None or not _is_kind(unit["kind"]):
            continue
        listed = "," in unit["sign"] and _names_place(board, plain[: match.end()])
        if len(named) == 1 and named[0] in own_powers and len(match.group()) > 1 and not listed:
            return named[0]
    return None


def _named_inside(
    board: Board, line: str, own_powers: tuple[SeatId, ...]
) -> tuple[SeatId, str] | None:
    """Return the power whose orders a line clears, or whose units it has hold, and it without the name.

    `Cancel Ulster's orders`, `All units of Ulster hold`; more is said of powers than to them.
    """
    plain = fold(line[:500]).strip(HEADING_FRAME)
    if not own_powers or len(plain) > HEADING_LONGEST:
        return None
    matches = [*re.finditer(r"[^\W_]+", plain)]
    for count in range(min(MOST_NAME_WORDS, len(matches) - 1), 0, -1):
        for at in range(len(matches) - count + 1):
            named = matches[at : at + count]
            powers = seats_in_turn(
                names_on(board), words_of(" ".join(map(_word, named))), own_powers, alike=False
            )
            if (
                len(powers) != 1
                or powers[0] not in own_powers
                or len(_word(named[0])) < SHORTEST_NAME
            ):
                continue
            if _leaves_out(plain[: named[0].start()]):
                return None
            behind = plain[named[-1].end() :].removeprefix("'s")
            # Any other word between `All units` and whose they are may leave him out, or add him.
            owned = at > 0 and is_turn("owning", words_of(_word(matches[at - 1])))
            firsts = (at, at - 1) if owned else (at,)
            before = [plain[: matches[first].start()] for first in firsts]
            for rest in (" ".join(f"{text}{behind}".split()) for text in before):
                if _clears(rest) or holds_several(board, rest):
                    return powers[0], rest
    return None


def _leaves_out(text: str) -> bool:
    """Tell whether words leave out who is named behind them, or only compare to him: `all hold except Belgium's`."""
    words = words_of(text)
    parted = text.rstrip().endswith(("+", ";", "&", "/", "."))
    return parted or any(
        has_turn(name, words) for name in ("excepts", "but", "compares", "adding")
    )


def _word(match: re.Match[str]) -> str:
    return match.group()


def _clears(text: str) -> bool:
    command = command_of(text)
    return command is not None and command.word == "CLEAR" and not command.arguments


def holds_several(board: Board, text: str) -> bool:
    """Tell whether a line has units hold without naming them, in any language."""
    if len(text) > HEADING_LONGEST:
        return False
    english = (rewording.text for rewording in rewordings(board, text))
    return any(several_of(line.rstrip(" .!")) is not None for line in (fold(text), *english))


def _is_kind(word: str) -> bool:
    return word in _KINDS or (word.casefold(),) in _unit_words()


@lru_cache(maxsize=1)
def _unit_words() -> frozenset[Words]:
    return words_for("army", "fleet")


def _names_nobody(
    board: Board, lines: Sequence[str], at: int, own_powers: tuple[SeatId, ...]
) -> bool:
    """Tell whether a line looks like a heading, and names none of the writer's powers or several.

    It ends in a colon, or names a power, or stands in capitals right above another line.
    """
    plain = " ".join(fold(lines[at][:200]).strip(HEADING_FRAME).split())
    words = words_of(plain)
    if not words or len(words) > _MOST_UNKNOWN or is_little(words) or plain[-1] in ",.!?;":
        return False
    if begins_order(board, plain):
        return False
    if begins(words, "greeting") or begins(words, "thanks") or words in turns()["closing"]:
        return False
    if plain.endswith(":"):
        return not has(words, "person")
    named = any(
        power in own_powers for word in words for power in powers_called(board, squeeze(word))
    )
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    titled = all(word[:1].isupper() for word in plain.split())
    return (named or titled) and bool(below)


# What the kit for reading is told of a board: which commands name its places, which words are its own.

_UNITS: Final = frozenset(
    "army armies fleet fleets armee armeen flotte flotten arm cabhlach gcabhlach chabhlach cabhlaigh".split()
)


def command_on(board: Board, text: str, number: int = 0) -> Command | None:
    """Return the command that a folded line is to somebody who plays on a board, or None."""
    return command_for(names_on(board), lambda word: bool(name_alone(board, word)), text, number)


@lru_cache(maxsize=256)
def words_on(board: Board) -> GameWords:
    """Return what tells a line that speaks of a board from other talk."""
    return GameWords(
        seats=names_on(board),
        speaks=lambda plain: speaks_of_board(board, plain),
        heads=lambda plain: power_heading(board, plain) is not None,
        doubts=lambda plain: bool(doubts_in(plain)),
    )


def speaks_of_board(board: Board, plain: str) -> bool:
    """Tell whether a folded line names a power, a province or a unit."""
    return any(
        word in _UNITS or (len(word) > 2 and (powers_of(board, word) or places_of(board, (word,))))
        for word in words_of(plain)
    )

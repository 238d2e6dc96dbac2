"""Reads the choice of a first piece that leaves out what goes without saying (Irish 2).

A minor power has one home, so `Fleet, north coast` says all there is to say. What may choose a piece and
is not read is asked about, and so are two choices in one mail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gm.contract.language import Verdict
from gm.games.diplomacy.language.binding.coasts import coast_of
from gm.games.diplomacy.language.binding.names import places_of
from gm.games.diplomacy.readings import Context, LineReading
from gm.games.diplomacy.rules.board import Board, Location, ProvinceId
from gm.games.diplomacy.rules.orders import Choose
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.games.diplomacy.wording.complaints import order_words
from gm.games.diplomacy.wording.naming import place_name
from gm.games.diplomacy.wording.refusing.winter_words import choices_of, piece_examples, pieces_of
from gm.interpret.folding import fold, squeeze
from gm.interpret.talk_words import turns
from gm.interpret.tongues import Words, words_for, words_of

_COAST = re.compile(
    r"\b(?:(?:on|at|in) (?:the |its |my )?)?(?P<coast>(?:north|south|east|west)(?:ern)? coast"
    r"|(?<=/)[nsew]c\b|[nsew]\.? ?c(?:oast)?\b\.?|(?:north|south|east|west)(?:ern)?$)",
    re.I,
)
_LETTER = re.compile(r"[AF]")
_AROUND = " .,;:!()/=-"
_MOST_SAID = 14
"""Words of the longest line that may speak of a first piece and is asked about if it is not read."""


def with_home(context: Context, text: str) -> str:
    """Return a line that names a piece, in whatever words, with the home it can only stand in.

    The words that may stand around it are in `languages/talk.toml`, and in each language's own file.
    """
    homes = choices_of(context.board, context.power)
    if len(homes) != 1 or "?" in text:
        return text
    rest, coast = text.strip(_AROUND), None
    if (written := _COAST.search(rest)) is not None:
        coast = coast_of(context.board, homes, squeeze(written["coast"]))
        rest = f"{rest[: written.start()]} {rest[written.end() :]}" if coast else rest
    rest = _without_home(context.board, homes[0], rest).strip(_AROUND)
    words = words_of(rest)
    kinds, left = _kinds_in(words), words
    named = any(places_of(context.board, (word,)) for word in words[1:])
    if not kinds and not named and words and _is_letter(words[0]):
        kinds, left = [UnitKind(words[0].upper())], words[1:]
    if len(kinds) != 1 or not _is_choice(left):
        return text
    return str(UnitRef(kinds[0], Location(homes[0], coast)))


def _is_letter(text: str) -> bool:
    return _LETTER.fullmatch(text.upper()) is not None


def _without_home(board: Board, home: ProvinceId, text: str) -> str:
    """Return a line without the name of the home: `fleet for Belgium`."""
    matches = [*_WORD.finditer(text)]
    for count in range(min(_MOST_NAMES, len(matches)), 0, -1):
        for at in range(len(matches) - count + 1):
            named = tuple(match.group().casefold() for match in matches[at : at + count])
            if len("".join(named)) > 2 and places_of(board, named) == (home,):
                behind = text[matches[at + count - 1].end() :].removeprefix("'s")
                return f"{text[: matches[at].start()]} {behind}"
    return text


_WORD = re.compile(r"[^\W_]+")
_MOST_NAMES = 3


def _kinds_in(words: Words) -> list[UnitKind]:
    """Return which pieces words speak of, in any language."""
    named = {UnitKind.ARMY: words_for("army"), UnitKind.FLEET: words_for("fleet")}
    return [kind for kind, known in named.items() if any((word,) in known for word in words)]


def _is_choice(words: Words) -> bool:
    """Tell whether words choose the one piece that they name, and say nothing else."""
    known = turns()["piece"] | words_for("army", "fleet")
    at = 0
    while at < len(words):
        count = next((count for count in (4, 3, 2, 1) if words[at : at + count] in known), 0)
        if not count:
            return False
        at += count
    return True


def asked_pieces(
    lines: Sequence[LineReading], context: Context, *, whole: bool
) -> tuple[LineReading, ...]:
    """Return the lines of a mail, those asked about that leave open which piece is chosen (Irish 2).

    Args:
        lines: as they were read. context: the position.
        whole: they are read together, so that one may choose another piece than the next.
    """
    homes = choices_of(context.board, context.power)
    if context.kind is not PhaseKind.SETUP or not homes:
        return tuple(lines)
    for home in homes if whole else ():
        lines = _one_piece(lines, home, context.board)
    if len(homes) > 1 or any(_chosen(line) or line.choices for line in lines):
        return tuple(lines)
    return tuple(
        _which_piece(line, context.board, homes[0]) if _may_choose(line) else line
        for line in lines
    )


def _chosen(line: LineReading) -> list[Choose]:
    return [order for order in line.orders if isinstance(order, Choose)]


def _may_choose(line: LineReading) -> bool:
    """Tell whether a line of which nothing came speaks of armies or fleets."""
    words = words_of(fold(line.text))
    open_still = line.is_unread or line.verdict is Verdict.UNREADABLE
    return open_still and not line.waits and len(words) <= _MOST_SAID and bool(_kinds_in(words))


def _which_piece(line: LineReading, board: Board, home: ProvinceId) -> LineReading:
    problem = order_words.which_piece(place_name(board, home), piece_examples(board, home))
    choices = tuple((Choose(unit),) for unit in pieces_of(board, home))
    return replace(line, verdict=Verdict.AMBIGUOUS, problem=problem, choices=choices)


def _one_piece(
    lines: Sequence[LineReading], home: ProvinceId, board: Board
) -> tuple[LineReading, ...]:
    """Return lines of which one chooses an army for a home and one a fleet, with a question about it.

    Of two fleets on two coasts the last counts, as of two orders to a unit.
    """
    choosing = [at for at, line in enumerate(lines) if _in(line, home)]
    chosen = list(dict.fromkeys(order for at in choosing for order in _in(lines[at], home)))
    if len({order.unit.kind for order in chosen}) < 2:
        return tuple(lines)
    problem = order_words.several_pieces(place_name(board, home))
    left = [*lines]
    for at in choosing:
        kept = tuple(order for order in lines[at].orders if order not in chosen)
        left[at] = replace(
            lines[at],
            orders=kept,
            remarks=(),
            waits=not kept,
            verdict=Verdict.ACCEPTED if kept else Verdict.AMBIGUOUS,
        )
    last = lines[choosing[-1]]
    choices = tuple((order,) for order in chosen)
    left.append(
        LineReading(last.number, last.text, Verdict.AMBIGUOUS, (), problem, choices=choices)
    )
    return tuple(left)


def _in(line: LineReading, home: ProvinceId) -> list[Choose]:
    return [order for order in _chosen(line) if order.unit.at.province == home]

"""Offers what a line may have meant as whole orders, so that a number answers the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gm.contract.language import Verdict
from gm.contract.orders import Order
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.names import bound_of, candidates_for
from gm.games.diplomacy.language.other_names import in_tongue, spoken_by
from gm.games.diplomacy.language.rewording import rewordings
from gm.games.diplomacy.language.scanner import Scanner
from gm.games.diplomacy.language.values import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import Board, Location, ProvinceId
from gm.games.diplomacy.rules.units import UnitRef
from gm.interpret.folding import fold, squeeze
from gm.interpret.grammars import load_grammar
from gm.time_limit import check_time

MOST_CHOICES = 9
"""Choices of one question, each answered by its number."""

MOST_QUESTIONS = 9
"""Lines of a mail for which choices are looked for; each candidate is read like a line."""


def with_choices(reading: Reading, context: Context) -> Reading:
    """Return a reading in which lines that were not understood have the orders they may mean.

    Args:
        reading: of a mail.
        context: the position it was read against.
    """
    lines: list[LineReading] = []
    asked = 0
    for line in reading.lines:
        check_time()
        wanted = asked < MOST_QUESTIONS and _is_open(line)
        lines.append(_offered(line, context) if wanted else line)
        asked += wanted and bool(lines[-1].choices)
    return replace(reading, lines=tuple(lines))


def _is_open(line: LineReading) -> bool:
    refused = line.verdict not in {Verdict.ACCEPTED, Verdict.CHATTER}
    problem = line.problem
    return refused and problem is not None and bool(problem.candidates) and not line.choices


def _offered(line: LineReading, context: Context) -> LineReading:
    """Return the line with what it gives with each candidate in the place of the wrong words."""
    where = context.later if line.ahead and context.later is not None else context
    found: list[tuple[Order, ...]] = []
    for text in _mended(line):
        read = _read(line.number, text, where)
        if read.verdict is Verdict.ACCEPTED and read.problem is None and read.orders:
            found.append(read.orders)
        else:
            found += read.choices
    return replace(line, choices=tuple(dict.fromkeys(found))[:MOST_CHOICES])


def _read(number: int, text: str, where: Context) -> LineReading:
    """Read a line in English, or in the language in which it is an order or leaves a choice."""
    plain = read_line(number, text, where, strict=True)
    if plain.verdict is Verdict.ACCEPTED or plain.choices:
        return plain
    for rewording in rewordings(where.board, text):
        read = read_line(number, rewording.text, spoken_by(where, rewording.code), strict=True)
        if read.verdict is Verdict.ACCEPTED or read.choices:
            return read
    return plain


def _mended(line: LineReading) -> Iterator[str]:
    """Yield the line with each candidate written for the words that were not understood."""
    problem, text = line.problem, fold(line.text)
    piece = fold(problem.piece) if problem is not None else ""
    at = re.search(rf"(?<![^\W_]){re.escape(piece)}(?![^\W_])", text, re.I) if piece else None
    if problem is None or at is None:
        return
    for name in problem.candidates[:MOST_CHOICES]:
        yield f"{text[: at.start()]}{name}{text[at.end() :]}"


def name_alone(board: Board, text: str) -> tuple[ProvinceId, ...]:
    """Return the provinces that a line names which holds nothing but that name.

    It is written as in orders: `LON 2`, `Spain (2)`; a gone name is itself. None for other lines.
    """
    plain = fold(text[:100]).strip(" .,;:!?\"'()[]*>-")
    if not plain:
        return ()
    abroad = (in_tongue(board, code) for code in board.names)
    return next(filter(None, (_named(named_board, plain) for named_board in (board, *abroad))), ())


def _named(board: Board, plain: str) -> tuple[ProvinceId, ...]:
    scanner = Scanner(board, load_grammar("diplomacy/orders"), plain, unknown=False)
    for found in scanner.options(0, {"PLACE"}):
        bound = bound_of(found)
        if found.type == "PLACE" and found.end == len(plain) and bound is not None:
            return bound.places
    return ()


def names_like(board: Board, text: str) -> tuple[ProvinceId, ...]:
    """Return the provinces that a name which fits none may mean, the likeliest first."""
    return candidates_for(board, squeeze(fold(text[:100])))


def places_in(orders: Sequence[Order]) -> frozenset[ProvinceId]:
    """Return every province that orders name."""
    return frozenset(place for order in orders for place in _places(order))


def _places(order: Order) -> Iterator[ProvinceId]:
    names: tuple[str, ...] = getattr(order, "__match_args__", ())
    for name in names:
        match getattr(order, name):
            case UnitRef(_, at):
                yield at.province
            case Location(province):
                yield province
            case _:
                pass

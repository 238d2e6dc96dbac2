"""Offers what a line may have meant as whole orders, so that a number answers the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from gm.contract.language import Command, Problem, Verdict
from gm.contract.orders import Order
from gm.errors import InputError
from gm.games.diplomacy.language.binding.names import bound_of, candidates_for
from gm.games.diplomacy.language.binding.other_names import in_tongue, spoken_by
from gm.games.diplomacy.language.binding.rewording import rewordings
from gm.games.diplomacy.language.grammar.scanner import Scanner
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.readings import Context, LineReading, Reading
from gm.games.diplomacy.rules.board import Board, Location, ProvinceId
from gm.games.diplomacy.rules.board_split import place_name
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.wording.complaints import order_words, place_words
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
    choices: list[tuple[Order, ...]] = []
    for text in _mended(line):
        read = _read(line.number, text, where)
        if read.verdict is Verdict.ACCEPTED and read.problem is None and read.orders:
            choices.append(read.orders)
        else:
            choices += read.choices
    return replace(line, choices=tuple(dict.fromkeys(choices))[:MOST_CHOICES])


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
    for token in scanner.options(0, {"PLACE"}):
        bound = bound_of(token)
        if token.type == "PLACE" and token.end == len(plain) and bound is not None:
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


# Which orders somebody means that he takes back: by the province of a unit, or by their list.

_LISTS: Final = {
    "build": "build",
    "removal": "removal",
    "payment": "payment",
    "receipt": "receipt",
    "gift": "gift",
    "promise": "gift",
    "choice": "choice",
    "conditional": "conditional",
}
_AROUND_KEYS = re.compile(r"\b(?:my|the|of|for|orders?|unit|army|fleet|a|f)\b", re.I)


def key_named(board: Board, text: str) -> str:
    """Return what orders of a list, or to a unit, are filed by; InputError if it is neither."""
    plain = " ".join(_AROUND_KEYS.sub(" ", text).split())
    singular = plain.casefold().removesuffix("s")
    if singular in _LISTS:
        return _LISTS[singular]
    places = name_alone(board, plain) or name_alone(board, text)
    if len(places) == 1:
        return f"unit {places[0]}"
    near = [
        place_name(board, province)
        for province in (name_alone(board, plain) or names_like(board, plain))
    ]
    raise InputError(place_words.no_key(text, near[:5]))


# Knows the lines that take back what one unit was ordered: `Cancel the order for the fleet`.
#
# They are the command CLEAR in a player's own words, for the unit that they mean.

_VERB = r"(?:cancel|clear|withdraw|revoke|retract|rescind|scrap|delete|drop|undo|forget|take back)"
_SMALL = r"(?:(?:the|my|our|that|this|any|all) ){0,3}"
_LINE = re.compile(
    rf"(?:please )?{_VERB} {_SMALL}"
    rf"(?:orders? (?:for|of|to|given to) {_SMALL}(?P<whose>[^,;:!?]{{1,40}}+)"
    r"|(?P<unit>[^,;:!?]{1,40}?)(?:'s|')? orders?)[ .!]*",
    re.I,
)
_KIND = re.compile(r"\b(?:(?P<fleet>fleet|f)|(?P<army>army|a)|(?P<unit>unit))(?P<more>s)?\b", re.I)
_ARMIES = re.compile(r"\barmies\b", re.I)
_AROUND = re.compile(r"\b(?:the|my|our|in|at|of|please)\b|\.", re.I)
LONGEST_CLEARING = 90
"""Characters of the longest such line."""


def unit_cleared(context: Context, text: str, number: int) -> Command | Problem | None:
    """Return the command that a folded line has the meaning of, or which unit is to be named.

    Args:
        context: the position.
        text: the line; number: its number in the mail.

    Returns:
        None for a line that takes back nothing, or something else.
    """
    match = _LINE.fullmatch(text) if len(text) <= LONGEST_CLEARING else None
    if match is None:
        return None
    said = " ".join(_AROUND.sub(" ", match["whose"] or match["unit"]).split())
    kind = _KIND.search(_ARMIES.sub("armys", said))
    name = " ".join(_KIND.sub(" ", _ARMIES.sub("armys", said)).split())
    if name:
        places = name_alone(context.board, said) or name_alone(context.board, name)
        if len(places) == 1:
            return _clearing(text, number, places[0])
        return place_words.no_such_place(context.board, name, places) if kind else None
    if kind is None:
        return None
    units = _units_of(context, kind)
    if not units or (len(units) > 1 and not kind["more"]):
        return order_words.whose_order(several=bool(units))
    return _clearing(text, number, *(unit.at.province for unit in units))


def _units_of(context: Context, kind: re.Match[str]) -> tuple[Unit, ...]:
    """Return the writer's units of the kind that a line names."""
    wanted = UnitKind.FLEET if kind["fleet"] else UnitKind.ARMY if kind["army"] else None
    waiting = tuple(dislodged.unit for dislodged in context.state.dislodged)
    units = (*context.state.units_of(context.power), *waiting)
    return tuple(
        unit for unit in units if unit.power == context.power and wanted in {None, unit.kind}
    )


def _clearing(text: str, number: int, *places: str) -> Command:
    arguments = [part for place in places for part in ("and", place)][1:]
    return Command("CLEAR", tuple(arguments), number, " ".join(text.split()))

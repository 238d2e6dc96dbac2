"""Names of units, places and borders as a GM types them at the desk: one thing, or a complaint.

What players write goes through the grammar; here a name is the whole text, and is never guessed.
"""

from __future__ import annotations

import re
from typing import Final

from gm.errors import AmbiguousName, UnknownName, UnreadableInput
from gm.games.diplomacy.language.binding.names import (
    candidates_for,
    find_power,
    half_of,
    places_of,
    split_words,
)
from gm.games.diplomacy.rules.board import Board, Location, Pair, PowerId, ProvinceId, pair
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.units import UnitKind, UnitRef
from gm.interpret.folding import squeeze

_UNIT: Final = re.compile(
    r"\s*(a|army|f|fleet)\b[\s.(]*+(.+?)(?:(?<![\s)])[\s)]*+)?\Z", re.I | re.S
)
_COAST: Final = re.compile(r"\s*(?:[/\\]\s*|\(\s*)?([nsew])\.?\s*(?:c|coast)\.?\s*\)?\s*\Z", re.I)
_BETWEEN: Final = re.compile(r"\s*(?:-|/|,|\band\b|\bto\b)\s*", re.I)


def read_power(text: str, board: Board) -> PowerId:
    """Return the power that a text names; UnknownName lists those there are."""
    power_id = find_power(board, text)
    if power_id is None:
        known = tuple(power.name for power in board.powers.values())
        raise UnknownName(
            f"{text.strip()!r} is no power of this game; there are {', '.join(known)}.",
            piece=text.strip(),
            expected=known,
        )
    return power_id


def read_place(text: str, board: Board) -> ProvinceId:
    """Return the province that a text names.

    Raises:
        UnknownName: there is none of that name; near ones are told.
        AmbiguousName: it may be several.
    """
    words = split_words(text)
    places = (places_of(board, words) or _half(board, words)) if words else ()
    present = tuple(place for place in places if place in board.provinces)
    if len(present) == 1:
        return present[0]
    if present:
        names = tuple(place_named(board, place).name for place in present)
        raise AmbiguousName(
            f"{text.strip()!r} may be {', '.join(names)}: write which.",
            piece=text.strip(),
            expected=names,
        )
    near = candidates_for(board, squeeze(text))
    known = ", ".join(place_named(board, place).name for place in near)
    hint = f" Did you mean {known}?" if known else ""
    raise UnknownName(f"{text.strip()!r} is no province of this board.{hint}", piece=text.strip())


def _half(board: Board, words: tuple[str, ...]) -> tuple[ProvinceId, ...]:
    """Return the half that a name and a number behind it mean: `Paris 2`, `North Sea 1`."""
    *name, number = words
    if not name or not number.isdecimal():
        return ()
    halves = (half_of(board, place, int(number)) for place in places_of(board, tuple(name)))
    return tuple(place for place in halves if place is not None)


def read_location(text: str, board: Board) -> Location:
    """Return a province with its coast, where one is written: `StP/sc`, `Spain (nc)`."""
    written = _COAST.search(text)
    words = split_words(text[: written.start()]) if written is not None else ()
    places = places_of(board, words) if words else ()
    if written is not None and len(places) == 1 and places[0] in board.provinces:
        for coast in board.province(places[0]).coasts:
            if coast.id[:1].casefold() == written[1].casefold():
                return Location(places[0], coast.id)
    return Location(read_place(text, board))


def read_unit(text: str, board: Board) -> UnitRef:
    """Return a unit with where it stands: `A Par`, `Fleet StP/sc`, `A(CoC)`.

    Raises:
        UnreadableInput: it does not begin with army or fleet.
        UnknownName, AmbiguousName: of its place.
    """
    match = _UNIT.match(text)
    if match is None:
        raise UnreadableInput(f'A unit is written "A Par" or "F StP/sc", not {text!r}.')
    kind = UnitKind(match[1][0].upper())
    return UnitRef(kind, read_location(match[2], board))


def read_border(text: str, board: Board) -> Pair:
    """Return two provinces, as a bridge links them: `Cork Central - Waterford`, `CoC-Wat`.

    Raises:
        UnreadableInput: there are not two.
        UnknownName, AmbiguousName: of one of them.
    """
    places = read_places(text, board)
    if len(places) != 2:
        raise UnreadableInput(
            f'A bridge is named by the two places it links, "CoC-Wat": {text!r}.'
        )
    return pair(*places)


def read_places(text: str, board: Board) -> tuple[ProvinceId, ...]:
    """Return the provinces that a text names one after the other: `NWY - BEL`.

    Raises:
        UnknownName, AmbiguousName: of one of them.
    """
    return tuple(read_place(part, board) for part in _BETWEEN.split(text) if part)

"""Reads what a recorded phase of a game with a changing board holds besides units and centres.

That is closed countries, black holes, splits, special units, anarchy and points (Irish 3-15).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from gm.errors import UnreadableInput
from gm.games.diplomacy.language.canonical_names import power, province
from gm.games.diplomacy.records.phase_read import judged_position, read_phase, unit_of
from gm.games.diplomacy.records.record_values import (
    Record,
    entries_of,
    table_in,
    text_of,
    texts_of,
)
from gm.games.diplomacy.rules.board import Board, Entry, PowerId, ProvinceId
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.anarchy import AnarchyPart
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart, Split
from gm.games.diplomacy.rules.mechanics.promises import PointsPart
from gm.games.diplomacy.rules.mechanics.walks import Walks
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersPart
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.units import Unit, unit_key

N = TypeVar("N", ProvinceId, PowerId)

_DIGITS = "0123456789"


def read_whole_position(record: Record, rules: DiplomacyRules) -> GameState:
    """Return the position a record starts from, with all that mechanisms keep.

    Raises:
        UnreadableInput: something in it is not of the schema, or cannot be.
        UnreadableOrder: it names what the board in force does not have.
    """
    phase = read_phase(record)
    changed = GameState(phase).with_part(_changes(record, rules.board))
    board = _board_in(rules, changed)
    state = judged_position(record, board, phase)
    state = state.with_part(changed.part(ChangesPart))
    state = state.with_part(_wanderers(record, rules, board, phase))
    state = state.with_part(_anarchy(record, board, state))
    return state.with_part(_points(record, board))


def _board_in(rules: DiplomacyRules, state: GameState) -> Board:
    try:
        return rules.board_in(state)
    except (ValueError, LookupError) as fault:
        raise UnreadableInput(f"The board cannot be like this: {fault}.") from fault


def place_of(board: Board, word: str) -> ProvinceId:
    """Return a province of the printed board, or a half of one by its number: `NTH2`."""
    whole = word.rstrip(_DIGITS)
    return ProvinceId(province(board, whole) + word[len(whole) :])


def _changes(record: Record, board: Board) -> ChangesPart:
    return ChangesPart(
        closed=_each(power(board, who) for who in _listed(record, "closed")),
        opened=_each(_no_box(board, place) for place in _listed(record, "opened")),
        holes=_each(_no_box(board, place) for place in _listed(record, "holes")),
        splits=tuple(
            _split(entry, board) for entry in entries_of(_list(record, "splits"), "splits")
        ),
    )


def _split(entry: Record, board: Board) -> Split:
    return Split(
        place_of(board, text_of(entry.get("province"), "province")),
        _pair(entry, "line", board),
        _pair(entry, "halves", board),
    )


def _pair(entry: Record, key: str, board: Board) -> tuple[ProvinceId, ProvinceId]:
    places = [_no_box(board, word) for word in texts_of(entry.get(key), key)]
    if len(places) != 2:
        raise UnreadableInput(f"{key!r} of a split names two provinces.", piece=key)
    first, second = places
    return first, second


def _no_box(board: Board, word: str) -> ProvinceId:
    """Return a province that can be in the hat and has cards: any but a box (Irish 10)."""
    place = place_of(board, word)
    if place in board.provinces and board.province(place).entry is Entry.BOX:
        raise UnreadableInput(f"{place} is only a box: it is never in the hat.", piece=word)
    return place


def _wanderers(record: Record, rules: DiplomacyRules, board: Board, phase: Phase) -> WanderersPart:
    """Read where the special units are: in their boxes until the first season is played."""
    known = [
        name
        for mechanism in rules.mechanisms
        if isinstance(mechanism, Walks)
        for name in mechanism.boxes
    ]
    first = (rules.first.year, rules.first.season)
    waiting = (phase.year, phase.season) == first and phase.kind is not PhaseKind.RETREAT
    places: dict[str, ProvinceId] = {}
    for text, where in table_in(record, "specials").items():
        name = " ".join(text.upper().split())
        if name not in known:
            raise UnreadableInput(
                f"There is no special unit {text!r}; there are {', '.join(known)}.", piece=text
            )
        places[name] = _standing_in(board, text_of(where, "specials"), name, waiting=waiting)
    return WanderersPart(dict(sorted(places.items())), waiting)


def _standing_in(board: Board, word: str, name: str, *, waiting: bool) -> ProvinceId:
    place = province(board, word)
    if place not in board.provinces:
        halves = ", ".join(board.gone[place])
        raise UnreadableInput(
            f"{name} cannot be in {place}, which is split: {halves}.", piece=word
        )
    if board.province(place).entry is not Entry.ALL and not waiting:
        raise UnreadableInput(f"{name} cannot be in {place}: nobody may enter it.", piece=word)
    return place


def _anarchy(record: Record, board: Board, state: GameState) -> AnarchyPart:
    found: list[Unit] = []
    for text in _listed(record, "anarchy"):
        unit = state.find(unit_of(text, board))
        if unit is None:
            raise UnreadableInput(
                f"'anarchy' names {text}, which is not on the board.", piece=text
            )
        found.append(unit)
    return AnarchyPart(tuple(sorted(set(found), key=unit_key)))


def _points(record: Record, board: Board) -> PointsPart:
    balances: dict[PowerId, int] = {}
    for who, held in table_in(record, "points").items():
        if type(held) is not int or held < 0:
            raise UnreadableInput(f"'points' holds {held!r}, which is no number of points.")
        balances[power(board, who)] = held
    return PointsPart({who: balances[who] for who in sorted(balances)})


def _list(record: Record, key: str) -> object:
    found = record.get(key)
    return () if found is None else found


def _listed(record: Record, key: str) -> tuple[str, ...]:
    return texts_of(_list(record, key), key)


def _each(found: Iterator[N]) -> tuple[N, ...]:
    return tuple(dict.fromkeys(found))

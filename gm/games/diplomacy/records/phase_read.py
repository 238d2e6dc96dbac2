"""Reads recorded phases: one JSON object with a position and orders, as `gm adjudicate` takes it.

docs/phases.md describes the schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from gm.contract.orders import Order
from gm.errors import UnreadableInput
from gm.games.diplomacy.language.grammar.canonical import (
    location,
    power,
    province,
    province_pair,
    read_canonical,
    unit,
)
from gm.games.diplomacy.rules.board import Board, PowerId, ProvinceId
from gm.games.diplomacy.rules.phases import Phase, sort_key
from gm.games.diplomacy.rules.position import position_faults
from gm.games.diplomacy.rules.state import Dislodged, GameState
from gm.games.diplomacy.rules.units import Unit, UnitRef, unit_key
from gm.games.diplomacy.rules.winter.bridges import Bridge, BridgePart
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart

# The values of a recorded phase as JSON gave them, each told apart from what it should be.

Record = Mapping[str, Any]

_LIST = frozenset({list})


def lists_in(record: Record, key: str) -> Mapping[str, list[str]]:
    """Return a table of lists as it stands; TypeError if it is none."""
    table = record.get(key)
    if table is None:
        return {}
    if type(table) is not dict or not _LIST.issuperset(map(type, table.values())):
        raise TypeError(key)
    return table


def table_in(record: Record, key: str) -> Mapping[str, Any]:
    """Return an object; an empty one if there is none, UnreadableInput if it is something else."""
    value = record.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise UnreadableInput(f"{key!r} is no object.", piece=key)
    return value


def entries_of(value: object, key: str) -> list[Mapping[str, Any]]:
    """Return a list of objects; UnreadableInput if it is none."""
    if not isinstance(value, Sequence) or not all(isinstance(entry, Mapping) for entry in value):
        raise UnreadableInput(f"{key!r} is no list of objects.", piece=key)
    return list(value)


def texts_of(value: object, key: str) -> tuple[str, ...]:
    """Return a list of texts; UnreadableInput if it is none."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise UnreadableInput(f"{key!r} is no list of texts.", piece=key)
    return tuple(text_of(entry, key) for entry in value)


def text_of(value: object, key: str) -> str:
    """Return a text; UnreadableInput if it is none."""
    if not isinstance(value, str):
        raise UnreadableInput(f"{key!r} holds {value!r}, which is no text.", piece=key)
    return value


def read_phase(record: Record) -> Phase:
    """Return the phase a record is of; UnreadableInput if it names none."""
    text = record.get("phase")
    try:
        return _phase(str(text))
    except (LookupError, ValueError) as fault:
        raise UnreadableInput(
            f"{text!r} is no phase; write S1901M, F1901R or W1901A.", piece=str(text)
        ) from fault


@lru_cache(maxsize=1024)
def _phase(text: str) -> Phase:
    phase = Phase.parse(text)
    sort_key(phase)  # no season has all kinds of phases: W1901M is none
    return phase


def read_options(record: Record, *, goal: bool = False) -> dict[str, str]:
    """Return the game options a record names; UnreadableInput if they are no texts.

    Args:
        record: the phase.
        goal: the game has points to win by, which may stand beside the options.
    """
    options = {name: text_of(value, name) for name, value in table_in(record, "options").items()}
    points = record.get("goal") if goal else None
    if points is not None and type(points) is not int:
        raise UnreadableInput(f"'goal' is {points!r}, which is no number of points.")
    return options if points is None else {**options, "goal": str(points)}


def read_position(record: Record, board: Board) -> GameState:
    """Return the position a record starts from.

    Raises:
        UnreadableInput: something in it is not of the schema.
        UnreadableOrder: it names what the board does not have.
    """
    phase = read_phase(record)
    state = judged_position(record, board, phase)
    if record.get("bridges") or record.get("bridges_lost"):
        state = state.with_part(_bridges(record, board))
    return state.with_part(_autumn(record, board, phase)) if "autumn" in record else state


def judged_position(record: Record, board: Board, phase: Phase) -> GameState:
    """Return the units and centres of a record; UnreadableInput if they cannot stand so."""
    state = GameState(
        phase=phase, centres=dict(_centres(record, board)), dislodged=_dislodged(record, board)
    ).with_units(_units(record, "units", board))
    if faults := position_faults(board, state):
        raise UnreadableInput(f"The position is impossible: {'; '.join(faults)}.")
    return state


def read_orders(record: Record, board: Board) -> dict[PowerId, tuple[Order, ...]]:
    """Return the orders of a record, by power, in the sequence given.

    Raises:
        UnreadableOrder: one of them is no canonical order on this board.
        UnreadableInput: a power is listed twice, in different letters.
    """
    kind = read_phase(record).kind
    orders: dict[PowerId, tuple[Order, ...]] = {}
    for who, texts in order_texts(record).items():
        named = power(board, who)
        if named in orders:
            raise UnreadableInput(f"{who!r} has two lists of orders.", piece=who)
        orders[named] = tuple([read_canonical(text, board, kind) for text in texts])
    return orders


def order_texts(record: Record) -> dict[str, tuple[str, ...]]:
    """Return the orders of a record as they were written."""
    return {who: texts_of(texts, "orders") for who, texts in table_in(record, "orders").items()}


def _units(record: Record, key: str, board: Board) -> Iterator[Unit]:
    for who, texts in table_in(record, key).items():
        owner = power(board, who)
        for text in texts_of(texts, key):
            ref = unit_of(text, board)
            yield Unit(owner, ref.kind, ref.at)


def unit_of(text: str, board: Board) -> UnitRef:
    """Return a unit such as `F STP/SC`; UnreadableInput or UnreadableOrder if it is none."""
    words = text.split()
    if len(words) != 2:
        raise UnreadableInput(f"{text!r} is no unit; write A MUN or F STP/SC.", piece=text)
    return unit(board, words[0], words[1])


def _centres(record: Record, board: Board) -> Iterator[tuple[ProvinceId, PowerId]]:
    for who, places in table_in(record, "centers").items():
        owner = power(board, who)
        for place in texts_of(places, "centers"):
            yield province(board, place), owner


def _dislodged(record: Record, board: Board) -> tuple[Dislodged, ...]:
    table = table_in(record, "dislodged")
    if not table:
        return ()
    retreating = (
        _must_retreat(entry, owner, board)
        for who, entries in table.items()
        for owner in (power(board, who),)
        for entry in entries_of(entries, "dislodged")
    )
    return tuple(sorted(retreating, key=lambda dislodged: unit_key(dislodged.unit)))


def _must_retreat(entry: Record, owner: PowerId, board: Board) -> Dislodged:
    ref = unit_of(text_of(entry.get("unit"), "unit"), board)
    start = entry.get("attacker_from")
    options = (location(board, place) for place in texts_of(entry.get("options"), "options"))
    return Dislodged(
        Unit(owner, ref.kind, ref.at),
        location(board, text_of(start, "attacker_from")).province if start else None,
        tuple(sorted(options, key=str)),
    )


def _bridges(record: Record, board: Board) -> BridgePart:
    standing = tuple(
        Bridge(
            province_pair(board, "-".join(texts_of(entry.get("between"), "between"))),
            power(board, text_of(entry.get("owner"), "owner")),
        )
        for entry in entries_of(record.get("bridges", ()), "bridges")
    )
    lost = dict(_losses(record, board))
    return BridgePart(standing, {who: lost[who] for who in sorted(lost) if lost[who]})


def _losses(record: Record, board: Board) -> Iterator[tuple[PowerId, int]]:
    for who, count in table_in(record, "bridges_lost").items():
        if not isinstance(count, int) or count < 0:
            raise UnreadableInput(
                f"'bridges_lost' holds {count!r}, which is no number of bridges."
            )
        yield power(board, who), count


def _autumn(record: Record, board: Board, phase: Phase) -> AutumnPart:
    autumn = table_in(record, "autumn")
    results = {
        unit_of(text, board): text_of(result, "results")
        for text, result in table_in(autumn, "results").items()
    }
    beaten = texts_of(autumn.get("dislodged", ()), "dislodged")
    return AutumnPart(
        phase.year,
        tuple(ref for ref, result in results.items() if result == "ok"),
        tuple(ref for ref, result in results.items() if result != "ok"),
        tuple(unit_of(text, board) for text in beaten),
    )

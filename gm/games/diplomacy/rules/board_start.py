"""Whether the units at the start can stand where a board puts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from gm.games.diplomacy.rules.board import Board, Entry, Power, Province, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_faults import Fault, near_place


def check_start(board: Board) -> tuple[Fault, ...]:
    """Return every unit of the start that cannot stand where it should; empty if all can."""
    found = (fault for power in board.powers.values() for fault in _check_start(board, power))
    return tuple(dict.fromkeys(found))


def _check_start(board: Board, power: Power) -> Iterator[Fault]:
    entry = f"powers.{power.id}.start"
    for text in power.start:
        reason = _start_reason(board, text)
        if reason:
            yield Fault(entry, f"{text!r}: {reason}", _start_remedy(board, text), item=text)
    taken = Counter(_start_place(text) for each in board.powers.values() for text in each.start)
    for text in power.start:
        if taken[_start_place(text)] > 1:
            yield Fault(
                entry,
                f"{text!r}: another unit starts in the same province",
                "a province holds one unit; move one of them or take it out",
                item=text,
            )


def _start_remedy(board: Board, text: str) -> str:
    name = _start_place(text)
    if name not in board.provinces:
        return near_place(board, name)
    place = board.provinces[ProvinceId(name)]
    if coasts := [coast.id.upper() for coast in place.coasts]:
        return "write " + " or ".join(f"F {name}/{coast}" for coast in coasts) + f", or A {name}"
    match place.terrain:
        case Terrain.SEA:
            return f"write F {name}"
        case Terrain.INLAND:
            return f"write A {name}"
        case Terrain.COASTAL:
            return f"write A {name} or F {name}"
        case _ as never:
            assert_never(never)


def _start_place(text: str) -> str:
    return text.partition(" ")[2].partition("/")[0]


def _start_reason(board: Board, text: str) -> str:
    """Return why a unit cannot start so, or ""; `?` stands for a unit still to be chosen."""
    kind, _, where = text.partition(" ")
    name, _, coast = where.partition("/")
    place = board.provinces.get(ProvinceId(name))
    if kind not in ("A", "F", "?"):
        return "a unit is A or F, or ? where the player chooses"
    if place is None:
        return f"there is no province {name}"
    if place.entry is not Entry.ALL:
        return "units may not enter that province"
    return _stand_reason(kind, place, coast.lower())


def _stand_reason(kind: str, place: Province, coast: str) -> str:
    if kind == "A" and place.terrain is Terrain.SEA:
        return "an army cannot stand at sea"
    if kind == "F" and place.terrain is Terrain.INLAND:
        return "a fleet cannot stand inland"
    coasts = [known.id for known in place.coasts]
    if kind != "F":
        return "only a fleet stands on a named coast" if coast else ""
    if coasts and not coast:
        return "the coast is missing, one of " + ", ".join(coasts)
    return f"{place.id} has no coast {coast!r}" if coast and coast not in coasts else ""

"""What can be wrong with a board, judged on the value itself.

A board read from a file and a board derived in play are held to the same rules. Where the first
units stand is judged apart, in `gm.games.diplomacy.rules.board_start`: a board that changed in play has long lost
sight of its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Power,
    Province,
    ProvinceId,
    Terrain,
)
from gm.games.diplomacy.rules.board_borders import check_ring
from gm.games.diplomacy.rules.board_faults import Fault, near, near_place, squeeze
from gm.games.diplomacy.rules.board_names import check_names

__all__ = ["Fault", "check_board", "check_changes"]


def check_board(board: Board) -> tuple[Fault, ...]:
    """Return every fault of a board, in the order of its provinces and powers; empty if sound."""
    return _check(board, board.provinces.values())


def check_changes(before: Board, board: Board) -> tuple[Fault, ...]:
    """Return every fault of a board that was derived from a sound one; empty if sound.

    What both boards share is sound already, as long as all its neighbours are still there.
    """
    known = board.provinces
    return _check(
        board,
        [
            place
            for place in known.values()
            if before.provinces.get(place.id) is not place
            or any(border.to not in known for border in place.ring)
        ],
    )


def _check(board: Board, places: Iterable[Province]) -> tuple[Fault, ...]:
    faults: list[Fault] = []
    faults += check_names(board)
    for place in places:
        faults += _check_home(board, place)
        faults += _check_coasts(place)
        faults += check_ring(board, place)
    for power in board.powers.values():
        faults += _check_power(board, power)
    faults += _check_crossings(board)
    return tuple(dict.fromkeys(faults))


def _check_home(board: Board, place: Province) -> Iterator[Fault]:
    entry = f"provinces.{place.id}.home"
    if place.home is None:
        return
    power = board.powers.get(place.home)
    if power is None:
        yield Fault(
            entry,
            f"there is no power {place.home}",
            near(place.home, board.powers) or f"add [powers.{place.home}], or take this out",
        )
    elif place.id not in power.home:
        yield Fault(
            entry,
            f"{place.home} does not list {place.id} among its homes",
            f"add {place.id} to `home` of [powers.{place.home}], or take this out",
        )
    if place.terrain is Terrain.SEA:
        yield Fault(entry, "a sea is nobody's home", "take it out, here and at the power")


def _check_coasts(place: Province) -> Iterator[Fault]:
    entry = f"provinces.{place.id}.coasts"
    names = [coast.id for coast in place.coasts]
    if names and place.terrain is not Terrain.COASTAL:
        yield Fault(
            entry,
            f"only a coastal province has coasts, and this is {place.terrain.value}",
            'take the coasts out, or make it terrain = "coastal"',
        )
    used = {name for border in place.ring for name in border.coasts}
    for coast in place.coasts:
        if coast.id not in used:
            yield Fault(
                f"{entry}.{coast.id}",
                "no border of the province lies on this coast",
                f'add coast = ["{coast.id}"] to the borders that a fleet there can cross',
            )
    words = Counter(
        word
        for coast in place.coasts
        for word in {squeeze(text) for text in (coast.id, coast.name, *coast.aliases)}
    )
    for word in (word for word, count in words.items() if count > 1):
        yield Fault(
            entry,
            f"{word!r} names two of its coasts",
            "a word may name one coast only; drop it at one of the two",
            item=word,
        )


def _check_power(board: Board, power: Power) -> Iterator[Fault]:
    entry = f"powers.{power.id}"
    for home in power.home:
        place = board.provinces.get(home)
        if place is None:
            yield Fault(
                f"{entry}.home",
                f"there is no province {home}",
                near_place(board, home),
                item=home,
            )
        elif place.home != power.id:
            yield Fault(
                f"{entry}.home",
                f"{home} is not marked as a home of {power.id}",
                f'write home = "{power.id}" in [provinces.{home}], or take it out here',
                item=home,
            )
    if power.rank not in ("major", "minor"):
        yield Fault(
            f"{entry}.rank",
            f"{power.rank!r} is neither major nor minor",
            'write rank = "major" or rank = "minor"',
        )
    years = [line.from_year for line in power.off_board]
    if years != sorted(set(years)) or any(line.centres < 0 for line in power.off_board):
        yield Fault(
            f"{entry}.off_board",
            "years rise and centres are not negative",
            "list each year once, the earliest first, with 0 or more centres",
        )


def _check_crossings(board: Board) -> Iterator[Fault]:
    for here, there in sorted(board.crossings):
        if not _has_river(board.provinces.get(here), there):
            yield Fault("crossings", f"no river border lies between {here} and {there}")


def _has_river(place: Province | None, there: ProvinceId) -> bool:
    ring: Iterable[Border] = place.ring if place else ()
    return any(border.to == there and border.kind is BorderKind.RIVER for border in ring)

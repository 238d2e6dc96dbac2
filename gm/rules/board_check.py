"""What can be wrong with a board, judged on the value itself.

A board read from a file and a board derived in play are held to the same rules. Where the first
units stand is judged apart, in `gm.rules.board_start`: a board that changed in play has long lost
sight of its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gm.rules.board import Board, Border, BorderKind, Power, Province, ProvinceId, Terrain
from gm.rules.board_faults import Fault, squeeze
from gm.rules.board_names import check_names

__all__ = ["Fault", "check_board"]


def check_board(board: Board) -> tuple[Fault, ...]:
    """Return every fault of a board, in the order of its provinces and powers; empty if sound."""
    faults: list[Fault] = []
    faults += check_names(board)
    for place in board.provinces.values():
        faults += _check_home(board, place)
        faults += _check_coasts(place)
        faults += _check_ring(board, place)
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
        yield Fault(entry, f"there is no power {place.home}")
    elif place.id not in power.home:
        yield Fault(entry, f"{place.home} does not list {place.id} among its homes")
    if place.terrain is Terrain.SEA:
        yield Fault(entry, "a sea is nobody's home")


def _check_coasts(place: Province) -> Iterator[Fault]:
    entry = f"provinces.{place.id}.coasts"
    names = [coast.id for coast in place.coasts]
    if names and place.terrain is not Terrain.COASTAL:
        yield Fault(
            entry, f"only a coastal province has coasts, and this is {place.terrain.value}"
        )
    used = {name for border in place.ring for name in border.coasts}
    for coast in place.coasts:
        if coast.id not in used:
            yield Fault(f"{entry}.{coast.id}", "no border of the province lies on this coast")
    words = Counter(
        word
        for coast in place.coasts
        for word in {squeeze(text) for text in (coast.id, coast.name, *coast.aliases)}
    )
    for word in (word for word, count in words.items() if count > 1):
        yield Fault(entry, f"{word!r} names two of its coasts")


def _check_ring(board: Board, place: Province) -> Iterator[Fault]:
    entry = f"provinces.{place.id}.neighbours"
    if not place.ring:
        yield Fault(entry, "the province has no neighbours")
    kinds = {border.kind for border in place.ring}
    if place.terrain is Terrain.COASTAL and BorderKind.SEA not in kinds:
        yield Fault(entry, "a coastal province touches a sea, and this one touches none")
    for border in place.ring:
        there = board.provinces.get(border.to)
        if there is None:
            yield Fault(f"{entry}.{border.to}", f"there is no province {border.to}")
        elif border.to == place.id:
            yield Fault(f"{entry}.{border.to}", "a province is no neighbour of itself")
        else:
            yield from _check_border(place, border, there)
    yield from _check_both_sides(board, place)


def _check_border(here: Province, border: Border, there: Province) -> Iterator[Fault]:
    entry = f"provinces.{here.id}.neighbours.{there.id}"
    reason = _kind_reason(here, border, there)
    if reason:
        yield Fault(entry, reason)
    if border.length < 0:
        yield Fault(entry, "a length is not negative")
    yield from _check_river(entry, border)
    yield from _check_border_coasts(entry, border, here, there)


def _kind_reason(here: Province, border: Border, there: Province) -> str:
    """Return why this kind of border cannot lie between two such provinces, or ""."""
    terrains = {here.terrain, there.terrain}
    if border.kind is BorderKind.SEA:
        if Terrain.SEA not in terrains:
            return "a sea border needs a sea on one side"
        return "an inland province touches no sea" if Terrain.INLAND in terrains else ""
    if Terrain.SEA in terrains:
        return f"a sea has only sea borders, and this is {border.kind.value}"
    if Terrain.INLAND in terrains and border.kind is BorderKind.COAST:
        return "an inland province has no coast for fleets to pass along"
    if Terrain.INLAND in terrains and border.reaches_sea:
        return "the river border of an inland province does not reach the sea"
    return ""


def _check_river(entry: str, border: Border) -> Iterator[Fault]:
    is_river = border.kind is BorderKind.RIVER
    if is_river and not border.river:
        yield Fault(entry, "a river border names its river")
    if not is_river and (border.river or border.reaches_sea):
        yield Fault(entry, f"a {border.kind.value} border has no river and no bridge for fleets")


def _check_border_coasts(
    entry: str, border: Border, here: Province, there: Province
) -> Iterator[Fault]:
    for place, named in ((here, border.coasts), (there, border.to_coasts)):
        known = {coast.id for coast in place.coasts}
        for coast in named:
            if coast not in known:
                yield Fault(entry, f"{place.id} has no coast {coast!r}")
        if known and not named and _carries_fleets(border):
            yield Fault(entry, f"does not say which coast of {place.id} it lies on")
        if named and not _carries_fleets(border):
            yield Fault(entry, f"no fleet passes here, so it lies on no coast of {place.id}")


def _carries_fleets(border: Border) -> bool:
    return border.kind in (BorderKind.SEA, BorderKind.COAST) or border.reaches_sea


def _check_both_sides(board: Board, place: Province) -> Iterator[Fault]:
    for to in dict.fromkeys(border.to for border in place.ring if border.to != place.id):
        there = board.provinces.get(to)
        if there is None:
            continue
        mine = Counter(_as_seen_here(border) for border in place.ring if border.to == to)
        theirs = Counter(_as_seen_there(border) for border in there.ring if border.to == place.id)
        if mine != theirs:
            yield Fault(
                f"provinces.{place.id}.neighbours.{to}",
                _difference(place.id, there, mine, theirs),
            )


_Seen = tuple[BorderKind, str | None, bool, float, tuple[str, ...], tuple[str, ...]]


def _as_seen_here(border: Border) -> _Seen:
    mine, theirs = tuple(sorted(border.coasts)), tuple(sorted(border.to_coasts))
    return (border.kind, border.river, border.reaches_sea, border.length, mine, theirs)


def _as_seen_there(border: Border) -> _Seen:
    kind, river, reaches_sea, length, mine, theirs = _as_seen_here(border)
    return (kind, river, reaches_sea, length, theirs, mine)


def _difference(
    here: ProvinceId, there: Province, mine: Counter[_Seen], theirs: Counter[_Seen]
) -> str:
    """Say in which respect the two sides of a border disagree."""
    if not theirs:
        return f"{there.id} does not list {here} as its neighbour"
    if mine.total() != theirs.total():
        return f"is given {mine.total()} times here and {theirs.total()} times at {there.id}"
    for column, what in enumerate(("kind", "river", "passage for fleets", "length")):
        sides = [sorted(str(seen[column]) for seen in side.elements()) for side in (mine, theirs)]
        if sides[0] != sides[1]:
            return f"the {what} differs from the one given at {there.id}"
    return f"the coasts differ from those given at {there.id}"


def _check_power(board: Board, power: Power) -> Iterator[Fault]:
    entry = f"powers.{power.id}"
    for home in power.home:
        place = board.provinces.get(home)
        if place is None:
            yield Fault(f"{entry}.home", f"there is no province {home}")
        elif place.home != power.id:
            yield Fault(f"{entry}.home", f"{home} is not marked as a home of {power.id}")
    if power.rank not in ("major", "minor"):
        yield Fault(f"{entry}.rank", f"{power.rank!r} is neither major nor minor")
    years = [line.from_year for line in power.off_board]
    if years != sorted(set(years)) or any(line.centres < 0 for line in power.off_board):
        yield Fault(f"{entry}.off_board", "years rise and centres are not negative")


def _check_crossings(board: Board) -> Iterator[Fault]:
    for here, there in sorted(board.crossings):
        if not _has_river(board.provinces.get(here), there):
            yield Fault("crossings", f"no river border lies between {here} and {there}")


def _has_river(place: Province | None, there: ProvinceId) -> bool:
    ring: Iterable[Border] = place.ring if place else ()
    return any(border.to == there and border.kind is BorderKind.RIVER for border in ring)

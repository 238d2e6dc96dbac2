"""Whether the borders of a board are such as they can be, and alike on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gm.games.diplomacy.rules.board import Board, Border, BorderKind, Province, ProvinceId, Terrain
from gm.games.diplomacy.rules.board_faults import Fault, near_place


def check_ring(board: Board, place: Province) -> Iterator[Fault]:
    """Yield every fault of a province's ring of borders."""
    entry = f"provinces.{place.id}.neighbours"
    if not place.ring:
        yield Fault(
            entry,
            "the province has no neighbours",
            "list its borders clockwise, each as { to = ..., kind = ... }",
        )
    kinds = {border.kind for border in place.ring}
    if place.terrain is Terrain.COASTAL and BorderKind.SEA not in kinds:
        yield Fault(
            entry,
            "a coastal province touches a sea, and this one touches none",
            'add its borders with the seas, or make it terrain = "inland"',
        )
    for border in place.ring:
        there = board.provinces.get(border.to)
        if there is None:
            yield Fault(
                f"{entry}.{border.to}",
                f"there is no province {border.to}",
                near_place(board, border.to),
            )
        elif border.to == place.id:
            yield Fault(
                f"{entry}.{border.to}", "a province is no neighbour of itself", "take it out"
            )
        else:
            yield from _check_border(place, border, there)
    yield from _check_both_sides(board, place)


def _check_border(here: Province, border: Border, there: Province) -> Iterator[Fault]:
    entry = f"provinces.{here.id}.neighbours.{there.id}"
    reason = _kind_reason(here, border, there)
    if reason:
        yield Fault(entry, reason, _kind_remedy(here, there))
    if border.length < 0:
        yield Fault(entry, "a length is not negative", "give the length without the minus")
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


def _kind_remedy(here: Province, there: Province) -> str:
    terrains = {here.terrain, there.terrain}
    if Terrain.SEA in terrains:
        if Terrain.INLAND in terrains:
            inland = here if here.terrain is Terrain.INLAND else there
            return f'take the border out, or make {inland.id} terrain = "coastal"'
        return 'write kind = "sea" on both sides, or mend the terrain'
    if Terrain.INLAND in terrains:
        return 'write kind = "land" or "river" without fleet = true, or mend the terrain'
    return 'write kind = "land", "coast" or "river" on both sides, or mend the terrain'


def _check_river(entry: str, border: Border) -> Iterator[Fault]:
    is_river = border.kind is BorderKind.RIVER
    if is_river and not border.river:
        yield Fault(
            entry, "a river border names its river", 'add river = "Shannon", or whichever it is'
        )
    if not is_river and (border.river or border.reaches_sea):
        yield Fault(
            entry,
            f"a {border.kind.value} border has no river and no bridge for fleets",
            'write kind = "river", or take `river` and `fleet` out',
        )


def _check_border_coasts(
    entry: str, border: Border, here: Province, there: Province
) -> Iterator[Fault]:
    for place, named in ((here, border.coasts), (there, border.to_coasts)):
        known = {coast.id for coast in place.coasts}
        for coast in named:
            if coast not in known:
                yield Fault(
                    entry,
                    f"{place.id} has no coast {coast!r}",
                    f"its coasts are {', '.join(sorted(known))}" if known else "take it out",
                )
        key = "coast" if place is here else "to_coast"
        if known and not named and _carries_fleets(border):
            yield Fault(
                entry,
                f"does not say which coast of {place.id} it lies on",
                f'add {key} = ["{min(known)}"], or whichever of ' + ", ".join(sorted(known)),
            )
        if named and not _carries_fleets(border):
            yield Fault(
                entry, f"no fleet passes here, so it lies on no coast of {place.id}", f"drop {key}"
            )


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
                _agreement(place.id, there.id, mine, missing=not theirs),
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
    for column, what in enumerate(("the kind", "the river", "`fleet`", "the length")):
        sides = [
            sorted(_told(seen[column]) for seen in side.elements()) for side in (mine, theirs)
        ]
        if sides[0] != sides[1]:
            mine_told, theirs_told = (" and ".join(side) for side in sides)
            return f"{what} is {mine_told} here and {theirs_told} at {there.id}"
    return f"the coasts differ from those given at {there.id}"


def _told(value: object) -> str:
    """Return a value of a border as the map file writes it."""
    match value:
        case BorderKind():
            return value.value
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case _:
            return str(value) if value else "not given"


def _agreement(here: ProvinceId, there: ProvinceId, mine: Counter[_Seen], *, missing: bool) -> str:
    """Say how the two sides of a border come to agree."""
    if not missing:
        return f"give both sides alike: see `neighbours` of [provinces.{there}]"
    kind, river, reaches_sea, _, _, _ = next(iter(mine))
    more = f', river = "{river}", fleet = {str(reaches_sea).lower()}' if river else ""
    added = f'{{ to = "{here}", kind = "{kind.value}"{more} }}'
    return f"add {added} to `neighbours` of [provinces.{there}], or take this one out"

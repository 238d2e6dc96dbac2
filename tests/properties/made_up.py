"""Made-up boards: seas, coasts, named coasts, inland provinces, rivers and bridges, at random."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Coast,
    Pair,
    Power,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
)

POWERS = [PowerId(name) for name in ("BLUE", "GREEN", "RED")]
COASTS = (Coast("nc", "north coast"), Coast("sc", "south coast"))


@dataclass(frozen=True)
class Stretch:
    """A border between two provinces: its kind, and whether fleets pass it (a river if bridged)."""

    kind: BorderKind
    for_fleets: bool


def make_board(chance: Random, least: int = 6, most: int = 14) -> Board:
    """Return a sound, connected board of so many provinces.

    A land that touches a sea is coastal, and a fifth of those have two named coasts. A third of the
    borders between two lands are rivers, half of which are bridged.
    """
    ids = [ProvinceId(f"P{number:02}") for number in range(chance.randint(least, most))]
    wet = chance.choice([0.25, 0.4, 0.6])
    seas = {ids[0], *(place for place in ids[2:] if chance.random() < wet)}
    more = chance.choice([1, 2, 4]) / len(ids)
    pairs = set(pairwise(ids)) | {two for two in combinations(ids, 2) if chance.random() < more}
    terrain = {place: _terrain(place, seas, pairs) for place in ids}
    stretches = {two: _stretch(chance, {terrain[place] for place in two}) for two in sorted(pairs)}
    coasts = {place: _coasts(chance, place, terrain[place], stretches) for place in ids}
    provinces = {
        place: Province(
            place,
            place,
            terrain[place],
            tuple(_ring(place, stretches, coasts)),
            coasts=COASTS if coasts[place] else (),
        )
        for place in ids
    }
    rivers = [two for two, border in stretches.items() if border.kind is BorderKind.RIVER]
    bridged = frozenset(two for two in rivers if chance.random() < 0.5)
    return Board("made-up", "Made up", provinces, _powers(), crossings=bridged)


def make_wheel(size: int) -> Board:
    """Return a ring of inland provinces around a hub, each beside the next and the hub."""
    rim = [ProvinceId(f"P{number:03}") for number in range(size)]
    rings = {place: [ProvinceId("HUB")] for place in rim} | {ProvinceId("HUB"): rim}
    for here, there in zip(rim, rim[1:] + rim[:1], strict=True):
        rings[here] = [*rings[here], there]
        rings[there] = [*rings[there], here]
    provinces = {
        place: Province(
            place, place, Terrain.INLAND, tuple(Border(to, BorderKind.LAND) for to in ring)
        )
        for place, ring in rings.items()
    }
    return Board("wheel", "A wheel", provinces, _powers())


def make_sound(width: int, length: int) -> Board:
    """Return open water, so many seas wide and long, each beside all around it, between shores.

    The first and the last row are coasts, one province beside each sea of the next row.
    """
    rows = range(length + 2)
    spots = [(row, column) for row in rows for column in range(width)]
    near = {
        one: [two for two in spots if one != two and max(map(_apart, one, two)) == 1]
        for one in spots
    }
    land = {spot for spot in spots if spot[0] in (0, length + 1)}

    def name(spot: tuple[int, int]) -> ProvinceId:
        return ProvinceId(f"{'L' if spot in land else 'S'}{spot[0]:02}{spot[1]:02}")

    provinces = {
        name(one): Province(
            name(one),
            name(one),
            Terrain.COASTAL if one in land else Terrain.SEA,
            tuple(
                Border(name(two), BorderKind.COAST if {one, two} <= land else BorderKind.SEA)
                for two in near[one]
            ),
        )
        for one in spots
    }
    return Board("sound", "A sound", provinces, _powers())


def make_lagoon(size: int) -> Board:
    """Return a ring of bays: an army's shore, a sea, an open sea behind it, a town between two.

    Town `T` of a bay touches the sea `S` of its own bay and that of the next; shore `A` and the
    open seas `X` and `Y` touch `S` alone.
    """
    rings: dict[str, list[str]] = {}
    for bay in range(size):
        after = (bay + 1) % size
        near = [(f"A{bay:02}", f"S{bay:02}"), (f"T{bay:02}", f"S{bay:02}")]
        near += [(f"T{bay:02}", f"S{after:02}"), (f"X{bay:02}", f"S{bay:02}")]
        near += [(f"Y{bay:02}", f"S{bay:02}")]
        for one, other in near:
            rings.setdefault(one, []).append(other)
            rings.setdefault(other, []).append(one)
    provinces = {
        ProvinceId(place): Province(
            ProvinceId(place),
            place,
            Terrain.COASTAL if place[0] in "AT" else Terrain.SEA,
            tuple(Border(ProvinceId(to), BorderKind.SEA) for to in ring),
        )
        for place, ring in rings.items()
    }
    return Board("lagoon", "A lagoon", provinces, _powers())


def _apart(one: int, other: int) -> int:
    return abs(one - other)


def _powers() -> dict[PowerId, Power]:
    return {power: Power(power, power.title(), power.title()) for power in POWERS}


def _terrain(place: ProvinceId, seas: set[ProvinceId], pairs: set[Pair]) -> Terrain:
    if place in seas:
        return Terrain.SEA
    beside = {other for two in pairs if place in two for other in two}
    return Terrain.COASTAL if beside & seas else Terrain.INLAND


def _stretch(chance: Random, sides: set[Terrain]) -> Stretch:
    if Terrain.SEA in sides:
        return Stretch(BorderKind.SEA, for_fleets=True)
    coastal = sides == {Terrain.COASTAL}
    if chance.random() < 0.33:
        return Stretch(BorderKind.RIVER, for_fleets=coastal and chance.random() < 0.5)
    along = coastal and chance.random() < 0.6
    return Stretch(BorderKind.COAST if along else BorderKind.LAND, for_fleets=along)


def _coasts(
    chance: Random, place: ProvinceId, terrain: Terrain, stretches: dict[Pair, Stretch]
) -> dict[Pair, tuple[str, ...]]:
    """Return on which named coasts a province's borders lie; empty if it has none."""
    mine = [two for two, border in stretches.items() if place in two and border.for_fleets]
    if terrain is not Terrain.COASTAL or len(mine) < 2 or chance.random() < 0.8:
        return {}
    shores = [("nc",), ("sc",), *(chance.choice([("nc",), ("sc",), ("nc", "sc")]) for _ in mine)]
    return dict(zip(mine, shores, strict=False))


def _ring(
    place: ProvinceId,
    stretches: dict[Pair, Stretch],
    coasts: dict[ProvinceId, dict[Pair, tuple[str, ...]]],
) -> list[Border]:
    return [
        Border(
            there,
            border.kind,
            coasts=coasts[place].get(two, ()),
            to_coasts=coasts[there].get(two, ()),
            river="river" if border.kind is BorderKind.RIVER else None,
            reaches_sea=border.kind is BorderKind.RIVER and border.for_fleets,
        )
        for two, border in stretches.items()
        if place in two
        for there in two
        if there != place
    ]

"""What must hold of the game's data beyond its form: each fault with its file, entry and remedy (1, 3, 4, 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from gm.errors import MapError
from gm.games.irish_freedom.data.schema import (
    CardForm,
    CardsForm,
    CountersForm,
    DataForm,
    IslandForm,
    PlacingForm,
    RegionForm,
    SetupForm,
    UnitForm,
    UnitKindForm,
)

ISLAND, COUNTERS, CARDS, SETUP = "island.toml", "counters.toml", "cards.toml", "setup.toml"
FILES: Final = (ISLAND, COUNTERS, CARDS, SETUP)

_CODES: Final = ("DUB", "MID", "ULS", "WES", "COR", "KER")
_FACES: Final = ((1, 2), (3, 4), (5,), (6,))
_TERRAIN: Final = {
    "DUB": ("bog", "city", "city", "town"),
    "MID": ("bog", "bog", "town", "town"),
    "ULS": ("bog", "city", "town", "town"),
    "COR": ("bog", "city", "town", "town"),
    "KER": ("bog", "bog", "bog", "town"),
}
"""The terrain of each Region of which the game's text leaves no doubt (3)."""

_WEST: Final = ("bog", "bog", "city")
"""Of the West the text leaves one Area open."""

_UNITS: Final = ("ARMY", "TAN", "RIC", "UVF", "MOB", "GUE", "REG", "FC")
_SIDES: Final = {
    "ARMY": {"red"},
    "TAN": {"red"},
    "RIC": {"red"},
    "UVF": {"orange"},
    "MOB": {"orange", "blue", "green"},
    "GUE": {"blue", "green"},
    "REG": {"blue"},
    "FC": {"green"},
}
_REACH: Final = {
    "ARMY": "roads",
    "TAN": "roads",
    "RIC": "region",
    "UVF": "region",
    "MOB": "nowhere",
    "GUE": "region",
    "REG": "roads",
    "FC": "roads",
}
_UPGRADES: Final = (("MOB", "GUE"), ("GUE", "REG"), ("GUE", "FC"))
_ENEMY_ORDER: Final = ("ARMY", "TAN", "RIC", "UVF", "MOB")
_SECOND_ENEMY_ORDER: Final = ("ARMY", "FC", "RIC", "GUE", "UVF")
_PARTS: Final = {
    "column among enemies": ("some", "none", 1),
    "mobs": ("none", "none", None),
    "riots": ("one", "none", 2),
    "auxiliaries": ("none", "none", None),
    "mobilisation": ("one", "none", 1),
    "flag": ("any", "none", 0),
    "demotion": ("none", "some", 0),
    "assassination": ("one", "none", 0),
    "reprisals": ("none", "none", 0),
    "gun": ("none", "none", 0),
    "mutineer": ("none", "none", 0),
    "placement": ("any", "none", 1),
    "executions": ("any", "none", 0),
}
"""For each effect how many Regions, Areas and units its card names; None for one or more."""

_AMOUNT: Final = {
    "none": range(1),
    "one": range(1, 2),
    "some": range(1, 7),
    "any": range(7),
}


def data_faults(data: DataForm) -> tuple[MapError, ...]:
    """Return all that is wrong with data of the right form, in the order of the files."""
    return (
        *_island_faults(data.island),
        *_counter_faults(data.counters),
        *_card_faults(data.cards, data),
        *_setup_faults(data.setup, data),
    )


def _island_faults(island: IslandForm) -> Iterator[MapError]:
    codes = [region.code for region in island.regions]
    numbers = [region.number for region in island.regions]
    if tuple(codes) != _CODES or numbers != [1, 2, 3, 4, 5, 6]:
        yield MapError(
            ISLAND,
            "regions",
            f"the Regions are {', '.join(codes)}, numbered {numbers}",
            remedy=f"write {', '.join(_CODES)} in this order, numbered 1 to 6",
        )
    roads = {region.code: frozenset(region.roads) for region in island.regions}
    for region in island.regions:
        yield from _region_faults(region)
        for other in sorted(roads[region.code]):
            if other == region.code or region.code not in roads.get(other, ()):
                yield MapError(
                    ISLAND,
                    f"regions.{region.code}.roads",
                    f"the road to {other} does not lead back",
                    remedy=f"write {region.code} among the roads of {other}, or leave {other} out",
                )
    areas = [area for region in island.regions for area in region.areas]
    cities = sum(area.terrain == "city" for area in areas)
    if cities != 5:
        yield MapError(
            ISLAND, "regions", f"there are {cities} City Areas", remedy="there must be five"
        )
    yield from _twice(ISLAND, "regions", [area.name for area in areas])


def _region_faults(region: RegionForm) -> Iterator[MapError]:
    entry = f"regions.{region.code}"
    faces = tuple(tuple(area.faces) for area in region.areas)
    if faces != _FACES:
        yield MapError(
            ISLAND,
            f"{entry}.areas",
            f"their faces are {[*map(list, faces)]}",
            remedy="write four Areas with the faces [1, 2], [3, 4], [5] and [6]",
        )
    for area in region.areas:
        wanted = f"{region.code}{min(area.faces)}"
        if area.id != wanted:
            yield MapError(
                ISLAND, f"{entry}.{area.id}", "the id is not its own", remedy=f"write {wanted}"
            )
        if area.port and region.code == "MID":
            yield MapError(
                ISLAND,
                f"{entry}.{area.id}.port",
                "the Midlands have no port",
                remedy="leave `port` out",
            )
    terrain = tuple(sorted(area.terrain for area in region.areas))
    wanted_terrain = _TERRAIN.get(region.code)
    if wanted_terrain is not None and terrain != wanted_terrain:
        yield MapError(
            ISLAND,
            f"{entry}.areas",
            f"the terrain is {', '.join(terrain)}",
            remedy=f"in some order {', '.join(wanted_terrain)}",
        )
    if region.code == "WES" and Counter(_WEST) - Counter(terrain):
        yield MapError(
            ISLAND,
            f"{entry}.areas",
            f"the terrain is {', '.join(terrain)}",
            remedy=f"{', '.join(_WEST)} and one more in some order",
        )


def _counter_faults(counters: CountersForm) -> Iterator[MapError]:
    for group, words in (("units", _UNITS), ("attachments", ("AC", "ART"))):
        types = [form.type for form in getattr(counters, group)]
        if sorted(types) != sorted(words):
            yield MapError(
                COUNTERS,
                group,
                f"the types are {', '.join(types)}",
                remedy=f"write each of {', '.join(words)} once",
            )
    units = {unit.type: unit for unit in counters.units}
    for unit in counters.units:
        if set(unit.colours) != _SIDES[unit.type]:
            yield MapError(
                COUNTERS,
                f"units.{unit.type}.colours",
                f"it comes in {', '.join(unit.colours)}",
                remedy=f"write {', '.join(sorted(_SIDES[unit.type]))}",
            )
        if unit.reach != _REACH[unit.type]:
            yield MapError(
                COUNTERS,
                f"units.{unit.type}.reach",
                f"it is {unit.reach}",
                remedy=f"write {_REACH[unit.type]}",
            )
        if unit.sails != (unit.type == "REG"):
            yield MapError(COUNTERS, f"units.{unit.type}.sails", "Regulars sail and no others do")
    if sorted(units) == sorted(_UNITS):
        yield from _strength_faults({str(type_): unit for type_, unit in units.items()})


def _strength_faults(units: dict[str, UnitForm]) -> Iterator[MapError]:
    """Yield what the missing strengths must satisfy and do not (1)."""
    for lesser, better in _UPGRADES:
        for terrain in ("bog", "town", "city"):
            before, after = getattr(units[lesser], terrain), getattr(units[better], terrain)
            if before > after:
                yield MapError(
                    COUNTERS,
                    f"units.{lesser}.{terrain}",
                    f"an upgrade to {better} would weaken it: {before} to {after}",
                    remedy=f"at most {after} here, or at least {before} there",
                )
    guerrilla = units["GUE"]
    if guerrilla.bog < max(guerrilla.town, guerrilla.city):
        yield MapError(
            COUNTERS, "units.GUE.bog", "Guerrillas are best in Bog", remedy="make it the greatest"
        )
    total = {type_: unit.bog + unit.town + unit.city for type_, unit in units.items()}
    if total["GUE"] not in (4, 5):
        yield MapError(
            COUNTERS,
            "units.GUE",
            f"its strengths are {total['GUE']} together",
            remedy="4 or 5, between UVF and RIC",
        )
    if total["MOB"] >= total["UVF"]:
        yield MapError(
            COUNTERS,
            "units.MOB",
            f"its strengths are {total['MOB']} together",
            remedy=f"less than {total['UVF']}, those of UVF",
        )
    for order in (_ENEMY_ORDER, _SECOND_ENEMY_ORDER):
        for stronger, weaker in pairwise(order):
            if units[stronger].rank <= units[weaker].rank:
                yield MapError(
                    COUNTERS,
                    f"units.{weaker}.rank",
                    f"it is not below that of {stronger}",
                    remedy=f"less than {units[stronger].rank}",
                )


def _card_faults(cards: CardsForm, data: DataForm) -> Iterator[MapError]:
    wanted = ([f"W{n}" for n in range(1, 10)], [f"C{n}" for n in range(10, 19)])
    for group, forms, ids in zip(("woi", "cw"), (cards.woi, cards.cw), wanted, strict=True):
        if [form.id for form in forms] != ids:
            yield MapError(
                CARDS,
                group,
                f"the cards are {', '.join(form.id for form in forms)}",
                remedy=f"write {ids[0]} to {ids[-1]} in this order",
            )
        yield from _twice(CARDS, group, [form.title for form in forms])
    areas = _area_ids(data)
    flags = Counter(form.flag for form in (*cards.woi, *cards.cw) if form.flag)
    for flag in ("no_cross_region", "collins", "dalton", "guards"):
        if flags[flag] != 1:
            yield MapError(
                CARDS, f"flag {flag}", f"{flags[flag]} cards give it", remedy="one card must"
            )
    for form in (*cards.woi, *cards.cw):
        yield from _parts_faults(form)
        for area in form.areas:
            if area not in areas:
                yield _unknown_area(CARDS, f"{form.id}.areas", area)
        for kind in form.units:
            yield from _colour_faults(CARDS, f"{form.id}.units", kind)


def _parts_faults(form: CardForm) -> Iterator[MapError]:
    regions, areas, units = _PARTS[form.effect]
    counted = (("regions", form.regions, regions), ("areas", form.areas, areas))
    for name, named, amount in counted:
        if len(named) not in _AMOUNT[amount]:
            yield MapError(
                CARDS,
                f"{form.id}.{name}",
                f"{len(named)} are named",
                remedy=f"the effect {form.effect!r} wants {amount}",
            )
    if len(form.units) != units if units is not None else not form.units:
        yield MapError(
            CARDS,
            f"{form.id}.units",
            f"{len(form.units)} are named",
            remedy=f"the effect {form.effect!r} wants {units if units is not None else 'some'}",
        )
    if (form.effect == "flag") != (form.flag is not None):
        yield MapError(
            CARDS,
            f"{form.id}.flag",
            "a flag goes with the effect 'flag' and no other",
            remedy="write both or neither",
        )
    if form.effect == "executions" and len(set(form.regions)) > 5:
        yield MapError(CARDS, f"{form.id}.regions", "every Region is spared")


def _setup_faults(setup: SetupForm, data: DataForm) -> Iterator[MapError]:
    areas, treaty = _area_ids(data), setup.treaty
    groups: tuple[tuple[str, Iterable[PlacingForm]], ...] = (
        ("units", setup.units),
        ("treaty.garrison", treaty.garrison),
        ("treaty.united", treaty.united),
        ("treaty.republican", (treaty.republican,)),
        ("treaty.freestate", (treaty.freestate,)),
    )
    for group, placings in groups:
        for number, placing in enumerate(placings, 1):
            entry = f"{group}.{number}"
            if placing.area not in areas:
                yield _unknown_area(SETUP, f"{entry}.area", placing.area)
            yield from _colour_faults(SETUP, entry, placing)
            outside = group in ("treaty.garrison", "treaty.united") and placing.area[:3] != "ULS"
            if outside:
                yield MapError(SETUP, f"{entry}.area", "the Treaty sets British in Ulster alone")
    for name, placing, colour in (
        ("republican", treaty.republican, "green"),
        ("freestate", treaty.freestate, "blue"),
    ):
        if placing.colour != colour or placing.area[:3] != "DUB":
            yield MapError(
                SETUP, f"treaty.{name}", "it is not theirs", remedy=f"a {colour} unit in Dublin"
            )
    yield from _together_faults(setup)


def _together_faults(setup: SetupForm) -> Iterator[MapError]:
    """Yield Areas in which the set-up puts enemies: play begins without combat (4)."""
    sides: dict[str, set[bool]] = {}
    for placing in setup.units:
        sides.setdefault(placing.area, set()).add(placing.colour in ("red", "orange"))
    for area, there in sides.items():
        if len(there) > 1:
            yield MapError(SETUP, "units", f"British and Irish are set in {area} together")


def _colour_faults(
    file: str, entry: str, counter: PlacingForm | UnitKindForm
) -> Iterator[MapError]:
    if counter.colour not in _SIDES[counter.type]:
        colours = ", ".join(sorted(_SIDES[counter.type]))
        yield MapError(
            file, entry, f"there is no {counter.colour} {counter.type}", remedy=f"write {colours}"
        )


def _area_ids(data: DataForm) -> frozenset[str]:
    return frozenset(area.id for region in data.island.regions for area in region.areas)


def _unknown_area(file: str, entry: str, area: str) -> MapError:
    return MapError(file, entry, f"there is no Area {area}", remedy="one of the island's Areas")


def _twice(file: str, entry: str, names: Iterable[str]) -> Iterator[MapError]:
    for name, count in Counter(names).items():
        if count > 1:
            yield MapError(
                file, entry, f"{name!r} comes {count} times", remedy="give each its own"
            )

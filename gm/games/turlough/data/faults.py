"""What must hold of the game's data beyond its form: each fault with its file, entry and remedy (1, 3, 4, 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from gm.errors import MapError
from gm.games.turlough.data.schema import (
    DataForm,
    HazardsForm,
    HexForm,
    LandForm,
    ScenarioForm,
    WaysForm,
)

LAND, SCENARIOS, HAZARDS = "land.toml", "scenarios.toml", "hazards.toml"
FILES: Final = (LAND, SCENARIOS, HAZARDS)

_FACTIONS: Final = {
    "CT": "claimant",
    "CBR": "claimant",
    "CUL": "vassal",
    "FER": "vassal",
    "DUN": "vassal",
    "COV": "vassal",
    "HYB": "vassal",
    "COM": "independent",
    "BUR": "independent",
    "TAN": "tanist",
    "DEC": "english",
}
"""The factions in their order, and what each is (1)."""

_HEXES_NEEDED: Final = ("CLO", "DUB", "KMD", "QUI", "BUN")
"""The hexes by whose names the rules go (1, 3, 7)."""

_OWNERS: Final = (*_FACTIONS, "king", "second", "none")


def data_faults(data: DataForm) -> tuple[MapError, ...]:
    """Return all that is wrong with data of the right form, in the order of the files."""
    return (
        *_land_faults(data.land),
        *_scenario_faults(data),
        *_hazard_faults(data.hazards),
    )


def _land_faults(land: LandForm) -> Iterator[MapError]:
    kinds = {form.id: form.kind for form in land.factions}
    if kinds != _FACTIONS or [*kinds] != [*_FACTIONS]:
        expected = ", ".join(f"{faction} {kind}" for faction, kind in _FACTIONS.items())
        yield MapError(
            LAND,
            "factions",
            f"the factions are {', '.join(f'{f} {kind}' for f, kind in kinds.items())}",
            remedy=f"write {expected}, in this order",
        )
    hexes = {form.id: form for form in land.hexes}
    yield from _twice(LAND, "hexes", [form.id for form in land.hexes])
    for name in _HEXES_NEEDED:
        if name not in hexes:
            yield MapError(
                LAND, f"hexes.{name}", "the rules name this hex", remedy=f"write a hex {name}"
            )
    places = Counter((form.row, form.column) for form in land.hexes)
    for form in land.hexes:
        yield from _hex_faults(form, places)
    for faction in land.factions:
        if faction.seat is not None and faction.seat not in hexes:
            yield MapError(
                LAND,
                f"factions.{faction.id}.seat",
                f"there is no hex {faction.seat}",
                remedy="name the hex of its longport or castle",
            )
        if (faction.seat is None) != (faction.kind == "claimant"):
            yield MapError(
                LAND,
                f"factions.{faction.id}.seat",
                "claimants have none, for theirs depends on who is king; all others have one",
                remedy="write or leave out the seat",
            )
    yield from _way_faults(land.ways, hexes)


def _hex_faults(form: HexForm, places: Counter[tuple[int, int]]) -> Iterator[MapError]:
    if places[form.row, form.column] > 1:
        yield MapError(
            LAND,
            f"hexes.{form.id}",
            f"row {form.row}, column {form.column} has two hexes",
            remedy="give each its own place",
        )
    if (form.settlement is None) != (form.owner is None):
        yield MapError(
            LAND,
            f"hexes.{form.id}.owner",
            "settlements have an owner, and nothing else has",
            remedy="write a settlement and its owner, or neither",
        )
    if form.owner is not None and form.owner not in _OWNERS:
        yield MapError(
            LAND,
            f"hexes.{form.id}.owner",
            f"{form.owner!r} owns nothing",
            remedy="write a faction, king, second or none",
        )


def _way_faults(ways: WaysForm, hexes: dict[str, HexForm]) -> Iterator[MapError]:
    for key, edges in (("routes", ways.routes), ("waters", ways.waters)):
        yield from _twice(LAND, f"ways.{key}", ["-".join(sorted(e.split("-"))) for e in edges])
        for edge in edges:
            here, there = edge.split("-")
            if here not in hexes or there not in hexes:
                yield MapError(
                    LAND, f"ways.{key}", f"{edge} names no two hexes", remedy="name two hexes"
                )
            elif not _beside(hexes[here], hexes[there]):
                yield MapError(
                    LAND,
                    f"ways.{key}",
                    f"the hexes of {edge} do not lie beside each other",
                    remedy="join neighbours only; odd rows are shifted half a hex to the east",
                )
    routes = {frozenset(edge.split("-")) for edge in ways.routes}
    waters = {frozenset(edge.split("-")) for edge in ways.waters}
    for edge in ways.crossings:
        if frozenset(edge.split("-")) not in routes & waters:
            yield MapError(
                LAND,
                "ways.crossings",
                f"{edge} is no route over water",
                remedy="name it among the routes and the waters, too",
            )
    lost = _not_reached(hexes, routes, waters)
    if lost:
        yield MapError(
            LAND,
            "ways",
            f"no way leads to {', '.join(lost)}",
            remedy="add a route, or take a water away",
        )


def _beside(here: HexForm, there: HexForm) -> bool:
    across, down = there.column - here.column, there.row - here.row
    if down == 0:
        return abs(across) == 1
    return abs(down) == 1 and across in (here.row % 2 - 1, here.row % 2)


def _not_reached(
    hexes: dict[str, HexForm],
    routes: Collection[frozenset[str]],
    waters: Collection[frozenset[str]],
) -> list[str]:
    """Return the hexes to which no way leads from the first."""
    start = next(iter(hexes))
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for there in hexes:
            edge = frozenset((here, there))
            open_ = edge in routes or edge not in waters
            if there not in reached and open_ and _beside(hexes[here], hexes[there]):
                reached.add(there)
                waiting.append(there)
    return [hex_ for hex_ in hexes if hex_ not in reached]


def _scenario_faults(data: DataForm) -> Iterator[MapError]:
    hexes = {form.id for form in data.land.hexes}
    cards = {form.id for form in data.hazards.hazards}
    yield from _twice(SCENARIOS, "scenarios", [form.id for form in data.scenarios.scenarios])
    for scenario in data.scenarios.scenarios:
        entry = f"scenarios.{scenario.id}"
        yield from _sides_faults(scenario, entry)
        for key, names, known in (
            ("opens", [scenario.opens], _FACTIONS),
            ("barred", scenario.barred, _FACTIONS),
            ("open", scenario.open, _FACTIONS),
            ("hostages", [*scenario.hostages, *scenario.hostages.values()], _FACTIONS),
            ("deck", scenario.deck, cards),
            ("hazard", [scenario.hazard] if scenario.hazard else [], cards),
            ("musters", scenario.musters, _FACTIONS),
            ("musters", scenario.musters.values(), hexes),
            ("given", [scenario.given.faction] if scenario.given else [], _FACTIONS),
            ("given", [scenario.given.hex] if scenario.given else [], hexes),
        ):
            yield from _unknown(f"{entry}.{key}", names, known)
        if not sum(scenario.deck.values()):
            yield MapError(
                SCENARIOS, f"{entry}.deck", "it is empty", remedy="a round draws a card: add some"
            )


def _sides_faults(scenario: ScenarioForm, entry: str) -> Iterator[MapError]:
    sides = scenario.sides
    for claimant, members in (("CT", sides.CT), ("CBR", sides.CBR)):
        yield from _unknown(f"{entry}.sides.{claimant}", members, _FACTIONS)
        if claimant not in members:
            yield MapError(
                SCENARIOS,
                f"{entry}.sides.{claimant}",
                "its claimant is missing",
                remedy=f"write {claimant} first",
            )
    yield from _twice(SCENARIOS, f"{entry}.sides", [*sides.CT, *sides.CBR])
    if scenario.exiled == scenario.king:
        yield MapError(
            SCENARIOS, f"{entry}.exiled", "a king is no exile", remedy="name the other claimant"
        )


def _hazard_faults(hazards: HazardsForm) -> Iterator[MapError]:
    cards = [form.id for form in hazards.hazards]
    yield from _twice(HAZARDS, "hazards", cards)
    for form in hazards.hazards:
        for card in form.adds:
            if card not in cards:
                yield MapError(
                    HAZARDS,
                    f"hazards.{form.id}.adds",
                    f"there is no card {card}",
                    remedy=f"write one of {', '.join(cards)}",
                )


def _unknown(entry: str, names: Iterable[str], known: Collection[str]) -> Iterator[MapError]:
    for name in names:
        if name not in known:
            yield MapError(
                SCENARIOS,
                entry,
                f"{name} is unknown",
                remedy=f"write one of {', '.join(sorted(known))}",
            )


def _twice(file: str, entry: str, names: Sequence[str]) -> Iterator[MapError]:
    for name, count in Counter(names).items():
        if count > 1:
            yield MapError(file, entry, f"{name} comes twice", remedy="write it once")

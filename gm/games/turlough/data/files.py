"""Reads the game's data, gm's own or a master's, and makes the values that the rules play with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from gm.game_files import GameFiles
from gm.games.turlough.data.faults import FILES, data_faults
from gm.games.turlough.data.schema import (
    DataForm,
    FactionForm,
    GiftForm,
    HazardForm,
    HazardsForm,
    HexForm,
    ScenarioForm,
    SidesForm,
)
from gm.games.turlough.rules.tables import (
    Faction,
    FactionKind,
    Gift,
    Hazard,
    Hex,
    OwnerRule,
    Scenario,
    SettlementKind,
    Tables,
    Terrain,
)

FOLDER: Final = "turlough"
"""The folder of the game's data among the maps."""

_FILES: Final = GameFiles(FOLDER, FILES, DataForm, data_faults)

faults_of = _FILES.faults_of
"""Says all that is wrong with the files of a master's folder, or with gm's own."""

_OWNER_RULES: Final = {rule.value for rule in OwnerRule}


def load_tables(own_folder: Path | None = None) -> Tables:
    """Return what the game is played with.

    Args:
        own_folder: a master's folder; a file that it lacks is gm's own.

    Raises:
        MapError: a file cannot be read, or something in it is wrong; the first fault.
    """
    return _loaded(own_folder)


@lru_cache(maxsize=8)
def _loaded(own_folder: Path | None) -> Tables:
    return tables_of(_FILES.read(own_folder), _FILES.digest(own_folder))


def tables_of(data: DataForm, digest: str) -> Tables:
    """Return data as the rules have them."""
    land = data.land
    hexes = sorted(land.hexes, key=lambda form: (form.row, form.column))
    return Tables(
        factions={form.id: _faction(form) for form in land.factions},
        hexes={form.id: _hex(form) for form in hexes},
        routes=_edges(land.ways.routes),
        crossings=_edges(land.ways.crossings),
        waters=_edges(land.ways.waters),
        scenarios={form.id: _scenario(form) for form in data.scenarios.scenarios},
        usual=_usual(data.hazards),
        hazards={form.id: _hazard(form, data.hazards) for form in data.hazards.hazards},
        digest=digest,
    )


def _edges(edges: list[str]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(edge.split("-")) for edge in edges)


def _faction(form: FactionForm) -> Faction:
    return Faction(
        form.id,
        form.name,
        FactionKind(form.kind),
        form.seat or "",
        tuple(form.aliases),
        form.irish or "",
    )


def _hex(form: HexForm) -> Hex:
    owner: str | OwnerRule | None = form.owner
    if form.owner in _OWNER_RULES:
        owner = OwnerRule(form.owner)
    return Hex(
        form.id,
        form.name,
        form.row,
        form.column,
        SettlementKind(form.settlement) if form.settlement is not None else None,
        owner,
        tuple(map(Terrain, form.terrain)),
        tuple(form.aliases),
        tuple(form.not_in),
        form.irish or "",
    )


def _sides(form: SidesForm) -> dict[str, tuple[str, ...]]:
    return {"CT": tuple(form.CT), "CBR": tuple(form.CBR)}


def _gift(form: GiftForm) -> Gift:
    battles = None if form.battles == "ix" else form.battles
    return Gift(form.faction, form.hex, battles, form.provisions)


def _scenario(form: ScenarioForm) -> Scenario:
    return Scenario(
        id=form.id,
        king=form.king,
        exiled=form.exiled,
        sides=_sides(form.sides),
        uncertain=tuple(form.open),
        opens=form.opens,
        deck=form.deck,
        hazard=form.hazard,
        hostages=form.hostages,
        pounds=form.pounds,
        given=_gift(form.given) if form.given is not None else None,
        halves=_sides(form.halves) if form.halves is not None else {},
        barred=tuple(form.barred),
        musters=form.musters,
    )


def _usual(form: HazardsForm) -> Hazard:
    usual = form.usual
    return Hazard(
        "",
        "",
        usual.replenish,
        usual.battle_price,
        usual.provision_price,
        usual.crossing,
        usual.coyne,
    )


def _hazard(form: HazardForm, data: HazardsForm) -> Hazard:
    def or_usual(figure: int | None, usual: int) -> int:
        return usual if figure is None else figure

    usual = data.usual
    return Hazard(
        form.id,
        form.name,
        or_usual(form.replenish, usual.replenish),
        or_usual(form.battle_price, usual.battle_price),
        or_usual(form.provision_price, usual.provision_price),
        or_usual(form.crossing, usual.crossing),
        or_usual(form.coyne, usual.coyne),
        form.adds,
    )

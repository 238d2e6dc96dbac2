"""Reads the game's data, gm's own or a master's, and makes the values that the rules play with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from gm.errors import MapError
from gm.game_files import files_digest, game_file, read_form
from gm.games.irish_freedom.data.faults import FILES, data_faults
from gm.games.irish_freedom.data.outlines import OUTLINES, outline_faults
from gm.games.irish_freedom.data.schema import (
    CardForm,
    DataForm,
    PlacingForm,
    RegionForm,
    UnitForm,
)
from gm.games.irish_freedom.rules.tables import (
    FIRST_WAR,
    SECOND_WAR,
    AttachmentClass,
    AttachmentType,
    Card,
    Colour,
    Effect,
    Flag,
    IslandArea,
    IslandRegion,
    Placing,
    Reach,
    RuleTables,
    Strengths,
    Terrain,
    TreatyPlacings,
    UnitClass,
    UnitKind,
    UnitType,
)

FOLDER: Final = "irish_freedom"
"""The folder of the game's data among the maps."""


def load_tables(own_folder: Path | None = None) -> RuleTables:
    """Return what the game is played with.

    Args:
        own_folder: a master's folder; a file that it lacks is gm's own.

    Raises:
        MapError: a file cannot be read, or something in it is wrong; the first fault.
    """
    return _loaded(own_folder)


def faults_of(own_folder: Path | None = None) -> tuple[MapError, ...]:
    """Return all that is wrong with the game's data, file by file and entry by entry."""
    return _read_with_faults(own_folder)[1]


def outlines_file(own_folder: str = "") -> Path:
    """Return the file of the shapes that the island is drawn by: a master's own if his folder has one."""
    return game_file(FOLDER, OUTLINES, Path(own_folder) if own_folder else None)


@lru_cache(maxsize=8)
def _loaded(own_folder: Path | None) -> RuleTables:
    read, faults = _read_with_faults(own_folder)
    if faults or read is None:
        raise faults[0]
    return tables_of(
        read, files_digest(_paths(own_folder)), str(own_folder) if own_folder is not None else ""
    )


def _read_with_faults(own_folder: Path | None) -> tuple[DataForm | None, tuple[MapError, ...]]:
    """Return the files' data and all that is wrong with them; None where their form is wrong.

    The outlines are looked at where a master has some of his own: gm's are known to fit the Areas, whose
    ids are the same on every island.
    """
    read = read_form(DataForm, _paths(own_folder))
    if isinstance(read, tuple):
        return None, read
    faults = data_faults(read)
    if own_folder is not None and (own_folder / OUTLINES).is_file():
        areas = [area.id for region in read.island.regions for area in region.areas]
        faults += tuple(outline_faults(own_folder / OUTLINES, areas))
    return read, faults


def _paths(own_folder: Path | None) -> list[Path]:
    return [game_file(FOLDER, name, own_folder) for name in FILES]


def tables_of(data: DataForm, digest: str, own_folder: str = "") -> RuleTables:
    """Return data as the rules have them."""
    treaty = data.setup.treaty
    return RuleTables(
        regions=tuple(map(_region, data.island.regions)),
        units={kind.type: kind for kind in map(_unit_class, data.counters.units)},
        attachments={
            AttachmentType(form.type): AttachmentClass(
                AttachmentType(form.type),
                form.name,
                Strengths(form.bog, form.town, form.city),
            )
            for form in data.counters.attachments
        },
        cards={
            FIRST_WAR: tuple(map(_card, data.cards.woi)),
            SECOND_WAR: tuple(map(_card, data.cards.cw)),
        },
        setup=tuple(map(_placing, data.setup.units)),
        treaty=TreatyPlacings(
            garrison=tuple(map(_placing, treaty.garrison)),
            united=tuple(map(_placing, treaty.united)),
            republican=_placing(treaty.republican),
            freestate=_placing(treaty.freestate),
        ),
        digest=digest,
        own_folder=own_folder,
    )


def _region(form: RegionForm) -> IslandRegion:
    areas = tuple(
        IslandArea(area.id, tuple(area.faces), Terrain(area.terrain), area.name, area.port)
        for area in form.areas
    )
    return IslandRegion(form.code, form.number, form.name, areas, tuple(form.roads))


def _unit_class(form: UnitForm) -> UnitClass:
    return UnitClass(
        UnitType(form.type),
        form.name,
        tuple(map(Colour, form.colours)),
        Strengths(form.bog, form.town, form.city),
        form.rank,
        Reach(form.reach),
        form.sails,
    )


def _card(form: CardForm) -> Card:
    return Card(
        form.id,
        form.title,
        Effect(form.effect),
        tuple(form.regions),
        tuple(form.areas),
        tuple(UnitKind(UnitType(kind.type), Colour(kind.colour)) for kind in form.units),
        Flag(form.flag) if form.flag is not None else None,
    )


def _placing(form: PlacingForm) -> Placing:
    return Placing(UnitType(form.type), Colour(form.colour), form.area)

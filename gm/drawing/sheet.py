"""The shapes of a board in force, as values: what a picture is drawn on.

x runs to the right and y down, in units of the picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

Point = tuple[float, float]
Ring = tuple[Point, ...]
"""A closed outline, its first point not repeated at the end; or a line, where that is said."""


class Ground(Enum):
    """What a shape is made of.

    ROCK can never be entered. A lake is water that belongs to nobody's way.
    """

    LAND = "land"
    SEA = "sea"
    LAKE = "lake"
    ROCK = "rock"


@dataclass(frozen=True, slots=True)
class Area:
    """A province as it is drawn.

    Args:
        id, name: as reports have it.
        ground: land or sea.
        rings: its outlines, the main one first.
        label: where its name goes, if that is free.
        unit, dot: where a unit and the supply centre go, if the map says so.
        coasts: where a fleet on a named coast goes.
        is_centre: it is a supply centre.
        is_home: somebody may build here.
    """

    id: str
    name: str
    ground: Ground
    rings: tuple[Ring, ...]
    label: Point
    unit: Point | None = None
    dot: Point | None = None
    coasts: Mapping[str, Point] = field(default_factory=dict)
    is_centre: bool = False
    is_home: bool = False


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is drawn and is no province: an island, a lake, a country nobody can enter."""

    ground: Ground
    rings: tuple[Ring, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class River:
    """A river between two provinces, sorted by name; `lines` are open."""

    name: str
    between: tuple[str, str]
    lines: tuple[Ring, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """All shapes of a board. Two are equal only if they are the same object.

    Args:
        width, height: of the map, in units of the picture.
        scale: how large letters and units are on it; 1 where a small land province is 75 units
            across.
        areas: the provinces, in the order of the file.
        scenery: in the order in which it is drawn, over the provinces.
        rivers: drawn last.
    """

    width: float
    height: float
    scale: float
    areas: tuple[Area, ...]
    scenery: tuple[Scenery, ...] = ()
    rivers: tuple[River, ...] = ()

    def area(self, place: str) -> Area | None:
        """Return a province by name, if it is drawn."""
        return next((area for area in self.areas if area.id == place), None)

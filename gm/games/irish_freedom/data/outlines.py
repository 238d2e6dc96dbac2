"""The outlines that the island is drawn by: a file of shapes, a master's own or gm's, checked shape by shape.

They are drawn and never played: whatever they show, the rules go by `island.toml`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeGuard

from gm.drawing.geometry import is_in_ring
from gm.errors import MapError
from gm.plain_files import plain_file

OUTLINES: Final = "island.geojson"
"""The file of the shapes, among the game's data."""

AREA, LAKE = "area", "lake"
"""What a shape is of."""

_LEAST: Final = 4
"""Corners of the smallest ring: three, and the first one again."""


def read_outlines(file: Path) -> Mapping[str, Any]:
    """Return the shapes of a file as they stand there; MapError if it is none."""
    try:
        read = json.loads(plain_file(file).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise MapError(OUTLINES, "the file", str(fault)) from fault
    if not isinstance(read, dict):
        raise MapError(OUTLINES, "the file", "it is no table", remedy="write a FeatureCollection")
    return read


def outline_faults(file: Path, areas: Collection[str]) -> Iterator[MapError]:
    """Yield all that is wrong with the shapes of a file, for an island of these Areas."""
    try:
        read = read_outlines(file)
    except MapError as fault:
        yield fault
        return
    yield from _sheet_faults(read.get("properties"))
    features = read.get("features")
    if not isinstance(features, list):
        yield MapError(OUTLINES, "features", "they are no list", remedy="a shape for each Area")
        return
    for number, feature in enumerate(features, 1):
        yield from _feature_faults(f"features.{number}", feature)
    drawn = Counter(id_ for feature in features if (id_ := _area_of(feature)))
    for area in areas:
        if drawn[area] != 1:
            reason = "no shape is drawn for this Area" if not drawn[area] else "it is drawn twice"
            yield MapError(OUTLINES, area, reason, remedy="draw one polygon for it")
    for area in drawn:
        if area not in areas:
            yield MapError(
                OUTLINES, area, "there is no such Area", remedy="one of those of island.toml"
            )


def _sheet_faults(figures: object) -> Iterator[MapError]:
    """Yield what is wrong with the size of the sheet, and with the corner that the tracks stand in."""
    table = figures if isinstance(figures, dict) else {}
    for name in ("width", "height"):
        if not _is_number(table.get(name)) or table[name] <= 0:
            yield MapError(
                OUTLINES, f"properties.{name}", "it is no length", remedy="write a number"
            )
    corner = table.get("corner")
    if not isinstance(corner, list) or len(corner) != 4 or not all(map(_is_number, corner)):
        yield MapError(
            OUTLINES,
            "properties.corner",
            "it is no box",
            remedy="write [left, top, width, height] of a free corner",
        )


def _feature_faults(entry: str, feature: object) -> Iterator[MapError]:
    """Yield what is wrong with a shape: what it is of, its ring, and the place of its name."""
    table = feature if isinstance(feature, dict) else {}
    properties = table.get("properties")
    facts = properties if isinstance(properties, dict) else {}
    if facts.get("role") not in (AREA, LAKE):
        yield MapError(
            OUTLINES, f"{entry}.role", f"it is {facts.get('role')!r}", remedy="write area or lake"
        )
        return
    name = f"{entry} ({facts['id']})" if isinstance(facts.get("id"), str) else entry
    ring = _ring_of(table.get("geometry"))
    if ring is None:
        yield MapError(
            OUTLINES,
            f"{name}.geometry",
            "it is no polygon of one ring",
            remedy="write the corners as pairs of numbers, the first one again at the end",
        )
    if facts["role"] != AREA:
        return
    label = facts.get("label")
    if not isinstance(facts.get("id"), str):
        yield MapError(OUTLINES, f"{entry}.id", "it names no Area", remedy="write its id")
    if not _is_point(label) or (ring is not None and not is_in_ring(label, ring)):
        yield MapError(
            OUTLINES,
            f"{name}.label",
            "it is no point inside its shape",
            remedy="write [x, y] of where its name stands",
        )


def _area_of(feature: object) -> str:
    """Return which Area a shape is of; "" if it is of none."""
    properties = feature.get("properties") if isinstance(feature, dict) else None
    if not isinstance(properties, dict) or properties.get("role") != AREA:
        return ""
    id_ = properties.get("id")
    return id_ if isinstance(id_, str) else ""


def _ring_of(geometry: object) -> list[list[float]] | None:
    """Return the corners of a polygon of one ring that is closed; None if it is none."""
    rings = geometry.get("coordinates") if isinstance(geometry, dict) else None
    if not isinstance(geometry, dict) or geometry.get("type") != "Polygon":
        return None
    if not isinstance(rings, list) or len(rings) != 1 or not isinstance(rings[0], list):
        return None
    ring = rings[0]
    sound = len(ring) >= _LEAST and all(map(_is_point, ring)) and ring[0] == ring[-1]
    return ring if sound else None


def _is_point(value: object) -> TypeGuard[list[float]]:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)

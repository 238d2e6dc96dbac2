"""Reads the file of shapes that draws a board, and judges its form.

A GeoJSON FeatureCollection in the units of the picture; `maps/README.md` describes it. Whether
the shapes fit together as the board says is judged in `gm.games.diplomacy.map.files.board_fit`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import cast

from gm.errors import MapError
from gm.games.diplomacy.rules.board_check import Fault, near
from gm.plain_files import plain_file

Point = tuple[float, float]
Line = tuple[Point, ...]

ROLES = ("province", "island", "islet", "lake", "river", "strait", "offboard", "outside")
"""What a feature may be; only provinces are played on, the others are drawn."""

_PROPERTIES = ("id", "role", "kind", "name", "between", "in")
WRITTEN = ("label", "unit", "centre_point", "coasts", "room", "centre", "home", "entry")
"""What a picture that we write tells of a province besides; board.toml says it, so it is not read."""

_KINDS = ("LineString", "MultiLineString", "Polygon", "MultiPolygon")


@dataclass(frozen=True)
class Feature:
    """One thing drawn.

    Args:
        number: which feature of the file it is, from 1.
        properties: its properties.
        lines: its rings, or the lines of a river; empty if they cannot be used.
        faults: what is wrong with its form.
        remarks: what is odd about it.
    """

    number: int
    properties: Mapping[str, object]
    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]
    remarks: tuple[Fault, ...]

    @property
    def entry(self) -> str:
        """How a fault names it."""
        return f"shapes.{self.id or self.number}"

    @property
    def id(self) -> str:
        """The province it draws, or ""."""
        return str(self.properties.get("id", "")) if self.role == "province" else ""

    @property
    def role(self) -> str:
        """What it is, one of ROLES if the file is right."""
        return str(self.properties.get("role", ""))

    @property
    def between(self) -> tuple[str, ...]:
        """The two provinces that a river is drawn between."""
        ends = self.properties.get("between")
        return tuple(sorted(map(str, ends))) if isinstance(ends, list) else ()


@dataclass(frozen=True)
class Picture:
    """The shapes of a board.

    Args:
        file: where they lie.
        text: what stands in it.
        features: what is drawn, in the order of the file.
    """

    file: Path
    text: str
    features: tuple[Feature, ...]

    def provinces(self) -> Iterator[Feature]:
        """Yield the shapes of provinces."""
        return (feature for feature in self.features if feature.role == "province")

    @cached_property
    def lines(self) -> Mapping[str, int]:
        """The line on which each entry begins, counted from 1."""
        starts = [*_feature_starts(self.text)]
        lines = [self.text.count("\n", 0, start) + 1 for start in starts]
        by_number = {f"shapes.{number}": line for number, line in enumerate(lines, 1)}
        by_name = {
            feature.entry: by_number.get(f"shapes.{feature.number}", 1)
            for feature in reversed(self.features)
        }
        return by_number | by_name


def read_picture(file: Path) -> Picture:
    """Read a file of shapes.

    Raises:
        MapError: it is missing, or is no GeoJSON.
    """
    try:
        text = plain_file(file).read_text(encoding="utf-8")
        content = json.loads(text)
    except FileNotFoundError:
        raise MapError(
            str(file),
            "the file",
            "does not exist",
            remedy="put the shapes there, or name their file as `geometry` in [map]",
        ) from None
    except json.JSONDecodeError as error:
        said = f"is no GeoJSON: {error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})"
        raise MapError(
            str(file), "the file", said, line=error.lineno, remedy="mend it; the rest is read then"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise MapError(str(file), "the file", f"is no GeoJSON: {error}") from error
    features = content.get("features") if isinstance(content, dict) else None
    if not isinstance(features, list):
        raise MapError(
            str(file),
            "the file",
            "is no GeoJSON of a board: it has no list of features",
            line=1,
            remedy='write { "type": "FeatureCollection", "features": [ ... ] }',
        )
    return Picture(file, text, tuple(_feature(*numbered) for numbered in enumerate(features, 1)))


def _feature(number: int, raw: object) -> Feature:
    thing = cast("Mapping[str, object]", raw) if isinstance(raw, dict) else {}
    given = thing.get("properties")
    properties = cast("Mapping[str, object]", given) if isinstance(given, dict) else {}
    bare = Feature(number, properties, (), (), ())
    faults = [*_property_faults(bare)]
    lines: tuple[Line, ...] = ()
    if bare.role in ("province", "river"):
        try:
            lines = _lines(thing.get("geometry"))
        except ValueError as error:
            faults.append(Fault(bare.entry, str(error), "draw it as maps/README.md says"))
    if bare.role == "province":
        faults += _ring_faults(bare.entry, lines)
    return Feature(number, properties, lines, tuple(faults), tuple(_remarks(bare)))


def _property_faults(feature: Feature) -> Iterator[Fault]:
    if feature.role not in ROLES:
        yield Fault(
            feature.entry,
            f"has the role {feature.role!r}" if feature.role else "has no role",
            near(feature.role, ROLES) or "write one of " + ", ".join(ROLES),
        )
    if feature.role == "province" and not feature.id:
        yield Fault(
            feature.entry, "is the shape of a province without id", 'add its abbreviation as "id"'
        )


def _remarks(feature: Feature) -> Iterator[Fault]:
    for key in feature.properties:
        if key not in _PROPERTIES and key not in WRITTEN:
            yield Fault(
                feature.entry,
                f"has the property {key!r}, which is not used",
                near(key, _PROPERTIES) or "take it out",
            )


def _lines(geometry: object) -> tuple[Line, ...]:
    """Return all rings or lines of a geometry; ValueError if it is not of a kind we draw."""
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if not isinstance(geometry, dict) or kind not in _KINDS:
        kinds = ", ".join(_KINDS)
        raise ValueError(f"has a geometry of type {kind!r}, not one of {kinds}")
    lines = _list(geometry.get("coordinates"))
    if kind == "LineString":
        lines = [lines]
    elif kind == "MultiPolygon":
        lines = [ring for polygon in lines for ring in _list(polygon)]
    return tuple(tuple(_point(point) for point in _list(line)) for line in lines)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("has coordinates that are no lists of points")
    return cast("list[object]", value)


def _point(value: object) -> Point:
    match value:
        case [int() | float() as x, int() | float() as y, *_] if isfinite(x) and isfinite(y):
            return float(x), float(y)
        case _:
            raise ValueError(f"has a point {json.dumps(value)[:40]}, which is not two numbers")


def _ring_faults(entry: str, rings: tuple[Line, ...]) -> Iterator[Fault]:
    for number, ring in enumerate(rings, 1):
        name = f"ring {number} of its shape" if len(rings) > 1 else "its shape"
        if len(ring) < 4:
            yield Fault(
                entry,
                f"{name} has {len(ring)} points",
                "a ring has at least four, the last of them equal to the first",
            )
        elif ring[0] != ring[-1]:
            yield Fault(
                entry,
                f"{name} is not closed: it begins at {_at(ring[0])} and ends at {_at(ring[-1])}",
                "end it with the point it began with",
            )


def _at(point: Point) -> str:
    return f"{point[0]:g}, {point[1]:g}"


def _feature_starts(text: str) -> Iterator[int]:
    """Yield where each feature begins in a text that is known to be JSON with a list of them."""
    decoder = json.JSONDecoder()
    at = text.index("{") + 1
    while True:
        key, at = decoder.raw_decode(text, _skip(text, at))
        at = _skip(text, at)
        if key == "features" and text[at] == "[":
            break
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
    at = _skip(text, at + 1)
    while text[at] != "]":
        yield at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)


def _skip(text: str, at: int) -> int:
    """Step over blanks and what stands between two values."""
    while text[at] in " \t\r\n,:":
        at += 1
    return at

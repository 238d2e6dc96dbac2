"""Judges whether the picture of a board and its table of provinces tell the same.

`check_shapes` finds what no game can be played with; `look_at_picture` finds what a GM should look
at before he prints the map, and takes a longer look for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gm.games.diplomacy.map.files.board_outlines import Outlines, crossing
from gm.games.diplomacy.map.files.board_picture import Feature, Picture, Point
from gm.games.diplomacy.map.files.board_schema import BoardTable
from gm.games.diplomacy.rules.board import Board, BorderKind, Pair, ProvinceId, pair
from gm.games.diplomacy.rules.board_faults import Fault, near

NO_SHAPE = "has no shape"


def check_shapes(table: BoardTable, picture: Picture) -> tuple[Fault, ...]:
    """Return what is wrong in the file of shapes; entries that begin with `shapes` are its own."""
    faults = [fault for feature in picture.features for fault in feature.faults]
    drawn = Counter(feature.id for feature in picture.provinces() if feature.id)
    for name in drawn:
        if name not in table.provinces and name not in table.map.impassable:
            meant = near(name, set(table.provinces) - set(drawn))
            faults.append(
                Fault(
                    f"shapes.{name}",
                    "belongs to no province",
                    meant or 'name it under `impassable` in [map], or give it role "outside"',
                )
            )
    faults += [
        Fault(
            f"shapes.{name}",
            f"is drawn {count} times",
            "draw a province once; what lies apart goes into one MultiPolygon",
        )
        for name, count in drawn.items()
        if count > 1
    ]
    return tuple(faults)


def check_drawn(table: BoardTable, picture: Picture) -> tuple[Fault, ...]:
    """Return which provinces of the table the picture does not draw as such."""
    drawn = {feature.id for feature in picture.provinces()}
    return (
        *(
            Fault(
                f"provinces.{name}",
                NO_SHAPE,
                f'draw it in {picture.file.name}, with "id": "{name}" and "role": "province"',
            )
            for name in table.provinces
            if name not in drawn
        ),
        *(
            Fault(
                f"map.impassable.{name}",
                "is a province, so it can be entered",
                "take it out here, or take the province out",
            )
            for name in table.map.impassable
            if name in table.provinces
        ),
    )


def look_at_shapes(table: BoardTable, picture: Picture) -> tuple[Fault, ...]:
    """Return what is odd in the file of shapes itself."""
    return (
        *(fault for feature in picture.features for fault in feature.remarks),
        *(fault for feature in picture.provinces() for fault in _look_at(table, feature)),
    )


def look_at_picture(table: BoardTable, board: Board, picture: Picture) -> tuple[Fault, ...]:
    """Return where the table and the picture disagree: borders, rivers, where names stand."""
    shapes = {
        it.id: it.lines
        for it in picture.provinces()
        if it.id and it.lines and _stray_point(table, it) is None
    }
    outlines = Outlines(shapes)
    return (
        *_look_at_labels(table, outlines, shapes),
        *_look_at_borders(board, outlines, shapes),
        *_look_at_rivers(board, picture, outlines),
    )


def _look_at(table: BoardTable, feature: Feature) -> Iterator[Fault]:
    if stray := _stray_point(table, feature):
        size = f"{table.map.width:g} by {table.map.height:g}"
        yield Fault(
            feature.entry,
            f"its shape leaves the picture, which is {size}, at {stray[0]:g}, {stray[1]:g}",
            "mend the point, or `width` and `height` in [map]",
        )
    for ring in () if stray else feature.lines:
        if found := crossing(ring):
            yield Fault(
                feature.entry,
                f"its outline crosses itself near {found[0]:g}, {found[1]:g}",
                "put the points there in their order round the province",
            )
    place = table.provinces.get(feature.id)
    for key, said in (("kind", place and place.terrain), ("name", place and place.name)):
        if said and feature.properties.get(key, said) != said:
            told = feature.properties[key]
            yield Fault(
                feature.entry,
                f"its {key} is {told!r} here and {said!r} in board.toml",
                "make them alike, or take it out here",
            )


def _stray_point(table: BoardTable, feature: Feature) -> Point | None:
    """Return a point of a shape that lies outside the picture by more than a hair, or None."""
    width, height = table.map.width, table.map.height
    slack = max(width, height) / 100
    for x, y in (point for ring in feature.lines for point in ring):
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack):
            return x, y
    return None


def _look_at_labels(
    table: BoardTable, outlines: Outlines, shapes: Mapping[str, object]
) -> Iterator[Fault]:
    for name, place in table.provinces.items():
        for key in ("label", "unit", "centre_point"):
            point = getattr(place, key)
            if point is None or name not in shapes:
                continue
            holder = outlines.holder((point[0], point[1]))
            if holder not in (name, None) or (holder is None and key == "label"):
                where = f"in {holder}" if holder else "in no province"
                yield Fault(
                    f"provinces.{name}.{key}",
                    f"lies {where}",
                    f"choose a point inside the shape of {name}",
                )


def _look_at_borders(
    board: Board, outlines: Outlines, shapes: Mapping[str, object]
) -> Iterator[Fault]:
    touching = {
        pair(ProvinceId(one), ProvinceId(other))
        for one, other in outlines.contacts()
        if one in board.provinces and other in board.provinces
    }
    listed = {
        pair(place.id, border.to)
        for place in board.provinces.values()
        for border in place.ring
        if border.to in board.provinces and border.to != place.id
    }
    for here, there in sorted(listed - touching):
        if here in shapes and there in shapes:
            yield Fault(
                f"provinces.{here}.neighbours.{there}",
                f"{here} and {there} are neighbours and do not touch in the picture",
                "mend the shapes, or take the border out of both rings",
            )
    for here, there in sorted(touching - listed):
        yield Fault(
            f"provinces.{here}.neighbours",
            f"{here} and {there} touch in the picture and are no neighbours",
            "add the border to both rings, or let the shapes meet in one point only",
        )


def _look_at_rivers(board: Board, picture: Picture, outlines: Outlines) -> Iterator[Fault]:
    rivers: dict[Pair, str] = {
        pair(place.id, border.to): border.river or ""
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.RIVER and border.to in board.provinces
    }
    drawn = {feature.between for feature in picture.features if feature.role == "river"}
    if rivers and not drawn:
        name = picture.file.name
        yield Fault(
            "map.geometry",
            f"the board has rivers and {name} draws none",
            'draw each with "role": "river" and "between": ["KkW", "Wat"]',
        )
        return
    for ends, name in sorted(rivers.items()):
        if ends not in drawn:
            yield Fault(
                f"provinces.{ends[0]}.neighbours.{ends[1]}",
                f"the river {name} between {ends[0]} and {ends[1]} is not drawn",
                f'draw it with "role": "river" and "between": ["{ends[0]}", "{ends[1]}"]',
            )
    for feature in picture.features:
        if feature.role == "river" and (reason := _river_reason(feature, rivers, outlines)):
            yield Fault(f"shapes.{feature.number}", *reason)


def _river_reason(
    feature: Feature, rivers: Mapping[Pair, str], outlines: Outlines
) -> tuple[str, str] | None:
    """Return what is odd about a river that is drawn, and what would be right."""
    ends = feature.between
    if len(ends) != 2:
        return "is a river between no two provinces", 'add "between": ["KkW", "Wat"]'
    one, other = ends
    name = rivers.get(pair(ProvinceId(one), ProvinceId(other)))
    if name is None:
        said = f"is drawn between {one} and {other}, where no river border is"
        return said, 'give both rings the kind "river" there, or take the line out'
    told = feature.properties.get("name", name)
    if told != name:
        return f"is called {told!r} here and {name!r} in board.toml", "make them alike"
    if not all(outlines.runs_along(line, (one, other)) for line in feature.lines):
        said = f"is not drawn where {one} and {other} touch"
        return said, "let its points be points of their common border"
    return None

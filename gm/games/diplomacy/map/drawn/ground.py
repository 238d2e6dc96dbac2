"""The ground of a picture: provinces in their owners' colours, what cannot be entered, rivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm.drawing.palette import (
    BOX,
    CLOSED,
    HOLE,
    HOLE_LINES,
    LAKE,
    LAKE_LINES,
    LAND,
    PAPER,
    RIVER,
    ROCK,
    ROCK_LINES,
    SEA,
    SHORE,
    Dress,
    hatching,
)
from gm.drawing.scene import Scene
from gm.drawing.sheet import Area, Ground, Sheet
from gm.drawing.svg import element, filled_by, group, outline, polyline, words

FILLS: Mapping[str, str] = {
    name: filled_by(name) for name in ("rock", "lake", "hole", "closed", "box")
}
"""What is filled with a pattern, by what it is."""


def definitions(scale: float) -> str:
    """Return the patterns of the ground."""
    return (
        hatching("rock", ROCK, ROCK_LINES, 7 * scale, 45)
        + hatching("lake", LAKE, LAKE_LINES, 6 * scale, 90)
        + hatching("hole", HOLE, HOLE_LINES, 8 * scale, 45, crossed=True)
        # Upright: half a map of slanted lines takes a second more to become a PNG.
        + hatching("closed", CLOSED, "#c3bcb0", 9 * scale, 0, crossed=True)
        + hatching("box", BOX, ROCK_LINES, 9 * scale, 0)
    )


def kind_of(area: Area, scene: Scene) -> str:
    """Return what a province is in a scene: "hole", "closed", "box", "sea" or "land"."""
    if area.id in scene.holes:
        return "hole"
    if area.id in scene.closed:
        return "closed"
    if area.id in scene.boxes:
        return "box"
    return area.ground.value


def fill_of(area: Area, scene: Scene, dresses: Mapping[str, Dress]) -> str:
    """Return what a province is filled with."""
    kind = kind_of(area, scene)
    if kind in FILLS:
        return FILLS[kind]
    if area.ground is Ground.SEA:
        return SEA
    owner = dresses.get(scene.owners.get(area.id, ""))
    return owner.land_fill if owner is not None else LAND


def ground(sheet: Sheet, scene: Scene, dresses: Mapping[str, Dress]) -> str:
    """Return all that lies under the units: each province once, then scenery and rivers."""
    wide = sheet.scale
    areas = sorted(sheet.areas, key=lambda area: area.ground is not Ground.SEA)
    sea = group(
        (_province(area, scene, dresses) for area in areas if area.ground is Ground.SEA),
        stroke=SHORE,
        stroke_width=0.9 * wide,
    )
    land = group(
        (_province(area, scene, dresses) for area in areas if area.ground is not Ground.SEA),
        stroke="#4a4640",
        stroke_width=1.1 * wide,
    )
    return group((sea, land, _scenery(sheet), _rivers(sheet)), stroke_linejoin="round")


def _province(area: Area, scene: Scene, dresses: Mapping[str, Dress]) -> str:
    """Return a province with its name as a title."""
    return element(
        "path",
        element("title", words(f"{area.name} ({area.id})")),
        d=outline(area.rings),
        fill=fill_of(area, scene, dresses),
        data_place=area.id,
    )


def _scenery(sheet: Sheet) -> str:
    """Return what is no province, all of one ground in one path: it is drawn quicker so."""
    fills = {
        Ground.LAND: LAND,
        Ground.SEA: SEA,
        Ground.LAKE: FILLS["lake"],
        Ground.ROCK: FILLS["rock"],
    }
    paths = dict.fromkeys(fills, "")
    for scenery in sheet.scenery:
        paths[scenery.ground] += outline(scenery.rings)
    return group(
        (element("path", d=data, fill=fills[ground]) for ground, data in paths.items() if data),
        stroke=SHORE,
        stroke_width=0.7 * sheet.scale,
    )


def _rivers(sheet: Sheet) -> str:
    """Return the rivers, on a pale rim so that they are seen on any ground."""

    def lines(colour: str, wide: float) -> Iterator[str]:
        yield group(
            (
                element("path", d="".join(polyline(line) for line in river.lines))
                for river in sheet.rivers
            ),
            stroke=colour,
            stroke_width=wide * sheet.scale,
        )

    drawn = (*lines(PAPER, 6.5), *lines(RIVER, 3.8))
    return group(drawn, fill="none", stroke_linecap="round")

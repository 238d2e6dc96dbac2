"""Maps of hexes, areas and fields: everything is on them, legible on a phone, without colours too."""

from __future__ import annotations

import re
from collections import Counter as Counts
from collections.abc import Callable
from dataclasses import replace

import pytest

from gm.adapters.maps.map_png import png_of
from gm.drawing.palette import dresses
from gm.drawing.scene import DrawnSide
from gm.drawing.tile_picture import MAP_WIDTH, tile_picture
from gm.drawing.tile_pieces import tile_figure
from gm.drawing.tiles import (
    Counter,
    Tile,
    TileFigure,
    TileGround,
    TilePlace,
    TileScene,
    TileSheet,
    hex_sheet,
)
from tests.drawing.tile_parts import PHONE, elements, texts
from tests.drawing.tile_scenes import (
    area_scene,
    areas,
    coast,
    coast_scene,
    hex_scene,
    hexes,
    siege,
    siege_scene,
)

_SQUARE = ((0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0))

Maker = Callable[[], TileSheet]
Scener = Callable[[], TileScene]

MAPS = pytest.mark.parametrize(
    ("sheet", "scene"),
    [(hexes, hex_scene), (areas, area_scene), (siege, siege_scene), (coast, coast_scene)],
    ids=["hexes", "areas", "siege", "coast"],
)


@MAPS
def test_every_tile_is_drawn_and_named(sheet: Maker, scene: Scener) -> None:
    """With its id on it and its whole name for a pointer."""
    svg = tile_picture(sheet(), scene())
    written = " ".join(texts(svg)).split()
    assert {tile.id for tile in sheet().tiles} <= set(written)
    titles = {found.text for found in elements(svg, "title")}
    assert {tile.name for tile in sheet().tiles} <= titles


@MAPS
def test_letters_can_be_read_on_a_phone(sheet: Maker, scene: Scener) -> None:
    """None is smaller than seven pixels where the picture is as wide as a small phone."""
    sizes = [
        float(size) for size in re.findall(r'font-size="([\d.]+)"', tile_picture(sheet(), scene()))
    ]
    assert min(sizes) * PHONE >= 7


@MAPS
def test_nothing_hangs_on_colour_alone(sheet: Maker, scene: Scener) -> None:
    """On each tile that somebody holds are his letters, and on every piece."""
    made = scene()
    written = texts(tile_picture(sheet(), made))
    looks = dresses(made.sides)
    letters = Counts(looks[side].letters for side in made.holders.values())
    assert all(written.count(told) >= count for told, count in letters.items())
    assert all(
        counter.text in written
        for counter in made.counters
        if counter.text not in "TAN REG GUE FC MOB"
    )


@MAPS
def test_a_picture_is_the_same_again(sheet: Maker, scene: Scener) -> None:
    """And becomes pixels like every other."""
    svg = tile_picture(sheet(), scene())
    assert svg == tile_picture(sheet(), scene())
    assert png_of(svg, 360).startswith(b"\x89PNG")


def test_pieces_without_room_are_counted() -> None:
    """Nobody misses one without being told."""
    sheet = hex_sheet(
        [TilePlace("A1", 0, 0), *(TilePlace(f"B{at}", 1, at) for at in range(7))], MAP_WIDTH
    )
    many = TileScene("many", counters=tuple(Counter("A1", "", "ARMY") for _ in range(12)))
    written = texts(tile_picture(sheet, many))
    assert written.count("ARMY") + int(next(text for text in written if text[0] == "+")) == 12


def test_hexes_touch_their_neighbours() -> None:
    """Two of a row have an edge in common, and so has the one between them in the next row."""
    sheet = hex_sheet([TilePlace("A", 2, 0), TilePlace("B", 2, 1), TilePlace("C", 3, 0)], 300)
    corners = [{(round(x), round(y)) for x, y in tile.ring} for tile in sheet.tiles]
    assert all(
        len(one & other) == 2
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    assert max(x for tile in sheet.tiles for x, _ in tile.ring) == pytest.approx(300)


def test_arrows_leave_pieces_and_come_to_pieces() -> None:
    """There and back again two of them lie side by side; one that is forced is broken."""
    svg = tile_picture(coast(), coast_scene())
    lines = re.findall(r'd="(M[^"]+)"', "".join(re.findall(r'<g class="move">.*?</g>', svg)))
    assert len(set(lines)) == 6  # a line and a head of each, and of the sample in the legend
    assert svg.count("stroke-dasharray") == 2


def test_a_track_has_a_marker_on_its_value() -> None:
    """It says what is counted, for who does not see the marker."""
    written = texts(tile_picture(coast(), coast_scene()))
    assert "Turn: 2" in written
    assert [str(field) for field in range(1, 11)] == [text for text in written if text.isdigit()]


def test_no_piece_is_lost_where_nothing_has_room() -> None:
    """A tile too small for its name still says how many stand there."""
    speck = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    sheet = TileSheet(MAP_WIDTH, 99, (Tile("A", "A", speck, (7, 3)),))
    assert "+3" in texts(tile_picture(sheet, TileScene("", counters=(Counter("A", ""),) * 3)))


def test_a_piece_may_be_a_figure() -> None:
    """A cannon is drawn in the colour of its side, also in the legend, and says how many there are."""
    cannon = Counter("A", "RED", "3", "three cannons", figure=TileFigure.CANNON)
    sheet = TileSheet(MAP_WIDTH, 200, (Tile("A", "A", _SQUARE, (100, 100), label="Camp"),))
    scene = TileScene("guns", sides=(DrawnSide("RED", "Red", "#d55e00"),), counters=(cannon,))
    svg = tile_picture(sheet, replace(scene, key=((cannon, "cannon"),)))
    written = texts(svg)
    assert written.count("3") == 2
    assert "Camp" in written
    assert "A" not in written
    assert svg.count(tile_figure(TileFigure.CANNON, (0, 0), 10).split("<path")[1][:20]) == 2


@pytest.mark.parametrize("ground", [TileGround.MASONRY, TileGround.RUBBLE])
def test_a_wall_is_told_from_what_is_left_of_it(ground: TileGround) -> None:
    """Each has a pattern of its own, which is there only where it is needed."""
    sheet = TileSheet(MAP_WIDTH, 200, (Tile("A", "A", _SQUARE, (100, 100), ground=ground),))
    svg = tile_picture(sheet, TileScene(""))
    assert svg.count("<pattern") == 1
    assert f"-{ground.value})" in svg

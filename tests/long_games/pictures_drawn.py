"""What must hold of the pictures of a whole game: each phase, its orders and the position after it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from gm.adapters.maps.map_png import png_of
from gm.app.services import Services
from gm.drawing.scene import Act
from gm.games.diplomacy.map.drawn.picture import draw
from gm.games.diplomacy.map.files.boards import MapFolders
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.map.shown.showing import MapShown, Show, pictured
from gm.games.diplomacy.rules.events import UnitDisbanded
from gm.games.diplomacy.rules.winter.bridges import BridgeDemolished
from tests.long_games.stage import Played, Script, opened

MOST = 400_000
"""No picture is larger, in bytes, in either form."""


_LAST = 7
"""So many of the last phases are drawn: by then all that can happen to a board has happened."""


def svg_of(shown: MapShown) -> str:
    """Return a picture as SVG."""
    folder = MapFolders().folder(shown.printed.id)
    return draw(sheet_of(folder, shown.printed, shown.board, shown.splits), shown.scene)


def faults(script: Script, played: Played) -> Iterator[str]:
    """Yield what is wrong with the pictures of a game."""
    with opened(script, played.folder) as (services, _):
        svg = ""
        for name in [*played.events][-_LAST:]:
            for show in Show:
                shown = pictured(services, script.game, name, show)
                svg = svg_of(shown)
                yield from (f"{name} {show.value}: {it}" for it in _faults(shown, svg))
        yield from _faults_of_position(services, script, played)
        yield from _faults_of_losses(services, script, played)
    if len(png_of(svg)) > MOST:
        yield "the last PNG is too large"


def _faults(shown: MapShown, svg: str) -> Iterator[str]:
    if len(svg.encode()) > MOST:
        yield f"{len(svg)} bytes"
    tree = ET.fromstring(svg)  # noqa: S314 - written by ourselves
    drawn = [it.attrib["data-place"] for it in tree.iter() if "data-place" in it.attrib]
    if sorted(drawn) != sorted(map(str, shown.board.provinces)):
        yield "the provinces are not those of the board"
    for kind, wanted in (
        ("unit", len(shown.scene.pieces)),
        ("special", len(shown.scene.specials)),
        ("order", len(shown.scene.marks)),
    ):
        found = sum(it.get("class", "").split(" ")[0] == kind for it in tree.iter())
        if found != wanted:
            yield f"{found} of {wanted} drawn: {kind}"


def _faults_of_position(services: Services, script: Script, played: Played) -> Iterator[str]:
    """Yield the phases whose orders are not drawn on the position that they were given in."""
    for name in [*played.events][-_LAST:]:
        scene = pictured(services, script.game, name, Show.ORDERS).scene
        standing = {(str(unit.power), str(unit.at.province)) for unit in played.states[name].units}
        drawn = {(piece.power, piece.at.place) for piece in scene.pieces}
        if not standing <= drawn:
            yield f"{name}: {sorted(standing - drawn)} lack"


def _faults_of_losses(services: Services, script: Script, played: Played) -> Iterator[str]:
    """Yield the phases whose orders are drawn without a unit or a bridge that went in them."""
    for name in [*played.events][-_LAST:]:
        marks = pictured(services, script.game, name, Show.ORDERS).scene.marks
        drawn = {
            (mark.power, mark.between or (mark.at.place,))
            for mark in marks
            if mark.act in (Act.REMOVE, Act.LOSE, Act.TEAR)
        }
        units = {
            (str(one.unit.power), (str(one.unit.at.province),))
            for one in played.events[name]
            if isinstance(one, UnitDisbanded)
        }
        bridges = {
            (str(one.bridge.owner), one.bridge.between)
            for one in played.events[name]
            if isinstance(one, BridgeDemolished)
        }
        if missing := {*units, *bridges} - drawn:
            yield f"{name}: {sorted(missing)} are gone, and not marked"

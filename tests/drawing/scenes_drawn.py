"""Scenes to draw: a sheet of one of our boards, and what stands on it, made from a few words."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from gm.drawing.scene import DrawnSide, DrawnSpot, Piece, PieceKind, Scene, Stance
from gm.drawing.sheet import Sheet
from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.map.files.map_sheet import sheet_of
from gm.games.diplomacy.map.shown.showing import empty_board
from gm.resources import maps_dir

BOARDS = ("standard", "irish", "republic")
SVG = "{http://www.w3.org/2000/svg}"


def printed(board_id: str) -> tuple[Sheet, Scene]:
    """Return one of our boards as it is printed, and the scene of it that is empty."""
    board = load_board(board_id)
    return sheet_of(maps_dir() / board_id, board, board, ()), empty_board(board).scene


def sides_of(*names: str) -> tuple[DrawnSide, ...]:
    """Return powers by name, in grey."""
    return tuple(DrawnSide(name.upper(), name, "#888888") for name in names)


def piece(text: str, stance: Stance = Stance.STANDING) -> Piece:
    """Return a unit written as `ITALY F SPA/nc`."""
    power, kind, where = text.split()
    place, _, coast = where.partition("/")
    return Piece(
        power,
        PieceKind.FLEET if kind == "F" else PieceKind.ARMY,
        DrawnSpot(place, coast or None),
        stance,
    )


def drawn(svg: str) -> ET.Element:
    """Return a picture as a tree; it fails where the XML is not well formed."""
    return ET.fromstring(svg)  # noqa: S314 - written by ourselves


def of_class(tree: ET.Element, name: str) -> list[ET.Element]:
    """Return the groups of a class, `unit` or `order`, but for those in the legend."""
    groups = tree.iter(f"{SVG}g")
    return [one for one in groups if name in (one.get("class") or "").split()]


def said(elements: Sequence[ET.Element]) -> list[str]:
    """Return what the titles of elements say."""
    return [(one.findtext(f"{SVG}title") or "") for one in elements]

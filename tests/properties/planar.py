"""Whether the rings of a board fit together as a map does: corner by corner, without gaps."""

from gm.games.diplomacy.rules.board import Board, Border, Province, ProvinceId

Side = tuple[ProvinceId, int]
"""A stretch of border as one province sees it: the province, and where it stands in its ring."""


def sides(board: Board) -> list[Side]:
    """Return every side of every stretch of border."""
    return [(place.id, at) for place in board.provinces.values() for at in range(len(place.ring))]


def as_seen_there(place: Province, border: Border) -> tuple[object, ...]:
    """Return all that a border has, from the neighbour's side."""
    return (place.id, border.kind, border.to_coasts, border.coasts, border.length)


def other_side(board: Board, side: Side) -> Side:
    """Return the same stretch as the neighbour sees it; the board must hold exactly one."""
    name, at = side
    place = board.province(name)
    border = place.ring[at]
    wanted = as_seen_there(place, border)
    found = [
        index
        for index, it in enumerate(board.province(border.to).ring)
        if (it.to, it.kind, it.coasts, it.to_coasts, it.length) == wanted
    ]
    assert len(found) == 1, f"{name} and {border.to} do not see their border alike"
    return border.to, found[0]


def corners(board: Board) -> list[list[ProvinceId]]:
    """Return the provinces around every corner of the map, each corner once.

    From a stretch of a province's ring the next one begins at the same corner; its other side is the
    stretch of the neighbour that ends there. Going on so leads once around the corner.
    """
    found, seen = [], set()
    for start in sides(board):
        around, side = [], start
        while side not in seen:
            seen.add(side)
            around.append(side[0])
            name, at = side
            side = other_side(board, (name, (at + 1) % len(board.province(name).ring)))
        if around:
            found.append(around)
    return found

"""The graph itself, on boards small enough to draw on a stamp."""

from dataclasses import replace

import pytest

from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Coast,
    Location,
    Province,
    ProvinceId,
    Terrain,
    army_moves,
    fleet_moves,
    pair,
    with_crossings,
)

SEA, EAST, WEST, HILL, FORD = (ProvinceId(it) for it in ("SEA", "Eas", "Wes", "Hil", "For"))
RIVER = BorderKind.RIVER


def place(name: ProvinceId, terrain: Terrain, *ring: Border, coasts: tuple[str, ...] = ()):
    """Return a province whose name is its abbreviation."""
    named = tuple(Coast(it, f"coast {it}") for it in coasts)
    return Province(name, name, terrain, ring, coasts=named)


def shore() -> Board:
    """Two shores parted by a river that ends at the sea, with hills and a ford behind them."""
    mouth = {"river": "Nore", "reaches_sea": True}
    provinces = (
        place(SEA, Terrain.SEA, Border(EAST, BorderKind.SEA), Border(WEST, BorderKind.SEA)),
        place(
            EAST,
            Terrain.COASTAL,
            Border(HILL, BorderKind.LAND),
            Border(SEA, BorderKind.SEA),
            Border(WEST, RIVER, **mouth),
            Border(FORD, RIVER, river="Nore"),
        ),
        place(
            WEST,
            Terrain.COASTAL,
            Border(FORD, BorderKind.LAND),
            Border(EAST, RIVER, **mouth),
            Border(SEA, BorderKind.SEA),
        ),
        place(HILL, Terrain.INLAND, Border(EAST, BorderKind.LAND), Border(FORD, BorderKind.LAND)),
        place(
            FORD,
            Terrain.INLAND,
            Border(HILL, BorderKind.LAND),
            Border(EAST, RIVER, river="Nore"),
            Border(WEST, BorderKind.LAND),
        ),
    )
    return Board("shore", "Shore", {it.id: it for it in provinces}, {})


def test_a_river_stops_everybody() -> None:
    """Without a bridge neither army nor fleet crosses (Republic 9a, 10a)."""
    board = shore()
    assert army_moves(board, EAST) == {HILL}
    assert fleet_moves(board, Location(EAST)) == {Location(SEA)}


def test_a_bridge_at_the_mouth_carries_both() -> None:
    """A bridge where the river meets the sea serves armies and fleets (Republic 10a)."""
    board = with_crossings(shore(), frozenset({pair(WEST, EAST)}))
    assert army_moves(board, EAST) == {HILL, WEST}
    assert fleet_moves(board, Location(EAST)) == {Location(SEA), Location(WEST)}
    assert army_moves(board, FORD) == {HILL, WEST}


def test_a_bridge_inland_carries_armies_only() -> None:
    """Fleets do not go up rivers (Republic 10c)."""
    board = with_crossings(shore(), frozenset({pair(EAST, FORD)}))
    assert army_moves(board, FORD) == {HILL, WEST, EAST}
    assert fleet_moves(board, Location(EAST)) == {Location(SEA)}


def test_crossings_are_replaced_and_not_added() -> None:
    """`with_crossings` opens exactly the pairs it is given, on a board that stays the same."""
    closed = shore()
    bridged = with_crossings(closed, frozenset({pair(EAST, FORD)}))
    assert with_crossings(bridged, frozenset()).crossings == frozenset()
    assert closed.crossings == frozenset()
    assert with_crossings(closed, frozenset({pair(FORD, EAST)})) is bridged


def test_an_army_never_walks_to_sea() -> None:
    """A sea border is for fleets."""
    assert SEA not in army_moves(shore(), WEST)


def test_a_neighbour_met_twice_is_one_neighbour() -> None:
    """A ring may meet a province twice; it is adjacent once."""
    board = shore()
    ring = (*board.province(HILL).ring, Border(EAST, BorderKind.LAND))
    hill = replace(board.province(HILL), ring=ring)
    twice = replace(board, provinces={**board.provinces, HILL: hill})
    assert twice.neighbours(HILL) == (EAST, FORD)


@pytest.mark.parametrize(
    ("coast", "reached"), [("n", {"SEA"}), ("s", {"Eas"}), (None, {"SEA", "Eas"})]
)
def test_a_coast_has_its_own_borders(coast: str | None, reached: set[str]) -> None:
    """A fleet on a named coast uses the borders of that coast alone (DATC 6.B)."""
    cape = place(
        HILL,
        Terrain.COASTAL,
        Border(SEA, BorderKind.SEA, coasts=("n",)),
        Border(EAST, BorderKind.COAST, coasts=("s",)),
        coasts=("n", "s"),
    )
    board = replace(shore(), provinces={HILL: cape})
    assert {it.province for it in fleet_moves(board, Location(HILL, coast))} == reached


def test_a_fleet_arrives_on_each_coast_the_border_names() -> None:
    """A border that ends on two coasts gives a fleet two places to arrive."""
    bay = place(SEA, Terrain.SEA, Border(HILL, BorderKind.SEA, to_coasts=("n", "s")))
    board = replace(shore(), provinces={SEA: bay})
    assert fleet_moves(board, Location(SEA)) == {Location(HILL, "n"), Location(HILL, "s")}


def test_a_location_is_written_with_its_coast_in_capitals() -> None:
    """Canonical text names a coast as STP/SC."""
    assert (str(Location(EAST)), str(Location(EAST, "sc"))) == ("Eas", "Eas/SC")

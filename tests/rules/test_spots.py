"""Spots say what legality says: where a unit can go, what it can support, where it can retreat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Board, Location, PowerId, ProvinceId, fleet_moves
from gm.games.diplomacy.rules.legality import check_move, normalise_move
from gm.games.diplomacy.rules.orders import Move
from gm.games.diplomacy.rules.reach import Spot, reach_of
from gm.games.diplomacy.rules.units import ARMY, FLEET, Unit

BOARDS = ("standard", "republic", "irish")
RED = PowerId("RED")


def spots_of(board: Board) -> Iterator[Spot]:
    """Yield every spot of a board."""
    reach = reach_of(board)
    yield from reach.armies.values()
    yield from reach.fleets.values()


def destinations(board: Board) -> list[Location]:
    """Return every destination an order can name."""
    coasts = [
        Location(place.id, coast.id)
        for place in board.provinces.values()
        for coast in place.coasts
    ]
    return [*map(Location, board.provinces), *coasts]


@pytest.mark.parametrize("name", BOARDS)
def test_a_plain_landing_is_a_legal_move_as_it_is_carried_out(name: str) -> None:
    """A spot lands only moves that are legal, and where legality would have them end."""
    board = load_board(name)
    for spot in spots_of(board):
        unit = Unit(RED, spot.kind, spot.at)
        for to in destinations(board):
            landing = spot.landing(to)
            if landing is not None:
                assert check_move(board, unit.ref, to) is None
                written = normalise_move(board, unit, Move(unit.ref, to))
                assert (landing.at, landing.kind) == (written.to, spot.kind)


@pytest.mark.parametrize("name", BOARDS)
def test_a_move_without_a_landing_is_illegal_or_by_sea(name: str) -> None:
    """What a spot does not know needs a convoy, or legality refuses it."""
    board = load_board(name)
    for spot in spots_of(board):
        for place in board.provinces:
            if spot.landing(Location(place)) is None:
                legal = check_move(board, spot.ref, Location(place)) is None
                assert legal == (spot.kind is ARMY and spot.crosses_to(place))


@pytest.mark.parametrize("name", BOARDS)
def test_a_unit_supports_where_it_could_go_on_whatever_coast(name: str) -> None:
    """The provinces of support are those of all landings (DATC 6.B.4)."""
    board = load_board(name)
    for spot in spots_of(board):
        gone = {to.province for to in destinations(board) if spot.landing(to) is not None}
        assert spot.supports == gone


@pytest.mark.parametrize("name", BOARDS)
def test_a_unit_retreats_where_it_could_go_without_a_convoy(name: str) -> None:
    """The refuges are the landings, each coast by itself, sorted by name."""
    board = load_board(name)
    for spot in spots_of(board):
        landings = {spot.landing(to) for to in destinations(board)} - {None}
        if spot.kind is FLEET:
            assert set(spot.refuges) <= fleet_moves(board, spot.at)
        assert {landing.at for landing in landings if landing} == set(spot.refuges)
        assert [*spot.refuges] == sorted(spot.refuges, key=str)


def test_a_piece_is_made_once() -> None:
    """The unit of a power in a place is the same whenever it is asked for."""
    spot = reach_of(load_board("standard")).fleets[Location(ProvinceId("STP"), "sc")]
    assert spot.piece(RED) is spot.piece(RED)
    assert spot.piece(RED) == Unit(RED, FLEET, Location(ProvinceId("STP"), "sc"))

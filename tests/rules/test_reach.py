"""The compiled board agrees with the board it was compiled from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gm.games.diplomacy.map.files.boards import load_board
from gm.games.diplomacy.rules.board import Entry, ProvinceId, Terrain, army_moves
from gm.games.diplomacy.rules.reach import Reach, bits, carriers, has_chain, on_any_route, reach_of


@pytest.mark.parametrize("name", ["standard", "republic"])
def test_masks_are_the_moves(name: str) -> None:
    """Every mask holds exactly the provinces that the borders allow."""
    board = load_board(name)
    reach = reach_of(board)
    for place in board.provinces.values():
        if place.terrain is not Terrain.SEA:
            walks = {
                to
                for to in army_moves(board, place.id)
                if board.province(to).terrain is not Terrain.SEA
                and board.province(to).entry is Entry.ALL
            }
            assert {reach.ids[bit] for bit in bits(reach.walks[reach.number[place.id]])} == walks


def test_a_chain_needs_every_link() -> None:
    """From London to Tunis an army needs the seas between, and all of them."""
    reach = reach_of(load_board("standard"))
    number = reach.number
    way = [number[sea] for sea in ("ENG", "MAO", "WES")]
    mask = sum(1 << sea for sea in way)
    assert has_chain(reach, number["LON"], number["TUN"], mask)
    for sea in way:
        assert not has_chain(reach, number["LON"], number["TUN"], mask & ~(1 << sea))


def found_by(
    search: Callable[[Reach, int, int, int], int], start: str, goal: str, fleets: list[str]
) -> list[str]:
    """Return which of these fleets a search finds on the way of an army, sorted."""
    reach = reach_of(load_board("standard"))
    mask = sum(1 << reach.number[ProvinceId(fleet)] for fleet in fleets)
    first, last = reach.number[ProvinceId(start)], reach.number[ProvinceId(goal)]
    return sorted(reach.ids[bit] for bit in bits(search(reach, first, last, mask)))


@pytest.mark.parametrize(
    ("start", "goal", "fleets", "needed"),
    [
        ("LON", "BEL", ["ENG", "NTH"], ["ENG", "NTH"]),
        ("LON", "BEL", ["ENG", "IRI"], ["ENG"]),
        ("MAR", "SPA", ["LYO", "WES"], ["LYO"]),
        ("LON", "BEL", ["IRI"], []),
        ("LVP", "EDI", ["NAO", "NWG", "ENG"], ["NAO", "NWG"]),
    ],
)
def test_only_needed_fleets_carry(
    start: str, goal: str, fleets: list[str], needed: list[str]
) -> None:
    """A fleet that could be left out of every route carries nobody (DATC 6.F.12, 6.G.19)."""
    assert found_by(carriers, start, goal, fleets) == sorted(needed)


@pytest.mark.parametrize(
    ("start", "goal", "fleets", "used"),
    [
        ("LON", "BEL", ["ENG", "IRI"], ["ENG"]),
        ("MAR", "SPA", ["LYO", "WES"], ["LYO", "WES"]),
        ("LON", "BEL", ["IRI"], []),
        ("LVP", "EDI", ["IRI", "NAO", "NWG", "NTH"], ["IRI", "NAO", "NWG", "NTH"]),
    ],
)
def test_roundabout_routes_are_routes(
    start: str, goal: str, fleets: list[str], used: list[str]
) -> None:
    """Where all routes count, so does one that a shorter one makes needless (1971)."""
    assert found_by(on_any_route, start, goal, fleets) == sorted(used)

"""Judges what a map file says beyond the board itself: totals, corners, rivers, claims, shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from gm.adapters.board_schema import BoardTable, ClaimTable, PowerTable
from gm.rules.board import Board, BorderKind, Location, Pair, ProvinceId, fleet_moves, pair
from gm.rules.board_faults import Fault


def check_table(table: BoardTable, board: Board) -> tuple[Fault, ...]:
    """Return every fault of a file's statements about its own board."""
    faults: list[Fault] = []
    faults += _check_victory(table, board)
    faults += _check_facts(table)
    for name, power in table.powers.items():
        faults += _check_choice(board, name, power)
    faults += _check_coasts(board)
    faults += _check_corners(table, board)
    faults += _check_rivers(table, board)
    for number, claim in enumerate(table.claims, 1):
        faults += _check_claim(f"claims.{number} (rule {claim.rule})", claim, board)
    return tuple(faults)


def check_shapes(table: BoardTable, shapes: frozenset[str]) -> tuple[Fault, ...]:
    """Return which provinces have no shape and which shapes no province."""
    drawn = shapes - set(table.map.impassable)
    return (
        *(Fault(f"provinces.{it}", "has no shape") for it in sorted(set(table.provinces) - drawn)),
        *(Fault(f"shapes.{it}", "belongs to no province") for it in _strays(table, drawn)),
        *(
            Fault(f"map.impassable.{it}", "is a province, so it can be entered")
            for it in sorted(set(table.map.impassable) & set(table.provinces))
        ),
    )


def _strays(table: BoardTable, drawn: frozenset[str]) -> list[str]:
    return sorted(drawn - set(table.provinces))


def _check_victory(table: BoardTable, board: Board) -> Iterator[Fault]:
    counted = sum(1 for _ in board.centres())
    if counted != table.victory.total:
        said = table.victory.total
        yield Fault("victory.total", f"is {said}, but {counted} provinces are centres")
    wanted = "count" if table.victory.kind == "centres" else "points"
    if (table.victory.count if wanted == "count" else table.victory.points) is None:
        yield Fault(f"victory.{wanted}", f"is missing where the kind is {table.victory.kind!r}")
    if (table.victory.count or 0) > counted:
        yield Fault("victory.count", "is more centres than the board has")


def _check_facts(table: BoardTable) -> Iterator[Fault]:
    own = {"designer", "code", "status", "first_season", "first_year", "victory"}
    own |= {"total_centres", "victory_centres", "victory_points"}
    for key in sorted(own & set(table.facts)):
        yield Fault(f"facts.{key}", "is told by [map] or [victory] already")


def _check_choice(board: Board, name: str, power: PowerTable) -> Iterator[Fault]:
    """Check that the pieces a player may choose from can stand where they start (Irish 2)."""
    open_starts = [text[2:] for text in power.start if text.startswith("?")]
    if bool(open_starts) != bool(power.piece_choice):
        yield Fault(f"powers.{name}.piece_choice", "goes with a start that leaves the piece open")
    for text in open_starts:
        place = board.provinces.get(ProvinceId(text))
        if place is None:
            continue
        fits = "AF" if any(border.kind is BorderKind.SEA for border in place.ring) else "A"
        if "".join(sorted(power.piece_choice)) != fits:
            yield Fault(f"powers.{name}.piece_choice", f"{text} can hold {' or '.join(fits)}")
        if sorted(power.coast_choice) != sorted(coast.id for coast in place.coasts):
            yield Fault(f"powers.{name}.coast_choice", f"names not the coasts of {text}")


def _check_coasts(board: Board) -> Iterator[Fault]:
    """Refuse a single named coast: only a split province may be left with one (Irish 5)."""
    for place in board.provinces.values():
        if len(place.coasts) == 1:
            yield Fault(f"provinces.{place.id}.coasts", "a single coast needs no name")


def _check_corners(table: BoardTable, board: Board) -> Iterator[Fault]:
    for here, there in table.corners.pairs:
        entry = f"corners.{here}-{there}"
        yield from _check_known(entry, (here, there), board)
        if _adjacent(board, here, there):
            yield Fault(entry, "meet in a corner only, yet they are given as neighbours")


def _check_rivers(table: BoardTable, board: Board) -> Iterator[Fault]:
    told = Counter((river.name, _pair(*ends)) for river in table.rivers for ends in river.borders)
    drawn = {
        (border.river or "", pair(place.id, border.to))
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.RIVER
    }
    for name, ends in sorted(set(told) - drawn):
        yield Fault(f"rivers.{name}", f"is no border between {ends[0]} and {ends[1]}")
    for name, ends in sorted(drawn - set(told)):
        yield Fault(f"rivers.{name}", f"does not list its border {ends[0]}-{ends[1]}")
    for (name, ends), count in sorted(told.items()):
        if count > 1:
            yield Fault(f"rivers.{name}", f"lists its border {ends[0]}-{ends[1]} twice")


def _check_claim(entry: str, claim: ClaimTable, board: Board) -> Iterator[Fault]:
    yield from _check_known(entry, _named(claim), board)
    for name in claim.centre:
        if not _is_centre(board, name):
            yield Fault(entry, f"{name} should be a centre")
    for name in claim.not_centre:
        if _is_centre(board, name):
            yield Fault(entry, f"{name} should be no centre")
    for here, there in claim.adjacent:
        if not _adjacent(board, here, there):
            yield Fault(entry, f"{here} and {there} should be neighbours")
    for here, there in claim.not_adjacent:
        if _adjacent(board, here, there):
            yield Fault(entry, f"{here} and {there} should not be neighbours")
    for here, there in claim.river:
        if not _river_between(board, here, there):
            yield Fault(entry, f"a river should lie between {here} and {there}")
    for path in claim.fleet_path:
        for here, there in pairwise(path):
            if not _sails(board, here, there):
                yield Fault(entry, f"a fleet should sail from {here} to {there}")


def _named(claim: ClaimTable) -> list[str]:
    pairs = [*claim.adjacent, *claim.not_adjacent, *claim.river, *claim.fleet_path]
    return [*claim.exists, *claim.centre, *claim.not_centre, *(it for two in pairs for it in two)]


def _check_known(entry: str, names: Iterable[str], board: Board) -> Iterator[Fault]:
    for name in dict.fromkeys(names):
        if name not in board.provinces:
            yield Fault(entry, f"there is no province {name}")


def _pair(here: str, there: str) -> Pair:
    return pair(ProvinceId(here), ProvinceId(there))


def _is_centre(board: Board, name: str) -> bool:
    place = board.provinces.get(ProvinceId(name))
    return place is not None and place.is_centre


def _adjacent(board: Board, here: str, there: str) -> bool:
    return here in board.provinces and there in board.neighbours(ProvinceId(here))


def _river_between(board: Board, here: str, there: str) -> bool:
    place = board.provinces.get(ProvinceId(here))
    ring = place.ring if place else ()
    return any(it.to == there and it.kind is BorderKind.RIVER for it in ring)


def _sails(board: Board, here: str, there: str) -> bool:
    if here not in board.provinces:
        return False
    place = board.provinces[ProvinceId(here)]
    starts = [Location(place.id, coast.id) for coast in place.coasts] or [Location(place.id)]
    return any(to.province == there for start in starts for to in fleet_moves(board, start))

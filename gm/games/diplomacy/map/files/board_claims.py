"""Judges what a map file says beyond the board itself: totals, corners, rivers, claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from gm.games.diplomacy.map.files.board_schema import BoardTable, ClaimTable, PowerTable
from gm.games.diplomacy.rules.board import (
    Board,
    BorderKind,
    Location,
    Pair,
    ProvinceId,
    fleet_moves,
    pair,
)
from gm.games.diplomacy.rules.board_check import Fault, near_place


def check_table(table: BoardTable, board: Board) -> tuple[Fault, ...]:
    """Return every fault of a file's statements about its own board."""
    faults: list[Fault] = []
    faults += _check_victory(table, board)
    faults += _check_facts(table)
    for name, power in table.powers.items():
        faults += _check_choice(board, name, power)
        faults += _check_land(board, name, power)
    faults += _check_coasts(board)
    faults += _check_corners(table, board)
    faults += _check_rivers(table, board)
    for number, claim in enumerate(table.claims, 1):
        faults += _check_claim(f"claims.{number} (rule {claim.rule})", claim, board)
    return tuple(faults)


def _check_victory(table: BoardTable, board: Board) -> Iterator[Fault]:
    counted = sum(1 for _ in board.centres())
    if counted != table.victory.total:
        said = table.victory.total
        yield Fault(
            "victory.total",
            f"is {said}, but {counted} provinces are centres",
            f"write total = {counted}, or mend `centre` where it is wrong",
        )
    wanted = "count" if table.victory.kind == "centres" else "points"
    if (table.victory.count if wanted == "count" else table.victory.points) is None:
        yield Fault(
            f"victory.{wanted}",
            f"is missing where the kind is {table.victory.kind!r}",
            f"add {wanted} = {counted // 2 + 1 if wanted == 'count' else 100}, or another number "
            f"of {table.victory.kind} that wins",
        )
    if (table.victory.count or 0) > counted:
        yield Fault(
            "victory.count",
            "is more centres than the board has",
            f"write {counted // 2 + 1}, more than half of {counted}, or another number that wins",
        )


def _check_facts(table: BoardTable) -> Iterator[Fault]:
    reserved = {"designer", "code", "status", "first_season", "first_year", "victory"}
    reserved |= {"total_centres", "victory_centres", "victory_points"}
    for key in sorted(reserved & set(table.facts)):
        yield Fault(f"facts.{key}", "is told by [map] or [victory] already", "take it out")


def _check_choice(board: Board, name: str, power: PowerTable) -> Iterator[Fault]:
    """Check that the pieces a player may choose from can stand where they start (Irish 2)."""
    open_starts = [text[2:] for text in power.start if text.startswith("?")]
    if bool(open_starts) != bool(power.piece_choice):
        yield Fault(
            f"powers.{name}.piece_choice",
            "goes with a start that leaves the piece open",
            'write start = ["? DEN"] with it, or take it out',
        )
    for text in open_starts:
        place = board.provinces.get(ProvinceId(text))
        if place is None:
            continue
        fits = "AF" if any(border.kind is BorderKind.SEA for border in place.ring) else "A"
        if "".join(sorted(power.piece_choice)) != fits:
            wanted = ", ".join(f'"{piece}"' for piece in fits)
            yield Fault(
                f"powers.{name}.piece_choice",
                f"{text} can hold {' or '.join(fits)}",
                f"write piece_choice = [{wanted}]",
            )
        if sorted(power.coast_choice) != sorted(coast.id for coast in place.coasts):
            coasts = ", ".join(f'"{coast.id}"' for coast in place.coasts)
            yield Fault(
                f"powers.{name}.coast_choice",
                f"names not the coasts of {text}",
                f"write coast_choice = [{coasts}]" if coasts else "take it out",
            )


def _check_land(board: Board, name: str, power: PowerTable) -> Iterator[Fault]:
    """Check that a country is made of provinces, its home among them, and is no one else's.

    Where nobody plays it, all of it is closed (Irish 3).
    """
    entry = f"powers.{name}.land"
    yield from _check_known(entry, power.land, board)
    for home in power.home if power.land else ():
        if home not in power.land:
            said = f"lacks {home}, which is a home of {name}"
            yield Fault(entry, said, f'add "{home}", or leave `land` out', item=home)
    for other in board.powers.values():
        for place in power.land if other.id != name else ():
            if place in (*other.land, *other.home):
                said = f"{place} is {other.id}'s as well"
                yield Fault(entry, said, "name it at one of the two", item=place)


def _check_coasts(board: Board) -> Iterator[Fault]:
    """Refuse a single named coast: only a split province may be left with one (Irish 5)."""
    for place in board.provinces.values():
        if len(place.coasts) == 1:
            yield Fault(
                f"provinces.{place.id}.coasts",
                "a single coast needs no name",
                "take it out, or name its other coast too",
            )


def _check_corners(table: BoardTable, board: Board) -> Iterator[Fault]:
    for here, there in table.corners.pairs:
        entry = f"corners.{here}-{there}"
        yield from _check_known(entry, (here, there), board)
        if _adjacent(board, here, there):
            yield Fault(
                entry,
                "meet in a corner only, yet they are given as neighbours",
                "take the pair out here, or each out of the other's neighbours",
            )


def _check_rivers(table: BoardTable, board: Board) -> Iterator[Fault]:
    names = {river.name for river in table.rivers}
    listed = Counter(
        (river.name, _pair(*ends)) for river in table.rivers for ends in river.borders
    )
    drawn = {
        (border.river or "", pair(place.id, border.to))
        for place in board.provinces.values()
        for border in place.ring
        if border.kind is BorderKind.RIVER and border.river and border.to in board.provinces
    }
    for name, ends in sorted(set(listed) - drawn):
        if unknown := [*_check_known(f"rivers.{name}", ends, board)]:
            yield from unknown
            continue
        yield Fault(
            f"rivers.{name}",
            f"is no border between {ends[0]} and {ends[1]}",
            f'write kind = "river", river = "{name}" in both rings, or take the pair out here',
            item="-".join(ends),
        )
    for name, ends in sorted(drawn - set(listed)):
        yield Fault(
            f"rivers.{name}" if name in names else f"provinces.{ends[0]}.neighbours.{ends[1]}",
            f"the river {name} does not list its border {ends[0]}-{ends[1]}",
            f'add ["{ends[0]}", "{ends[1]}"] to the borders of "{name}" under [[rivers]]',
        )
    for (name, ends), count in sorted(listed.items()):
        if count > 1:
            yield Fault(
                f"rivers.{name}",
                f"lists its border {ends[0]}-{ends[1]} twice",
                "take one of the two out",
                item="-".join(ends),
            )


def _check_claim(entry: str, claim: ClaimTable, board: Board) -> Iterator[Fault]:
    for key, names in _named(claim).items():
        yield from _check_known(f"{entry}.{key}", names, board)
    for name in claim.centre:
        if not _is_centre(board, name):
            yield _claimed(entry, "centre", f"{name} should be a centre", name)
    for name in claim.not_centre:
        if _is_centre(board, name):
            yield _claimed(entry, "not_centre", f"{name} should be no centre", name)
    for two in claim.adjacent:
        if not _adjacent(board, *two):
            yield _claimed(entry, "adjacent", "{} and {} should be neighbours".format(*two), *two)
    for two in claim.not_adjacent:
        if _adjacent(board, *two):
            said = "{} and {} should not be neighbours".format(*two)
            yield _claimed(entry, "not_adjacent", said, *two)
    for two in claim.river:
        if not _river_between(board, *two):
            said = "a river should lie between {} and {}".format(*two)
            yield _claimed(entry, "river", said, *two)
    for path in claim.fleet_path:
        for here, there in pairwise(path):
            if not _sails(board, here, there):
                said = f"a fleet should sail from {here} to {there}"
                yield _claimed(entry, "fleet_path", said, *path)


def _claimed(entry: str, key: str, reason: str, *item: str) -> Fault:
    remedy = "mend the provinces; or, if your rules do not say so, take it out here"
    return Fault(f"{entry}.{key}", reason, remedy, item="-".join(item))


def _named(claim: ClaimTable) -> Mapping[str, list[str]]:
    """Return the provinces that a claim names, by the key under which it does."""
    lists = {"exists": claim.exists, "centre": claim.centre, "not_centre": claim.not_centre}
    groups = {
        "adjacent": claim.adjacent,
        "not_adjacent": claim.not_adjacent,
        "river": claim.river,
        "fleet_path": claim.fleet_path,
    }
    return lists | {key: [item for two in pairs for item in two] for key, pairs in groups.items()}


def _check_known(entry: str, names: Iterable[str], board: Board) -> Iterator[Fault]:
    for name in dict.fromkeys(names):
        if name not in board.provinces:
            yield Fault(entry, f"there is no province {name}", near_place(board, name), item=name)


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
    return any(border.to == there and border.kind is BorderKind.RIVER for border in ring)


def _sails(board: Board, here: str, there: str) -> bool:
    if here not in board.provinces:
        return False
    place = board.provinces[ProvinceId(here)]
    starts = [Location(place.id, coast.id) for coast in place.coasts] or [Location(place.id)]
    return any(to.province == there for start in starts for to in fleet_moves(board, start))

"""Splits a province: two halves where there was one, and the neighbours' borders put right.

A board of the rules is a map without gaps: the borders of a province stand in its ring clockwise,
and every stretch of border stands in two rings. So a line drawn across a province is two places in
its ring, and all that touches the halves follows from the rings alone (Irish 5, 6, 9).

Names are the business of `gm.games.diplomacy.rules.board_halves`; who may enter, of `gm.games.diplomacy.rules.board_entry`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from gm.contract.values import value
from gm.games.diplomacy.rules.board import (
    Board,
    Border,
    BorderKind,
    Coast,
    Entry,
    Power,
    PowerId,
    Province,
    ProvinceId,
    Terrain,
)
from gm.games.diplomacy.rules.board_halves import (
    halves_of,
    last_half,
    named_half,
    renamed_words,
    with_gone,
)

__all__ = ["Split", "halves_of", "line_neighbours", "split_board", "split_halves"]

ONWARDS: Final = 1
BACK: Final = -1
"""The two ends of a stretch of border: the one met later going clockwise, and the earlier one."""


@value
class Split:
    """A province that became two (Irish 5, 6, 9). All names are those in force at that moment.

    Args:
        province: the whole.
        line: the two neighbours between which the line runs, that with the highest card first.
        halves: half one has the neighbours met clockwise after the first of the line and before
            the second; half two the others; both have the two. A resplit half keeps its name for
            half one.
    """

    province: ProvinceId
    line: tuple[ProvinceId, ProvinceId]
    halves: tuple[ProvinceId, ProvinceId]


def line_neighbours(board: Board, place: ProvinceId) -> tuple[ProvinceId, ...]:
    """Return the adjacent provinces that get a card, each once, clockwise (Irish 6).

    Black holes and unplayed countries have cards, a box has none (Irish 10).
    """
    found = board.neighbours(place)
    return tuple(to for to in found if board.province(to).entry is not Entry.BOX)


def split_board(board: Board, split: Split) -> Board:
    """Return the board with a province in two halves (Irish 5, 6, 9).

    Both halves are of the whole's terrain, but for one without a sea, which is inland. Both are
    centres and homes if the whole was, and who could enter it can enter them.

    Raises:
        ValueError: there is no such province, the line does not end at two different neighbours,
            or the halves are called otherwise.
    """
    half_one, half_two = split_halves(board, split)
    whole = board.province(split.province)
    around = dict(_around(board, whole, _ends(whole, split), split.halves))
    last = last_half(board, whole)
    provinces: dict[ProvinceId, Province] = {}
    for place in board.provinces.values():
        new = half_one if place is whole else around.get(place.id, place)
        provinces[new.id] = new
        if place.id == last:
            provinces[half_two.id] = half_two
    gone = with_gone(board, whole, split.halves)
    return replace(
        board,
        provinces=provinces,
        powers=_powers(board, split),
        ambiguous=renamed_words(board, whole, gone),
        gone=gone,
    )


def split_halves(board: Board, split: Split) -> tuple[Province, Province]:
    """Return the two halves of a province as they will lie on the board after a split.

    Raises:
        ValueError: as `split_board` does.
    """
    if split.province not in board.provinces:
        raise ValueError(f"there is no province {split.province}")
    if split.halves != (named := halves_of(board, split.province)):
        raise ValueError(f"the halves of {split.province} are {named[0]} and {named[1]}")
    whole = board.province(split.province)
    one, two = _rings_of_halves(board, whole, _ends(whole, split), split)
    return _half(whole, split.halves[0], one), _half(whole, split.halves[1], two)


def _ends(whole: Province, split: Split) -> tuple[int, int]:
    """Return where in the ring the line ends: at each neighbour, the longest stretch."""
    first, second = (_longest(whole, to) for to in split.line)
    if first == second:
        raise ValueError(f"a line across {whole.id} ends at two neighbours, not twice at one")
    return first, second


def _longest(whole: Province, to: ProvinceId) -> int:
    stretches = [index for index, border in enumerate(whole.ring) if border.to == to]
    if not stretches:
        raise ValueError(f"{to} does not border {whole.id}")
    return max(stretches, key=lambda index: whole.ring[index].length)


def _rings_of_halves(
    board: Board, whole: Province, ends: tuple[int, int], split: Split
) -> tuple[tuple[Border, ...], tuple[Border, ...]]:
    """Return the rings of the halves, each from one end of the line to the other and back."""
    (first, second), (one, two) = ends, split.halves
    seam = _seam(board, whole, ends)
    return (
        (*_arc(board, whole, first, second), replace(seam, to=two)),
        (*_arc(board, whole, second, first), replace(seam, to=one)),
    )


def _arc(board: Board, whole: Province, start: int, end: int) -> Iterator[Border]:
    """Yield the borders met clockwise between two ends of the line, those two cut."""
    yield _cut(board, whole, start, ONWARDS)
    yield from (whole.ring[index] for index in _between(whole, start, end))
    yield _cut(board, whole, end, BACK)


def _between(whole: Province, start: int, end: int) -> Iterator[int]:
    count = len(whole.ring)
    return (index % count for index in range(start + 1, end if end > start else end + count))


def _cut(board: Board, whole: Province, index: int, kept: int) -> Border:
    """Return what is left of a border on the side of one of its ends.

    Fleets pass along the coast only where that end lies at a sea that both provinces touch; the
    other end lies inland from now on, where the line meets it. Half the border is half as long.
    """
    border = replace(whole.ring[index], length=whole.ring[index].length / 2)
    if border.kind in (BorderKind.SEA, BorderKind.LAND):
        return border
    sea = _sea_at(board, whole, index, kept)
    if sea is not None:
        mine, theirs = sea
        coasts, to_coasts = _shared(border.coasts, mine), _shared(border.to_coasts, theirs)
        return replace(border, coasts=coasts, to_coasts=to_coasts)
    kind = BorderKind.LAND if border.kind is BorderKind.COAST else border.kind
    return replace(border, kind=kind, coasts=(), to_coasts=(), reaches_sea=False)


def _shared(coasts: tuple[str, ...], shore: Border) -> tuple[str, ...]:
    """Return those of a border's named coasts on which a shore lies."""
    return tuple(coast for coast in coasts if coast in shore.coasts)


def _sea_at(board: Board, place: Province, index: int, end: int) -> tuple[Border, Border] | None:
    """Return the shores of the two provinces at one end of their border, if it lies at a sea."""
    mine = place.ring[(index + end) % len(place.ring)]
    there = board.province(place.ring[index].to)
    other_side = _other_side(board, place, index)
    theirs = there.ring[(other_side - end) % len(there.ring)]
    if mine.to != theirs.to or board.province(mine.to).terrain is not Terrain.SEA:
        return None
    return mine, theirs


def _other_side(board: Board, place: Province, index: int) -> int:
    """Return where a stretch of border stands in the neighbour's ring."""
    border = place.ring[index]
    ring = board.province(border.to).ring
    found = [at for at, other in enumerate(ring) if other.to == place.id]
    if len(found) == 1:
        return found[0]
    seen_there = _mirrored(border, place.id)
    return next((at for at in found if ring[at] == seen_there), found[0])


def _mirrored(border: Border, place: ProvinceId) -> Border:
    """Return a province's border as the neighbour sees it."""
    return replace(border, to=place, coasts=border.to_coasts, to_coasts=border.coasts)


def _seam(board: Board, whole: Province, ends: tuple[int, int]) -> Border:
    """Return the border between the halves, still without a neighbour.

    Fleets pass along the coast where the line ends at the sea, each on the coast it lies on.
    """
    if whole.terrain is Terrain.SEA:
        return Border(whole.id, BorderKind.SEA)
    shores = [whole.ring[end] for end in ends]
    shores = [it for it in shores if board.province(it.to).terrain is Terrain.SEA]
    coasts = tuple(dict.fromkeys(coast for shore in shores for coast in shore.coasts))
    kind = BorderKind.COAST if shores else BorderKind.LAND
    return Border(whole.id, kind, coasts, coasts)


def _half(whole: Province, name: ProvinceId, ring: tuple[Border, ...]) -> Province:
    """Return a half: named coasts follow the half they lie on, and no new ones arise."""
    terrain = whole.terrain
    if terrain is Terrain.COASTAL and all(it.kind is not BorderKind.SEA for it in ring):
        terrain = Terrain.INLAND
    return replace(
        named_half(whole, name), terrain=terrain, ring=ring, coasts=_coasts(whole, ring)
    )


def _coasts(whole: Province, ring: Iterable[Border]) -> tuple[Coast, ...]:
    lying = {coast for border in ring for coast in border.coasts}
    return tuple(coast for coast in whole.coasts if coast.id in lying)


def _around(
    board: Board, whole: Province, ends: tuple[int, int], halves: tuple[ProvinceId, ProvinceId]
) -> Iterator[tuple[ProvinceId, Province]]:
    """Yield every neighbour with its borders to the halves.

    A neighbour's ring runs the other way along a common border: where the line meets it, the
    neighbour comes first to the half that has the onward end of the stretch.
    """
    (first, second), (one, two) = ends, halves
    changes: dict[ProvinceId, dict[int, tuple[Border, ...]]] = defaultdict(dict)

    def enter(index: int, *parts: tuple[Border, ProvinceId]) -> None:
        to = whole.ring[index].to
        changes[to][_other_side(board, whole, index)] = tuple(
            _mirrored(border, half) for border, half in parts
        )

    for start, end, half in ((first, second, one), (second, first, two)):
        for index in _between(whole, start, end):
            enter(index, (whole.ring[index], half))
    for end, after, before in ((first, one, two), (second, two, one)):
        enter(
            end,
            (_cut(board, whole, end, ONWARDS), after),
            (_cut(board, whole, end, BACK), before),
        )
    for to, parts in changes.items():
        yield to, _with_borders(board.province(to), parts)


def _with_borders(place: Province, parts: dict[int, tuple[Border, ...]]) -> Province:
    """Return a province with some borders of its ring replaced by others."""
    ring = (parts.get(index, (border,)) for index, border in enumerate(place.ring))
    return replace(place, ring=tuple(border for borders in ring for border in borders))


def _powers(board: Board, split: Split) -> dict[PowerId, Power]:
    """Return the powers; a home's halves are both home (Irish 5), in the order of their numbers."""
    whole = board.province(split.province)
    last = last_half(board, whole)

    def homes(power: Power) -> Iterator[ProvinceId]:
        for home in power.home:
            yield split.halves[0] if home == whole.id else home
            if home == last:
                yield split.halves[1]

    return {
        power.id: power if power.id != whole.home else replace(power, home=tuple(homes(power)))
        for power in board.powers.values()
    }

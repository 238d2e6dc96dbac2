"""Splits a province: two halves where there was one, and the neighbours' borders put right.

A board of the rules is a map without gaps: the borders of a province stand in its ring clockwise,
and every stretch of border stands in two rings. So a line drawn across a province is two places in
its ring, and all that touches the halves follows from the rings alone (Irish 5, 6, 9).

Names are the business of `gm.games.diplomacy.rules.board_split`; who may enter, of `gm.games.diplomacy.rules.board_now`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
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
from gm.games.diplomacy.rules.board_check import squeeze

# The names of a split province: what its halves are called, and what its old name means now.
#
# NTH becomes NTH1 and NTH2. A resplit half keeps its number for half one and the new half gets the
# next unused one: NTH2 becomes NTH2 and NTH3 (Irish 9). Every word that named the whole is kept as a
# word that may mean any of the halves, so that it is asked about and never guessed.

Gone = Mapping[ProvinceId, tuple[ProvinceId, ...]]
"""Each name that a split has ended, with the halves there are now, the lowest number first."""

_SHORT: Final = 4
"""An alias of so many letters is often the beginning of another name."""


def halves_of(board: Board, place: ProvinceId) -> tuple[ProvinceId, ProvinceId]:
    """Return what the halves of a province are called when it is split now (Irish 9)."""
    whole = board.province(place).whole
    if whole is None:
        return _numbered(place, 1), _numbered(place, 2)
    return place, _numbered(whole, len(board.gone[whole]) + 1)


def _numbered(whole: ProvinceId, number: int) -> ProvinceId:
    return ProvinceId(f"{whole}{number}")


def last_half(board: Board, place: Province) -> ProvinceId:
    """Return the half behind which a new one is listed: that with the highest number."""
    return board.gone[place.whole][-1] if place.whole is not None else place.id


def number_of(half: Province) -> str:
    """Return the number of a half, in digits; "" for a province that was never split."""
    return half.id.removeprefix(half.whole) if half.whole is not None else ""


def words_of(place: Province) -> tuple[str, ...]:
    """Return every word for a province of the printed board or, of a half, for what it was.

    The words of NTH2 are `NTH`, `North Sea` and its other spellings, all without the number.
    """
    return tuple(dict.fromkeys((place.whole or place.id, *_plain_names(place))))


def _plain_names(place: Province) -> Iterator[str]:
    ending = f" {number_of(place)}" if place.whole is not None else ""
    for word in (place.name, *place.aliases):
        yield word.removesuffix(ending)


def named_half(split: Province, name: ProvinceId) -> Province:
    """Return a province under the name of one of its halves, its other spellings numbered alike."""
    if name == split.id:
        return split
    whole = split.whole or split.id
    number = name.removeprefix(whole)
    short, full, *others = words_of(split)
    spellings = dict.fromkeys(f"{word} {number}" for word in (short, *others))
    return replace(split, id=name, name=f"{full} {number}", aliases=tuple(spellings), whole=whole)


def with_gone(board: Board, split: Province, halves: tuple[ProvinceId, ProvinceId]) -> Gone:
    """Return the names gone after one more split, each with its halves."""
    if split.whole is None:
        return {**board.gone, split.id: halves}
    return {**board.gone, split.whole: (*board.gone[split.whole], halves[1])}


def renamed_words(
    board: Board, split: Province, gone: Gone
) -> Mapping[str, tuple[ProvinceId, ...]]:
    """Return the words that fit several provinces: those that named the whole mean its halves."""
    before = board.gone.get(split.whole, ()) if split.whole else (split.id,)
    after = gone[split.whole or split.id]
    words = {
        word: _exchanged(places, before, after) if split.id in places else places
        for word, places in board.ambiguous.items()
    }
    if split.whole is None:
        for word in words_of(split):
            words[word.casefold()] = (*after, *_begun_by(board, split, word))
    return words


def _exchanged(
    places: tuple[ProvinceId, ...],
    before: tuple[ProvinceId, ...],
    after: tuple[ProvinceId, ...],
) -> tuple[ProvinceId, ...]:
    """Return the places with all halves of a province where the first of them stood."""
    at = next(index for index, place in enumerate(places) if place in before)
    kept = [place for place in places if place not in before]
    return (*kept[:at], *after, *kept[at:])


def _begun_by(board: Board, split: Province, alias: str) -> Iterator[ProvinceId]:
    """Yield the provinces that a short alias may mean besides: `nor` is no safe Norway."""
    short = squeeze(alias)
    if alias in (split.id, split.name) or len(short) > _SHORT:
        return
    for place in board.provinces.values():
        if place is not split and squeeze(place.name).startswith(short):
            yield place.id


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
    neighbours = board.neighbours(place)
    return tuple(to for to in neighbours if board.province(to).entry is not Entry.BOX)


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
    stretches = [at for at, other in enumerate(ring) if other.to == place.id]
    if len(stretches) == 1:
        return stretches[0]
    seen_there = _mirrored(border, place.id)
    return next((at for at in stretches if ring[at] == seen_there), stretches[0])


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
    shores = [border for border in shores if board.province(border.to).terrain is Terrain.SEA]
    coasts = tuple(dict.fromkeys(coast for shore in shores for coast in shore.coasts))
    kind = BorderKind.COAST if shores else BorderKind.LAND
    return Border(whole.id, kind, coasts, coasts)


def _half(whole: Province, name: ProvinceId, ring: tuple[Border, ...]) -> Province:
    """Return a half: named coasts follow the half they lie on, and no new ones arise."""
    terrain = whole.terrain
    if terrain is Terrain.COASTAL and all(border.kind is not BorderKind.SEA for border in ring):
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


# Provinces that a split has ended and whose names live on in orders and conditions (Irish 9).

_NUMBER = re.compile(r"(?:(?<!\s)\s*+)?(?<!\d)\d++$")


def place_name(board: Board, place: ProvinceId) -> str:
    """Return a province's name; of a gone one what its halves are called without their numbers."""
    return place_named(board, place).name


def place_named(board: Board, place: ProvinceId) -> Province:
    """Return the province of that id; a gone one as far as its halves tell what it was.

    It has their names without the numbers and all of their coasts, and no borders: where it can be
    reached from is a matter of its halves. KeyError if the board never had it.
    """
    return board.provinces.get(place) or _gone(board)[place]


def gone_provinces(board: Board) -> tuple[Province, ...]:
    """Return the gone provinces, each as `place_named` does."""
    return tuple(_gone(board).values())


def halves_on(board: Board) -> frozenset[ProvinceId]:
    """Return every province that is a half of a gone one."""
    return frozenset(half for halves in board.gone.values() for half in halves)


@lru_cache(maxsize=256)
def _gone(board: Board) -> dict[ProvinceId, Province]:
    return {place: _whole(board, place) for place in board.gone}


def _whole(board: Board, place: ProvinceId) -> Province:
    halves = [board.province(half) for half in board.gone[place]]
    aliases = (_NUMBER.sub("", alias) for half in halves for alias in half.aliases)
    coasts = {coast.id: coast for half in halves for coast in half.coasts}
    kinds = {half.terrain for half in halves}
    return Province(
        id=place,
        name=_NUMBER.sub("", halves[0].name),
        terrain=halves[0].terrain if len(kinds) == 1 else Terrain.COASTAL,
        ring=(),
        aliases=tuple(dict.fromkeys(filter(None, aliases))),
        is_centre=any(half.is_centre for half in halves),
        home=halves[0].home,
        coasts=tuple(coasts[key] for key in sorted(coasts)),
    )

"""The names of a split province: what its halves are called, and what its old name means now.

NTH becomes NTH1 and NTH2. A resplit half keeps its number for half one and the new half gets the
next unused one: NTH2 becomes NTH2 and NTH3 (Irish 9). Every word that named the whole is kept as a
word that may mean any of the halves, so that it is asked about and never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from gm.games.diplomacy.rules.board import Board, Province, ProvinceId
from gm.games.diplomacy.rules.board_faults import squeeze

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

"""Whom a word means: the seats of a game by their names, in every language they are called in.

A name may be an id, a name, another name of its own, a beginning of at least three letters, or an
unmistakable slip. A word that fits several seats is never guessed: all of them are returned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from gm.contract.seats import Seat, SeatId
from gm.interpret.folding import fold, squeeze
from gm.interpret.plain_words import PLAIN_WORDS
from gm.interpret.tongues import load_tongue, tongues

_SHORTEST_BEGINNING: Final = 3
"""Letters of a word that may be the beginning of a name."""

_SHORTEST_SLIP: Final = 5
"""Letters of a word that may be a slip of a name."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatNames:
    """What the seats of a game are called, each name squeezed to its letters.

    Two are equal only if they are the same object: those of the same seats are.

    Args:
        seats: whose names they are.
        own: every name that the game itself has for them.
        read_in: the same, with what a language makes of them and its own names besides, by its code.
        abroad: the names that other languages have for them, and those alone.
        printed: the name that the game prints of each, and then those of other languages.
    """

    seats: tuple[Seat, ...]
    own: Mapping[str, tuple[SeatId, ...]]
    read_in: Mapping[str, Mapping[str, tuple[SeatId, ...]]]
    abroad: Mapping[str, tuple[SeatId, ...]]
    printed: tuple[tuple[str, SeatId], ...]

    @property
    def ids(self) -> tuple[SeatId, ...]:
        """The seats, in the order of reports."""
        return tuple(seat.id for seat in self.seats)

    def name(self, seat: str) -> str:
        """Return a seat's name as its game prints it."""
        return next(known.name for known in self.seats if known.id == seat)


@lru_cache(maxsize=64)
def seat_names(seats: tuple[Seat, ...]) -> SeatNames:
    """Compile the names of the seats of a game."""
    codes = dict.fromkeys(code for seat in seats for code, _ in seat.abroad)
    spoken = [(code, seat.id, names) for seat in seats for code, names in seat.abroad]
    forms = [
        (squeeze(form), seat)
        for code in codes
        for spoken_in, seat, names in spoken
        if spoken_in == code
        for form in load_tongue(code).spelling.names(names)
    ]
    return SeatNames(
        seats,
        own=_by_name((word, seat.id) for seat in seats for word in _own(seat)),
        read_in={code: _by_name(_in_tongue(seats, code)) for code in codes},
        abroad=_by_name(forms),
        printed=(*((squeeze(seat.name), seat.id) for seat in seats), *dict.fromkeys(forms)),
    )


def _own(seat: Seat) -> tuple[str, ...]:
    return (seat.id, seat.name, *seat.also)


def _in_tongue(seats: Iterable[Seat], code: str) -> Iterable[tuple[str, SeatId]]:
    """Yield the names of seats, with those that a language makes of them: `Uladh`, `hUladh`."""
    for seat in seats:
        for word in (*_own(seat), *names_read_in(seat, code)):
            yield word, seat.id


def names_read_in(seat: Seat, code: str) -> tuple[str, ...]:
    """Return what a seat is called in a language besides its own names, in each of their forms."""
    spelling = load_tongue(code).spelling
    changed = (form for form in spelling.forms(seat.name) if form != fold(seat.name))
    return (*changed, *spelling.names(dict(seat.abroad).get(code, ())))


def _by_name(names: Iterable[tuple[str, SeatId]]) -> dict[str, tuple[SeatId, ...]]:
    by_name: dict[str, dict[SeatId, None]] = defaultdict(dict)
    for word, seat in names:
        by_name[squeeze(word)][seat] = None
    return {word: tuple(seats) for word, seats in by_name.items()}


def seats_named(names: Mapping[str, tuple[SeatId, ...]], word: str) -> tuple[SeatId, ...]:
    """Return the seats that a word names: one of their names, or its first three letters.

    Args:
        names: of a language. word: squeezed to its letters.
    """
    if word in names:
        return names[word]
    return seats_begun(names, word) if len(word) >= _SHORTEST_BEGINNING else ()


def seats_begun(names: Mapping[str, tuple[SeatId, ...]], word: str) -> tuple[SeatId, ...]:
    """Return the seats of which a name begins with a word, however short it is."""
    begun = (seat for name, seats in names.items() if name.startswith(word) for seat in seats)
    return tuple(dict.fromkeys(begun))


@lru_cache(maxsize=16384)
def seats_in_any_language(names: SeatNames, word: str) -> tuple[SeatId, ...]:
    """Return the seats that a squeezed word names, in English or, if it does not, elsewhere."""
    if named := seats_named(names.own, word):
        return named
    plain = fold(word)
    others = (
        seats_named(names.read_in.get(tongue.code, names.own), plain) for tongue in tongues()
    )
    return tuple(dict.fromkeys(seat for seats in others for seat in seats))


def seats_called(names: SeatNames, word: str) -> tuple[SeatId, ...]:
    """Return the seats of which a squeezed word is a whole name, in any language."""
    return names.own.get(word) or names.abroad.get(word, ())


@lru_cache(maxsize=4096)
def seats_like(names: SeatNames, word: str) -> tuple[SeatId, ...]:
    """Return the seats that a squeezed word may mean as a beginning or a slip of a name in any language."""
    if len(word) < _SHORTEST_BEGINNING or word in PLAIN_WORDS:
        return ()
    known = {**names.abroad, **names.own}
    begins = {seat for name, seats in known.items() if name.startswith(word) for seat in seats}
    far = wrong_letters(len(word)) if len(word) >= _SHORTEST_SLIP else 0
    near = {
        seat
        for name, seats in known.items()
        if len(name) >= _SHORTEST_SLIP and 0 < OSA.distance(word, name, score_cutoff=far) <= far
        for seat in seats
    }
    return tuple(sorted(begins or near))


def find_seat(names: SeatNames, text: str) -> SeatId | None:
    """Return the seat a person means: one of its names, or a letter that only it begins with."""
    word = squeeze(text)
    seats = seats_named(names.own, word) or names.abroad.get(word, ())
    if not seats and word:
        seats = seats_begun(names.own, word)
    if len(seats) == 1:
        return seats[0]
    return seat_misspelt(names, word) if not seats else None


@lru_cache(maxsize=4096)
def seat_misspelt(names: SeatNames, word: str) -> SeatId | None:
    """Return the one seat that a misspelt word can only mean."""
    if len(word) < _SHORTEST_SLIP:
        return None
    near = {
        seat
        for name, seats in names.own.items()
        if len(name) >= _SHORTEST_SLIP and OSA.distance(word, name, score_cutoff=1) <= 1
        for seat in seats
    }
    return near.pop() if len(near) == 1 else None


def wrong_letters(length: int) -> int:
    """Return how many letters of a word of so many may be wrong."""
    return 1 if length <= 5 else 2 if length <= 9 else 3

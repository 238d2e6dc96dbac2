"""Headings that name a seat: `Orders for Norway:`, `[Spain]`, `1. Ulster (Ann)`.

Beside the name stand little words alone, as they are listed in `languages/talk.toml`, dates and signs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from gm.contract.seats import SeatId
from gm.interpret.folding import fold, squeeze
from gm.interpret.seat_names import SeatNames, seats_called, seats_like
from gm.interpret.talk_words import turns
from gm.interpret.tongues import Words, words_of

HEADING_FRAME: Final = "*_=#>[](){}<>|~-+. \t"
"""What may stand around a heading."""

HEADING_NUMBER: Final = re.compile(r"(?:\d{1,2}|[a-z])[.)]\s+", re.I)
"""What numbers the headings of a mail: `1. Ulster`."""

_ASIDE = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
"""What stands in brackets behind a name: `Ulster (Ann)`."""

_DATE = re.compile(r"[sfw]?\d{1,4}[mrapb]?|\d+(?:st|nd|rd|th)", re.I)

HEADING_LONGEST: Final = 60
"""Characters of the longest heading."""

MOST_NAME_WORDS: Final = 4
"""Words of the longest name of a seat."""

SHORTEST_NAME: Final = 3
"""Letters of each word of a name that is written with a slip: the unit in `F Spain` is no part of it."""


@lru_cache(maxsize=4096)
def heading_seat(names: SeatNames, text: str, own_seats: tuple[SeatId, ...] = ()) -> SeatId | None:
    """Return the seat that a heading names, with nothing beside the name but little words.

    Args:
        names: of the seats of the game. text: the heading without its colon.
        own_seats: seats that are known by a beginning of their name or with a slip, too.
    """
    if len(text) > HEADING_LONGEST or not text.strip():
        return None
    plain, bare = words_of(fold(text).replace("'", " ")), words_of_heading(text)
    return _named_by(names, bare, own_seats) or _named_by(names, plain, own_seats)


def _named_by(names: SeatNames, words: Words, own_seats: tuple[SeatId, ...]) -> SeatId | None:
    for alike in (False, True) if own_seats else (False,):
        for count in range(min(MOST_NAME_WORDS, len(words)), 0, -1):
            named = {
                seat
                for at in range(len(words) - count + 1)
                for seat in seats_in_turn(names, words[at : at + count], own_seats, alike=alike)
                if is_little(words[:at]) and is_little(words[at + count :])
                if count > 1 or len(words[at]) > 1 or len(words) == 1
            }
            if named:
                return named.pop() if len(named) == 1 else None
    return None


def words_of_heading(text: str) -> Words:
    """Return the words of a heading without its number and what stands in brackets behind it."""
    plain = fold(text).strip()
    bare = HEADING_NUMBER.sub("", _ASIDE.sub("", plain) or plain, count=1)
    return words_of(bare.strip(HEADING_FRAME).replace("'", " "))


def seats_in_turn(
    names: SeatNames, turn: Words, own_seats: tuple[SeatId, ...], *, alike: bool
) -> tuple[SeatId, ...]:
    """Return the seats that words name: as they are called, or of the writer's nearly so."""
    word = squeeze("".join(turn))
    if alike and min(map(len, turn)) < SHORTEST_NAME:
        return ()
    if alike:
        return tuple(seat for seat in seats_like(names, word) if seat in own_seats)
    # German has no apostrophe in `Ulsters Befehle`.
    return seats_called(names, word) or (
        seats_called(names, word[:-1]) if len(word) > MOST_NAME_WORDS and word[-1] == "s" else ()
    )


def is_little(words: Words) -> bool:
    """Tell whether words are such as stand in headings, or dates."""
    known = turns()["whose"] | turns()["heading"] | turns()["date"]
    at = 0
    while at < len(words):
        for count in (4, 3, 2, 1):
            if words[at : at + count] in known:
                break
        else:
            if _DATE.fullmatch(words[at]) is None:
                return False
        at += count
    return True

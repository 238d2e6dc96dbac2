"""Chance as an argument: every draw is labelled, made from a stated list, and recorded.

The rules never make chance of their own. In play a `Draws` is seeded; in tests and in replays it
is scripted; a GM with a real hat enters what he drew (Irish 4-13).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import count as count_up
from struct import Struct
from typing import Final, Protocol

from gm.contract.values import value

_BLOCK: Final = 64
"""Bytes of a block of SHA-256."""

_FIRST_EIGHT: Final = Struct(">Q")
"""Reads the first 8 bytes as a number, the first byte the highest."""

_SPAN: Final = 1 << 64
"""How many numbers the first 8 bytes of a hash can be."""


@value
class Draw:
    """One draw as it is recorded and published.

    Args:
        label: what it was for, unique in its game: "black hole, S1974".
        candidates: what could have been drawn, in the order they were put into the hat.
        chosen: what was drawn.
        by_hand: True where the GM entered it.
        refused: what the GM had entered and could not be drawn, so that the seed decided; else "".
        sealed: nobody is told of it before the game is over: the order of a deck, a hand.
    """

    label: str
    candidates: tuple[str, ...]
    chosen: str
    by_hand: bool = False
    refused: str = ""
    sealed: bool = False


class Draws(Protocol):
    """A source of chance."""

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Draw one of the candidates, each as likely as the others; ValueError if there is none."""
        ...


@value
class SeededDraws:
    """Draws computed from a secret seed with HMAC-SHA256, repeatable by anyone who knows it.

    The key is the seed; the message is "label/counter". The first 8 bytes, read as a big-endian
    number below the largest multiple of the number of candidates, choose; else the counter goes up.
    `docs/hat.md` tells it to players, with examples that the tests repeat.
    """

    seed: bytes

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Draw one of the candidates; the same label and list always give the same result."""
        count = len(candidates)
        if not count:
            raise ValueError(f"nothing to draw from for {label!r}")
        number = _number(self.seed, f"{label}/0")
        if number > _SPAN - count:
            numbers = (_number(self.seed, f"{label}/{counter}") for counter in count_up())
            number = first_fair(numbers, count)
        return Draw(label, tuple(candidates), candidates[number % count])


def first_fair(numbers: Iterable[int], count: int) -> int:
    """Return the first of some 64-bit numbers that favours none of so many candidates.

    It is below the largest multiple of their count; StopIteration if none of the numbers is.
    """
    limit = _SPAN - _SPAN % count
    return next(number for number in numbers if number < limit)


def _number(seed: bytes, message: str) -> int:
    keyed, finish = _keyed(seed)
    inner, outer = keyed.copy(), finish.copy()
    inner.update(message.encode())
    outer.update(inner.digest())
    number: int = _FIRST_EIGHT.unpack_from(outer.digest())[0]
    return number


@lru_cache(maxsize=16)
def _keyed(seed: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return the inner and the outer hash of HMAC-SHA256 with the key entered in both (RFC 2104).

    A season draws some fifty times with one key, and to enter it takes longer than all the rest.
    """
    block = seed if len(seed) <= _BLOCK else hashlib.sha256(seed).digest()
    block = block.ljust(_BLOCK, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


@value
class ScriptedDraws:
    """Draws that were decided beforehand: a recorded game, a test, a GM's own hat."""

    script: Mapping[str, str] = field(default_factory=dict)

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return the scripted draw; KeyError if the script lacks it, ValueError if impossible."""
        chosen = self.script[label]
        if chosen not in candidates:
            raise ValueError(f"{chosen!r} cannot be drawn for {label!r}")
        return Draw(label, tuple(candidates), chosen, by_hand=True)


@value
class HandDraws:
    """Draws that a GM has made with a real hat, over a source that makes all the others.

    What was entered and is impossible at that moment is not used: the source draws, and the draw
    says what was refused.
    """

    source: Draws
    by_hand: Mapping[str, str] = field(default_factory=dict)

    def draw(self, label: str, candidates: Sequence[str]) -> Draw:
        """Return the draw entered for the label if it can be drawn, else that of the source."""
        entered = self.by_hand.get(label)
        if entered is None:
            return self.source.draw(label, candidates)
        if entered in candidates:
            return Draw(label, tuple(candidates), entered, by_hand=True)
        return replace(self.source.draw(label, candidates), refused=entered)


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed, both in hexadecimal: `printf %s SEED | sha256sum`.

    It is published when a game starts and binds the GM to a seed that nobody can tell from it.

    Args:
        seed: as it is published when the game ends, in lower case.
    """
    return hashlib.sha256(seed.encode("ascii")).hexdigest()

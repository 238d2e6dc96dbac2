"""Reads a line that corrects a name in the orders above it: `Typo above: should say Pie not Spa`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gm.contract.orders import Order
from gm.contract.reading import Verdict
from gm.games.diplomacy.language.lines import read_line
from gm.games.diplomacy.language.names import places_of
from gm.games.diplomacy.language.values import Context, LineReading
from gm.games.diplomacy.rules.board import ProvinceId
from gm.interpret.folding import fold
from gm.interpret.reservations import turn_at
from gm.interpret.tongues import Words

_WORD = re.compile(r"[^\W_]+")

_MOST_WORDS = 3
"""Words of the longest name that is looked for."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction speaks of.

    Args:
        places: of the orders above that hold the wrong name.
        choices: those orders with the right one, where they can be given so.
    """

    places: tuple[int, ...]
    choices: tuple[tuple[Order, ...], ...]


def corrected(words: Words, above: Sequence[LineReading], context: Context) -> Correction | None:
    """Return which of the orders above a line corrects; None if it corrects none.

    Args:
        words: of the line, casefolded. above: the orders. context: the position.
    """
    for right, wrong in _pairs(words, context):
        places = tuple(at for at, line in enumerate(above) if _spans(line.text, wrong, context))
        if places:
            mended = [_mended(above[at], wrong, right, context) for at in places]
            whole = tuple(order for orders in mended for order in orders)
            return Correction(places, (whole,) if all(mended) else ())
    return None


def _pairs(words: Words, context: Context) -> Iterator[tuple[str, tuple[ProvinceId, ...]]]:
    """Yield each right name, as written, and the provinces of the wrong one it stands for.

    `X not Y`, `X instead of Y`, and `Y should be X`, `not Y but X`.
    """
    for at in range(1, len(words)):
        end = turn_at("instead_of", words, at)
        if end > at and (right := _name_before(words, at, context)):
            yield from ((right, wrong) for wrong in _name_behind(words, end, context)[:1])
        end = turn_at("should", words, at)
        before = _name_before(words, at, context) if end > at else ""
        if before and (behind := _written_behind(words, end, context)):
            yield behind, places_of(context.board, tuple(before.split()))


def _name_before(words: Words, at: int, context: Context) -> str:
    runs = (words[max(0, at - count) : at] for count in range(_MOST_WORDS, 0, -1))
    return next((" ".join(run) for run in runs if run and _names(run, context)), "")


def _name_behind(words: Words, at: int, context: Context) -> list[tuple[ProvinceId, ...]]:
    runs = (words[at : at + count] for count in range(_MOST_WORDS, 0, -1))
    return [places for run in runs if run and (places := _names(run, context))]


def _written_behind(words: Words, at: int, context: Context) -> str:
    runs = (words[at : at + count] for count in range(_MOST_WORDS, 0, -1))
    return next((" ".join(run) for run in runs if run and _names(run, context)), "")


def _names(run: Sequence[str], context: Context) -> tuple[ProvinceId, ...]:
    joined = "".join(run)
    return places_of(context.board, tuple(run)) if len(joined) > 2 else ()


def _spans(text: str, wrong: tuple[ProvinceId, ...], context: Context) -> list[tuple[int, int]]:
    """Return where a line names a province."""
    found = [*_WORD.finditer(text)]
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(found):
        for count in range(_MOST_WORDS, 0, -1):
            run = [fold(match.group()).casefold() for match in found[at : at + count]]
            if len(run) == count and _names(run, context) == wrong:
                spans.append((found[at].start(), found[at + count - 1].end()))
                at += count - 1
                break
        at += 1
    return spans


def _mended(
    line: LineReading, wrong: tuple[ProvinceId, ...], right: str, context: Context
) -> tuple[Order, ...]:
    """Return what a line orders with the right name in the place of the wrong one; () if nothing."""
    text = line.text
    for start, end in reversed(_spans(text, wrong, context)):
        text = f"{text[:start]}{right}{text[end:]}"
    read = read_line(line.number, text, context, strict=True)
    return read.orders if read.verdict is Verdict.ACCEPTED else ()

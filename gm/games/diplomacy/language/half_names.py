"""The ways to read a half of a split province in a line, for the scanner (Irish 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gm.games.diplomacy.language.coasts import coast_after
from gm.games.diplomacy.language.halves import half_of, numbers_after, present_names
from gm.games.diplomacy.language.names import Bound, places_of, split_words
from gm.games.diplomacy.language.remarks import Remark
from gm.games.diplomacy.rules.board import Board, ProvinceId
from gm.interpret.grammars import Found


def halves_named(
    board: Board,
    text: str,
    span: tuple[int, int],
    places: tuple[ProvinceId, ...],
    remark: Remark | None = None,
    *,
    coast: str | None = None,
) -> Iterator[Found]:
    """Yield the halves whose numbers stand behind a name: `NTH 1`, `Spain 2 (sc)`.

    A number that no half has is a name that fits nothing, near to all the halves there are.

    Args:
        board: the board in force.
        text: the folded line.
        span: where the name begins and ends.
        places: what it may be, gone names among them.
        remark: on how the name itself was read.
        coast: that stands between name and number: `Spain/nc 1`.
    """
    at, end = span
    gone = [place for place in places if place in board.gone]
    for stop, number in numbers_after(text, end):
        written = text[at:stop]
        halves = tuple(filter(None, (half_of(board, province, number) for province in gone)))
        if not halves:
            near = present_names(board, places)
            yield Found("PLACE", stop, written, Bound(written, near, doubtful=True))
            continue
        for further, side, more in coast_after(board, halves, split_words(written), text, stop):
            longer = text[at:further]
            yield Found("PLACE", further, longer, Bound(longer, more, coast=side), remark)
        yield Found("PLACE", stop, written, Bound(written, halves, coast=coast), remark)


def half_of_the_whole(
    board: Board, text: str, at: int, number: int, runs: Iterable[tuple[int, tuple[str, ...]]]
) -> Iterator[Found]:
    """Yield `the first half of the North Sea`.

    Args:
        board: the board in force.
        text: the folded line.
        at: where the words for the number begin; number: what they say.
        runs: the runs of words behind them, each with its end.
    """
    for end, words in runs:
        found = (half_of(board, province, number) for province in places_of(board, words))
        if halves := tuple(filter(None, found)):
            written = text[at:end]
            yield Found("PLACE", end, written, Bound(written, halves))

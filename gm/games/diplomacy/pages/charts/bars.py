"""Charts of characters: a bar for each power, in plain text of 72 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gm.games.diplomacy.pages.charts.figures import Curves, Figure, Shares
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.board import Board
from gm.report.wording.text import WIDTH

MARKS: Final = "#-x=."
"""What the parts of a bar are made of, the best first."""

_INDENT: Final = 2


def bar_lines(figure: Figure, board: Board) -> tuple[str, ...]:
    """Return a figure as bars of characters, the key to them first; of a course its last values."""
    match figure:
        case Curves():
            last = {power: values[-1] for power, values in figure.lines.items() if values}
            told = {power: value for power, value in last.items() if value is not None}
            rows = [(power_words(power, board), (told[power],)) for power in told]
            return tuple(_lines(rows))
        case Shares():
            rows_ = [(power_words(power, board), values) for power, values in figure.bars.items()]
            marks = marks_of(figure)
            key = ", ".join(
                f"{mark} {part}" for mark, part in zip(marks, figure.parts, strict=True)
            )
            return (f"  {key}", "", *_lines(rows_, marks))


def marks_of(figure: Shares) -> str:
    """Return the mark of each part; what is last is empty ground, however many there are."""
    return MARKS[: len(figure.parts) - 1] + MARKS[-1]


def _lines(rows: Sequence[tuple[str, tuple[int, ...]]], marks: str = MARKS) -> list[str]:
    if not rows:
        return []
    name = max(len(one) for one, _ in rows)
    figure = max(len(str(sum(values))) for _, values in rows)
    room = WIDTH - _INDENT - name - figure - 4
    most = max(1, *(sum(values) for _, values in rows))
    lines = []
    for who, values in rows:
        bar = "".join(
            mark * count for mark, count in zip(marks, lengths(values, most, room), strict=False)
        )
        lines.append(f"{'':{_INDENT}}{who:<{name}}  {sum(values):>{figure}}  {bar}".rstrip())
    return lines


def lengths(values: Sequence[int], most: int, room: int) -> tuple[int, ...]:
    """Return how many characters each part of a bar has; one at least, where it is not nought.

    Args:
        values: the parts; less than nought has no length.
        most: the longest bar's sum; room: the characters that the longest bar may have.
    """
    scale = min(1.0, room / most)
    found = [max(round(value * scale), 1) if value > 0 else 0 for value in values]
    while sum(found) > room:
        longest = max(range(len(found)), key=lambda at: found[at])
        found[longest] -= 1
    return tuple(found)

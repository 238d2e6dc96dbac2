"""A figure in sentences, one for each power: for those who do not see a chart, and for small screens."""

from __future__ import annotations

from collections.abc import Iterable

from gm.games.diplomacy.pages.charts.figures import Curves, Figure, Shares
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.board import Board, PowerId


def said(figure: Figure, board: Board) -> dict[PowerId, str]:
    """Return a sentence on each power of a figure, as `France: 1900 3, 1901 5`.

    Of shares only the parts are named that there are any of.
    """
    match figure:
        case Curves():
            return {
                power: _told(power, board, zip(figure.times, values, strict=True))
                for power, values in figure.lines.items()
            }
        case Shares():
            return {
                power: _told(
                    power,
                    board,
                    (
                        (part, value or None)
                        for part, value in zip(figure.parts, values, strict=True)
                    ),
                )
                for power, values in figure.bars.items()
            }


def _told(power: PowerId, board: Board, values: Iterable[tuple[str, int | None]]) -> str:
    told = ", ".join(f"{what} {value}" for what, value in values if value is not None)
    return f"{power_words(power, board)}: {told}."

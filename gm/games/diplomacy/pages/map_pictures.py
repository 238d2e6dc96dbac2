"""Pictures of the map in a mail, each with the words that stand in its place where it is not seen.

A mail says in words all that its pictures show, a few lines away; so those words are short.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gm.contract.pages import PictureView
from gm.games.diplomacy.pages.facts.tables import in_play, units_with_waiting
from gm.games.diplomacy.rules.board import Board, PowerId
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import phase_words
from gm.languages import gettext
from gm.report.wording.sentence_parts import counted

# What the pictures of a season show, before there are any words about them.


class Pictured(StrEnum):
    """What a picture in a mail shows.

    ORDERS: what was ordered in a phase and what became of it. POSITION: who stands where after it.
    START: who stands where as a phase opens. NEAR: the part of one of these around the reader's units.
    CHART: a figure of the whole game.
    """

    ORDERS = "orders"
    POSITION = "position"
    START = "start"
    NEAR = "near"
    CHART = "chart"


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A picture, ready for a template: its Content-ID, its label, and its words."""

    shows: str
    cid: str
    label: str
    words: str


def map_pictures(
    pictures: Iterable[PictureView], board: Board, state: GameState, phase: Phase
) -> tuple[MapPicture, ...]:
    """Return the pictures of a mail with their words.

    Args:
        pictures: those it has.
        board, state: the position that it tells.
        phase: the phase that was resolved, or that opens.
    """
    return tuple(
        MapPicture(
            picture.about or picture.shows,
            picture.cid,
            picture.label,
            picture.words or _words(picture.shows, board, state, phase),
        )
        for picture in pictures
    )


def _words(shows: str, board: Board, state: GameState, phase: Phase) -> str:
    name = phase_words(phase)
    if shows is Pictured.ORDERS:
        return gettext(
            "Map of the orders of {phase}: arrows for the moves, with what became of each order, "
            "as it is told in words in this mail.",
            phase=name,
        )
    if shows is Pictured.NEAR:
        return gettext(
            "Part of the map of {phase}, around your own units, with names large enough to be read.",
            phase=name,
        )
    figures = "; ".join(_figures(board, state, power) for power in _shown(board, state))
    if shows is Pictured.START:
        return gettext("Map of the position in {phase}. {figures}.", phase=name, figures=figures)
    return gettext("Map of the position after {phase}. {figures}.", phase=name, figures=figures)


def _shown(board: Board, state: GameState) -> tuple[PowerId, ...]:
    return tuple(power for power in board.powers if in_play(state, power))


def _figures(board: Board, state: GameState, power: PowerId) -> str:
    return gettext(
        "{power}: {centres}, {units}",
        power=board.powers[power].name,
        centres=counted(len(state.centres_of(power)), "centre"),
        units=counted(units_with_waiting(state, power), "unit"),
    )

"""The view of the answers to CHART and SUMMARY."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.contract.pages import PictureView
from gm.games.diplomacy.pages.charts.figures import Figure, Reader
from gm.games.diplomacy.pages.facts.annals import Annals
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.phases import Phase


@dataclass(frozen=True, slots=True)
class FiguresView:
    """A game's figures, told to one reader.

    Args:
        game: the game; phase: the one that is open, or was last.
        powers: those that are played.
        annals: the game in figures; figures: what of them is shown.
        reader: who reads it.
        zone: the reader's time zone; now: UTC.
        pictures: of the figures.
    """

    game: GameView
    phase: Phase
    powers: tuple[PowerId, ...]
    annals: Annals
    figures: tuple[Figure, ...]
    reader: Reader
    zone: str = "UTC"
    now: datetime | None = None
    pictures: tuple[PictureView, ...] = ()

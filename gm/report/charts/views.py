"""The view of the answers to CHART and SUMMARY."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.report.charts.figures import Figure, Reader
from gm.report.facts.annals import Annals
from gm.report.picture_views import PictureView
from gm.report.views import GameView
from gm.rules.board import PowerId
from gm.rules.phases import Phase


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

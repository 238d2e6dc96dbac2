"""View models of the answers to MAP, BORDERS and POINTS."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from gm.games.diplomacy.pages.facts.stories import BoardStory, PointsStory
from gm.games.diplomacy.pages.views import GameView
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class MapView:
    """The answer to MAP: how the board has changed, and every province with what it borders."""

    game: GameView
    power: PowerId
    state: GameState
    story: BoardStory
    zone: str
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class BordersView:
    """The answer to BORDERS: a province's neighbours, and who is there.

    Args:
        asked: the player's words, "" where he named nothing.
        places: the provinces they mean: a name that a split has ended means its halves.
        lacking: those of his words that mean none, or more than one.
        candidates: names that these may have meant.
        story: when the board changed.
    """

    game: GameView
    power: PowerId
    state: GameState
    asked: str
    places: tuple[ProvinceId, ...]
    zone: str
    now: datetime | None = None
    candidates: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    story: BoardStory = field(default_factory=BoardStory)


@dataclass(frozen=True, slots=True)
class PointsView:
    """The answer to POINTS: everybody's points, how they came about, and this year's gifts."""

    game: GameView
    power: PowerId
    state: GameState
    story: PointsStory
    zone: str
    now: datetime | None = None

"""Which games stand in the archive, and where they are in their lives."""

from __future__ import annotations

from gm.app.records import GameRecord, GameStatus
from gm.app.settings.game_settings import settings_of
from gm.app.settings.setting_kinds import SignUp
from gm.report.site.site_views import LifeStage


def life_of(game: GameRecord) -> LifeStage | None:
    """Return where a game is in its life; None if it has no place in the archive.

    That is a game whose GM keeps it out, and one that has not begun and that nobody can ask to
    join.
    """
    settings = settings_of(game)
    if not settings.published:
        return None
    match game.status:
        case GameStatus.RUNNING | GameStatus.PAUSED:
            return LifeStage.PLAYED
        case GameStatus.FINISHED:
            return LifeStage.OVER
        case GameStatus.FORMING:
            return LifeStage.JOINED if settings.sign_up is SignUp.OPEN else None

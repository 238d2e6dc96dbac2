"""MAP, BORDERS and POINTS: what a player asks of his game's board."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.app.history.past_stages import past_of
from gm.app.orders.sitting import Sitting, game_of
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.language.choices import name_alone, names_like
from gm.games.diplomacy.pages import mails as season_mails
from gm.games.diplomacy.pages.answer_views import BordersView, MapView, PointsView
from gm.games.diplomacy.pages.facts.course import Course, board_story_in, points_story_in
from gm.games.diplomacy.rules.board import ProvinceId
from gm.games.diplomacy.rules.gone_places import place_name
from gm.games.diplomacy.rules.narrowed import board_of
from gm.report import mails
from gm.report.views import MailText

_BETWEEN = re.compile(r"(?:(?<!\s)\s*+)?(?:[,;&/]|\band\b)\s*", re.I)
_OF = re.compile(r"(?:(?:of|for|from)\s+)?(?:the\s+)?", re.I)


def _past(sitting: Sitting) -> Course:
    """Return the course of the game as everybody may know it."""
    return past_of(sitting.services, sitting.transaction, sitting.table.game)


def map_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Answer MAP: the position, with whom each province borders."""
    sitting = sittings[0]
    view = MapView(
        plain_game(game_of(sitting), sitting.table.position),
        sitting.power,
        sitting.table.state,
        board_story_in(_past(sitting)),
        sitting.letter.person.time_zone,
        sitting.services.clock.now(),
    )
    return mails.written(view.game, season_mails.map_answer(view))


def points_page(sittings: Sequence[Sitting], _asked: str) -> MailText:
    """Answer POINTS: the accounts of the game."""
    sitting = sittings[0]
    view = PointsView(
        plain_game(game_of(sitting), sitting.table.position),
        sitting.power,
        sitting.table.state,
        points_story_in(_past(sitting)),
        sitting.letter.person.time_zone,
        sitting.services.clock.now(),
    )
    return mails.written(view.game, season_mails.points_answer(view))


def borders_page(sittings: Sequence[Sitting], asked: str) -> MailText:
    """Answer BORDERS: with whom the provinces border that are named."""
    sitting = sittings[0]
    board = board_of(sitting.table.position)
    names = [_OF.sub("", name, count=1) for name in _BETWEEN.split(asked) if name.strip()]
    found: list[ProvinceId] = []
    near: list[ProvinceId] = []
    lacking: list[str] = []
    for name in names:
        places = [half for place in name_alone(board, name) for half in board.meant(place)]
        clear = len(name_alone(board, name)) == 1
        found += places if clear else []
        if not clear:
            lacking.append(name)
            near += places or names_like(board, name)
    view = BordersView(
        game=plain_game(game_of(sitting), sitting.table.position),
        power=sitting.power,
        state=sitting.table.state,
        asked=asked,
        places=tuple(dict.fromkeys(found)),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        candidates=tuple(place_name(board, place) for place in dict.fromkeys(near)),
        lacking=tuple(lacking),
        story=board_story_in(_past(sitting)),
    )
    return mails.written(view.game, season_mails.borders_answer(view))

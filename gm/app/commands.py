"""Answering the commands of a mail without orders: STATUS, HELP, MAP, BORDERS, POINTS.

A command stands on a line of its own; each one in a mail is answered once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from gm.app.ahead import later_view
from gm.app.answers import answer_asked, answer_help, answer_status
from gm.app.foresight import look_ahead
from gm.app.letters import Turned
from gm.app.receipts import Sitting, game_of
from gm.app.story import board_story, points_story
from gm.app.table import drafts, due_view
from gm.interpret import name_alone, names_like
from gm.report import mails
from gm.report.answer_views import BordersView, MapView, PointsView
from gm.report.views import MailText, StatusView
from gm.rules.board import ProvinceId
from gm.rules.gone_places import place_name
from gm.rules.ruleset import SeatId

_STATUS = {"STATUS", "ORDERS"}
_BETWEEN = re.compile(r"\s*(?:[,;&/]|\band\b)\s*", re.I)
_OF = re.compile(r"(?:(?:of|for|from)\s+)?(?:the\s+)?", re.I)


def answer_commands(sittings: Sequence[Sitting]) -> bool:
    """Answer the commands in a mail; False if it holds none.

    Raises:
        Turned: it holds commands, and none that this server knows.
    """
    words = list(dict.fromkeys(word for one in sittings for word, _ in _commands(one)))
    if not words:
        return False
    first = sittings[0]
    asked = [one for one in sittings if _STATUS & {word for word, _ in _commands(one)}]
    number = first.table.phase.number
    if asked:
        views = [_status(one) for one in asked]
        answer_status(first.services, first.transaction, first.letter, views, number)
    if "HELP" in words:
        game = game_of(first)
        answer_help(first.services, first.transaction, first.letter, game, number)
    for word, write in _PAGES.items():
        if word in words:
            text = write(first, _arguments(sittings, word))
            answer_asked(
                first.services, first.transaction, first.letter, word.lower(), text, number
            )
    if not asked and not {"HELP", *_PAGES} & {*words}:
        raise Turned(
            f"{', '.join(sorted(words))} is no command of this server.",
            "It knows STATUS, ORDERS, MAP, BORDERS, POINTS and HELP, each on a line of its own.",
            first.letter.game,
        )
    return True


def _commands(sitting: Sitting) -> Iterator[tuple[str, str]]:
    for command in sitting.read.commands:
        yield command.word, " ".join(command.arguments)


def _arguments(sittings: Sequence[Sitting], word: str) -> str:
    """Return what stands behind a command, that of several lines together."""
    found = (rest for one in sittings for known, rest in _commands(one) if known == word and rest)
    return ", ".join(dict.fromkeys(found))


def _status(sitting: Sitting) -> StatusView:
    standing = drafts(sitting.transaction.active_orders(sitting.table.phase.id, sitting.power))
    orders = standing.get(SeatId(sitting.power), ())
    ahead = look_ahead(sitting.transaction, sitting.table, sitting.power, orders)
    return StatusView(
        game=game_of(sitting),
        power=sitting.power,
        state=sitting.table.state,
        due=due_view(sitting.table, standing),
        orders=orders,
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        outlook=ahead.outlook,
        matching=ahead.matching,
        later=later_view(sitting.transaction, sitting.table, sitting.power),
    )


def _map(sitting: Sitting, _asked: str) -> MailText:
    view = MapView(
        game_of(sitting),
        sitting.power,
        sitting.table.state,
        board_story(sitting.transaction, sitting.table.game),
        sitting.letter.person.time_zone,
        sitting.services.clock.now(),
    )
    return mails.map_answer(view)


def _points(sitting: Sitting, _asked: str) -> MailText:
    view = PointsView(
        game_of(sitting),
        sitting.power,
        sitting.table.state,
        points_story(sitting.transaction, sitting.table.game),
        sitting.letter.person.time_zone,
        sitting.services.clock.now(),
    )
    return mails.points_answer(view)


def _borders(sitting: Sitting, asked: str) -> MailText:
    board = sitting.table.rules.board_in(sitting.table.state)
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
        game=game_of(sitting),
        power=sitting.power,
        state=sitting.table.state,
        asked=asked,
        places=tuple(dict.fromkeys(found)),
        zone=sitting.letter.person.time_zone,
        now=sitting.services.clock.now(),
        candidates=tuple(place_name(board, place) for place in dict.fromkeys(near)),
        lacking=tuple(lacking),
        story=board_story(sitting.transaction, sitting.table.game),
    )
    return mails.borders_answer(view)


_PAGES: Mapping[str, Callable[[Sitting, str], MailText]] = {
    "MAP": _map,
    "BORDERS": _borders,
    "POINTS": _points,
}
"""Who writes the answer to a command, given what stands behind it."""

"""The mail that opens a game, ready for its templates."""

from __future__ import annotations

from dataclasses import dataclass

from gm.report.duties import duties
from gm.report.frame import Frame, frame_of
from gm.report.money import has_points
from gm.report.pace import pace
from gm.report.reply_form import examples, reply_form
from gm.report.rules_page import RulesPage, Setting, rules_page
from gm.report.tables import Holding, bridges, holdings
from gm.report.text import quiet
from gm.report.views import GameView, OpeningView
from gm.report.words import place_words
from gm.rules.board import PowerId


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: the power, who plays it, its home provinces in full."""

    power: str
    player: str
    colour: str
    homes: str


@dataclass(frozen=True, slots=True)
class OpeningPage:
    """All an opening mail says.

    Args:
        joining: the reader takes a seat in a game that is being played.
        adjective: of the reader's power, "" for the list.
        contents: what follows the deadline, in its order.
        deadlines: how long phases are open, and when players are reminded.
        rules: the settings in force and the rules as played, whole.
        examples: orders that the reader's power (for the list: the first) could give now.
        form: lines to fill in, of the reader's own.
    """

    frame: Frame
    designer: str
    joining: bool
    adjective: str
    homes: str
    duties: tuple[str, ...]
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    bridges: tuple[str, ...]
    contents: tuple[str, ...]
    deadlines: tuple[Setting, ...]
    rules: RulesPage
    examples: tuple[str, ...]
    example_power: str
    form: tuple[str, ...]


def opening_page(view: OpeningView) -> OpeningPage:
    """Return all an opening mail says to its reader."""
    game, reader, board = view.game, view.reader, view.game.board
    shown = reader if reader is not None else next(iter(board.powers))
    rules, deadlines = rules_page(game), pace(game.lengths, payments=has_points(board))
    return OpeningPage(
        frame=frame_of(game, view.state.phase, reader, view.due, view.zone, view.now),
        designer=game.meta.designer,
        joining=view.joining,
        adjective=board.powers[reader].adjective if reader is not None else "",
        homes=_homes(game, reader) if reader is not None else "",
        duties=duties(board, view.state, view.due, reader) if reader is not None else (),
        players=_players(game),
        holdings=holdings(board, view.state),
        bridges=bridges(board, view.state),
        contents=_contents(rules, deadlines),
        deadlines=deadlines,
        rules=rules,
        examples=examples(board, view.state, shown),
        example_power=board.powers[shown].name,
        form=reply_form(board, view.state, view.due, reader) if reader is not None else (),
    )


def _contents(rules: RulesPage, deadlines: tuple[Setting, ...]) -> tuple[str, ...]:
    parts = ["how to send orders", "the players", "the position"]
    parts += ["the deadlines"] if deadlines else []
    parts += ["the settings"]
    return (*parts, "the rules as played") if rules.chapters else tuple(parts)


def _players(game: GameView) -> tuple[Player, ...]:
    return tuple(
        Player(
            power.name,
            quiet(game.players.get(power.id, "")) or "nobody yet",
            power.colour,
            _homes(game, power.id),
        )
        for power in game.board.powers.values()
    )


def _homes(game: GameView, power: PowerId) -> str:
    return ", ".join(place_words(home, game.board) for home in game.board.powers[power].home)

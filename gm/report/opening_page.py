"""The mail that opens a game and the answer to HELP, ready for their templates."""

from __future__ import annotations

from dataclasses import dataclass

from gm.report.duties import duties
from gm.report.environment import Templates
from gm.report.frame import Frame, frame_of
from gm.report.help_lines import HelpLine, lines_for
from gm.report.reply_form import examples, reply_form
from gm.report.tables import Holding, holdings
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
class Setting:
    """A setting in force."""

    name: str
    value: str
    help: str


@dataclass(frozen=True, slots=True)
class OpeningPage:
    """All an opening mail says.

    Args:
        adjective: of the reader's power, "" for the list.
        rules: the essentials of play, a paragraph each.
        examples: orders that the reader's power (for the list: the first) could give now.
        form: lines to fill in, of the reader's own.
    """

    frame: Frame
    designer: str
    version: str
    board: str
    adjective: str
    homes: str
    duties: tuple[str, ...]
    players: tuple[Player, ...]
    holdings: tuple[Holding, ...]
    settings: tuple[Setting, ...]
    rules: tuple[str, ...]
    examples: tuple[str, ...]
    example_power: str
    form: tuple[str, ...]


def opening_page(view: OpeningView, templates: Templates) -> OpeningPage:
    """Return all an opening mail says to its reader."""
    game, reader, board = view.game, view.reader, view.game.board
    shown = reader if reader is not None else next(iter(board.powers))
    return OpeningPage(
        frame=frame_of(game, view.state.phase, reader, view.due, view.zone, view.now),
        designer=game.meta.designer,
        version=game.meta.version,
        board=f"{board.title}, {board.digest[:12]}" if board.digest else board.title,
        adjective=board.powers[reader].adjective if reader is not None else "",
        homes=_homes(game, reader) if reader is not None else "",
        duties=duties(board, view.state, view.due, reader) if reader is not None else (),
        players=_players(game),
        holdings=holdings(board, view.state),
        settings=settings(game),
        rules=essentials(game, templates),
        examples=examples(board, view.state, shown),
        example_power=board.powers[shown].name,
        form=reply_form(board, view.state, view.due, reader) if reader is not None else (),
    )


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


def settings(game: GameView) -> tuple[Setting, ...]:
    """Return the settings in force, those left at their defaults too."""
    chosen = game.settings()
    return tuple(Setting(one.name, chosen[one.name], one.help) for one in game.meta.options)


def essentials(game: GameView, templates: Templates) -> tuple[str, ...]:
    """Return the essentials of play of a variant, a paragraph each; empty if none are written."""
    name = f"report/rules-{game.meta.id}"
    text = templates.paragraphs(name, board=game.board, settings=game.settings())
    return tuple(line.strip() for line in text.splitlines() if line.strip())


@dataclass(frozen=True, slots=True)
class HelpPage:
    """How to write orders, for a game where that is known."""

    game: str
    title: str
    order_address: str
    gm_name: str
    gm_address: str
    rules: tuple[str, ...]
    orders: tuple[HelpLine, ...]
    bridges: tuple[HelpLine, ...]


def help_page(game: GameView | None, templates: Templates) -> HelpPage:
    """Return how to write orders."""
    if game is None:
        return HelpPage("", "", "", "", "", (), *lines_for(""))
    return HelpPage(
        game.name,
        game.meta.title,
        game.order_address,
        game.gm_name,
        game.gm_address,
        essentials(game, templates),
        *lines_for(game.meta.id),
    )

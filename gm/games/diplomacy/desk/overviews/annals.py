"""A game in figures, gathered from its course: who owned, tried, missed and paid what, and when."""

from __future__ import annotations

from gm.app.history.past_stages import past_of
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.errors import NotAllowed
from gm.games.diplomacy.pages.charts.figures import PUBLIC, Reader
from gm.games.diplomacy.pages.charts.of_course import GameFigures, figures_of


def game_figures(services: Services, name: str, reader: Reader = PUBLIC) -> GameFigures:
    """Return a game's figures.

    Args:
        services: the ports.
        name: the game's name; reader: who they are for.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game has not begun.
    """
    with services.store.read() as transaction:
        return figures_in(services, transaction, transaction.game(name), reader)


def figures_in(
    services: Services, transaction: Transaction, game: GameRecord, reader: Reader = PUBLIC
) -> GameFigures:
    """Return a game's figures; NotAllowed if the game has not begun.

    Args:
        services, transaction: the ports.
        game: the game; reader: who they are for.
    """
    past = past_of(services, transaction, game, reader.viewer)
    if not past.stages:
        raise NotAllowed(f"{game.name} has not begun, so it has no figures yet.")
    return figures_of(past, reader)

"""What the keeper of a server sees of its tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from gm.app.history.results import GameResult, results_of
from gm.app.history.tournaments import games_of, is_ended, names_of_tournaments
from gm.app.records import GameStatus
from gm.app.services import Services
from gm.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in a list.

    Args:
        games: the names of those that have begun; over: how many of them are.
        ended: it is over, and its seed is public.
    """

    name: str
    games: tuple[str, ...]
    over: int
    ended: bool


def tournament_list(services: Services) -> tuple[TournamentLine, ...]:
    """Return the tournaments of a server, in the order of their first games."""
    with services.store.read() as transaction:
        return tuple(
            TournamentLine(
                name,
                tuple(game.name for game in games),
                sum(game.status is GameStatus.FINISHED for game in games),
                is_ended(transaction, name),
            )
            for name in names_of_tournaments(transaction)
            for games in [games_of(transaction, name)]
        )


def tournament_results(services: Services, name: str) -> tuple[GameResult, ...]:
    """Return what the games of a tournament came to; NotAllowed if none has begun."""
    with services.store.read() as transaction:
        results = results_of(services, transaction, name.casefold())
    if not results:
        raise NotAllowed(f"No game of a tournament {name} has begun.")
    return results

"""What the games of a tournament came to, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gm.app.history.ended import ending_words
from gm.app.history.past_stages import past_of
from gm.app.history.tournaments import games_of
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus
from gm.app.services import Services
from gm.app.table import family_of
from gm.languages import gettext, pgettext
from gm.report.pages.plain_pages import ScoreTable

_BY_HAND: Final = frozenset(
    {
        "draw entered",
        "game corrected",
        "game rolled back",
        "order decided",
        "position amended",
    }
)
"""The kinds of journal entries by which somebody's hand has changed what the draws made of a game."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game of a tournament came to.

    Args:
        place: in the table, 1 for the best; several may share one; 0 while it is played.
        game: its name; player: who played it.
        points: what it was worth. stages: how many it took. ending: how it ended, in a sentence.
        by_hand: how often its master changed its course.
    """

    place: int
    game: str
    player: str
    points: int
    stages: int
    ending: str
    by_hand: int = 0


def results_of(services: Services, transaction: Transaction, name: str) -> tuple[GameResult, ...]:
    """Return what the games of a tournament came to, the best first, and then those that go on."""
    games = games_of(transaction, name)
    over = [game for game in games if game.status is GameStatus.FINISHED]
    orders = {game.id: _order(services, transaction, game) for game in over}
    over.sort(key=lambda game: orders[game.id], reverse=True)
    results = []
    for game in over:
        place = 1 + sum(order > orders[game.id] for order in orders.values())
        results.append(_result(services, transaction, game, place, orders[game.id][0]))
    playing = [game for game in games if game not in over]
    return (*results, *(_result(services, transaction, game, 0, 0) for game in playing))


def results_table(results: Sequence[GameResult]) -> ScoreTable:
    """Return them as a table, in the language that is spoken."""
    shown = any(result.by_hand for result in results)
    head = [
        gettext("Place"),
        gettext("Player"),
        gettext("Game"),
        gettext("Points"),
        pgettext("table of results", "Turns"),
        *([pgettext("table of results", "By hand")] if shown else []),
    ]
    rows = tuple(
        (
            f"{result.place}." if result.place else "-",
            result.player,
            result.game,
            str(result.points) if result.place else "-",
            str(result.stages),
            *([str(result.by_hand or "-")] if shown else []),
        )
        for result in results
    )
    return ScoreTable(tuple(head), rows)


def endings_told(results: Sequence[GameResult]) -> tuple[str, ...]:
    """Return below such a table how each game ended, and what its last column says."""
    endings = [
        gettext("{player}: {ending}", player=result.player, ending=result.ending)
        for result in results
    ]
    if any(result.by_hand for result in results):
        endings.append(
            gettext(
                "By hand: how often a game's master took it back, corrected it or drew himself."
            )
        )
    return tuple(endings)


def _order(services: Services, transaction: Transaction, game: GameRecord) -> tuple[int, ...]:
    """Return by what a game that is over is ranked, its points first."""
    family, past = family_of(services, game), past_of(services, transaction, game)
    if family.scores is None:
        return (0,)
    return family.scores.score(past.rules, past.resolved[-1].after).order


def _result(
    services: Services, transaction: Transaction, game: GameRecord, place: int, points: int
) -> GameResult:
    players = [seat.person.name for seat in transaction.seats(game.id) if seat.person is not None]
    by_hand = sum(entry.kind in _BY_HAND for entry in transaction.journal(game.id))
    past = past_of(services, transaction, game)
    ending = ending_words(services, transaction, game) if place else gettext("It is still played.")
    return GameResult(
        place, game.name, ", ".join(players), points, len(past.resolved), ending, by_hand
    )

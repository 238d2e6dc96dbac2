"""Entering a tournament: a game that begins gets the draws of those that have begun before it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from gm.app.history.tournaments import games_of, is_ended, tournament_of
from gm.app.ports import GameTransaction, PhaseTransaction, Transaction
from gm.app.records import GameRecord
from gm.app.services import Services
from gm.app.table import chosen_options, family_of, rules_of
from gm.errors import NotAllowed
from gm.languages import gettext


def entered(services: Services, transaction: Transaction, game: GameRecord) -> GameRecord:
    """Return a game that begins with the seed of its tournament, stored so; itself, if it is in none.

    Raises:
        NotAllowed: as `may_enter` has it.
    """
    playing = [seat.person.id for seat in transaction.seats(game.id) if seat.person is not None]
    may_enter(services, transaction, game, playing)
    others = games_of(transaction, name) if (name := tournament_of(game)) else ()
    if not others:
        return game
    entering = replace(game, seed=others[0].seed)
    transaction.save_game(entering)
    return entering


def may_enter(
    services: Services, transaction: Transaction, game: GameRecord, people: Collection[int]
) -> None:
    """Refuse a game that cannot be one of the tournament that it names.

    Args:
        services, transaction: the ports. game: it need not be stored.
        people: the keys of those who play it.

    Raises:
        NotAllowed: its rules have no score, the tournament is over, its games are played by other
            rules, or who plays it plays in another of them, whose dice he would know.
    """
    name = tournament_of(game)
    if not name:
        return
    if family_of(services, game).scores is None:
        raise NotAllowed(
            gettext("Games of these rules have no points: there can be no tournament of them.")
        )
    if is_ended(transaction, name):
        raise NotAllowed(
            gettext("The tournament {name} is over, and its seed is known.", name=name)
        )
    others = games_of(transaction, name)
    if others:
        _must_be_alike(services, transaction, game, others[0], name)
    for other in others:
        _must_be_another_player(transaction, other, people, name)


def _must_be_alike(
    services: Services,
    transaction: PhaseTransaction,
    game: GameRecord,
    first: GameRecord,
    name: str,
) -> None:
    """Refuse a game that would not be the same one as the tournament's first; NotAllowed."""
    rules, begun = rules_of(services, game), rules_of(services, first)
    mine, theirs = chosen_options(rules, game.options), chosen_options(begun, first.options)
    different = [
        f"{option} = {theirs[option]}"
        for option in theirs
        if mine.get(option, theirs[option]) != theirs[option]
    ]
    if game.variant != first.variant:
        different = [f"variant = {first.variant}"]
    if different:
        raise NotAllowed(
            gettext(
                "The games of the tournament {name} are played with {settings}.",
                name=name,
                settings=", ".join(different),
            )
        )
    board = transaction.phases(first.id)[0].board_digest
    if board != rules.meta.data_digest:
        raise NotAllowed(gettext("The tournament {name} is played with other files.", name=name))


def _must_be_another_player(
    transaction: GameTransaction, other: GameRecord, people: Collection[int], name: str
) -> None:
    """Refuse a player who knows the dice from another game of the tournament; NotAllowed."""
    for seat in transaction.seats(other.id):
        if seat.person is not None and seat.person.id in people:
            raise NotAllowed(
                gettext(
                    "{player} plays {game} in the tournament {name} already, and so knows its draws.",
                    player=seat.person.name,
                    game=other.name,
                    name=name,
                )
            )

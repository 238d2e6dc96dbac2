"""A disputed order decided by the GM: of the open phase, or of one of the past."""

from __future__ import annotations

from gm.app.overriding.amending import Amended, enter_decree, needed
from gm.app.overriding.correcting import Correction, CorrectionWish, correct
from gm.app.overriding.override_values import position_of
from gm.app.overviews.summaries import find_phase
from gm.app.play.chance import draws_of
from gm.app.play.decrees import decree_of, decrees_of, resolve_with
from gm.app.ports import Transaction
from gm.app.records import PhaseStatus
from gm.app.services import Services
from gm.app.table import Table, lay
from gm.games.diplomacy.rules.mechanics.decreed import OutcomeDecreed


def decide(
    services: Services,
    game_name: str,
    phase_name: str,
    order: str,
    word: str,
    *,
    reason: str = "",
    sure: bool = False,
    author: str = "gm",
) -> Amended | Correction:
    """Decide an order against the rules' word: in the open phase when it is resolved, else at once.

    Args:
        services: the ports.
        game_name: the game's name.
        phase_name: short name of the phase in which it was given.
        order: in short form, or its unit alone.
        word: `succeeds` or `fails`.
        reason: why; everybody is told with the results.
        sure: of a phase of the past: make it so; else only show what it changes.
        author: who says so.

    Returns:
        What was decided; of a phase of the past, what it makes different.

    Raises:
        NoSuchGame: there is none of that name.
        InputError: there is no such order or no reason.
        NotAllowed: there is no such phase, or that cannot be decided.
    """
    with services.store.read() as transaction:
        found = find_phase(transaction, transaction.game(game_name), phase_name)
    if found.status is PhaseStatus.RESOLVED:
        wish = CorrectionWish(outcomes=[(order, word)])
        return correct(
            services, game_name, found.name, wish, sure=sure, reason=reason, author=author
        )
    why = needed(reason)
    with services.store.write() as transaction:
        table = lay(services, transaction, transaction.game(game_name))
        given = table.codec.drafts(transaction.active_orders(table.phase.id))
        override = decree_of(position_of(table), given, order, word)
        _must_be_possible(transaction, table, override.events)
        enter_decree(services, transaction, table, override, why, author)
    told = tuple(power for power in override.powers if table.player(power))
    return Amended(table.game.name, table.phase.name, override.words, why, told, {})


def _must_be_possible(transaction: Transaction, table: Table, events: tuple[object, ...]) -> None:
    """Refuse what could not come about as the orders stand; NotAllowed."""
    new = tuple(decree for decree in events if isinstance(decree, OutcomeDecreed))
    ordered = {decree.order for decree in new}
    old = tuple(
        decree
        for decree in decrees_of(transaction, table.codec, table.phase.id)
        if decree.order not in ordered
    )
    given = table.codec.drafts(transaction.active_orders(table.phase.id))
    draws = draws_of(transaction, table.game)
    resolve_with(table.rules, table.state, given, draws, (*old, *new))

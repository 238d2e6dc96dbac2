"""A resolved stage as it was told, made from what is stored: for copies and the archive.

It is written for nobody yet: whoever shows it says to whom, as with the first report.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from gm.app.history.amendments import public_notes
from gm.app.history.chance import hand_reasons
from gm.app.history.past_stages import past_of, recorded_resolution
from gm.app.history.rulings import ruling_news
from gm.app.ports import PhaseTransaction, Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord
from gm.app.services import Services
from gm.app.table import Table, family_of, game_view, silent_powers, table_at
from gm.app.talk.ballots import vote_news
from gm.app.talk.press_mail import press_of_phase
from gm.contract.facts import Due
from gm.contract.told import Happened, Occasion
from gm.report.views import Once


def past_happened(
    services: Services, transaction: Transaction, game: GameRecord, record: PhaseRecord
) -> Happened[Any, Any] | None:
    """Return what a stage of a game's course brought; None if it is not resolved.

    What came next is told with its deadline, and nothing is asked by it. Its course goes as far as
    that stage.
    """
    result = transaction.result(record.id)
    if result is None:
        return None
    table = table_at(services, transaction, game, record)
    given = table.codec.drafts(transaction.active_orders(record.id))
    due = _due_then(services, transaction, game, record)
    return Happened(
        game=game_view(table),
        rules=table.rules,
        before=table.state,
        resolution=recorded_resolution(table.codec, table.rules, table.state, result),
        occasion=Occasion(
            number=record.number,
            opened_at=record.opened_at,
            now=result.resolved_at,
            due=due,
            asked=silent_powers(table, {}),
            silent=silent_powers(table, given),
            press=press_of_phase(table),
            hand_reasons=hand_reasons(transaction, game),
            over=due is None and game.status is GameStatus.FINISHED,
            is_copy=True,
        ),
        past=cache(partial(past_of, services, transaction, game, upto=record.number)),
        shares=Once,
    )


def stage_notes(table: Table) -> tuple[str, ...]:
    """Return what everybody may know of a stage beside its results, in the language spoken."""
    return (
        *public_notes(table.transaction, table.phase),
        *ruling_news(table.transaction, table.phase),
        *vote_news(table, table.phase),
    )


def _due_then(
    services: Services, transaction: PhaseTransaction, game: GameRecord, record: PhaseRecord
) -> Due | None:
    """Return what came next; None after the last stage."""
    later = (phase for phase in transaction.phases(game.id) if phase.number > record.number)
    following = next(later, None)
    if following is None:
        return None
    return Due(family_of(services, game).stage(following.name), following.deadline, {}, ())

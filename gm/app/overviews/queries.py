"""Orders, and what became of them, for the command line: nothing here changes anything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from gm.app.history.past_stages import gm_viewer
from gm.app.overviews.summaries import find_phase
from gm.app.play.seasons import Processed
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, OrderRecord, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.table import codec_of, family_of, rules_of, table_at
from gm.contract.seats import SeatId
from gm.contract.summaries import StepSummary
from gm.contract.told import known_step
from gm.errors import NoSuchSeat


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """One order for a list; `text` as the player wrote it."""

    phase: str
    power: str
    order: str
    text: str
    given_at: datetime
    replaced: bool


def orders_of(
    services: Services,
    name: str,
    *,
    power: str | None = None,
    phase: str | None = None,
    history: bool = False,
) -> tuple[GivenOrder, ...]:
    """Return a game's orders.

    Args:
        services: the ports.
        name: the game's name.
        power: only this power's.
        phase: short name of a phase; else the open one, or the last if none is open.
        history: replaced orders too, and those that were sent ahead in this phase.

    Raises:
        NoSuchGame, NoSuchSeat: there is no such game, or no such power in it.
        NotAllowed: there is no such phase.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        seat = _seat(services, game, power) if power else None
        shown = find_phase(transaction, game, phase)
        records = (
            transaction.order_history(shown.id)
            if history
            else (
                *transaction.active_orders(shown.id, seat),
                *_ahead(services, transaction, game, shown, seat),
            )
        )
    return tuple(_line(shown, order) for order in records if seat in (None, order.seat))


def _seat(services: Services, game: GameRecord, power: str) -> SeatId:
    named = family_of(services, game).language.seat(power, rules_of(services, game))
    if named is None:
        raise NoSuchSeat(f"{power!r} is no power of {game.name}.")
    return named


def _ahead(
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    phase: PhaseRecord,
    seat: SeatId | None,
) -> tuple[OrderRecord, ...]:
    """Return the orders kept for a later phase, while the phase is open in which they are sent."""
    if phase.status is PhaseStatus.RESOLVED:
        return ()
    table = table_at(services, transaction, game, phase)
    asked = (request.stage for request in table.rules.ahead(table.state))
    later = (*asked, *table.rules.contingent(table.state))
    names = sorted({stage.name for stage in later if stage is not None})
    return tuple(
        record for name in names for record in transaction.orders_ahead(game.id, name, seat)
    )


def _line(phase: PhaseRecord, order: OrderRecord) -> GivenOrder:
    replaced = order.replaced_at is not None
    return GivenOrder(
        order.ahead or phase.name,
        order.seat,
        order.canonical,
        order.text,
        order.given_at,
        replaced,
    )


def step_summary(services: Services, done: Processed, *, draws: bool = True) -> StepSummary:
    """Return what a resolved phase brought, as its GM may know it.

    Args:
        services: the ports.
        done: what was resolved, or previewed.
        draws: tell what was drawn, too, and all that hangs on it. A preview leaves it out.
    """
    game = done.game
    family, rules = family_of(services, game), rules_of(services, game)
    before = codec_of(services, game).load_state(done.resolved.state)
    with services.store.read() as transaction:
        viewer = gm_viewer(game, transaction.seats(game.id))
    over = game.status is GameStatus.FINISHED
    step = known_step(rules, before, done.resolution, viewer, over=over)
    return family.summaries.step(rules, step, draws=draws)


def outcome_lines(services: Services, done: Processed) -> list[dict[str, str]]:
    """Return what became of each order of a resolved phase: power, order, result, why."""
    return result_lines(step_summary(services, done))


def result_lines(summary: StepSummary) -> list[dict[str, str]]:
    """Return what became of each order for JSON: power, order, result, why."""
    return [
        {
            "power": result.seat,
            "order": result.order,
            "result": result.result,
            "why": result.why,
        }
        for result in summary.results
    ]


def news_lines(services: Services, done: Processed, *, hat: bool = True) -> tuple[str, ...]:
    """Return as sentences what no order tells: units lost, centres taken, the end of the game.

    Args:
        services: the ports.
        done: what was resolved, or previewed.
        hat: tell what was drawn, too, and all that hangs on it. A preview leaves it out.
    """
    return step_summary(services, done, draws=hat).news

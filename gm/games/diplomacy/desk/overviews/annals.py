"""A game in figures, gathered from its records: who owned, tried, missed and paid what, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, OrderRecord, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.table import Table, game_view, silent_powers, table_at
from gm.contract.events import GameEnded
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.errors import NotAllowed
from gm.games.diplomacy.desk.laid import plain_game
from gm.games.diplomacy.pages.charts.figures import PUBLIC, Reader
from gm.games.diplomacy.pages.charts.of_course import GameFigures as GameFigures
from gm.games.diplomacy.pages.facts.annals import Annals, PlayedPhase, annals_of
from gm.games.diplomacy.pages.facts.course import annals_in as annals_in
from gm.games.diplomacy.pages.facts.secrets import payments_are_private
from gm.games.diplomacy.pages.points_page import played
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.filled_in import SeasonResolution
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.stored import load_events, load_outcomes, load_state


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
    services: Services,
    transaction: Transaction,
    game: GameRecord,
    reader: Reader = PUBLIC,
    upto: int | None = None,
) -> GameFigures:
    """Return a game's figures.

    Args:
        services, transaction: the ports.
        game: the game; reader: who they are for.
        upto: the number of the last phase to be in them; all that are resolved if not said.

    Raises:
        NotAllowed: the game has not begun.
    """
    phases = transaction.phases(game.id)
    if not phases:
        raise NotAllowed(f"{game.name} has not begun, so it has no figures yet.")
    chosen = [phase for phase in phases if upto is None or phase.number <= upto] or phases[:1]
    table = table_at(services, transaction, game, chosen[-1])
    resolved = [phase for phase in chosen if phase.status is PhaseStatus.RESOLVED]
    found = _played(services, transaction, game, resolved)
    over = game.status is GameStatus.FINISHED and chosen[-1] is phases[-1]
    state = found[-1].after if chosen[-1:] == resolved[-1:] else table.state
    annals = annals_of(found, state, phases[0].opened_at, over=over)
    view = plain_game(game_view(services, table), table.position)
    powers = played(view.board, state)
    annals = replace(annals, upto=resolved[-1].number if resolved else 0)
    return GameFigures(view, state, powers, annals, reader)


def annals_after(
    services: Services,
    transaction: Transaction,
    table: Table,
    given: Mapping[SeatId, tuple[Order, ...]],
    resolution: SeasonResolution,
) -> Annals:
    """Return a game in figures that ends with a phase, whether or not that is recorded yet.

    Args:
        services, transaction: the ports.
        table: the last phase; given: its orders; resolution: what came of them.
    """
    game, last = table.game, table.phase
    earlier = [phase for phase in transaction.phases(game.id) if phase.number < last.number]
    end = PlayedPhase(table.state, resolution.state, resolution.outcomes)
    found = [
        *_played(services, transaction, game, earlier),
        _with_roll(services, transaction, table, end, given),
    ]
    opened_at, upto = (earlier or [last])[0].opened_at, last.number
    return replace(annals_of(found, resolution.state, opened_at, over=True), upto=upto)


def _played(
    services: Services, transaction: Transaction, game: GameRecord, phases: Sequence[PhaseRecord]
) -> list[PlayedPhase]:
    found = []
    for record in phases:
        result = transaction.result(record.id)
        if result is not None:
            before = load_state(record.state)
            events = load_events(result.events)
            one = PlayedPhase(before, replay(before, events), load_outcomes(result.outcomes))
            # The orders of a phase in which the game was ended by hand or vote were never due.
            if not any(isinstance(event, GameEnded) for event in events):
                table = table_at(services, transaction, game, record)
                given = table.codec.drafts(transaction.active_orders(record.id))
                one = _with_roll(services, transaction, table, one, given)
            found.append(one)
    return found


def _with_roll(
    services: Services,
    transaction: Transaction,
    table: Table,
    one: PlayedPhase,
    given: Mapping[SeatId, tuple[Order, ...]],
) -> PlayedPhase:
    """Return a phase with who was asked for orders, who sent none, and who sent his too late.

    A winter whose payments are private is left out: who sent nothing but a payment would be seen.
    """
    phase = table.phase
    winter = one.phase.kind is PhaseKind.ADJUSTMENT
    if winter and payments_are_private(game_view(services, table)):
        return one
    return replace(
        one,
        asked=silent_powers(table, {}),
        silent=silent_powers(table, given),
        late=_late(phase, transaction.order_history(phase.id)),
    )


def _late(phase: PhaseRecord, orders: Sequence[OrderRecord]) -> dict[PowerId, timedelta]:
    """Return how long after the deadline the first orders of a power came by mail, where they did."""
    first: dict[str, timedelta] = {}
    for order in orders:
        if order.inbox_id is not None and not order.ahead:
            late = order.given_at - phase.deadline
            first[order.seat] = min(late, first.get(order.seat, late))
    return {PowerId(seat): late for seat, late in first.items() if late > timedelta(0)}

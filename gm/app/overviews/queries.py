"""Orders, and what became of them, for the command line: nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from gm.app.orders.ahead import retreats_of
from gm.app.overviews.summaries import find_phase
from gm.app.play.seasons import Processed
from gm.app.ports import Transaction
from gm.app.records import GameRecord, OrderRecord, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.table import codec_of, rules_of, table_at
from gm.contract.events import Drawn, Event
from gm.contract.seats import SeatId
from gm.errors import NoSuchSeat
from gm.games.diplomacy.language.names import find_power
from gm.games.diplomacy.pages.explaining.explain import sentence
from gm.games.diplomacy.pages.wording.draw_words import draw_words
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.pages.wording.notation import order_text
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.events import (
    CentreTaken,
    GameWon,
    PowerEliminated,
    UnitDisbanded,
    UnitDislodged,
)
from gm.games.diplomacy.rules.mechanics.anarchy import Cured, FellIntoAnarchy
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.mechanics.wanderers import WanderersMet
from gm.games.diplomacy.rules.phases import phase_of
from gm.games.diplomacy.rules.state import GameState


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One order for a list; `text` as the player wrote it."""

    phase: str
    power: str
    order: str
    text: str
    given_at: datetime
    replaced: bool

    def as_dict(self) -> dict[str, Any]:
        """Return the line for JSON; moments are ISO 8601 in UTC."""
        return {**asdict(self), "given_at": self.given_at.isoformat()}


def orders_of(
    services: Services,
    name: str,
    *,
    power: str | None = None,
    phase: str | None = None,
    history: bool = False,
) -> tuple[OrderLine, ...]:
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
        found = find_phase(transaction, game, phase)
        records = (
            transaction.order_history(found.id)
            if history
            else (
                *transaction.active_orders(found.id, seat),
                *_ahead(services, transaction, game, found, seat),
            )
        )
    return tuple(_line(found, order) for order in records if seat in (None, order.seat))


def _seat(services: Services, game: GameRecord, power: str) -> SeatId:
    found = find_power(rules_of(services, game).board, power)
    if found is None:
        raise NoSuchSeat(f"{power!r} is no power of {game.name}.")
    return found


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
    later = {
        phase_of(request.stage) for request in table.rules.ahead(table.state) if request.stage
    } | {retreats_of(table)}
    names = sorted(str(phase) for phase in later if phase is not None)
    return tuple(
        record for name in names for record in transaction.orders_ahead(game.id, name, seat)
    )


def _line(phase: PhaseRecord, one: OrderRecord) -> OrderLine:
    replaced = one.replaced_at is not None
    return OrderLine(
        one.ahead or phase.name, one.seat, one.canonical, one.text, one.given_at, replaced
    )


def outcome_lines(services: Services, done: Processed) -> list[dict[str, str]]:
    """Return what became of each order of a resolved phase: power, order, result, why."""
    rules = rules_of(services, done.game)
    before = codec_of(services, done.game).load_state(done.resolved.state)
    board = rules.board_in(before)
    return [
        {
            "power": outcome.power,
            "order": order_text(outcome.order, board),
            "result": outcome.result.value + ("+dislodged" if outcome.dislodged else ""),
            "why": sentence(outcome, board, done.resolution.outcomes),
        }
        for outcome in done.resolution.outcomes
    ]


def news_lines(services: Services, done: Processed, *, hat: bool = True) -> tuple[str, ...]:
    """Return as sentences what no order tells: units lost, centres taken, the end of the game.

    Args:
        services: the ports.
        done: what was resolved, or previewed.
        hat: tell what was drawn, too, and all that hangs on it. A preview leaves it out.
    """
    rules = rules_of(services, done.game)
    before = codec_of(services, done.game).load_state(done.resolved.state)
    events = done.resolution.events
    if not hat and any(isinstance(event, Drawn) for event in events):
        board = rules.board_in(before)
        told = [event_words(event, board) for event in events if _is_of_moves(event)]
        return tuple(words for words in told if words)
    return tuple(_news(rules, before, events))


def _news(rules: DiplomacyRules, state: GameState, events: Sequence[Event]) -> Iterator[str]:
    """Yield what the events tell, each on the board as it was then."""
    for event in events:
        after = rules.replay(state, (event,))
        if _is_news(event):
            # A split's halves are names of the board after it, all others of the one before.
            board = rules.board_in(after if isinstance(event, ProvinceSplit) else state)
            words = event_words(event, board)
            if words:
                yield words
        elif isinstance(event, Drawn):
            yield draw_words(event.draw, rules.board_in(state))
        state = after


def _is_of_moves(event: Event) -> bool:
    """Tell whether a fact follows from the moves alone, whatever is drawn."""
    return isinstance(event, UnitDislodged | UnitDisbanded)


_NEWS = (
    UnitDislodged,
    CentreTaken,
    PowerEliminated,
    GameWon,
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
    WanderersMet,
    FellIntoAnarchy,
    Cured,
    PointsGiven,
)


def _is_news(event: Event) -> bool:
    if isinstance(event, UnitDisbanded):
        return event.by_civil_disorder
    return isinstance(event, _NEWS)

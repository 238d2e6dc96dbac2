"""A game as its GM sees it, now or at one of its phases: all there is to know, nothing changed.

Orders are only counted here; `gm orders` shows them. A GM who plays himself is told no more of those
of others than players are. For JSON seats are told by id and moments in UTC; of orders that are sealed
to a GM who plays, numbers are null.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from gm.app.audit_ports import AuditTransaction
from gm.app.clock.deadline_margins import closing
from gm.app.history.chance import public_seed
from gm.app.history.ended import Ended, ended_of
from gm.app.history.past_stages import gm_viewer, past_of
from gm.app.overviews.summaries import SEALED, find_phase
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus, SeatRecord
from gm.app.seats.as_written import shown_to_gm
from gm.app.services import Services
from gm.app.settings.game_settings import house_settings_of
from gm.app.table import (
    Table,
    due_view,
    family_of,
    gm_plays,
    is_sealed_to_gm,
    rules_of,
    table_at,
)
from gm.app.timing.orders_in import told_gm
from gm.contract.draws import commitment
from gm.contract.facts import Due, OrdersSoFar
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.contract.stages import StageKind
from gm.contract.summaries import PositionSummary
from gm.report.pages.frame import so_far_words


@dataclass(frozen=True, slots=True)
class SeatInPhase:
    """A seat in a phase.

    Args:
        asked: something is asked of it.
        given: how many orders of it stand; lacking: what has none.
        ahead: how many orders of it are kept for a later phase.
        late: something lacks an order, the deadline has passed, and nothing came.
        sealed: nothing of the orders is told: the GM plays another seat himself.
    """

    seat: str
    player: str | None
    address: str | None
    asked: bool
    given: int
    lacking: tuple[str, ...]
    late: bool
    ahead: int = 0
    sealed: bool = False

    @property
    def words(self) -> str:
        """What has come in, in words."""
        if self.sealed and self.asked:
            return SEALED
        return self._words + (f"; {self.ahead} sent ahead" if self.ahead else "")

    @property
    def _words(self) -> str:
        if not self.asked and not self.given:
            return "nothing asked"
        if not self.given and not self.lacking:
            return "no orders, none needed"
        if not self.given:
            return "no orders, late" if self.late else "no orders"
        orders = "1 order" if self.given == 1 else f"{self.given} orders"
        return f"{orders}, {len(self.lacking)} lacking" if self.lacking else f"{orders}, complete"


@dataclass(frozen=True, slots=True)
class Overview:
    """A game at one of its phases.

    Args:
        game: its record; title: of its rules; settings: those in force, by name.
        order_address: where its orders are mailed to.
        phase: the phase shown, the open one unless another was named; None before the start.
        seats: every seat, with what has come in for that phase.
        position: how it stands at the beginning of that phase; of a game that is over, at its end.
        closed: the seats that nobody plays from the start.
        ended: how the game ended, if it has.
        commitment: SHA-256 of the seed of its draws, "" where nothing is drawn; seed: that seed,
            once the game is over.
        kinds: of its stages.
        so_far: how far everybody's orders are, as far as a GM who plays may know; else None.
    """

    game: GameRecord
    title: str
    settings: Mapping[str, str]
    order_address: str
    phase: PhaseRecord | None
    seats: tuple[SeatInPhase, ...]
    position: PositionSummary
    closed: tuple[SeatId, ...] = ()
    ended: Ended | None = None
    commitment: str = ""
    seed: str = ""
    so_far: OrdersSoFar | None = None
    kinds: tuple[StageKind, ...] = ()


def overview(services: Services, name: str, phase: str | None = None) -> Overview:
    """Return a game as it is, or as it was at one of its phases.

    Args:
        services: the ports.
        name: the game's name.
        phase: short name of a phase, such as W1016A; else the one that is open, or was last.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: it has no such phase.
    """
    with services.store.read() as transaction:
        game = transaction.game(name)
        if phase is None and game.status is GameStatus.FORMING:
            return _before_the_start(services, transaction, game)
        shown = find_phase(transaction, game, phase)
        table = table_at(services, transaction, game, shown)
        final = phase is None and game.status is GameStatus.FINISHED
        return _overview(table, final=final)


def _before_the_start(services: Services, transaction: Transaction, game: GameRecord) -> Overview:
    rules = rules_of(services, game)
    seats = (
        SeatInPhase(seat.seat, *_who(seat), False, 0, (), False)
        for seat in _shown(services, transaction, game, transaction.seats(game.id))
    )
    past = past_of(services, transaction, game)
    return Overview(
        game=game,
        kinds=family_of(services, game).kinds,
        title=rules.meta.title,
        settings=_settings(services, game),
        order_address=services.identity.game_address(game.name),
        phase=None,
        seats=tuple(seats),
        position=family_of(services, game).summaries.position(past, None),
        commitment=commitment(game.seed) if rules.meta.chance else "",
    )


def _shown(
    services: Services,
    transaction: AuditTransaction,
    game: GameRecord,
    seats: Sequence[SeatRecord],
) -> list[SeatRecord]:
    """Return the seats with their players as the GM may see them."""
    shown = shown_to_gm(services, transaction, game)
    return [
        replace(seat, person=shown.of(seat.seat, seat.person)) if seat.person is not None else seat
        for seat in seats
    ]


def _who(seat: SeatRecord) -> tuple[str | None, str | None]:
    person = seat.person
    return (person.name, person.address) if person is not None else (None, None)


def _settings(services: Services, game: GameRecord) -> dict[str, str]:
    options = family_of(services, game).variants[game.variant].options
    return {option.name: game.options.get(option.name, option.default) for option in options}


def _overview(table: Table, *, final: bool) -> Overview:
    services, transaction = table.services, table.transaction
    game, phase = table.game, table.phase
    past = past_of(services, transaction, game, gm_viewer(game, table.seats))
    at = past.at(phase.number)
    return Overview(
        game=game,
        kinds=family_of(services, game).kinds,
        title=table.rules.meta.title,
        settings=_settings(services, game),
        order_address=services.identity.game_address(game.name),
        phase=phase,
        seats=_seats(table),
        position=table.family.summaries.position(past, at, after=final),
        closed=table.rules.fate(table.state).unplayed,
        ended=ended_of(services, transaction, game),
        commitment=commitment(game.seed) if table.rules.meta.chance else "",
        seed=public_seed(transaction, game) if table.rules.meta.chance else "",
        so_far=told_gm(table) if gm_plays(game, table.seats) else None,
    )


def _seats(table: Table) -> tuple[SeatInPhase, ...]:
    phase = table.phase
    given = table.codec.drafts(table.transaction.active_orders(phase.id))
    due = due_view(table, given)
    ahead = _ahead(table, due)
    over = phase.deadline <= (phase.resolved_at or table.services.clock.now())
    return tuple(
        _sealed(seat, due)
        if is_sealed_to_gm(table, seat.seat)
        else replace(
            _seat(seat, due, given.get(SeatId(seat.seat), ()), over=over),
            ahead=len(ahead.get(SeatId(seat.seat), ())),
        )
        for seat in _shown(table.services, table.transaction, table.game, table.seats)
    )


def _sealed(seat: SeatRecord, due: Due) -> SeatInPhase:
    """Return a seat of whose orders nothing is told; what is asked of it follows from the board."""
    asked = SeatId(seat.seat) in due.asked
    return SeatInPhase(seat.seat, *_who(seat), asked, 0, (), False, sealed=True)


def _ahead(table: Table, due: Due) -> Mapping[SeatId, tuple[Order, ...]]:
    """Return the orders kept for a later phase, while the phase is open in which they are sent."""
    if due.later is None or table.phase.status is PhaseStatus.RESOLVED:
        return {}
    return table.codec.drafts(table.transaction.orders_ahead(table.game.id, str(due.later)))


def _seat(seat: SeatRecord, due: Due, orders: tuple[Order, ...], *, over: bool) -> SeatInPhase:
    power = SeatId(seat.seat)
    lacking = due.open_slots.get(power, ())
    player, address = _who(seat)
    return SeatInPhase(
        seat=seat.seat,
        player=player,
        address=address,
        asked=power in due.asked,
        given=len(orders),
        lacking=lacking,
        late=over and bool(lacking) and not orders,
    )


def overview_answer(seen: Overview) -> dict[str, Any]:
    """Return an overview as plain values."""
    game, phase = seen.game, seen.phase
    plain: dict[str, Any] = {
        "name": game.name,
        "title": seen.title,
        "variant": game.variant,
        "status": game.status.value,
        "gm_name": game.gm_name,
        "gm_address": game.gm_address,
        "order_address": seen.order_address,
        "list_address": game.list_address,
        "time_zone": game.time_zone,
        "settings": {**seen.settings},
        "lengths": {**game.lengths},
        "house": {setting.name: setting.value for setting in house_settings_of(game)},
        "keep_impossible": game.keep_impossible,
        "phase": phase.name if phase else None,
        "phase_number": phase.number if phase else None,
        "phase_status": phase.status.value if phase else None,
        "opened_at": _moment(phase.opened_at if phase else None),
        "deadline": _moment(phase.deadline if phase else None),
        "closes_at": _moment(closing(phase) if phase else None),
        "remind_at": _moment(phase.remind_at if phase else None),
        "resolved_at": _moment(phase.resolved_at if phase else None),
        "held_because": phase.held_because if phase else "",
        "orders_so_far": so_far_words(seen.so_far) if seen.so_far is not None else None,
        "seats": [_seat_dict(seat) for seat in seen.seats],
        "seats_per_player": "several" if game.several_seats else "one",
        "closed": [*seen.closed],
    }
    if seen.commitment:
        plain |= {"commitment": seen.commitment, "seed": seen.seed or None}
    winners = seen.ended.seats if seen.ended is not None else ()
    plain |= seen.position.facts
    plain["ended"] = _ended(seen.ended) if seen.ended is not None else None
    plain["winners"] = [*winners]
    plain["winner"] = winners[0] if len(winners) == 1 else None
    return plain


def _moment(when: datetime | None) -> str | None:
    return when.isoformat() if when is not None else None


def _seat_dict(seat: SeatInPhase) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "player": seat.player,
        "address": seat.address,
        "orders": seat.words,
        "asked": seat.asked,
        "given": None if seat.sealed else seat.given,
        "lacking": None if seat.sealed else [*seat.lacking],
        "late": None if seat.sealed else seat.late,
        "ahead": None if seat.sealed else seat.ahead,
    }


def _ended(ended: Ended) -> dict[str, Any]:
    plain = {
        "how": ended.how,
        "powers": [*ended.seats],
        "words": ended.words,
        "at": _moment(ended.at),
    }
    if ended.by_hand is None:
        return plain
    return {**plain, "author": ended.by_hand.author, "reason": ended.by_hand.reason}

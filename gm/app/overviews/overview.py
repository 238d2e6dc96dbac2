"""A game as its GM sees it, now or at one of its phases: all there is to know, nothing changed.

Orders are only counted here; `gm orders` shows them. A GM who plays himself is told no more of
those of others than players are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from gm.app.overviews.summaries import SEALED, find_phase
from gm.app.play.chance import public_seed
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus, SeatRecord
from gm.app.seats.as_written import shown_to_gm
from gm.app.services import Services
from gm.app.table import Table, due_view, gm_plays, is_sealed_to_gm, rules_of, table_at
from gm.app.timing.orders_in import told_gm
from gm.contract.draws import commitment
from gm.contract.events import Event, GameEnded
from gm.contract.facts import Due, OrdersSoFar
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.diplomacy.desk.play.history import chronicle, how_it_ended
from gm.games.diplomacy.desk.play.story import board_story
from gm.games.diplomacy.pages.facts.stories import BoardStory
from gm.games.diplomacy.pages.views import Chronicle
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.rules.board import Board
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.mechanics.accounts import Account, AccountPart, AccountsClosed
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.variants import VARIANTS


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
        board: the board in force.
        phase: the phase shown, the open one unless another was named; None before the start.
        seats: every seat, with what has come in for that phase.
        state: the position at its beginning; of a game that is over, the last one.
        accounts: those of the last winter, closed by this phase or before it; year: which.
        ended: how the game ended, if it has; words: that in a sentence; ended_at: when.
        chronicle: the centres by year.
        commitment: SHA-256 of the seed of its draws, "" where nothing is drawn; seed: that seed,
            once the game is over.
        closed: the powers that nobody played at the start, and whose countries are closed.
        story: when the board changed.
        so_far: how far everybody's orders are, as far as a GM who plays may know; else None.
    """

    game: GameRecord
    title: str
    settings: Mapping[str, str]
    order_address: str
    board: Board
    phase: PhaseRecord | None
    seats: tuple[SeatInPhase, ...]
    state: GameState | None
    accounts: tuple[Account, ...] = ()
    year: int | None = None
    ended: GameWon | GameEnded | None = None
    words: str = ""
    ended_at: datetime | None = None
    chronicle: Chronicle | None = None
    commitment: str = ""
    seed: str = ""
    closed: tuple[SeatId, ...] = ()
    story: BoardStory = field(default_factory=BoardStory)
    so_far: OrdersSoFar | None = None


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
        found = find_phase(transaction, game, phase)
        table = table_at(services, transaction, game, found)
        final = phase is None and game.status is GameStatus.FINISHED
        return _overview(services, transaction, table, final=final)


def _before_the_start(services: Services, transaction: Transaction, game: GameRecord) -> Overview:
    rules = rules_of(services, game)
    seats = (
        SeatInPhase(seat.seat, *_who(seat), False, 0, (), False)
        for seat in _shown(services, transaction, game, transaction.seats(game.id))
    )
    return Overview(
        game=game,
        title=rules.meta.title,
        settings=_settings(game),
        order_address=services.identity.game_address(game.name),
        board=rules.board,
        phase=None,
        seats=tuple(seats),
        state=None,
        commitment=commitment(game.seed) if rules.meta.chance else "",
    )


def _shown(
    services: Services, transaction: Transaction, game: GameRecord, seats: Sequence[SeatRecord]
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


def _settings(game: GameRecord) -> dict[str, str]:
    return VARIANTS[game.variant].settings(game.options)


def _overview(
    services: Services, transaction: Transaction, table: Table, *, final: bool
) -> Overview:
    game, phase = table.game, table.phase
    result = transaction.result(phase.id)
    events = table.codec.load_events(result.events) if result is not None else ()
    state = table.rules.replay(table.state, events) if final else table.state
    year, accounts = _accounts(table.state, events)
    ended = how_it_ended(transaction, game)
    board = table.rules.board_in(state)
    return Overview(
        game=game,
        title=table.rules.meta.title,
        settings=_settings(game),
        order_address=services.identity.game_address(game.name),
        board=board,
        phase=phase,
        seats=_seats(services, transaction, table),
        state=state,
        accounts=accounts,
        year=year,
        ended=ended,
        words=event_words(ended, board) or "" if ended is not None else "",
        ended_at=transaction.phases(game.id)[-1].resolved_at if ended is not None else None,
        chronicle=chronicle(transaction, game, _last_state(table, events)),
        commitment=commitment(game.seed) if table.rules.meta.chance else "",
        seed=public_seed(game) if table.rules.meta.chance else "",
        closed=state.part(ChangesPart).closed,
        story=board_story(transaction, game),
        so_far=told_gm(transaction, table) if gm_plays(game, table.seats) else None,
    )


def _last_state(table: Table, events: tuple[Event, ...]) -> GameState:
    """Return the position that the chart of centres ends with."""
    won = any(isinstance(event, GameWon) for event in events)
    return table.rules.replay(table.state, events) if won else table.state


def _accounts(
    state: GameState, events: tuple[Event, ...]
) -> tuple[int | None, tuple[Account, ...]]:
    """Return the year and the accounts of the last winter, by a phase or before it."""
    for event in reversed(events):
        if isinstance(event, AccountsClosed):
            return event.year, event.accounts
    part = state.part(AccountPart)
    return (part.year, part.accounts) if part.accounts else (None, ())


def _seats(services: Services, transaction: Transaction, table: Table) -> tuple[SeatInPhase, ...]:
    phase = table.phase
    given = table.codec.drafts(transaction.active_orders(phase.id))
    due = due_view(table, given)
    ahead = _ahead(transaction, table, due)
    over = phase.deadline <= (phase.resolved_at or services.clock.now())
    return tuple(
        _sealed(seat, due)
        if is_sealed_to_gm(table, seat.seat)
        else replace(
            _seat(seat, due, given.get(SeatId(seat.seat), ()), over=over),
            ahead=len(ahead.get(SeatId(seat.seat), ())),
        )
        for seat in _shown(services, transaction, table.game, table.seats)
    )


def _sealed(seat: SeatRecord, due: Due) -> SeatInPhase:
    """Return a seat of whose orders nothing is told; what is asked of it follows from the board."""
    asked = SeatId(seat.seat) in due.asked
    return SeatInPhase(seat.seat, *_who(seat), asked, 0, (), False, sealed=True)


def _ahead(transaction: Transaction, table: Table, due: Due) -> Mapping[SeatId, tuple[Order, ...]]:
    """Return the orders kept for a later phase, while the phase is open in which they are sent."""
    if due.later is None or table.phase.status is PhaseStatus.RESOLVED:
        return {}
    return table.codec.drafts(transaction.orders_ahead(table.game.id, str(due.later)))


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

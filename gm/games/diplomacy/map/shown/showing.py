"""Any phase of any game as a scene: its orders and what became of them, or a position.

Only what everybody may know is shown. An open phase has a position and no orders; where a game
keeps payments private, so is everything in a winter that they could be inferred from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from gm.app.overviews.summaries import find_phase
from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.app.table import Table, game_view, table_at
from gm.contract.events import Event
from gm.drawing.scene import Scene
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.order_marks import Given, marks
from gm.games.diplomacy.map.shown.position import (
    crossings,
    owners,
    pieces,
    position_words,
    sides,
    specials,
    with_entry,
)
from gm.games.diplomacy.pages.facts.secrets import payments_are_private
from gm.games.diplomacy.pages.wording.phrases import orders_word, phase_words, season_words
from gm.games.diplomacy.rules.board import Board, Entry
from gm.games.diplomacy.rules.board_split import Split
from gm.games.diplomacy.rules.curtain import Curtain
from gm.games.diplomacy.rules.events import replay
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome
from gm.games.diplomacy.rules.phases import Phase, PhaseKind
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import load_events, load_outcomes, load_state
from gm.languages import gettext
from gm.report.wording.dates import moment_words
from gm.report.wording.plain import first_upper


class Show(Enum):
    """Which picture of a phase: its orders, or the position - after them, where it has some."""

    ORDERS = "orders"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class Pictured:
    """What is to be drawn.

    Args:
        scene: what stands on the board.
        printed: the board the game began on; board: the one to be drawn.
        splits: the provinces that became two since, in their order.
        near: the places around which a part of it is shown, larger, if its names are too small
            else; None for the whole.
    """

    scene: Scene
    printed: Board
    board: Board
    splits: tuple[Split, ...]
    near: tuple[str, ...] | None = None


def pictured(
    services: Services, game_name: str, phase_name: str | None = None, show: Show | None = None
) -> Pictured:
    """Return the picture of a phase, by default the latest.

    Args:
        services: the ports.
        game_name: which game; phase_name: which phase, by its short name.
        show: which picture; by default the orders of a phase that is over, if it had any, else
            the position.

    Raises:
        NoSuchGame: there is none of that name.
        NotAllowed: the game has no such phase, or its orders are still secret.
    """
    with services.store.read() as transaction:
        game = transaction.game(game_name)
        phase = find_phase(transaction, game, phase_name)
        table = table_at(services, transaction, game, phase)
        result = transaction.result(phase.id) if phase.status is PhaseStatus.RESOLVED else None
        states = (*positions_before(transaction, game, phase), table.state)
        following = _next(transaction, game, phase)
    if result is None:
        if show is Show.ORDERS:
            raise NotAllowed(
                f"{phase.name} of {game.name} is not resolved yet, and its orders are secret until "
                "it is; leave --orders out to see the position."
            )
        title = f"{game.name}: {phase_words(table.state.phase)}"
        return position_shown(table, states, title, _due(game, phase))
    events, outcomes = load_events(result.events), load_outcomes(result.outcomes)
    # A phase in which a game was ended by vote or by hand has no orders.
    if show is Show.POSITION or (show is None and not outcomes):
        after = (*states, replay(table.state, events))
        return position_shown(table, after, after_title(table), _then(game, following), events)
    return orders_shown(services, table, states, outcomes, events)


def empty_board(board: Board) -> Pictured:
    """Return a board on which nobody stands, its homes in the colours of their powers."""
    state = GameState(Phase.parse("S1M"))
    owned = {str(home): str(power.id) for power in board.powers.values() for home in power.home}
    scene = Scene(
        board.title,
        description=gettext(
            "The board of {board}, with {count} provinces.",
            board=board.title,
            count=len(board.provinces),
        ),
        sides=tuple(replace(side, figures="") for side in sides(board, state)),
        owners=owned,
        boxes=with_entry(board, Entry.BOX, Entry.SPECIAL),
    )
    return Pictured(scene, board, board, ())


def positions_before(
    transaction: Transaction, game: GameRecord, phase: PhaseRecord
) -> Iterator[GameState]:
    """Yield the positions in which the phases of a game before one began."""
    for phase_record in transaction.phases(game.id):
        if phase_record.number < phase.number:
            yield load_state(phase_record.state)


def _next(transaction: Transaction, game: GameRecord, phase: PhaseRecord) -> PhaseRecord | None:
    later = (
        phase_record
        for phase_record in transaction.phases(game.id)
        if phase_record.number > phase.number
    )
    return next(later, None)


def _due(game: GameRecord, phase: PhaseRecord) -> str:
    """Return what is due and when, while a phase is open."""
    words = {
        "orders": first_upper(orders_word(Phase.parse(phase.name))),
        "when": moment_words(phase.deadline, game.time_zone),
    }
    match phase.status:
        case PhaseStatus.HELD if phase.held_for_orders:
            return gettext(
                "{orders} were due {when}; some are missing, and are waited for", **words
            )
        case PhaseStatus.HELD | PhaseStatus.PROOF:
            return gettext("{orders} were due {when}; the GM is looking at it", **words)
        case _ if game.status is GameStatus.PAUSED:
            return gettext("{orders} are due {when}; the game is paused", **words)
        case _:
            return gettext("{orders} are due {when}", **words)


def _then(game: GameRecord, following: PhaseRecord | None) -> str:
    """Return what comes after a phase, and when it is due."""
    if following is None:
        return gettext("The game is over") if game.status is GameStatus.FINISHED else ""
    return next_words(game, Phase.parse(following.name), following.deadline)


def next_words(game: GameRecord, phase: Phase, deadline: datetime) -> str:
    """Return what is written under the position after a phase while the game goes on."""
    return gettext(
        "Next: {phase}, due {when}",
        phase=phase_words(phase),
        when=moment_words(deadline, game.time_zone),
    )


def after_title(table: Table) -> str:
    """Return what is written over the position after a phase."""
    return gettext(
        "{game}: {phase}, the position after it",
        game=table.game.name,
        phase=phase_words(table.state.phase),
    )


def public_orders(services: Services, table: Table, given: Given) -> Given:
    """Return the orders and events that everybody may read."""
    private = payments_are_private(game_view(services, table))
    winter = table.state.phase.kind is PhaseKind.ADJUSTMENT
    curtain = Curtain((), private=private and winter)
    return Given(
        given.board, given.state, curtain.outcomes(given.outcomes), curtain.events(given.events)
    )


def position_shown(
    table: Table,
    states: Sequence[GameState],
    title: str,
    subtitle: str,
    events: Sequence[Event] = (),
) -> Pictured:
    """Return the last of some positions as a picture.

    Args:
        table: the game.
        states: its positions so far, the one to be shown last.
        title, subtitle: what is written over it.
        events: what led to the last of them; bridges that fell by it are shown.
    """
    state = states[-1]
    board = table.rules.board_in(state)
    scene = Scene(
        title,
        subtitle,
        description=position_words(board, state),
        pieces=pieces(state),
        specials=specials(state),
        crossings=crossings(state, events),
    )
    return _pictured(table, board, states, scene)


def orders_shown(
    services: Services,
    table: Table,
    states: Sequence[GameState],
    outcomes: tuple[Outcome, ...],
    events: tuple[Event, ...],
) -> Pictured:
    """Return the orders of a phase as a picture, as far as everybody may read them.

    Args:
        services: the ports. table: the game as it was when they were given.
        states: its positions so far, that one last.
        outcomes: what became of the orders; events: what happened in the phase.
    """
    state, board = table.state, table.rules.board_in(table.state)
    given = public_orders(services, table, Given(board, state, outcomes, events))
    drawn = marks(given)
    beaten = [
        outcome.order.unit.at.province
        for outcome in given.outcomes
        if outcome.dislodged and isinstance(outcome.order, UnitOrder)
    ]
    words = orders_word(state.phase)
    when = moment_words(table.phase.deadline, table.game.time_zone)
    told = f"{position_words(board, state)} {first_upper(words)}: "
    scene = Scene(
        gettext(
            "{game}: {orders} of {season}",
            game=table.game.name,
            orders=words,
            season=season_words(state.phase),
        ),
        gettext("They were due {when}", when=when),
        description=told + " ".join(mark.words for mark in drawn),
        pieces=pieces(state, beaten),
        specials=specials(state),
        marks=drawn,
        crossings=crossings(state),
    )
    return _pictured(table, board, states, scene)


def _pictured(table: Table, board: Board, states: Sequence[GameState], scene: Scene) -> Pictured:
    """Return a scene with what all have: the powers, their provinces, and what is closed."""
    state = states[-1]
    shown = replace(
        scene,
        sides=sides(board, state),
        owners=owners(board, states),
        holes=with_entry(board, Entry.HOLE),
        closed=with_entry(board, Entry.CLOSED),
        boxes=with_entry(board, Entry.BOX, Entry.SPECIAL),
    )
    return Pictured(shown, table.rules.board, board, state.part(ChangesPart).splits)

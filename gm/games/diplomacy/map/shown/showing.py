"""Any phase of any game as a scene: its orders and what became of them, or a position.

Only what everybody may know is shown. An open phase has a position and no orders; where a game
keeps payments private, so is everything in a winter that they could be inferred from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from gm.app.history.past_stages import past_of
from gm.app.overviews.summaries import find_phase
from gm.app.records import GameRecord, GameStatus, PhaseRecord, PhaseStatus
from gm.app.services import Services
from gm.contract.events import Event
from gm.drawing.scene import Scene
from gm.errors import NotAllowed
from gm.games.diplomacy.map.shown.order_marks import OrdersShown, marks
from gm.games.diplomacy.map.shown.position import (
    crossings,
    owners,
    pieces,
    position_words,
    sides,
    specials,
    with_entry,
)
from gm.games.diplomacy.pages.facts.course import Course, CoursePhase
from gm.games.diplomacy.rules.board import Board, Entry
from gm.games.diplomacy.rules.board_split import Split
from gm.games.diplomacy.rules.diplomacy import DiplomacyRules
from gm.games.diplomacy.rules.mechanics.changes import ChangesPart
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.orders import UnitOrder
from gm.games.diplomacy.rules.phases import Phase, phase_of
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.wording.phrases import orders_word, phase_words, season_words
from gm.languages import gettext
from gm.report.wording.dates import moment_words
from gm.report.wording.sentence_parts import first_upper


class Show(Enum):
    """Which picture of a phase: its orders, or the position - after them, where it has some."""

    ORDERS = "orders"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class MapShown:
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
) -> MapShown:
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
        past = past_of(services, transaction, game)
        at = past.at(phase.number)
        if at.resolved_at is not None:
            # A phase in which a game was ended by vote or by hand has no orders.
            orders = show is Show.ORDERS or (show is None and bool(at.outcomes))
            return phase_shown(past, at, Show.ORDERS if orders else Show.POSITION)
        if show is Show.ORDERS:
            raise NotAllowed(
                f"{phase.name} of {game.name} is not resolved yet, and its orders are secret until "
                "it is; leave --orders out to see the position."
            )
        title = f"{game.name}: {phase_words(phase_of(at.stage))}"
        return position_shown(past, positions_to(past, at), title, _due(game, phase))


def phase_shown(past: Course, at: CoursePhase, show: Show) -> MapShown:
    """Return a picture of a phase that is resolved, with what came after it as its second line."""
    if show is Show.ORDERS:
        return orders_shown(past, at)
    return after_shown(past, at, _then(past, past.after(at.number)))


def after_shown(past: Course, at: CoursePhase, subtitle: str) -> MapShown:
    """Return the position that a phase led to, with what is written under its title."""
    title = gettext(
        "{game}: {phase}, the position after it",
        game=past.game.name,
        phase=phase_words(phase_of(at.stage)),
    )
    return position_shown(past, (*positions_to(past, at), at.after), title, subtitle, at.events)


def empty_board(board: Board) -> MapShown:
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
    return MapShown(scene, board, board, ())


def positions_to(past: Course, at: CoursePhase) -> tuple[GameState, ...]:
    """Return the positions that the phases of a game were played from, up to one of them."""
    return tuple(stage.before for stage in past.stages if stage.number <= at.number)


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


def _then(past: Course, following: CoursePhase | None) -> str:
    """Return what comes after a phase, and when it is due."""
    if following is None:
        return gettext("The game is over") if past.over else ""
    return next_words(past.game.time_zone, phase_of(following.stage), following.deadline)


def next_words(zone: str, phase: Phase, deadline: datetime) -> str:
    """Return what is written under the position after a phase while the game goes on."""
    return gettext(
        "Next: {phase}, due {when}", phase=phase_words(phase), when=moment_words(deadline, zone)
    )


def position_shown(
    past: Course,
    states: Sequence[GameState],
    title: str,
    subtitle: str,
    events: Sequence[Event] = (),
) -> MapShown:
    """Return the last of some positions as a picture.

    Args:
        past: the game.
        states: its positions so far, the one to be shown last.
        title, subtitle: what is written over it.
        events: what led to the last of them; bridges that fell by it are shown.
    """
    state = states[-1]
    board = rules_in(past.rules).board_in(state)
    scene = Scene(
        title,
        subtitle,
        description=position_words(board, state),
        pieces=pieces(state),
        specials=specials(state),
        crossings=crossings(state, events),
    )
    return _pictured(rules_in(past.rules), board, states, scene)


def orders_shown(past: Course, at: CoursePhase) -> MapShown:
    """Return the orders of a phase as a picture, as far as everybody may read them."""
    states, state = positions_to(past, at), at.before
    board = rules_in(past.rules).board_in(state)
    given = OrdersShown(board, state, at.outcomes, at.events)
    drawn = marks(given)
    beaten = [
        outcome.order.unit.at.province
        for outcome in given.outcomes
        if outcome.dislodged and isinstance(outcome.order, UnitOrder)
    ]
    words = orders_word(state.phase)
    when = moment_words(at.deadline, past.game.time_zone)
    intro = f"{position_words(board, state)} {first_upper(words)}: "
    scene = Scene(
        gettext(
            "{game}: {orders} of {season}",
            game=past.game.name,
            orders=words,
            season=season_words(state.phase),
        ),
        gettext("They were due {when}", when=when),
        description=intro + " ".join(mark.words for mark in drawn),
        pieces=pieces(state, beaten),
        specials=specials(state),
        marks=drawn,
        crossings=crossings(state),
    )
    return _pictured(rules_in(past.rules), board, states, scene)


def _pictured(
    rules: DiplomacyRules, board: Board, states: Sequence[GameState], scene: Scene
) -> MapShown:
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
    return MapShown(shown, rules.board, board, state.part(ChangesPart).splits)


# The position in which a game began, as a picture.


def beginning(past: Course) -> MapShown:
    """Return the position with which a game began, of which there is a phase at least."""
    stage = past.stages[0]
    title = gettext("{game}: the position at the start", game=past.game.name)
    first = gettext("It began with {phase}", phase=phase_words(phase_of(stage.stage)))
    return position_shown(past, [stage.before], title, first)

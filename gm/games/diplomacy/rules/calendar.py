"""From one phase to the next: what ends a season, and which phases nobody needs."""

from __future__ import annotations

from collections.abc import Sequence

from gm.contract.draws import Draws
from gm.contract.events import Event
from gm.contract.values import value
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import GameWon, PhaseBegan, PowerEliminated, replay
from gm.games.diplomacy.rules.mechanics import Adjustments
from gm.games.diplomacy.rules.ownership import Survival, Victory, settle_ownership
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season, following
from gm.games.diplomacy.rules.season.season_play import SeasonRules
from gm.games.diplomacy.rules.state import GameState

_RETREAT, _ADJUSTMENT, _AUTUMN = PhaseKind.RETREAT, PhaseKind.ADJUSTMENT, Season.AUTUMN


@value
class YearRules:
    """What the course of a year hangs on."""

    season: SeasonRules
    adjustments: Adjustments
    victory: Victory
    survival: Survival


def go_on(rules: YearRules, state: GameState, draws: Draws) -> tuple[GameState, tuple[Event, ...]]:
    """Go on from the end of a phase to the next one in which somebody has to order.

    A season is played only if a unit stands on the board, a retreat phase only if one can
    retreat, a winter only if a power has something to adjust; where the hat and incomes go on
    without anybody, every season and winter is (Irish 5, 15). After a whole year in which nobody
    could do anything the next phase begins all the same. When a season is over the mechanisms have
    their turn; an autumn ends with ownership settled and victory judged, a winter with powers that
    are out.

    Returns:
        The state then, and the facts that lead there.
    """
    events: list[Event] = []
    phase, last_year = state.phase, state.phase.year + 1
    while True:
        state, ended = _finish(rules, state, phase, draws)
        events += ended
        if ended and isinstance(ended[-1], GameWon):
            return state, tuple(events)
        phase = following(phase)
        if phase.year > last_year or _is_played(rules, state, phase):
            began = PhaseBegan(phase)
            return began.apply(state), (*events, began)


def _is_played(rules: YearRules, state: GameState, phase: Phase) -> bool:
    if phase.kind is _RETREAT:
        return bool(state.dislodged)
    if rules.adjustments.every_phase:
        return True
    if phase.kind is _ADJUSTMENT:
        return bool(powers_due(rules, state))
    return bool(state.units)


def powers_due(rules: YearRules, state: GameState) -> list[PowerId]:
    """Return the powers that have something to adjust."""
    return rules.adjustments.powers_due(rules.season.board_in(state), state)


Finished = tuple[GameState, Sequence[Event]]
"""The state when a phase is over, and what its end brought."""


def _finish(rules: YearRules, state: GameState, phase: Phase, draws: Draws) -> Finished:
    """Return what the end of a phase brings, played or skipped."""
    if phase.kind is _RETREAT:
        return _finish_season(rules, state, phase, draws)
    if phase.kind is _ADJUSTMENT:
        ended = _finish_winter(rules, state)
        return replay(state, ended), ended
    return state, ()


def _finish_season(rules: YearRules, state: GameState, phase: Phase, draws: Draws) -> Finished:
    events: list[Event] = []
    for mechanism in rules.season.mechanisms:
        follows = mechanism.after_season(rules.season.board_in(state), state, draws)
        state = replay(state, follows)
        events += follows
    if phase.season is not _AUTUMN:
        return state, events
    board = rules.season.board_in(state)
    taken = settle_ownership(board, state)
    if taken:
        # As replaying them would, but without a new state for each.
        entered = {event.place: event.power for event in taken if event.power is not None}
        state = state.but(centres={**state.centres, **entered})
        events += taken
    winners = rules.victory.winners(board, state)
    if not winners:
        return state, events
    won = GameWon(winners)
    return won.apply(state), [*events, won]


def _finish_winter(rules: YearRules, state: GameState) -> list[Event]:
    board = rules.season.board_in(state)
    ended: list[Event] = []
    for mechanism in rules.season.mechanisms:
        ended += mechanism.after_winter(board, state)
    ended += [
        PowerEliminated(power)
        for power in board.powers
        if power not in state.eliminated and rules.survival.is_out(board, state, power)
    ]
    winners = rules.victory.after_winter(board, state)
    return [*ended, GameWon(winners)] if winners else ended

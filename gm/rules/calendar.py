"""From one phase to the next: what ends a season, and which phases nobody needs."""

from __future__ import annotations

from gm.rules.board import PowerId
from gm.rules.draws import Draws
from gm.rules.events import Event, GameWon, PhaseBegan, PowerEliminated, replay
from gm.rules.mechanics import Adjustments
from gm.rules.ownership import Survival, Victory, settle_ownership
from gm.rules.phases import Phase, PhaseKind, Season, following
from gm.rules.season_play import SeasonRules
from gm.rules.state import GameState
from gm.rules.values import value


@value
class YearRules:
    """What the course of a year hangs on."""

    season: SeasonRules
    adjustments: Adjustments
    victory: Victory
    survival: Survival


def go_on(rules: YearRules, state: GameState, draws: Draws) -> tuple[Event, ...]:
    """Return the facts from the end of a phase to the next one in which somebody has to order.

    A season is played only if a unit stands on the board, a retreat phase only if one can
    retreat, a winter only if a power has something to adjust. After a whole year in which nobody
    could do anything the next phase begins all the same. When a season is over the mechanisms have their turn; an autumn ends with ownership
    settled and victory judged, a winter with powers that are out.
    """
    events: list[Event] = []
    phase, last_year = state.phase, state.phase.year + 1
    while not events or not isinstance(events[-1], (PhaseBegan, GameWon)):
        events += _finish(rules, replay(state, events), phase, draws)
        if events and isinstance(events[-1], GameWon):
            break
        phase = following(phase)
        if phase.year > last_year or _is_played(rules, replay(state, events), phase):
            events.append(PhaseBegan(phase))
    return tuple(events)


def _is_played(rules: YearRules, state: GameState, phase: Phase) -> bool:
    match phase.kind:
        case PhaseKind.RETREAT:
            return bool(state.dislodged)
        case PhaseKind.ADJUSTMENT:
            return bool(powers_due(rules, state))
        case _:
            return bool(state.units)


def powers_due(rules: YearRules, state: GameState) -> list[PowerId]:
    """Return the powers that have something to adjust."""
    board = rules.season.board_in(state)
    return [
        power
        for power in board.powers
        if power not in state.eliminated and rules.adjustments.due(board, state, power)
    ]


def _finish(rules: YearRules, state: GameState, phase: Phase, draws: Draws) -> list[Event]:
    """Return what the end of a phase brings, played or skipped."""
    match phase.kind:
        case PhaseKind.RETREAT:
            return _finish_season(rules, state, phase, draws)
        case PhaseKind.ADJUSTMENT:
            return _finish_winter(rules, state)
        case _:
            return []


def _finish_season(rules: YearRules, state: GameState, phase: Phase, draws: Draws) -> list[Event]:
    events: list[Event] = []
    for mechanism in rules.season.mechanisms:
        now = replay(state, events)
        events += mechanism.after_season(rules.season.board_in(now), now, draws)
    if phase.season is not Season.AUTUMN:
        return events
    now = replay(state, events)
    board = rules.season.board_in(now)
    events += settle_ownership(board, now)
    winners = rules.victory.winners(board, replay(state, events))
    return [*events, GameWon(winners)] if winners else events


def _finish_winter(rules: YearRules, state: GameState) -> list[Event]:
    board = rules.season.board_in(state)
    return [
        PowerEliminated(power)
        for power in board.powers
        if power not in state.eliminated and rules.survival.is_out(board, state, power)
    ]

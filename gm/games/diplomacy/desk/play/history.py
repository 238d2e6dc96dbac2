"""A game looked back upon: how it ended, and whose the centres were year by year."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gm.app.ports import Transaction
from gm.app.records import GameRecord, GameStatus
from gm.app.services import Services
from gm.app.table import rules_of
from gm.contract.events import Event, GameEnded
from gm.games.diplomacy.pages.facts.course import chronicle_of as chronicle_of
from gm.games.diplomacy.pages.facts.years import years_of
from gm.games.diplomacy.pages.views import Chronicle
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.rules.board import PowerId
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.narrowed import rules_in
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.stored import load_events, load_state
from gm.games.diplomacy.variants import VARIANTS


def how_it_ended(transaction: Transaction, game: GameRecord) -> GameWon | GameEnded | None:
    """Return the fact that ended a game; None while it goes on."""
    if game.status is not GameStatus.FINISHED:
        return None
    phases = transaction.phases(game.id)
    result = transaction.result(phases[-1].id) if phases else None
    return _end_among(load_events(result.events)) if result is not None else None


def ending_words(services: Services, transaction: Transaction, game: GameRecord) -> str:
    """Return in a sentence how a game ended; "" while it goes on."""
    end = how_it_ended(transaction, game)
    return (
        event_words(end, rules_in(rules_of(services, game)).board) or "" if end is not None else ""
    )


def _end_among(events: Sequence[Event]) -> GameWon | GameEnded | None:
    ends = [event for event in events if isinstance(event, GameWon | GameEnded)]
    return ends[-1] if ends else None


def chronicle(
    transaction: Transaction, game: GameRecord, final: GameState, *, over: bool = False
) -> Chronicle:
    """Return what a game looked like from year to year, up to its final position.

    Args:
        transaction: the store.
        game: which game.
        final: the position at the end; where the GM ended the game, as he found it.
        over: the game ends with it, so that the seed of its draws is told.
    """
    phases = transaction.phases(game.id)
    states = [*(load_state(phase.state) for phase in phases), final]
    return Chronicle(
        began=states[0].phase,
        began_at=phases[0].opened_at,
        phases=len(phases),
        years=years_of(states),
        gone=_gone(states),
        seed=game.seed if over and VARIANTS[game.variant].chance else "",
    )


def _gone(states: Sequence[GameState]) -> dict[PowerId, Phase]:
    """Return with which phase each power went out that is out."""
    found: dict[PowerId, Phase] = {}
    for before, after in pairwise(states):
        for power in after.eliminated:
            found.setdefault(power, before.phase)
    return found

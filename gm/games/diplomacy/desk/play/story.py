"""What a game's records tell of the board's changes and of its points, for reports and answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from gm.app.overriding.amendments import facts_of, standing_amendments
from gm.app.ports import Transaction
from gm.app.records import GameRecord
from gm.contract.events import Event
from gm.games.diplomacy.pages.facts.course import board_story_in as board_story_in
from gm.games.diplomacy.pages.facts.course import points_story_in as points_story_in
from gm.games.diplomacy.pages.facts.stories import BoardStory, PointsStory, board_story_of
from gm.games.diplomacy.pages.facts.years import years_of
from gm.games.diplomacy.rules.mechanics.changes import (
    HoleReopened,
    ProvinceHoled,
    ProvinceSplit,
)
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven
from gm.games.diplomacy.rules.phases import Phase
from gm.games.diplomacy.stored import CODEC, load_events, load_state


def board_story(transaction: Transaction, game: GameRecord, last: int | None = None) -> BoardStory:
    """Return when the board came to differ from the printed one, so far, by the hat and the GM.

    Args:
        transaction: the store. game: which game.
        last: the number of the phase with which the story ends, if not with the newest.
    """
    kinds = (HoleReopened, ProvinceHoled, ProvinceSplit)
    return board_story_of(_facts(transaction, game, kinds, last))


def points_story(transaction: Transaction, game: GameRecord) -> PointsStory:
    """Return how the powers came by their points, by the phases resolved so far."""
    gifts = tuple(
        (phase, event)
        for phase, event in _facts(transaction, game, (PointsGiven,))
        if isinstance(event, PointsGiven)
    )
    states = [load_state(phase_record.state) for phase_record in transaction.phases(game.id)]
    return PointsStory(years_of(states), gifts)


def _facts(
    transaction: Transaction,
    game: GameRecord,
    kinds: Sequence[type[Event]],
    last: int | None = None,
) -> Iterator[tuple[Phase, Event]]:
    """Yield the facts of some kinds with their phases, in order, the GM's overrides first."""
    names = [f'"{kind.__name__}"' for kind in kinds]
    for phase in transaction.phases(game.id):
        if last is not None and phase.number > last:
            return
        when, result = Phase.parse(phase.name), transaction.result(phase.id)
        amended = facts_of(CODEC, standing_amendments(transaction, phase.id))
        # Most phases have none, and reading all their facts takes longer than looking for a word.
        told = result is not None and any(name in result.events for name in names)
        brought = load_events(result.events) if result is not None and told else ()
        for event in chain(amended, brought):
            if isinstance(event, tuple(kinds)):
                yield when, event

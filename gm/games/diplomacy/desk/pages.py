"""The words and pages of Diplomacy as the shell knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.contract.events import Event, GameEnded
from gm.contract.rules import Rules
from gm.contract.seats import SeatId
from gm.contract.stages import Stage
from gm.games.diplomacy.desk.laid import rules_in
from gm.games.diplomacy.desk.setup.unplayed import closing_words
from gm.games.diplomacy.pages.wording.happenings import event_words
from gm.games.diplomacy.pages.wording.phrases import (
    due_title,
    open_words,
    orders_word,
    phase_words,
    then_words,
)
from gm.games.diplomacy.pages.wording.words import power_words
from gm.games.diplomacy.rules.events import GameWon
from gm.games.diplomacy.rules.phases import phase_of
from gm.games.diplomacy.rules.state import GameState


class SeasonPages:
    """Keeps the contract's `Pages`."""

    def stage(self, stage: Stage) -> str:
        """Return a phase as people call it: `Autumn 1016 retreats`."""
        return phase_words(phase_of(stage))

    def stage_open(self, stage: Stage) -> str:
        """Return that a phase is open: `The retreats of Spring 1016 are open`."""
        return open_words(phase_of(stage))

    def what_is_ordered(self, stage: Stage) -> str:
        """Return what is ordered in a phase: `orders`, `retreats`, `choices`."""
        return orders_word(phase_of(stage))

    def due(self, stage: Stage) -> str:
        """Return what is due in a phase: `Spring 1016: orders due`."""
        return due_title(phase_of(stage))

    def then(self, stage: Stage, following: Stage, when: str) -> str:
        """Return which phase follows an open one; retreats, if there are any, come before it."""
        return then_words(phase_of(stage), phase_of(following), when)

    def seat(self, seat: SeatId, rules: Rules[GameState, Any]) -> str:
        """Return the name of a power as it stands in sentences."""
        return power_words(seat, rules_in(rules).board)

    def unplayed(self, seat: SeatId, rules: Rules[GameState, Any]) -> str:
        """Return what nobody can enter if nobody plays a power (Irish 3)."""
        return closing_words(rules_in(rules), seat)

    def how_it_ended(self, events: Sequence[Event], rules: Rules[GameState, Any]) -> str:
        """Return in a sentence who has won, or how the game was ended; "" if it was not."""
        ends = [event for event in events if isinstance(event, GameWon | GameEnded)]
        return event_words(ends[-1], rules_in(rules).board) or "" if ends else ""

"""A step that is being played: the position so far, what led there, and the chance it asks for (4, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from gm.contract.dice import pick, roll, shuffled
from gm.contract.draws import Draw, Draws
from gm.contract.events import Drawn, Event
from gm.contract.seats import SeatId
from gm.games.freedom.rules.events import (
    DeckShuffled,
    GameWon,
    SiegeTrack,
    TrackChanged,
    Why,
    after,
)
from gm.games.freedom.rules.state import Cause, SiegeState, cards_sorted
from gm.games.freedom.rules.tables import MOST_CIVILIANS, SEATS, Tables, other


class GameOverError(Exception):
    """The game is over in the middle of a step; nothing after it happens."""


@dataclass(slots=True)
class Course:
    """A step on its way.

    Args:
        tables: what is played. draws: where chance comes from. state: the position so far.
    """

    tables: Tables
    draws: Draws
    state: SiegeState
    events: list[Event] = field(default_factory=list)
    made: list[Draw] = field(default_factory=list)
    _labels: dict[str, int] = field(default_factory=dict)

    def do(self, *events: Event) -> None:
        """Let facts come about."""
        self.state = after(self.state, events)
        self.events += events

    # Chance

    def dice(self, what: str, count: int, faces: int) -> tuple[int, ...]:
        """Roll dice."""
        rolled = roll(self.draws, self._label(what), count, faces)
        self._drew(rolled.draws)
        return rolled.dice

    def shuffle(self, what: str, period: str, cards: Sequence[str], *, discards: bool) -> None:
        """Shuffle cards into the deck of a period, from their order by id (10)."""
        made = shuffled(self.draws, self._label(what), cards_sorted(cards))
        self._drew(made.draws)
        self.do(DeckShuffled(period, made.order, discards))

    def card_of(self, seat: SeatId, what: str) -> str:
        """Choose a card of a hand by lot; what was in it nobody is told (10)."""
        lot = pick(self.draws, self._label(what), self.state.hand[seat])
        self._drew([replace(draw, sealed=True) for draw in lot.draws])
        return lot.chosen

    def _drew(self, draws: Sequence[Draw]) -> None:
        self.made += draws
        self.do(*map(Drawn, draws))

    def _label(self, what: str) -> str:
        """Return a label that comes once in a game: `R2 P05 attack at 3-4`, the next `... 2`."""
        state = self.state
        played = len(SEATS) * self.tables.siege.plays - sum(state.plays_left.values())
        label = f"R{state.round} P{played:02} {what}"
        count = self._labels[label] = self._labels.get(label, 0) + 1
        return label if count == 1 else f"{label} {count}"

    # Tracks

    def change(self, seat: SeatId, track: SiegeTrack, delta: int, why: Why) -> None:
        """Change a track of a side as far as it goes (1, 9).

        Raises:
            GameOverError: its morale has come to nothing (4).
        """
        value = self.value(seat, track)
        if value is None:
            return
        moved = max(0, min(self._most(track), value + delta)) - value
        if moved:
            self.do(TrackChanged(seat, track, moved, why))
        if track is SiegeTrack.MORALE and not self.state.morale[seat]:
            self.win(other(seat), Cause.MORALE)

    def value(self, seat: SeatId, track: SiegeTrack) -> int | None:
        """Return how a track of a side stands; None of a marker that is gone."""
        match track:
            case SiegeTrack.MORALE:
                return self.state.morale[seat]
            case SiegeTrack.SUPPLIES:
                return self.state.supplies[seat]
            case SiegeTrack.PREP:
                return self.state.prep[seat]
            case SiegeTrack.PLEA:
                return self.state.plea[seat]
            case SiegeTrack.MONEY:
                return self.state.money
            case SiegeTrack.CIVILIANS:
                return self.state.civilians

    def _most(self, track: SiegeTrack) -> int:
        if track is SiegeTrack.MORALE:
            return self.tables.siege.morale_cap
        if track is SiegeTrack.PREP:
            return self.tables.rulings.prep_most or _NO_END
        return MOST_CIVILIANS if track is SiegeTrack.CIVILIANS else _NO_END

    def choose_morale(self, seat: SeatId, why: Why) -> None:
        """Let a side take own morale or the enemy's, as its policy says (5)."""
        own_morale, enemy = self.state.morale[seat], self.state.morale[other(seat)]
        below = own_morale < self.state.policy_of(seat).morale
        if below and own_morale < self.tables.siege.morale_cap and enemy > 1:
            self.change(seat, SiegeTrack.MORALE, 1, why)
        else:
            self.change(other(seat), SiegeTrack.MORALE, -1, why)

    def win(self, seat: SeatId, why: Cause) -> NoReturn:
        """End the game (4)."""
        self.do(GameWon(seat, why))
        raise GameOverError


_NO_END = 10**9
"""A track without a greatest number."""

"""A step that is being played: the position so far, what led there, and the dice it asks for (5, 12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from gm.contract.dice import roll, shuffled
from gm.contract.draws import Draw, Draws
from gm.contract.events import Drawn, Event
from gm.contract.values import value
from gm.games.turlough.rules.events import (
    DeckShuffled,
    Destroyed,
    FactionOut,
    FebasChanged,
    FebasReason,
    HostageFreed,
    Won,
    after,
)
from gm.games.turlough.rules.sides import side_of
from gm.games.turlough.rules.state import (
    MOST_DEVASTATION,
    Army,
    Cause,
    OneByOne,
    TurloughState,
    Victory,
)
from gm.games.turlough.rules.tables import ALLIES, CLAIMANTS, ENGLISH, GROUPS, Hazard, Tables


class CombatDice(Enum):
    """How battles are summed up in an attack roll (8)."""

    POOL_SUM = "pool_sum"
    POOL_HIGH = "pool_high"
    D6_PLUS_BATTLES = "d6_plus_battles"


@value
class TurloughOptions:
    """How a game differs from the usual (13).

    Args:
        combat_dice: how battles are summed up. castle_dice: as how many battles a castle fights.
        hazard_return: an ordinary hazard that is replaced goes back into the deck.
        ix_battles: how many battles the "ix" of 1276 are.
        febas_goal: with so many a claimant wins. start_febas: with how many each stack begins.
        halves_until_exile: exile ends the halving of the kingdom, too.
        call_hostage: who is called by de Clare gives him his hostage.
        war_limit: the last war turn of a war; 0 for none.
        live_sequential: one faction is asked after the other, and each sees the board.
        packets_shown: what was sent in a war is shown to all when it is over.
    """

    combat_dice: CombatDice = CombatDice.POOL_SUM
    castle_dice: int = 3
    hazard_return: bool = True
    ix_battles: int = 6
    febas_goal: int = 5
    start_febas: int = 3
    halves_until_exile: bool = True
    call_hostage: bool = True
    war_limit: int = 12
    live_sequential: bool = False
    packets_shown: bool = False


USUAL: Final = TurloughOptions()
"""A game that differs in nothing."""


class GameWonError(Exception):
    """The game is won in the middle of a step; nothing after it happens."""


@dataclass(slots=True)
class Course:
    """A step on its way.

    Args:
        tables, options: what is played, and how. draws: where dice come from.
        state: the position so far.
        arrivals: of the armies that came into their hex in this war turn, when: a later one is greater.
        crossed: those whose last step in this war turn led over a river.
    """

    tables: Tables
    options: TurloughOptions
    draws: Draws
    state: TurloughState
    events: list[Event] = field(default_factory=list)
    made: list[Draw] = field(default_factory=list)
    arrivals: dict[str, int] = field(default_factory=dict)
    crossed: set[str] = field(default_factory=set)
    _came: int = 0
    _labels: dict[str, int] = field(default_factory=dict)

    @property
    def hazard(self) -> Hazard:
        """What holds under the card that is active."""
        return self.tables.hazard(self.state.hazard)

    def do(self, *events: Event) -> None:
        """Let facts come about."""
        self.state = after(self.state, events)
        self.events += events

    def side(self, faction: str) -> str | None:
        """Return a faction's side now."""
        return side_of(self.state, faction)

    def arrive(self, faction: str, *, over_river: bool = False) -> None:
        """Note that an army came into its hex, last of all."""
        self._came += 1
        self.arrivals[faction] = self._came
        self.crossed.discard(faction)
        if over_river:
            self.crossed.add(faction)

    def begin_war_turn(self) -> None:
        """Forget who came where in the war turn before."""
        self.arrivals.clear()
        self.crossed.clear()

    def resume_war_turn(self, so_far: OneByOne) -> None:
        """Recall who came where in the war turn so far."""
        self.arrivals.update(so_far.arrivals)
        self.crossed.update(so_far.crossed)
        self._came = max(self.arrivals.values(), default=0)

    def arrival(self, army: Army) -> int:
        """Return when an army came into its hex; those that stood there came in joining order (8)."""
        stood = self.state.armies.index(army) - len(self.state.armies)
        return self.arrivals.get(army.faction, stood)

    def dice(self, what: str, count: int) -> tuple[int, ...]:
        """Roll dice."""
        if not count:
            return ()
        rolled = roll(self.draws, self._label(what), count)
        self._drew(rolled.draws)
        return rolled.dice

    def shuffle(self) -> None:
        """Shuffle the deck, from the order of the cards' texts (12)."""
        cards, label = sorted(self.state.deck), self._label("deck")
        if len(cards) == 1:  # the kit draws no card of one; the recorded games do
            self.made.append(self.draws.draw(f"{label}, card 1", tuple(cards)))
            return
        made = shuffled(self.draws, label, cards)
        self._drew(made.draws)
        self.do(DeckShuffled(made.order))

    def _drew(self, draws: Sequence[Draw]) -> None:
        self.made += draws
        self.do(*map(Drawn, draws))

    def devastated(self, hex_: str) -> None:
        """Destroy a settlement that has suffered all it can (7, 8)."""
        full = self.state.devastation[hex_] >= MOST_DEVASTATION
        if full and hex_ not in self.state.destroyed:
            self.do(Destroyed(hex_))

    def change_febas(self, group: str | None, delta: int, reason: FebasReason) -> None:
        """Change a stack, and do at once what follows of it; de Clare and neutrals have none (9).

        Raises:
            GameWonError: a claimant has reached the goal, or is out.
        """
        if group is None or group == ENGLISH:
            return
        self.do(FebasChanged(group, delta, reason))
        height = self.state.febas[group]
        if group in CLAIMANTS:
            self._judge_claimant(group, height)
        elif height == 0:
            self._end_group(group)

    def _judge_claimant(self, claimant: str, height: int) -> None:
        if height == 0:
            self.do(FactionOut(claimant))
            (rival,) = (other for other in CLAIMANTS if other != claimant)
            self._win(rival, Cause.RIVAL_OUT)
        if height >= self.options.febas_goal:
            self._win(claimant, Cause.FEBAS_GOAL)

    def _win(self, claimant: str, reason: Cause) -> None:
        """End the game: his allies win with him who have febas left, and de Clare by his hostage (9)."""
        hostage = self.state.factions[claimant].hostage_holder
        shares = {claimant, *(g for g in ALLIES[claimant] if self.state.febas.get(g, 0) > 0)}
        if hostage == ENGLISH:
            shares.add(ENGLISH)
        winners = tuple(group for group in GROUPS if group in shares)
        self.do(Won(Victory(claimant, reason, winners)))
        raise GameWonError

    def _end_group(self, group: str) -> None:
        """Put the factions of a group out of the game (9)."""
        for faction, standing in self.state.standings():
            if standing.group == group and not standing.out:
                self.do(FactionOut(faction))
                self.free_hostages(faction)
                if (holder := self.state.factions[faction].hostage_holder) is not None:
                    self.do(HostageFreed(faction, holder))

    def free_hostages(self, holder: str) -> None:
        """Free the hostages that a faction holds (7)."""
        for giver, standing in self.state.standings():
            if standing.hostage_holder == holder:
                self.do(HostageFreed(giver, holder))

    def _label(self, what: str) -> str:
        """Return a label that comes once in a game: `R2 W3 attack at CLO`, the next `... 2`."""
        asked = self.state.one_by_one
        step = "" if asked is None else f"S{asked.step} "
        label = f"R{self.state.round} W{self.state.war_turn} {step}{what}"
        count = self._labels[label] = self._labels.get(label, 0) + 1
        return label if count == 1 else f"{label} {count}"

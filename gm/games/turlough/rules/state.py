"""A position of The Triumphs of Turlough (2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from enum import Enum
from typing import Any, Final

from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.turlough.rules.orders import FactionOrder
from gm.games.turlough.rules.outcomes import TurloughOutcome
from gm.games.turlough.rules.tables import FACTIONS, GROUPS

MOST_CATTLE: Final = 10
MOST_BATTLES: Final = 10
MOST_DEVASTATION: Final = 10
"""What herds, armies and lands can hold at most (2)."""

HIDDEN: Final = "?"
"""In place of a card that lies face down."""


class Wait(Enum):
    """What a position waits for (5)."""

    START = "START"
    PACKETS = "PACKETS"
    OVER = "OVER"


class Cause(Enum):
    """Why a game was won (9)."""

    FEBAS_GOAL = "febas_goal"
    RIVAL_OUT = "rival_out"


@value
class FactionState:
    """How a faction stands.

    Args:
        group: whose febas it shares; None of a neutral one.
        alliance: the claimant it is allied to; None of claimants and de Clare, too.
        hostage_holder: the faction that holds its hostage.
        exiled, out: whether it is so. cattle: its herd. served: it has had its army in this war.
    """

    group: str | None = None
    alliance: str | None = None
    hostage_holder: str | None = None
    exiled: bool = False
    out: bool = False
    cattle: int = 0
    served: bool = False


@value
class Army:
    """An army on the board; provisions are its own."""

    faction: str
    hex: str
    battles: int
    provisions: int


@value
class Victory:
    """How a game was won: by which claimant, why, and which groups have won with him."""

    claimant: str
    reason: Cause
    winners: tuple[str, ...]


class AskedFor(Enum):
    """What a faction is asked where one is asked after the other."""

    RISING = "rising"
    ACTING = "acting"


@value
class OneByOne:
    """How far a war turn is in which the factions are asked one after the other (note 96).

    Args:
        step: how often somebody was asked in it, this time included.
        asking: what the faction is asked. faction: who is asked.
        asked: who was asked the same before. joined: whose armies have joined in this war turn.
        arrivals: of the armies that came into their hex in it, when. crossed: those that came over a river.
    """

    step: int
    asking: AskedFor
    faction: str
    asked: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    arrivals: tuple[tuple[str, int], ...] = ()
    crossed: tuple[str, ...] = ()


@value
class KeptLine:
    """A line of a packet that is kept until its war is over, with what became of it."""

    war_turn: int
    outcome: TurloughOutcome


@value
class TurloughState:
    """What lies on the table, and what is hidden.

    Args:
        scenario: its year. wait, round, war_turn: how far the game is.
        king: the claimant who reigns. partition: the kingdom is halved (4).
        dec_side: the claimant whom de Clare supports.
        crown: who last disbanded at Clonroad in this war; returning: exiles who disbanded elsewhere.
        hazard: the card that is active; deck: the others, the top one first.
        order: of this round's maintenance.
        seats: of each group of the game, the seat that plays it.
        febas: of each group but de Clare's. pounds: de Clare's.
        factions: all. armies: on the board, in the order they joined.
        devastation: of each settlement. destroyed: those that are, sorted.
        standing: of each faction that has some, its standing lines.
        result: how it was won. awarded: to whom the game's master has given it where he ended it.
        one_by_one: who is asked now, where one is asked after the other.
        kept: the lines of the war so far, in a game that shows them when it is over.
    """

    scenario: str
    wait: Wait = Wait.START
    round: int = 1
    war_turn: int = 0
    king: str | None = None
    partition: bool = False
    dec_side: str | None = None
    crown: str | None = None
    returning: tuple[str, ...] = ()
    hazard: str | None = None
    deck: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict, hash=False)
    febas: Mapping[str, int] = field(default_factory=dict, hash=False)
    pounds: int = 0
    factions: Mapping[str, FactionState] = field(default_factory=dict, hash=False)
    armies: tuple[Army, ...] = ()
    devastation: Mapping[str, int] = field(default_factory=dict, hash=False)
    destroyed: tuple[str, ...] = ()
    standing: Mapping[str, tuple[FactionOrder, ...]] = field(default_factory=dict, hash=False)
    result: Victory | None = None
    awarded: tuple[SeatId, ...] = ()
    one_by_one: OneByOne | None = None
    kept: tuple[KeptLine, ...] = ()

    def army(self, faction: str) -> Army | None:
        """Return a faction's army; None if it has none."""
        return next((army for army in self.armies if army.faction == faction), None)

    def armies_in(self, hex_: str) -> tuple[Army, ...]:
        """Return the armies in a hex, in the order they joined."""
        return tuple(army for army in self.armies if army.hex == hex_)

    def standings(self) -> Iterator[tuple[str, FactionState]]:
        """Yield each faction with how it stands, in their order; what is stored has none."""
        return ((faction, self.factions[faction]) for faction in FACTIONS)

    def stacks(self) -> Iterator[tuple[str, int]]:
        """Yield each stack of febas with its height, in the order of groups."""
        return ((group, self.febas[group]) for group in GROUPS if group in self.febas)

    def group_of(self, faction: str) -> str | None:
        """Return the group whose febas a faction shares; None of a neutral one."""
        return self.factions[faction].group

    def seat_of(self, faction: str) -> str | None:
        """Return the seat that commands a faction; None of a neutral one."""
        group = self.group_of(faction)
        return None if group is None else self.seats[group]

    def commanded_by(self, seat: str) -> tuple[str, ...]:
        """Return the factions that a seat commands, those that are out, too, in their order."""
        return tuple(faction for faction in FACTIONS if self.seat_of(faction) == seat)


def with_faction(state: TurloughState, faction: str, **changes: Any) -> TurloughState:
    """Return the position with something changed of a faction."""
    changed = replace(state.factions[faction], **changes)
    return replace(state, factions={**state.factions, faction: changed})


def with_army(state: TurloughState, faction: str, **changes: Any) -> TurloughState:
    """Return the position with something changed of a faction's army."""
    armies = tuple(
        replace(army, **changes) if army.faction == faction else army for army in state.armies
    )
    return replace(state, armies=armies)


def without_army(state: TurloughState, faction: str) -> TurloughState:
    """Return the position without a faction's army."""
    armies = tuple(army for army in state.armies if army.faction != faction)
    return replace(state, armies=armies)

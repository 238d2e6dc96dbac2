"""The facts of Freedom!, and how each leads from one position to the next (10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from gm.contract.events import Event, GameEnded
from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.freedom.rules.orders import PlayMode
from gm.games.freedom.rules.state import (
    Cause,
    Claim,
    Control,
    Flag,
    Flags,
    Policy,
    SiegeState,
    Wait,
    cards_sorted,
    with_units,
)
from gm.games.freedom.rules.tables import IMP, INS, PERIODS, SEATS


class SiegeTrack(Enum):
    """A number of a side that goes up and down (1)."""

    MORALE = "morale"
    SUPPLIES = "supplies"
    MONEY = "money"
    PREP = "prep"
    PLEA = "plea"
    CIVILIANS = "civilians"


class Why(Enum):
    """What a change comes from."""

    CARD = "card"
    ACTION = "action"
    CLEARED = "cleared"
    WALL_DESTROYED = "wall destroyed"
    OPENING = "opening"
    REWARD = "reward"
    UPKEEP = "upkeep"
    UNPAID = "unpaid"
    HUNGER = "hunger"
    DESERTION = "desertion"
    HELP = "help"
    PERIOD = "period"
    WINTER = "winter"
    ATTACK = "attack"
    RAID = "raid"
    CANNON = "cannon"
    UNUSED = "unused"


class MoveWay(Enum):
    """How a unit went."""

    OPENING = "opening"
    MOVE = "move"
    SLOW = "slow"
    REGROUP = "regroup"


@value
class Happening(Event):
    """The common base of the facts of this game."""

    def on(self, state: SiegeState) -> SiegeState:
        """Return the position that it leads to; those that are only told change nothing."""
        return state


# The course of the game


@value
class DeckShuffled(Happening):
    """A deck lies face down in an order that nobody knows; discards that are shuffled lie there no more."""

    period: str
    order: tuple[str, ...]
    discards: bool = False

    def visible_to(self) -> frozenset[SeatId] | None:
        """Nobody may read of it."""
        return frozenset()

    def on(self, state: SiegeState) -> SiegeState:
        """The deck has this order."""
        deck = {**state.deck, self.period: self.order}
        return replace(state, deck=deck, discard=() if self.discards else state.discard)


@value
class DiscardsShuffled(Happening):
    """The deck was empty: the discards are the new one; `count` cards."""

    count: int


@value
class CardsDealt(Happening):
    """A side takes cards from the top of the deck; which, it alone is told."""

    seat: SeatId
    period: str
    cards: tuple[str, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """Its owner may read of it."""
        return frozenset({self.seat})

    def on(self, state: SiegeState) -> SiegeState:
        """They are in hand, and no more in the deck."""
        deck = state.deck[self.period][len(self.cards) :]
        hand = cards_sorted((*state.hand[self.seat], *self.cards))
        return replace(
            state,
            deck={**state.deck, self.period: deck},
            hand={**state.hand, self.seat: hand},
        )


@value
class HandFilled(Happening):
    """A side has taken so many cards; everybody is told the number."""

    seat: SeatId
    count: int


@value
class RoundBegan(Happening):
    """A round begins, with so many plays for each side."""

    round: int
    plays: int

    def on(self, state: SiegeState) -> SiegeState:
        """Claims and flags of cannons end with the round before."""
        return replace(state, round=self.round, plays_left=dict.fromkeys(SEATS, self.plays))


@value
class PeriodChanged(Happening):
    """The second period: all cards of the first leave the game (4)."""

    def on(self, state: SiegeState) -> SiegeState:
        """Hands, discards and the deck of the first period are gone."""
        return replace(
            state,
            deck={**state.deck, PERIODS[0]: ()},
            hand=dict.fromkeys(SEATS, ()),
            discard=(),
        )


@value
class WaitBegan(Happening):
    """The game waits for a seat."""

    wait: Wait
    turn: SeatId

    def on(self, state: SiegeState) -> SiegeState:
        """It is that seat's turn."""
        return replace(state, wait=self.wait, turn=self.turn)


@value
class PlaysLost(Happening):
    """A side without cards loses the plays it has left (4)."""

    seat: SeatId
    count: int

    def on(self, state: SiegeState) -> SiegeState:
        """It has none left."""
        return replace(state, plays_left={**state.plays_left, self.seat: 0})


@value
class Stormed(Happening):
    """At the end of the actions Imperial units stand in these forts or on the beach (4)."""

    spaces: tuple[str, ...]


@value
class GameWon(Happening):
    """The game is over."""

    winner: SeatId
    why: Cause

    def on(self, state: SiegeState) -> SiegeState:
        """Nobody is waited for."""
        return replace(
            state, wait=Wait.END, turn=None, claim=None, winner=self.winner, why=self.why
        )


# Cards


@value
class CardPlayed(Happening):
    """A side plays a card; it lies with the discards, and the play is counted (5)."""

    seat: SeatId
    card: str
    mode: PlayMode

    def on(self, state: SiegeState) -> SiegeState:
        """The card has left the hand; what lay claimable no longer does."""
        plays = {**state.plays_left, self.seat: state.plays_left[self.seat] - 1}
        return replace(_discarded(state, self.seat, self.card), plays_left=plays, claim=None)


@value
class CardClaimed(Happening):
    """A side claims the card that lies there, and discards another; `counted` as a play (5)."""

    seat: SeatId
    card: str
    discarded: str
    counted: bool

    def on(self, state: SiegeState) -> SiegeState:
        """The card that was discarded has left the hand."""
        plays = {**state.plays_left, self.seat: state.plays_left[self.seat] - self.counted}
        return replace(_discarded(state, self.seat, self.discarded), plays_left=plays, claim=None)


@value
class ClaimPassed(Happening):
    """A side does not claim the last card."""

    seat: SeatId

    def on(self, state: SiegeState) -> SiegeState:
        """Nothing lies claimable."""
        return replace(state, claim=None)


@value
class ClaimOpened(Happening):
    """The card may be claimed by a side in its next turn (5)."""

    seat: SeatId
    card: str

    def on(self, state: SiegeState) -> SiegeState:
        """It lies claimable."""
        return replace(state, claim=Claim(self.seat, self.card))


@value
class ClaimLapsed(Happening):
    """What lay claimable no longer does."""

    def on(self, state: SiegeState) -> SiegeState:
        """Nothing lies claimable."""
        return replace(state, claim=None)


@value
class RandomDiscarded(Happening):
    """A card of a hand is discarded by lot (9)."""

    seat: SeatId
    card: str

    def on(self, state: SiegeState) -> SiegeState:
        """It lies with the discards."""
        return _discarded(state, self.seat, self.card)


@value
class HandLooked(Happening):
    """A side sees the other's hand, as it is now (9)."""

    seat: SeatId
    cards: tuple[str, ...]

    def visible_to(self) -> frozenset[SeatId] | None:
        """Who looks may read of it."""
        return frozenset({self.seat})


@value
class HandShown(Happening):
    """Everybody is told that a side has looked into the other's hand."""

    seat: SeatId


@value
class FlagSet(Happening):
    """Something holds for a while, or does so no more (9).

    Args:
        flag: what. seat: who has played it, or whom it hits; None where it ends.
    """

    flag: Flag
    seat: SeatId | None

    def on(self, state: SiegeState) -> SiegeState:
        """It holds, or not."""
        holds: Any = self.seat is not None if self.flag is Flag.NO_CANNONS else self.seat
        flags: Flags = replace(state.flags, **{self.flag.value: holds})
        return replace(state, flags=flags)


@value
class SettlingBegan(Happening):
    """A card says what the game's master settles by hand; the game waits for it (9)."""

    seat: SeatId
    card: str
    text: str

    def on(self, state: SiegeState) -> SiegeState:
        """It waits."""
        return replace(state, settling=self.card)


@value
class Settled(Happening):
    """The game's master has settled a card's effect."""

    card: str

    def on(self, state: SiegeState) -> SiegeState:
        """The game goes on."""
        return replace(state, settling=None)


@value
class PolicyChanged(Happening):
    """A side's policies are these now."""

    seat: SeatId
    policy: Policy

    def visible_to(self) -> frozenset[SeatId] | None:
        """They are sealed (1)."""
        return frozenset({self.seat})

    def on(self, state: SiegeState) -> SiegeState:
        """They hold."""
        return replace(state, policy={**state.policy, self.seat: self.policy})


# Tracks, units, areas


@value
class TrackChanged(Happening):
    """A track of a side goes up or down."""

    seat: SeatId
    track: SiegeTrack
    delta: int
    why: Why

    def on(self, state: SiegeState) -> SiegeState:
        """It stands there now."""
        match self.track:
            case SiegeTrack.MONEY:
                return replace(state, money=state.money + self.delta)
            case SiegeTrack.CIVILIANS:
                return replace(state, civilians=state.civilians + self.delta)
            case _:
                name = self.track.value
                numbers: Mapping[SeatId, int] = getattr(state, name)
                changed = {**numbers, self.seat: numbers[self.seat] + self.delta}
                moved: SiegeState = _with(state, name, changed)
                return moved


@value
class PopulationCounted(Happening):
    """The heads of the city are counted (8)."""

    population: int

    def on(self, state: SiegeState) -> SiegeState:
        """So many they are until the next count."""
        return replace(state, population=self.population)


@value
class UnitMoved(Happening):
    """A unit went through spaces, from the first to the last."""

    kind: str
    spaces: tuple[str, ...]
    how: MoveWay

    def on(self, state: SiegeState) -> SiegeState:
        """It stands in the last."""
        left = with_units(state, self.spaces[0], self.kind, -1)
        return with_units(left, self.spaces[-1], self.kind, 1)


@value
class UnitGained(Happening):
    """A unit comes into play."""

    kind: str
    space: str
    why: Why

    def on(self, state: SiegeState) -> SiegeState:
        """It stands there."""
        return with_units(state, self.space, self.kind, 1)


@value
class UnitRemoved(Happening):
    """A unit goes out of play."""

    kind: str
    space: str
    why: Why

    def on(self, state: SiegeState) -> SiegeState:
        """It is gone."""
        return with_units(state, self.space, self.kind, -1)


@value
class UnitLost(Happening):
    """A unit or a cannon that was won finds no place or no piece, and is not gained."""

    seat: SeatId
    cannon: bool
    why: Why


@value
class CannonGained(Happening):
    """A cannon comes into play; `space` "" is the Camp."""

    seat: SeatId
    space: str
    why: Why

    def on(self, state: SiegeState) -> SiegeState:
        """It stands there."""
        cannons = state.cannons
        if not self.space:
            return replace(state, cannons=replace(cannons, camp=cannons.camp + 1))
        return _with_cannons(state, self.seat, {*_cannons_of(state, self.seat), self.space})


@value
class CannonBuilt(Happening):
    """A cannon is built: from the Camp by IMP, for a supply by INS (5)."""

    seat: SeatId
    space: str

    def on(self, state: SiegeState) -> SiegeState:
        """It stands there."""
        built = _with_cannons(state, self.seat, {*_cannons_of(state, self.seat), self.space})
        camp = built.cannons.camp - (self.seat == IMP)
        return replace(built, cannons=replace(built.cannons, camp=camp))


@value
class CannonRemoved(Happening):
    """A cannon, or the Bombard, is shot to pieces."""

    seat: SeatId
    space: str
    bombard: bool = False

    def on(self, state: SiegeState) -> SiegeState:
        """It is gone."""
        if self.bombard:
            return replace(state, cannons=replace(state.cannons, bombard=None))
        return _with_cannons(state, self.seat, {*_cannons_of(state, self.seat)} - {self.space})


@value
class WallChanged(Happening):
    """A Wall space is damaged (1), destroyed (2), or repaired to less."""

    space: str
    damage: int
    why: Why

    def on(self, state: SiegeState) -> SiegeState:
        """So much damage it has."""
        wall = {**state.wall, self.space: self.damage}
        return replace(state, wall={space: damage for space, damage in wall.items() if damage})


@value
class AreaSupported(Happening):
    """A side supports an area: who controls it now, and with how many markers (5)."""

    seat: SeatId
    area: str
    control: Control

    def on(self, state: SiegeState) -> SiegeState:
        """It is so."""
        return replace(state, areas={**state.areas, self.area: self.control})


# What is rolled, and told


@value
class AttackRolled(Happening):
    """An attack: the dice of a side, what each needs, and whether a unit falls."""

    seat: SeatId
    source: str
    target: str
    dice: tuple[int, ...]
    need: int
    hit: bool


@value
class RaidRolled(Happening):
    """A raid: its die, what it needs, and whether a unit falls."""

    source: str
    target: str
    die: int
    need: int
    hit: bool


@value
class Fired(Happening):
    """A cannon fires: its dice, what each needs, and how many hit."""

    seat: SeatId
    cannon: str
    target: str
    dice: tuple[int, ...]
    need: int
    hits: int
    bombard: bool = False


@value
class FundsAsked(Happening):
    """The Porte is asked for funds: the dice, the penalty, and whether it pays (5)."""

    dice: tuple[int, ...]
    penalty: int
    granted: bool


@value
class HelpAsked(Happening):
    """The government is asked for help: the dice, the bonus, and whether help comes (8)."""

    dice: tuple[int, ...]
    bonus: int
    granted: bool

    def on(self, state: SiegeState) -> SiegeState:
        """The marker is gone if it comes."""
        return replace(state, plea={**state.plea, INS: None}) if self.granted else state


@value
class AttacksRewarded(Happening):
    """Later attacks of this play are rewarded (5)."""

    seat: SeatId


@value
class AreasRewarded(Happening):
    """A side takes the rewards of the areas that it controls (8)."""

    seat: SeatId
    areas: tuple[str, ...]


@value
class UpkeepPaid(Happening):
    """What a side owed at the end of the round, and how much it lacked (8)."""

    seat: SeatId
    track: SiegeTrack
    owed: int
    missing: int


@value
class DesertionFollowed(Happening):
    """At this morale so many units desert (3)."""

    morale: int
    count: int


@value
class CannonsSilent(Happening):
    """No cannon fires in this round because of a card (9)."""


Facts = Sequence[Event]
"""What leads from one position to the next."""


def after(state: SiegeState, events: Facts) -> SiegeState:
    """Return the position that facts lead to."""
    for event in events:
        match event:
            case Happening():
                state = event.on(state)
            case GameEnded():
                state = replace(state, wait=Wait.END, turn=None, claim=None, awarded=event.powers)
    return state


def _discarded(state: SiegeState, seat: SeatId, card: str) -> SiegeState:
    hand = tuple(held for held in state.hand[seat] if held != card)
    discard = cards_sorted((*state.discard, card))
    return replace(state, hand={**state.hand, seat: hand}, discard=discard)


def _cannons_of(state: SiegeState, seat: SeatId) -> tuple[str, ...]:
    return state.cannons.imperial if seat == IMP else state.cannons.insurgent


def _with_cannons(state: SiegeState, seat: SeatId, spaces: set[str]) -> SiegeState:
    name = "imperial" if seat == IMP else "insurgent"
    return replace(state, cannons=_with(state.cannons, name, tuple(sorted(spaces, key=_place))))


def _place(space: str) -> tuple[int, str]:
    """Return where a space comes in the canonical order among those that can have a cannon (2)."""
    return (0, space) if space[0].isdigit() else (1 + _ISLES.index(space), "")


_ISLES = ("MAR", "VAS", "KLI")


def _with(record: Any, name: str, changed: object) -> Any:
    return replace(record, **{name: changed})

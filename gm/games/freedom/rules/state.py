"""A position of Freedom! (1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import Enum
from typing import Final

from gm.contract.seats import SeatId
from gm.contract.values import value
from gm.games.freedom.rules.tables import (
    ALLIED,
    EXPEDITIONARY,
    IMP,
    IMPERIAL_KINDS,
    INSURGENT,
    SEATS,
)

HIDDEN: Final = "?"
"""In place of a card that the reader may not see."""

ALWAYS_OWN: Final = 21
"""A bound of morale below which one's own always is (6)."""


class Wait(Enum):
    """What a position waits for (4)."""

    OPENING = "OPENING"
    REGROUP = "REGROUP"
    PLAY = "PLAY"
    LASTCLAIM = "LASTCLAIM"
    END = "END"


class Cause(Enum):
    """Why a game was won (4)."""

    STORM = "storm"
    MORALE = "morale"
    TIME = "time"


class Flag(Enum):
    """What holds for a while because of a card (9)."""

    NO_CANNONS = "no_cannons"
    NO_SLOW = "no_slow"
    NO_DAMAGE = "no_damage"
    ATTACK_MINUS = "attack_minus"


@value
class Cannons:
    """Where cannons stand, in the canonical order (2).

    Args:
        imperial, insurgent: spaces. bombard: where the Bombard is; None if it is gone.
        camp: how many wait in the Camp.
    """

    imperial: tuple[str, ...] = ()
    insurgent: tuple[str, ...] = ()
    bombard: str | None = None
    camp: int = 0

    @property
    def pieces(self) -> int:
        """How many of the box's cannons are in play, the Bombard apart (1)."""
        return len(self.imperial) + len(self.insurgent) + self.camp

    @property
    def guns(self) -> tuple[str, ...]:
        """The spaces of Insurgent cannons and the Bombard."""
        return self.insurgent if self.bombard is None else tuple({*self.insurgent, self.bombard})

    def of(self, seat: SeatId) -> tuple[str, ...]:
        """Return the spaces in which a side has a cannon, or the Bombard."""
        return self.imperial if seat == IMP else self.guns


@value
class Control:
    """Who controls an area, and with how many markers (3)."""

    side: SeatId
    markers: int


@value
class Claim:
    """Whose event lies there to be claimed by the other side, and which (5)."""

    seat: SeatId
    card: str


@value
class Flags:
    """What cards have brought about for a while (9).

    Args:
        no_cannons: no cannons fire in this round.
        no_slow, no_damage: the seat that played it; None if nobody has.
        attack_minus: the seat whose attacks suffer.
    """

    no_cannons: bool = False
    no_slow: SeatId | None = None
    no_damage: SeatId | None = None
    attack_minus: SeatId | None = None


@value
class FirePolicy:
    """At what a cannon fires, in order of preference; at nothing is to hold fire (6)."""

    cannon: str
    at: tuple[str, ...]


@value
class ClaimPolicy:
    """A card to be claimed whenever that can be, and what is discarded for it (6)."""

    card: str
    discard: str


@value
class Policy:
    """What a side wants done where it is not asked (6).

    Args:
        morale: it takes own morale while its own is below this, else the enemy's.
        fire: of cannons, in the order given. place, remove, allies: spaces, the best first.
        claim: cards to be claimed.
    """

    morale: int = 5
    fire: tuple[FirePolicy, ...] = ()
    place: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    claim: tuple[ClaimPolicy, ...] = ()


USUAL_POLICY: Final = Policy()
"""What holds for a side that has said nothing."""


@value
class SiegeState:
    """What lies on the table, and what is hidden (1).

    Args:
        round, wait: how far the game is. turn: the seat that it waits for; None at the end.
        plays_left, morale, supplies, prep: of each seat. money: of IMP.
        plea: penalty of IMP, bonus of INS, None once help has come.
        population: as it was counted last. civilians: in the City Center.
        units: space to kind to count; what is empty is left out.
        cannons: where they stand. wall: damage of Wall spaces that have some. areas: who controls them.
        deck: of each period, the top card first. hand: of each seat, sorted. discard: sorted.
        claim: what can be claimed. flags: of cards. policy: of each seat; None where it is hidden.
        winner, why: how it has ended. awarded: to whom the game's master has given it.
        settling: the card whose effect the game's master settles by hand; None if there is none.
    """

    round: int
    wait: Wait
    turn: SeatId | None
    plays_left: Mapping[SeatId, int] = field(hash=False)
    morale: Mapping[SeatId, int] = field(hash=False)
    supplies: Mapping[SeatId, int] = field(hash=False)
    money: int
    prep: Mapping[SeatId, int] = field(hash=False)
    plea: Mapping[SeatId, int | None] = field(hash=False)
    population: int
    civilians: int
    units: Mapping[str, Mapping[str, int]] = field(hash=False)
    cannons: Cannons
    wall: Mapping[str, int] = field(hash=False)
    areas: Mapping[str, Control] = field(hash=False)
    deck: Mapping[str, tuple[str, ...]] = field(hash=False)
    hand: Mapping[SeatId, tuple[str, ...]] = field(hash=False)
    discard: tuple[str, ...] = ()
    claim: Claim | None = None
    flags: Flags = Flags()
    policy: Mapping[SeatId, Policy | None] = field(default_factory=dict, hash=False)
    winner: SeatId | None = None
    why: Cause | None = None
    awarded: tuple[SeatId, ...] = ()
    settling: str | None = None

    def count(self, space: str, kind: str) -> int:
        """Return how many units of a kind are in a space."""
        there = self.units.get(space)
        return there.get(kind, 0) if there else 0

    def imperial_in(self, space: str) -> int:
        """Return how many Imperial units are in a space."""
        there = self.units.get(space)
        return there.get(EXPEDITIONARY, 0) + there.get(ALLIED, 0) if there else 0

    def insurgent_in(self, space: str) -> int:
        """Return how many Insurgent units are in a space."""
        there = self.units.get(space)
        return there.get(INSURGENT, 0) if there else 0

    def units_of(self, seat: SeatId, space: str) -> int:
        """Return how many units of a side are in a space."""
        return self.imperial_in(space) if seat == IMP else self.insurgent_in(space)

    def in_space(self, space: str) -> int:
        """Return how many units are in a space."""
        return sum(self.units.get(space, {}).values())

    def kind_in(self, space: str) -> str | None:
        """Return the kind of the Imperial units of a space; in the Camp EXP before ALL; None of none."""
        return next((kind for kind in IMPERIAL_KINDS if self.count(space, kind)), None)

    def in_play(self, kind: str) -> int:
        """Return how many units of a kind are on the board, the Camp included."""
        return sum(there.get(kind, 0) for there in self.units.values())

    def markers(self) -> int:
        """Return how many markers lie on the areas (1)."""
        return sum(control.markers for control in self.areas.values())

    def policy_of(self, seat: SeatId) -> Policy:
        """Return what a side wants done where it is not asked."""
        return self.policy.get(seat) or USUAL_POLICY


def with_units(state: SiegeState, space: str, kind: str, change: int) -> SiegeState:
    """Return the position with more or fewer units of a kind in a space."""
    there = dict(state.units.get(space, {}))
    there[kind] = there.get(kind, 0) + change
    if there[kind] < 0:
        raise ValueError(f"there are too few {kind} in {space}")
    if not there[kind]:
        del there[kind]
    units = dict(state.units)
    if there:
        units[space] = there
    else:
        units.pop(space, None)
    return replace(state, units=units)


def cards_sorted(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards as hands and discards have them: by id."""
    return tuple(sorted(cards))


def hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many cards, face down."""
    return (HIDDEN,) * len(cards)


def seen_by(state: SiegeState, seats: Iterable[SeatId]) -> SiegeState:
    """Return a position without the hands and policies of all other seats, and without the decks (1)."""
    own_seats = frozenset(seats)
    return replace(
        state,
        deck={period: hidden(cards) for period, cards in state.deck.items()},
        hand={
            seat: state.hand[seat] if seat in own_seats else hidden(state.hand[seat])
            for seat in SEATS
        },
        policy={seat: state.policy_of(seat) if seat in own_seats else None for seat in SEATS},
    )

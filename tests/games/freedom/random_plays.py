"""Plays by chance: blocks that a side could send, most of them lawful."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from gm.contract.events import Event
from gm.contract.orders import Order
from gm.contract.rules import Position
from gm.contract.seats import SeatId
from gm.games.freedom.rules.by_mail import SetAway, possible
from gm.games.freedom.rules.events import (
    CardClaimed,
    CardPlayed,
    CardsDealt,
    HandLooked,
    RandomDiscarded,
)
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    Choose,
    ClaimCard,
    Conditional,
    Damage,
    Guard,
    GuardKind,
    Move,
    Opening,
    Pass,
    Place,
    Play,
    PlayMode,
    Plea,
    Prep,
    Pressure,
    Raid,
    Regroup,
    Repair,
    RewardAttacks,
    SetAllies,
    SetClaim,
    SetFire,
    SetMorale,
    SetPlace,
    SetRemove,
    SiegeOrder,
    Slow,
    StopIf,
    Support,
    Train,
    Way,
)
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import IMP, INS, LOWEST, Tables


def block_of(at: Position[Any], seat: SeatId, chance: Random) -> list[Order]:
    """Return what a seat could play now: its opening, its regroup, a card with actions, a claim."""
    tables, state = at.rules.tables, at.state
    match state.wait:
        case Wait.OPENING:
            return [Opening(tuple(_forward(tables, state, chance)))]
        case Wait.REGROUP:
            return [_regroup(tables, state, chance)]
        case Wait.LASTCLAIM if chance.random() < 0.5 and state.claim is not None:
            return [ClaimCard(state.claim.card, LOWEST)]
        case Wait.LASTCLAIM:
            return [Pass()]
        case _:
            return [*_play(tables, state, seat, chance)]


def orders(at: Position[Any], seat: SeatId, chance: Random) -> list[Order]:
    """Return what somebody could send: a block or two, policies, now and then nothing or nonsense."""
    if chance.random() < 0.1:
        return []
    told = block_of(at, seat, chance)
    if chance.random() < 0.3:
        told += block_of(at, seat, chance)
    if chance.random() < 0.3:
        told.insert(0, chance.choice(_policies(seat)))
    if chance.random() < 0.05:
        told.append(SetAway(on=chance.random() < 0.5))
    return told


def _policies(seat: SeatId) -> list[Order]:
    shared: list[Order] = [SetMorale(21), SetMorale(0), SetClaim("AG01", LOWEST), SetClaim()]
    if seat == IMP:
        return [*shared, SetFire("6-4", ("3-4",)), SetRemove(("7-5",)), SetAllies(("7-5", "8-5"))]
    return [*shared, SetFire("3-2", ()), SetPlace(("3-4", "2-3")), SetRemove(("3-9",))]


def _forward(tables: Tables, state: SiegeState, chance: Random) -> Iterator[Way]:
    starts = [space for space in tables.spaces if state.imperial_in(space) and space[0] in "678"]
    for start in chance.sample(starts, min(3, len(starts))):
        row, column = start.split("-")
        if not state.in_space(ahead := f"{int(row) - 1}-{column}"):
            yield Way((start, ahead))


def _regroup(tables: Tables, state: SiegeState, chance: Random) -> Regroup:
    places = [space.id for space in tables.held]
    starts = [space for space in places if state.insurgent_in(space)]
    return Regroup(chance.choice(starts), chance.choice(places)) if starts else Regroup()


def _play(tables: Tables, state: SiegeState, seat: SeatId, chance: Random) -> Iterator[SiegeOrder]:
    hand = state.hand[seat]
    claim = state.claim
    if claim is not None and claim.seat == seat and chance.random() < 0.3:
        yield ClaimCard(claim.card, LOWEST)
        yield from _choices(chance)
        return
    if not hand:
        return
    card = tables.cards[chance.choice(hand)]
    event = card.side in (None, seat) and chance.random() < 0.5
    yield Play(card.id, PlayMode.EVENT if event else PlayMode.AP)
    if event:
        yield from _choices(chance)
    lawful = [
        order for order in _actions(tables, state, seat) if possible(tables, state, seat, order)
    ]
    for _ in range(card.ap):
        if lawful:
            action = chance.choice(lawful)
            guard = Guard(GuardKind.EMPTY, negated=True, name="3-4")
            yield Conditional(guard, action) if chance.random() < 0.1 else action
    if not event:
        yield Prep(None)
    if chance.random() < 0.1:
        yield StopIf(Guard(GuardKind.LOST_FORT))


def _choices(chance: Random) -> Iterator[SiegeOrder]:
    if chance.random() < 0.5:
        yield from (Choose(chance.choice((1, 2))), Place(("3-4", "3-6")), Support("SEA", 2))
    if chance.random() < 0.3:
        yield Damage("3-4")


def _actions(tables: Tables, state: SiegeState, seat: SeatId) -> Iterator[SiegeOrder]:
    mine = [space for space in tables.spaces if state.units_of(seat, space)]
    for area in tables.areas:
        yield Support(area)
    for here in mine:
        for there in tables.canonical(tables.neighbours[here]):
            yield Attack(here, there, until_clear=True)
            yield from (
                (Slow(Way((here, there))), Move((Way((here, there)),))) if seat == IMP else ()
            )
        yield BuildCannon(here)
        if seat == INS:
            yield Repair(here)
            yield Regroup(here, "3-4")
            yield from (Raid(here, there) for there in tables.spaces if state.imperial_in(there))
    if seat == IMP:
        yield from (RewardAttacks(), Plea())
    else:
        yield from (Pressure(), Train("3-3"))


def opened_by(event: Event, seat: SeatId | None) -> tuple[str, ...]:
    """Return the cards that a fact shows to a seat, or to all, by the rules of the game."""
    match event:
        case CardPlayed(_, card) | RandomDiscarded(_, card):
            return (card,)
        case CardClaimed(_, card, discarded):
            return (card, discarded)
        case HandLooked(owner, cards) | CardsDealt(owner, _, cards) if owner == seat:
            return cards
        case _:
            return ()

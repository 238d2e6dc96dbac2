"""What happens by itself: the hazard, the maintenance, what armies eat, and the end of a war (5, 6, 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gm.games.turlough.rules.course import Course
from gm.games.turlough.rules.events import (
    ArmyEliminated,
    CardsAdded,
    CardsRemoved,
    FebasReason,
    Fed,
    HazardDrawn,
    Income,
    LandHealed,
    Loss,
    OrderRolled,
    Replenished,
    Returned,
    RoundBegan,
    Tribute,
    WarEnded,
)
from gm.games.turlough.rules.fighting import change_king
from gm.games.turlough.rules.mustering import FIRST_ROUND
from gm.games.turlough.rules.orders import Feed, Food
from gm.games.turlough.rules.packets import Packets
from gm.games.turlough.rules.sides import is_lesser_king, owner_of, owning_side
from gm.games.turlough.rules.state import MOST_CATTLE, MOST_DEVASTATION, Army
from gm.games.turlough.rules.tables import (
    CLAIMANTS,
    ENGLISH,
    EXTRA,
    FactionKind,
    SettlementKind,
)

_HEALED: Final = 2
"""The devastation that a settlement loses in a round (5)."""

_RENT, _MONASTERY_RENT = 18, 1
"""De Clare's income, and what each of his monasteries adds, in pounds (5)."""

_USUAL_FOOD: Final = (Food.PROVISIONS, Food.COYNE, Food.CATTLE)
"""What an army eats unless it has a standing line (8)."""


def begin_round(course: Course, number: int) -> None:
    """Play a round up to the first packets: PREMAINT and MAINT (5).

    Raises:
        GameWonError: a claimant has reached the goal.
    """
    course.do(RoundBegan(number))
    _heal(course)
    starts_under = course.tables.scenarios[course.state.scenario].hazard
    if number > FIRST_ROUND or starts_under is None:
        _turn_hazard(course)
    _maintain(course)


def _heal(course: Course) -> None:
    """Let settlements recover; what is destroyed stands again, as waste as it was (5)."""
    state = course.state
    healed = tuple(
        (hex_, max(0, points - _HEALED))
        for hex_, points in sorted(state.devastation.items())
        if points and hex_ not in state.destroyed
    )
    if healed or state.destroyed:
        course.do(LandHealed(healed, state.destroyed))


def _turn_hazard(course: Course) -> None:
    """Draw the hazard, put the deck in order, and shuffle it (5)."""
    before, card = course.state.hazard, course.state.deck[0]
    ordinary = before is not None and not before.endswith(EXTRA)
    returned = before if ordinary and course.options.hazard_return else None
    course.do(HazardDrawn(card, returned))
    if extras := tuple(card for card in course.state.deck if card.endswith(EXTRA)):
        course.do(CardsRemoved(extras))
    if added := extra_cards(course.hazard.adds):
        course.do(CardsAdded(added))
    course.shuffle()


def extra_cards(adds: Mapping[str, int]) -> tuple[str, ...]:
    """Return the extra cards that a hazard puts into the deck (4)."""
    return tuple(f"{card}{EXTRA}" for card, count in adds.items() for _ in range(count))


def _maintain(course: Course) -> None:
    """Dice for the order, and let each replenish and pay (5, 6)."""
    state = course.state
    first = (*((state.king,) if state.king is not None else ()), ENGLISH)
    others = [
        faction
        for faction, standing in state.standings()
        if faction not in first
        and standing.group is not None
        and not standing.exiled
        and not standing.out
    ]
    thrown: dict[str, list[int]] = {faction: [] for faction in others}
    order = (*first, *_diced(course, others, thrown))
    dice = tuple((faction, tuple(rolls)) for faction, rolls in thrown.items() if rolls)
    course.do(OrderRolled(order, dice))
    for faction in order:
        _replenish(course, faction)
        _pay_tribute(course, faction)


def _diced(
    course: Course, factions: Sequence[str], thrown: Mapping[str, list[int]]
) -> tuple[str, ...]:
    """Return factions in the order of their dice, high first; equal ones dice again, the highest first (5)."""
    if len(factions) < 2:
        return tuple(factions)
    rolls = dict(zip(factions, course.dice("order", len(factions)), strict=True))
    for faction, die in rolls.items():
        thrown[faction].append(die)
    order = list[str]()
    for height in sorted(set(rolls.values()), reverse=True):
        equal = [faction for faction in factions if rolls[faction] == height]
        order += _diced(course, equal, thrown)
    return tuple(order)


def _replenish(course: Course, faction: str) -> None:
    """Let a herd grow, or a stack where the herd is full; de Clare has his rents (5)."""
    if faction == ENGLISH:
        _collect_rents(course)
        return
    herd = course.state.factions[faction].cattle
    if herd >= MOST_CATTLE:
        course.change_febas(course.state.group_of(faction), 1, FebasReason.HERD)
    elif herd:
        grown = min(MOST_CATTLE, herd + course.hazard.replenish)
        course.do(Replenished(faction, grown - herd, grown))


def _collect_rents(course: Course) -> None:
    tables, state = course.tables, course.state
    intact = sum(
        tables.settlement(hex_, state.scenario) is SettlementKind.MONASTERY
        and owner_of(state, tables, hex_) == ENGLISH
        and hex_ not in state.destroyed
        for hex_ in tables.settlements(state.scenario)
    )
    course.do(Income(_RENT + _MONASTERY_RENT * intact, intact))


def _pay_tribute(course: Course, payer: str) -> None:
    receiver = tribute_to(course, payer)
    if receiver is None or not course.state.factions[payer].cattle:
        return
    full = course.state.factions[receiver].cattle >= MOST_CATTLE
    course.do(Tribute(payer, receiver, lost=full))


def tribute_to(course: Course, payer: str) -> str | None:
    """Return whom a faction pays tribute; None for nobody (6)."""
    state, tables = course.state, course.tables
    standing, kind = state.factions[payer], tables.factions[payer].kind
    half = tables.scenarios[state.scenario].half_of(payer)
    if state.partition and half is not None:
        return half
    if state.king is not None and is_lesser_king(tables, payer):
        liege = (
            kind in (FactionKind.VASSAL, FactionKind.TANIST) and standing.alliance == state.king
        )
        if liege or standing.hostage_holder == state.king:
            return state.king
    if kind is FactionKind.CLAIMANT and standing.hostage_holder == ENGLISH:
        return ENGLISH
    return None


def provision(packets: Packets) -> None:
    """Let every army eat, in joining order (8)."""
    for army in packets.course.state.armies:
        current = packets.course.state.army(army.faction)
        if current is not None:
            _eat(packets, current)


def _eat(packets: Packets, army: Army) -> None:
    course = packets.course
    line = packets.standing(army.faction, Feed)
    kinds = line.kinds if isinstance(line, Feed) else _USUAL_FOOD
    room = {
        Food.PROVISIONS: army.provisions,
        Food.COYNE: _meals_of_land(course, army),
        Food.CATTLE: course.state.factions[army.faction].cattle,
    }
    left, eaten = army.battles, dict.fromkeys(Food, 0)
    for kind in kinds:
        eaten[kind] = min(left, room[kind])
        left -= eaten[kind]
    course.do(
        Fed(
            army.faction,
            army.hex,
            provisions=eaten[Food.PROVISIONS],
            coyne=eaten[Food.COYNE] * course.hazard.coyne,
            cattle=eaten[Food.CATTLE],
            starved=left,
        )
    )
    if eaten[Food.COYNE]:
        course.devastated(army.hex)
    if left == army.battles:
        course.do(ArmyEliminated(army.faction, army.hex, Loss.HUNGER))
        group = course.state.group_of(army.faction)
        course.change_febas(group, -2, FebasReason.ARMY_LOST)


def _meals_of_land(course: Course, army: Army) -> int:
    """Return how many battles the settlement in the hex can feed: of the own side, and not destroyed (8)."""
    state = course.state
    owner = owning_side(state, course.tables, army.hex)
    if owner is None or owner != course.side(army.faction) or army.hex in state.destroyed:
        return 0
    return (MOST_DEVASTATION - state.devastation[army.hex]) // course.hazard.coyne


def end_war(course: Course) -> None:
    """Crown who disbanded at Clonroad, and let exiles who disbanded elsewhere be back (5)."""
    crown, returning = course.state.crown, course.state.returning
    back = [c for c in CLAIMANTS if c in (*returning, crown) and course.state.factions[c].exiled]
    course.do(*map(Returned, back))
    if crown is not None:
        change_king(course, crown)
    elif course.state.king is None:
        on_board = (c for c in CLAIMANTS if not course.state.factions[c].exiled)
        change_king(course, next(on_board, None))
    course.do(WarEnded())

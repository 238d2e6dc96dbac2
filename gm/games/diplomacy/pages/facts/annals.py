"""A whole game in figures: what its powers owned, tried and missed, season by season.

Nothing here is private but what a reader asks for by name: which of his orders came late, and the
accounts of a game that keeps payments private. What was tried in a winter is left out: builds are
in the centres, and what failed for want of points is nobody else's business (Republic 8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum

from gm.contract.events import Event
from gm.games.diplomacy.rules.board import PowerId, ProvinceId
from gm.games.diplomacy.rules.mechanics.anarchy import in_anarchy
from gm.games.diplomacy.rules.mechanics.changes import HoleReopened, ProvinceHoled, ProvinceSplit
from gm.games.diplomacy.rules.mechanics.promises import PointsGiven, PointsPart
from gm.games.diplomacy.rules.orders import Disband, UnitOrder
from gm.games.diplomacy.rules.outcomes import Outcome, Result
from gm.games.diplomacy.rules.phases import Phase, PhaseKind, Season
from gm.games.diplomacy.rules.state import GameState
from gm.games.diplomacy.rules.winter.accounts import Account, AccountPart, AccountsClosed
from gm.games.diplomacy.rules.winter.bridges import BridgePart

# What a game has been through, gathered from its records: the board's changes, points, centres.


@dataclass(frozen=True, slots=True)
class YearOfCentres:
    """How many supply centres each power owned when a year was over; powers without any lack.

    Args:
        points: the powers' points after its winter, in a game that keeps points.
        units, bridges: how many of them stood after its winter, by their owners.
        owners: whose each of the counted centres was.
    """

    year: int
    counts: Mapping[PowerId, int]
    points: Mapping[PowerId, int] = field(default_factory=dict)
    units: Mapping[PowerId, int] = field(default_factory=dict)
    bridges: Mapping[PowerId, int] = field(default_factory=dict)
    owners: Mapping[ProvinceId, PowerId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardStory:
    """When the board came to differ from the printed one.

    Args:
        holed: the season in which each black hole that there is came to be, by the hat or the GM.
        reopened: the season in which each province that was one was reopened, the last time.
        split: the season in which each half came to be as it is.
    """

    holed: Mapping[ProvinceId, Phase] = field(default_factory=dict)
    reopened: Mapping[ProvinceId, Phase] = field(default_factory=dict)
    split: Mapping[ProvinceId, Phase] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PointsStory:
    """How the powers came by their points.

    Args:
        years: balances by year, oldest first.
        gifts: what was given, each with its phase, oldest first.
    """

    years: tuple[YearOfCentres, ...] = ()
    gifts: tuple[tuple[Phase, PointsGiven], ...] = ()


def board_story_of(facts: Iterable[tuple[Phase, Event]]) -> BoardStory:
    """Return when the board came to differ from the printed one.

    Args:
        facts: of the game so far, in order, each with its phase.
    """
    holed: dict[ProvinceId, Phase] = {}
    reopened: dict[ProvinceId, Phase] = {}
    split: dict[ProvinceId, Phase] = {}
    for phase, event in facts:
        match event:
            case HoleReopened(place):
                reopened[place] = phase
            case ProvinceHoled(place):
                holed[place] = phase
            case ProvinceSplit(new):
                split.update(dict.fromkeys(new.halves, phase))
            case _:
                pass
    return BoardStory(holed, reopened, split)


# Centres, units and points of each year of a game, taken from its positions.


def years_of(states: Iterable[GameState]) -> tuple[YearOfCentres, ...]:
    """Return what each year came to, and what there was at the beginning before them.

    The centres are those after its autumn; points, units and bridges those after its winter: what a
    later season makes of any belongs to the next year (Irish 4, 15).

    Args:
        states: the positions at the start of each phase, oldest first, and the one at the end.
    """
    years: dict[int, YearOfCentres] = {}
    over: set[int] = set()
    for state in states:
        year, settled = _year_told(state), _is_settled(state)
        entry = _told(year, state)
        if settled or year not in years:
            years[year] = entry
        elif year not in over:
            autumn = years[year]
            years[year] = replace(entry, counts=autumn.counts, owners=autumn.owners)
        if not settled:
            over.add(year)
    return tuple(years[year] for year in sorted(years))


def _told(year: int, state: GameState) -> YearOfCentres:
    owners = sorted(set(state.centres.values()))
    return YearOfCentres(
        year,
        counts={who: len(state.centres_of(who)) for who in owners},
        points=state.part(PointsPart).balances,
        units=Counter(unit.power for unit in state.units),
        bridges=Counter(bridge.owner for bridge in state.part(BridgePart).standing),
        owners=state.centres,
    )


def _year_told(state: GameState) -> int:
    """Return whose autumn's centres a position shows."""
    return state.phase.year if _is_settled(state) else state.phase.year - 1


def _is_settled(state: GameState) -> bool:
    """Tell whether its year's autumn is over in a position."""
    won_on_the_board = bool(state.winners) and state.phase.season is Season.AUTUMN
    return state.phase.season is Season.WINTER or won_on_the_board


class Fared(Enum):
    """What became of an order to a unit, from the best to the worst.

    DONE: it came off. BEATEN: beaten, or held off. CUT: a support that was broken. DISLODGED: it
    stood fast, or convoyed, and was driven out. NO_CONVOY: its convoy was. LAWLESS: the unit was in
    anarchy, whether or not one was given (Irish 10). VOID: not possible. NONE: nobody gave one.
    """

    DONE = "done"
    BEATEN = "beaten"
    CUT = "cut"
    DISLODGED = "dislodged"
    NO_CONVOY = "no convoy"
    LAWLESS = "in anarchy"
    VOID = "not possible"
    NONE = "no order"


@dataclass(frozen=True, slots=True)
class PlayedPhase:
    """A phase that was resolved.

    Args:
        before, after: the positions around it.
        outcomes: what became of its orders.
        asked: who had something to order; silent: of those, from whom nothing was received.
        late: how long after the deadline the first orders of a power came, where they did.
        closed: its accounts as all may know them, where payments are private; None elsewhere.
    """

    before: GameState
    after: GameState
    outcomes: tuple[Outcome, ...] = ()
    asked: tuple[PowerId, ...] = ()
    silent: tuple[PowerId, ...] = ()
    late: Mapping[PowerId, timedelta] = field(default_factory=dict)
    closed: AccountsClosed | None = None

    @property
    def phase(self) -> Phase:
        """Which it was."""
        return self.before.phase


@dataclass(frozen=True, slots=True)
class Winter:
    """The closed accounts of one winter (Republic 5-9)."""

    year: int
    accounts: tuple[Account, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """How the orders to units fared in one phase of movement or retreat, by power."""

    phase: Phase
    counts: Mapping[PowerId, Mapping[Fared, int]]


@dataclass(frozen=True, slots=True)
class RollCall:
    """Who was asked for orders in a phase, who sent none, and whose came how long too late."""

    phase: Phase
    asked: tuple[PowerId, ...]
    silent: tuple[PowerId, ...]
    late: Mapping[PowerId, timedelta]


@dataclass(frozen=True, slots=True)
class Annals:
    """A whole game in figures.

    Args:
        began, began_at: its first phase, and when that was opened.
        phases: how many were resolved; until: the last of them, None for none.
        years: centres, units, points and bridges by year, oldest first.
        balances: points after each season that changed them, in a game that keeps points.
        winters: the accounts of each winter, in a game with supply points.
        tried, rolls: of each phase, oldest first.
        over: the game has ended.
        upto: the number that the last phase has in the game, where that is known.
    """

    began: Phase
    began_at: datetime
    phases: int
    until: Phase | None
    years: tuple[YearOfCentres, ...]
    balances: tuple[tuple[Phase, Mapping[PowerId, int]], ...]
    winters: tuple[Winter, ...]
    tried: tuple[Tried, ...]
    rolls: tuple[RollCall, ...]
    over: bool = False
    upto: int = 0


def annals_of(
    played: Sequence[PlayedPhase], now: GameState, began_at: datetime, *, over: bool = False
) -> Annals:
    """Return a game in figures.

    Args:
        played: its resolved phases, oldest first.
        now: the position of the open phase, or the last one.
        began_at: when its first phase was opened.
        over: the game has ended.
    """
    return Annals(
        began=played[0].phase if played else now.phase,
        began_at=began_at,
        phases=len(played),
        until=played[-1].phase if played else None,
        years=years_of([*(phase.before for phase in played), now]),
        balances=_balances(played),
        winters=_winters(played),
        tried=tuple(tried for phase in played if (tried := _tried(phase)).counts),
        rolls=tuple(
            RollCall(phase.phase, phase.asked, phase.silent, phase.late) for phase in played
        ),
        over=over,
    )


def _balances(
    played: Iterable[PlayedPhase],
) -> tuple[tuple[Phase, Mapping[PowerId, int]], ...]:
    """Return the points after each season; what its retreats led to belongs to it."""
    balances: dict[tuple[object, ...], tuple[Phase, Mapping[PowerId, int]]] = {}
    for phase in played:
        points = phase.after.part(PointsPart).balances
        if any(points.values()):
            balances[phase.phase.year, phase.phase.season] = phase.phase, points
    return tuple(balances.values())


def _winters(played: Iterable[PlayedPhase]) -> tuple[Winter, ...]:
    winters: dict[int, Winter] = {}
    private: set[int] = set()
    for phase in played:
        part, closed = phase.after.part(AccountPart), phase.closed
        if closed is not None:
            winters[closed.year] = Winter(closed.year, closed.accounts)
            private.add(closed.year)
        elif part.accounts and part.year not in private:
            winters[part.year] = Winter(part.year, part.accounts)
    return tuple(winters.values())


def _tried(phase: PlayedPhase) -> Tried:
    counts: dict[PowerId, Counter[Fared]] = {}
    if phase.phase.kind in (PhaseKind.MOVEMENT, PhaseKind.RETREAT):
        lawless = {unit.ref for unit in in_anarchy(phase.before)}
        for outcome in phase.outcomes:
            if isinstance(outcome.order, UnitOrder):
                obeys = outcome.order.unit not in lawless
                fate = fared(outcome) if obeys else Fared.LAWLESS
                counts.setdefault(outcome.power, Counter())[fate] += 1
    return Tried(phase.phase, counts)


def fared(outcome: Outcome) -> Fared:
    """Return how an order fared to a unit that obeys."""
    if not outcome.ordered:
        return Fared.NONE
    match outcome.result:
        case Result.OK:
            return Fared.DISLODGED if outcome.dislodged else Fared.DONE
        case Result.DISBAND if isinstance(outcome.order, Disband):
            return Fared.DONE
        case Result.BOUNCE | Result.BOUNCE_DISBAND | Result.FAILED | Result.DISBAND:
            return Fared.BEATEN
        case Result.CUT:
            return Fared.CUT
        case Result.NO_CONVOY:
            return Fared.NO_CONVOY
        case Result.VOID | Result.ERROR | Result.UNMATCHED | Result.NOT_MET:
            return Fared.VOID


def tried_by(annals: Annals) -> dict[PowerId, Counter[Fared]]:
    """Return how the orders of each power fared in the whole game."""
    by_power: dict[PowerId, Counter[Fared]] = {}
    for tried in annals.tried:
        for power, counts in tried.counts.items():
            by_power.setdefault(power, Counter()).update(counts)
    return by_power

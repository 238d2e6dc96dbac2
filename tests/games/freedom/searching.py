"""A stronger simple player of Freedom!: it tries each thing it could play on paper, and takes what looks best.

It sees one play ahead and no further: what the other side answers it leaves to the figures by which it values a
position. Dice it has never seen are rolled for each trial; the hand of the other side and the decks it does not look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm.contract.draws import SeededDraws
from gm.contract.orders import Order
from gm.contract.seats import SeatId
from gm.games.freedom.data.files import load_tables
from gm.games.freedom.rules.orders import (
    Attack,
    BuildCannon,
    ClaimCard,
    Conditional,
    Guard,
    GuardKind,
    Pass,
    Play,
    PlayMode,
    Plea,
    Prep,
    Pressure,
    RewardAttacks,
    SiegeOrder,
    Slow,
    Support,
    Way,
)
from gm.games.freedom.rules.rules import SiegeRules
from gm.games.freedom.rules.state import SiegeState, Wait
from gm.games.freedom.rules.tables import (
    IMP,
    INS,
    LAST_ROUND,
    LOWEST,
    Card,
    SpaceKind,
    Tables,
    other,
    period_of,
)
from tests.games.freedom.greedy import Habits, Player, Random, siege_rules

WON = 100.0
"""What a game that is won is worth."""

BREACH = 2.5
"""How much breaches and the men before them count."""

TRIALS = 2
"""How often a play is tried, each time with other dice."""

WALL = tuple(space.id for space in load_tables().spaces.values() if space.kind is SpaceKind.WALL)
BEACH = tuple(space.id for space in load_tables().spaces.values() if space.kind is SpaceKind.BEACH)

_HOLDS = (0.0, 0.15, 0.5, 0.8, 0.9)
"""How likely so many units in forts are to be there still when the other side has played."""


def value(state: SiegeState, tables: Tables) -> float:
    """Return what a position is worth to IMP: morale as it will be when all is eaten and paid, units, guns, and forts."""
    if state.winner is not None:
        return WON if state.winner == IMP else -WON
    imperial = state.morale[IMP] - _hunger(state, tables, IMP) - _debt(state, tables)
    insurgent = state.morale[INS] - _hunger(state, tables, INS)
    help_ = 0.25 * (state.plea[INS] or 0)
    return (
        _nerve(imperial)
        - _nerve(insurgent)
        - help_
        + 0.12 * sum(state.imperial_in(space) for space in state.units)
        - 0.30 * sum(state.insurgent_in(space) for space in state.units)
        + 0.9 * len(state.cannons.imperial)
        + 0.3 * state.cannons.camp
        - 0.6 * len(state.cannons.guns)
        + 0.25 * (state.prep[IMP] - state.prep[INS])
        + BREACH * _siege(state, tables)
    )


def _nerve(morale: float) -> float:
    """Return what morale is worth: the last points are dear."""
    return morale - 6 / (1 + max(0.0, morale)) + min(0.0, morale)


def _hunger(state: SiegeState, tables: Tables, seat: SeatId) -> float:
    """Return how much morale a side will lose for want of supplies, as its areas are now."""
    income = sum(
        tables.areas[area].rewards[seat].supplies
        + 0.8 * tables.areas[area].rewards[seat].morale
        + 0.5 * tables.areas[area].rewards[seat].units
        + 0.06 * control.markers
        for area, control in state.areas.items()
        if control.side == seat
    )
    left, short = float(state.supplies[seat]), 0.0
    for round_ in range(state.round, LAST_ROUND + 1):
        need = tables.siege.supplies_upkeep[period_of(round_)] if seat == IMP else 4.5
        if round_ == 4 and state.round < 4 and seat == IMP:
            left += 6
        left += income - need
        if left < 0:
            short, left = short - left * 0.8 ** (round_ - state.round), 0.0
    return short * 0.7


def _debt(state: SiegeState, tables: Tables) -> float:
    """Return what the next wages will cost in morale if they cannot be paid."""
    wage = tables.siege.money_upkeep[period_of(state.round)]
    later = 0.12 * max(0, state.money - wage)
    return 0.6 * max(0, wage - state.money) + (2.0 if state.money < wage else 0.0) - later


def _siege(state: SiegeState, tables: Tables) -> float:
    """Return what breaches, men before them and men in forts are worth."""
    total, inside = 0.0, sum(state.imperial_in(space) for space in BEACH)
    for space in WALL:
        fort = tables.spaces[space].fort
        damage, men = state.wall.get(space, 0), state.insurgent_in(space)
        total += (0.5 if fort else 0.25) * damage
        if not fort and damage < 2:
            continue
        before = sum(state.imperial_in(near) for near in tables.neighbours[space])
        if damage >= 2:
            total += (0.8 if fort else 0.3) * (3 - men) * min(before, 4) / 4
        else:
            total += 0.05 * min(before, 6)
        if fort:
            held = state.imperial_in(space)
            inside += held
            total -= 0.4 * (not men and not held)
    plays = state.plays_left[INS] + state.plays_left[IMP]
    kept = _HOLDS[min(inside, len(_HOLDS) - 1)]
    return total + kept * (40 if plays <= 1 else 8)


class Searcher(Player):
    """A side that tries what it could do."""

    def block(self) -> Sequence[SiegeOrder]:
        """Return what it does: openings and regrouping by thumb, a play by trial."""
        if self.state.wait in (Wait.OPENING, Wait.REGROUP):
            return super().block()
        rules = siege_rules(self.tables)
        state, seat = self.state, self.seat
        seeds = [self.lots.getrandbits(64).to_bytes(32, "big") for _ in range(TRIALS)]

        def worth(block: Sequence[SiegeOrder]) -> float:
            return sum(self._tried(rules, state, seat, block, seed) for seed in seeds)

        best = max(self._blocks(), key=worth)
        self.state = state
        return best

    def _tried(
        self,
        rules: SiegeRules,
        state: SiegeState,
        seat: SeatId,
        block: Sequence[Order],
        seed: bytes,
    ) -> float:
        made = rules.resolve(state, {seat: block}, SeededDraws(seed)).state
        sign = 1 if seat == IMP else -1
        return sign * value(made, self.tables)

    def _blocks(self) -> list[list[SiegeOrder]]:
        """Return what can be played: claims, events, and for each number of points what can be done with them."""
        blocks = [*self._claims()]
        if self.state.wait is Wait.LASTCLAIM:
            return [*blocks, [Pass()]]
        cards = [self.tables.cards[id_] for id_ in self.state.hand[self.seat]]
        start = self.state
        for card in cards:
            if card.side != other(self.seat):
                self._reset(start)
                choices = self._choices(card.effects)
                blocks.append([Play(card.id, PlayMode.EVENT), *choices])
        for card in self._payers(cards):
            play = Play(card.id, PlayMode.AP)
            blocks += [[play, *lines] for lines in self._recipes(card.ap, start)]
        self._reset(start)
        return blocks

    def _reset(self, state: SiegeState) -> None:
        self.state, self.tired = state, {}

    def _claims(self) -> Iterator[list[SiegeOrder]]:
        claim, start = self.state.claim, self.state
        if claim is not None and claim.seat == self.seat:
            effects = self.tables.cards[claim.card].effects
            yield [ClaimCard(claim.card, LOWEST), *self._choices(effects)]
            self._reset(start)

    def _payers(self, cards: Sequence[Card]) -> list[Card]:
        """Return for each number of points the card that is least missed."""
        payers = dict[int, Card]()
        for card in sorted(cards, key=lambda card: (-self._event(card), card.id)):
            if card.side != other(self.seat) or card.ap not in payers:
                payers[card.ap] = card
        return list(payers.values())

    def _recipes(self, ap: int, start: SiegeState) -> Iterator[list[SiegeOrder]]:
        """Yield what can be done with points: something first, the rest by thumb."""
        makers = (
            [*self._areas(ap), *self._imperial_first(ap)]
            if self.seat == IMP
            else [*self._areas(ap), *self._insurgent_first(ap)]
        )
        for first, left in makers:
            self._reset(start)
            rest = self._imperial(left, ap) if self.seat == IMP else self._insurgent(left, ap)
            yield [*first, *rest, Prep(None)]
            if left:
                yield [*first, Prep(None)]
        self._reset(start)

    def _areas(self, ap: int) -> Iterator[tuple[list[SiegeOrder], int]]:
        yield [], ap
        for area in self.tables.areas:
            yield [Support(area)], ap - 2
            if ap >= 4:
                yield [Support(area, 2)], ap - 4

    def _imperial_first(self, ap: int) -> Iterator[tuple[list[SiegeOrder], int]]:
        prep = self.state.prep[IMP]
        if ap >= 3 or ap + prep >= 3:
            yield [Plea()], max(0, ap - 3)
        site = self._cannon_site()
        if site and ap < 5 <= ap + prep:
            yield [BuildCannon(site)], 0
        for target in self._targets():
            yield self._assault(target, ap, rewarded=False), 0
            if self.state.money:
                yield self._assault(target, ap, rewarded=True), 0

    def _targets(self) -> list[str]:
        """Return the three Wall spaces that can be attacked best."""
        best = dict[str, int]()
        for need, _, target in sorted(self._chances()):
            best.setdefault(target, need)
        empty = [
            space.id
            for space in self.tables.spaces.values()
            if space.row == 3 and not self.state.in_space(space.id) and self._before(space.id)
        ]
        return [*empty[:2], *list(best)[:3]]

    def _assault(self, target: str, ap: int, *, rewarded: bool) -> list[SiegeOrder]:
        """Attack a space of the Wall with all there is, and climb into it where that can be."""
        lines: list[SiegeOrder] = [RewardAttacks()] if rewarded else []
        left = ap - rewarded
        climbers = self._before(target)
        beside = sorted(s for s in self.tables.neighbours[target] if self.state.imperial_in(s))
        attackers = [*climbers, *(s for s in beside if s not in climbers)]
        if self.state.insurgent_in(target):
            for source in attackers:
                count = min(self.state.imperial_in(source), left - bool(climbers))
                lines += [Attack(source, target, 1, until_clear=True)] * max(0, count)
                left -= max(0, count)
        for source in climbers[:2]:
            step = Slow(Way((source, target)))
            lines.append(Conditional(Guard(GuardKind.INSURGENT_IN, True, name=target), step))
        return lines

    def _insurgent_first(self, ap: int) -> Iterator[tuple[list[SiegeOrder], int]]:
        start, prep = self.state, self.state.prep[INS]
        if self.state.plea[INS] is not None and ap + prep >= 3:
            yield [Pressure()], max(0, ap - 3)
        if ap + prep >= 4:
            for order in (self._raised(), self._gun()):
                if order is not None:
                    yield [order], max(0, ap - 4)
        strikes = self._strikes(ap)
        if strikes:
            yield strikes, 0
        raids: list[SiegeOrder] = [*self._raids(ap)]
        if raids:
            yield raids, 0
        self._reset(start)

    def _gun(self) -> SiegeOrder | None:
        """Return a cannon for a fort without one, where a unit stands."""
        state = self.state
        if not state.supplies[INS]:
            return None
        manned = [space for space in state.units if state.insurgent_in(space)]
        free = [space for space in manned if space not in state.cannons.guns]
        walls = [space for space in free if self.tables.spaces[space].row == 3]
        walls.sort(key=lambda space: (not self.tables.spaces[space].fort, space))
        return BuildCannon(walls[0]) if walls else None


def searched(seed: int, searching: frozenset[SeatId], tables: Tables | None = None) -> SiegeState:
    """Play a game in which some sides search, and return its end."""
    rules, habits, lots = siege_rules(tables), Habits(), Random(seed)
    draws = SeededDraws(seed.to_bytes(32, "big"))
    state = rules.new_game(draws).state
    for _ in range(200):
        if state.turn is None:
            return state
        kind = Searcher if state.turn in searching else Player
        block = kind(rules.tables, habits, lots, state, state.turn).block()
        state = rules.resolve(state, {state.turn: block}, draws).state
    raise AssertionError("the game does not end")
